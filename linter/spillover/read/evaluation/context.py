"""Where an expression stands: what names mean there, in which file, and what may be spent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import Any, Protocol

from spillover.errors import InputError
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import EvaluationError, LimitError, Value, pending
from spillover.read.evaluation.parts import parts
from spillover.read.lines import Lines
from spillover.read.module_files import ModuleFiles
from spillover.read.syntax.expression import Expression
from spillover.records import dataclass

MOST_STEPS = 1_000_000
"""So many expressions are evaluated for one root module."""

LONGEST_CAUSE = 60
"""An expression that causes an unknown value is quoted up to this many characters."""


class Scope(Protocol):
    """What names mean where an expression stands."""

    def name(self, name: str) -> Value:
        """The value of a name at the beginning of a traversal, such as ``var`` or a resource type."""


@dataclass(frozen=True, slots=True)
class Written:
    """An expression, and where it stands: what a variable is given, or what a local is."""

    expression: Expression
    context: Context


@dataclass(frozen=True, slots=True)
class Names:
    """A scope with names of its own, such as those of a ``for``, before an outer one.

    ``drawn_from`` is the collection whose elements they stand for, one after the other. ``element``
    is the name that is an element itself, and its key, if it has one.
    """

    names: Mapping[str, Value]
    outer: Scope
    drawn_from: Written | None = None
    element: tuple[str, str | int | None] | None = None

    def name(self, name: str) -> Value:
        """The value of a name; own names come first."""
        found = self.names.get(name)
        return self.outer.name(name) if found is None else found


@dataclass
class Budget:
    """How many expressions may still be evaluated: nobody shall wait for a bomb to go off."""

    left: int = MOST_STEPS
    was_asked: bool = False

    def spend(self, steps: int = 1) -> None:
        """Take away from it.

        Raises:
            LimitError: nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise LimitError(f"more than {MOST_STEPS} expressions to evaluate")

    def is_known_to_be_spent(self) -> bool:
        """Whether it is spent and this was asked before: everything after that fails, which is no news."""
        spent, known = self.left < 0, self.was_asked
        self.was_asked = spent
        return spent and known


@dataclass(frozen=True, slots=True)
class Context:
    """Where an expression stands: what names mean there, and in which file.

    ``evaluator`` tells how an expression of a type is evaluated. :meth:`settle` notes in ``errors``
    what Terraform refuses. ``files`` are those that functions may read. ``in_template`` is set inside of
    a template file, which cannot use another one.
    """

    scope: Scope
    lines: Lines
    evaluator: Callable[[type], Callable[[Any, Context], Value]]
    budget: Budget = field(default_factory=Budget)
    errors: list[InputError] = field(default_factory=list)
    files: ModuleFiles | None = None
    in_template: bool = False

    def within(self, names: Mapping[str, Value], drawn_from: Expression | None = None) -> Context:
        """The same place with further names, which may stand for the elements of a collection."""
        collection = None if drawn_from is None else Written(drawn_from, self)
        scope = Names(names, self.scope, collection)
        return Context(  # `replace` would take most of the time of a loop
            scope, self.lines, self.evaluator, self.budget, self.errors, self.files, self.in_template
        )

    def value(self, expression: Expression) -> Value:
        """The value of an expression that stands here.

        Raises:
            EvaluationError: at the innermost expression that Terraform refuses.
            LimitError: it takes more than is spent here.
        """
        self.budget.spend()
        try:
            return self.evaluator(type(expression))(expression, self)
        except EvaluationError as error:
            if error.at is None:
                error.at = expression.start
            if not error.is_discreet:
                error.is_discreet = True
                if any(map(self._is_sensitive, parts(expression))):
                    error.message = "this is refused, and not told why: a value in it is sensitive"
            raise
        except RecursionError:
            raise LimitError("nested too deeply", expression.start) from None

    def _is_sensitive(self, expression: Expression) -> bool:
        """Whether a part of an expression that is refused has a value that must not be told."""
        try:
            return self.value(expression).is_sensitive()
        except EvaluationError:
            return False

    def attempt(self, expression: Expression) -> Value | EvaluationError:
        """The value of an expression, or why Terraform refuses it. A limit is raised all the same."""
        try:
            return self.value(expression)
        except LimitError:
            raise
        except EvaluationError as error:
            return error

    def settle(self, expression: Expression) -> Value:
        """The value of a whole argument: what Terraform refuses is noted, and is not known."""
        try:
            return self.value(expression)
        except EvaluationError as error:
            return self.refused(error, expression)

    def refused(self, error: EvaluationError, expression: Expression) -> Value:
        """What becomes of an expression that Terraform refuses: an error, and no known value."""
        if not self.budget.is_known_to_be_spent():
            at = expression.start if error.at is None else error.at
            self.errors.append(self.lines.error(at, error.message))
        return pending(DYNAMIC, self.quoted(expression))

    def quoted(self, expression: Expression) -> str:
        """An expression as the cause of an unknown value: its text, shortened."""
        written = " ".join(self.lines.text[expression.start : expression.end].split())
        return written if len(written) <= LONGEST_CAUSE else written[: LONGEST_CAUSE - 3] + "..."


@contextmanager
def placed(expression: Expression) -> Iterator[None]:
    """What Terraform refuses of the value of an expression is refused at that one."""
    try:
        yield
    except EvaluationError as error:
        if error.at is None:
            error.at = expression.start
        raise
