"""Our expression tree: what HCL's expressions mean, free of any parser's own classes.

Every node knows its place as offsets into its file. Nothing behind this line knows
python-hcl2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from typing import TypeAlias

from spillover.records import dataclass

Scalar = str | int | Decimal | bool | None


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, bool, null or string without interpolation."""

    value: Scalar
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """A quoted string or heredoc with interpolations or directives: always text, that of all parts joined.

    A quoted string that is one interpolation alone is no template but what is in it, whatever its
    type; in the branch of a directive even that is text.
    """

    parts: tuple[Expression, ...]
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Variable:
    """The root name of a traversal: ``var``, ``local``, a resource type, an iterator."""

    name: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Attribute:
    """``base.name``."""

    base: Expression
    name: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Index:
    """``base[key]``."""

    base: Expression
    key: Expression
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Splat:
    """``base[*]`` or ``base.*`` with the steps after it, which belong to every element.

    A step is an attribute's name, the key of an index, or a splat of what was reached so far. After
    ``[*]`` all that follows is a step (``full``); after ``.*`` only attributes and numbers behind a
    point are, and an index in brackets belongs to the result.
    """

    base: Expression
    steps: tuple[str | Expression | Each, ...]
    full: bool
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Each:
    """A further splat among the steps of a splat: its own steps belong to every element of the element."""

    steps: tuple[str | Expression | Each, ...]
    full: bool
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Tuple:
    """``[a, b]``."""

    items: tuple[Expression, ...]
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One ``key = value`` of an object; a bare name as key is a literal."""

    key: Expression
    value: Expression
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Object:
    """``{ key = value }``."""

    items: tuple[Item, ...]
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """``name(arguments)``; ``expand`` where the last argument is followed by ``...``."""

    name: str
    arguments: tuple[Expression, ...]
    expand: bool = False
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator with one or two operands."""

    operator: str
    operands: tuple[Expression, ...]
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Conditional:
    """``condition ? then : otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class For:
    """``[for k, v in c : value if cond]``, or ``{for ... : key => value...}`` where ``key`` is set."""

    names: tuple[str, ...]
    collection: Expression
    value: Expression
    key: Expression | None = None
    grouped: bool = False
    condition: Expression | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Join:
    """``%{ for k, v in c }...%{ endfor }``: the texts of all rounds of ``loop``, joined."""

    loop: For
    start: int = 0
    end: int = 0


Expression: TypeAlias = (
    Literal
    | Template
    | Variable
    | Attribute
    | Index
    | Splat
    | Tuple
    | Object
    | Call
    | Operation
    | Conditional
    | For
    | Join
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One ``name = expression`` of a body."""

    name: str
    expression: Expression
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NestedBlock:
    """One block inside a body; ``header_end`` is the offset after its opening brace.

    ``overridden_at`` are the headers of the blocks of override files that are merged into it.
    """

    type: str
    labels: tuple[str, ...]
    body: Body
    start: int
    header_end: int
    end: int
    overridden_at: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """The content of a block: its settings by name, and its blocks in order."""

    settings: Mapping[str, Setting] = field(default_factory=dict)
    blocks: tuple[NestedBlock, ...] = ()
