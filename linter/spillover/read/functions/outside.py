"""Functions whose results cannot be known here: each has its reason, which becomes the cause.

Their calls are checked for what does not depend on the reason: arguments and their types.

Source: "Built-in Functions" of Terraform's documentation, 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from spillover.read.cty.types import NUMBER, STRING
from spillover.read.cty.value import EvaluationError, Value, pending, text
from spillover.read.functions.encoding import from_base64
from spillover.read.functions.function import Function, Parameter

REASONS: Mapping[str, str] = {
    "abspath": "which depends on the folder that Terraform runs in",
    "base64gzip": "which depends on the compressor",
    "bcrypt": "which is salted at random",
    "pathexpand": "which depends on the home folder",
    "plantimestamp": "the time of the plan",
    "rsadecrypt": "which is a secret that is not decrypted here",
    "timestamp": "the time of the run",
    "uuid": "which is random",
}
"""Why the result of a function is not known, in words that follow its name."""


def _unknown(name: str) -> Value:
    return pending(STRING, f"{name}(), {REASONS[name]}", not_null=True)


def _outside(name: str, *parameters: str, variadic: Parameter | None = None) -> Function:
    def compute(*_: Value) -> Value:
        return _unknown(name)

    return _checked(name, compute, *parameters, variadic=variadic)


def _checked(
    name: str, compute: Callable[..., Value], *parameters: str, variadic: Parameter | None = None
) -> Function:
    return Function(name, tuple(Parameter(each, STRING) for each in parameters), compute, STRING, variadic)


def _pathexpand(path: Value) -> Value:
    """A path that does not begin in a home folder is what it is."""
    written = path.content
    if not written.startswith("~"):
        return text(written)
    if written[1:2] not in ("", "/", "\\"):
        raise EvaluationError("the home folder of another user is not expanded")
    return _unknown("pathexpand")


def _rsadecrypt(ciphertext: Value, privatekey: Value) -> Value:
    from_base64(ciphertext.content)
    if "-----BEGIN" not in privatekey.content:
        raise EvaluationError("there is no private key")
    return _unknown("rsadecrypt")


FUNCTIONS: tuple[Function, ...] = (
    _outside("abspath", "path"),
    _outside("base64gzip", "str"),
    _outside("bcrypt", "str", variadic=Parameter("cost", NUMBER)),
    _checked("pathexpand", _pathexpand, "path"),
    _outside("plantimestamp"),
    _checked("rsadecrypt", _rsadecrypt, "ciphertext", "privatekey"),
    _outside("timestamp"),
    _outside("uuid"),
)
