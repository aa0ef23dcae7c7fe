"""Dataclasses that are made quickly.

``dataclasses`` writes and compiles up to six functions for a class, half a millisecond: for the two hundred
classes of a run that was a quarter of its time. Here ``__init__`` alone is compiled, and that with the first
instance: most classes of a run have none. The other methods are the same functions for all classes. That
a frozen instance is not changed is left to the type checker.
"""

from __future__ import annotations

import dataclasses
import reprlib
from collections.abc import Callable
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """As the one of ``dataclasses``, with the same options."""
        return _made(cls, **options) if cls else lambda each: _made(each, **options)


def _made(cls: type, *, eq: bool = True, frozen: bool = False, order: bool = False, **options: Any) -> Any:
    own = cls.__dict__
    hashes = own.get("__hash__") is not None
    made: Any = dataclasses.dataclass(cls, init=False, eq=False, repr=False, **options)
    if "__init__" not in own:
        made.__init__ = _compiling(made)
    if "__repr__" not in own:
        made.__repr__ = _repr
    if eq:
        fields = dataclasses.fields(made)
        made.__compared__ = _getter([each.name for each in fields if each.compare])
        made.__hashed__ = _getter([each.name for each in fields if _is_hashed(each)])
        if "__eq__" not in own:
            made.__eq__ = _equals
        if not hashes:
            made.__hash__ = _hash if frozen else None
    if order:
        made.__lt__, made.__le__, made.__gt__, made.__ge__ = map(_ordering, (lt, le, gt, ge))
    return made


def _compiling(made: Any) -> Callable[..., None]:
    """An ``__init__`` that puts a compiled one in its place when it is first called."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807 - as which it stands
        made.__init__ = _compiled(made)
        made.__init__(self, *values, **named)

    return __init__


def _compiled(made: Any) -> Callable[..., None]:
    """The ``__init__`` of a class, with its parameters as ``dataclasses`` has them."""
    fields = dataclasses.fields(made)
    scope: dict[str, Any] = {"NOT_GIVEN": object()}
    scope |= {f"{each.name}_default": each.default for each in fields}
    scope |= {f"{each.name}_factory": each.default_factory for each in fields}
    ordered = [_parameter(each) for each in fields if each.init and not each.kw_only]
    named = [_parameter(each) for each in fields if each.init and each.kw_only]
    parameters = ", ".join(("self", *ordered, *(("*", *named) if named else ())))
    assigned = [f"self.{each.name} = {_value(each)}" for each in fields if each.init or _has_factory(each)]
    after = ["self.__post_init__()"] if hasattr(made, "__post_init__") else []
    body = "\n ".join((*assigned, *after)) or "pass"
    exec(f"def __init__({parameters}):\n {body}", scope)
    scope["__init__"].__qualname__ = f"{made.__qualname__}.__init__"  # as which a TypeError knows it
    return scope["__init__"]  # type: ignore[no-any-return]


def _has_factory(field: dataclasses.Field[Any]) -> bool:
    return field.default_factory is not dataclasses.MISSING


def _parameter(field: dataclasses.Field[Any]) -> str:
    if _has_factory(field):
        return f"{field.name}=NOT_GIVEN"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}={field.name}_default"


def _value(field: dataclasses.Field[Any]) -> str:
    name = field.name
    if not _has_factory(field):
        return name
    return f"{name}_factory() if {name} is NOT_GIVEN else {name}" if field.init else f"{name}_factory()"


def _is_hashed(field: dataclasses.Field[Any]) -> bool:
    return field.compare if field.hash is None else field.hash


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gets the values of these fields as a tuple."""
    if not names:
        return staticmethod(lambda _: ())
    return attrgetter(*names, *names[:1])  # of one name alone it would get no tuple


def _equals(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__compared__(self) == self.__compared__(other)


def _ordering(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def ordering(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compare(self.__compared__(self), self.__compared__(other))

    return ordering


def _hash(self: Any) -> int:
    return hash(self.__hashed__(self))


@reprlib.recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
