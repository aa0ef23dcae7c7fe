"""Functions that read the files of a module, and those that only cut a path.

A path that is not looked at makes the result unknown: that is no fault of the configuration.

Source: "Filesystem Functions" and "Hash and Crypto Functions" of Terraform's documentation, 2026-05.
"""

from __future__ import annotations

import base64
import json
import posixpath
from collections.abc import Callable

from spillover.read.cty.types import BOOL, STRING, SetOf, Type
from spillover.read.cty.value import Value, boolean, pending, set_of, text
from spillover.read.functions.function import Function, Parameter, simple
from spillover.read.functions.hashes import HASHES, Hash
from spillover.read.module_files import ModuleFiles, OutsideError, cleaned

__all__ = ["FUNCTIONS", "ModuleFiles"]


def _reading(name: str, compute: Callable[..., Value], result: Type, *parameters: str) -> Function:
    def guarded(files: ModuleFiles, *arguments: Value) -> Value:
        try:
            return compute(files, *(each.content for each in arguments))
        except OutsideError as error:
            secret = any(each.sensitive for each in arguments)
            written = "..." if secret else ", ".join(_quoted(each.content) for each in arguments)
            return pending(result, f"{name}({written}), {error}", not_null=True)

    return Function(
        name, tuple(Parameter(each, STRING) for each in parameters), guarded, result, reads_files=True
    )


def _quoted(path: str) -> str:
    return json.dumps(path if len(path) <= 60 else path[:57] + "...", ensure_ascii=False)


def _hashing(name: str, digest: Hash) -> Function:
    def compute(files: ModuleFiles, path: str) -> Value:
        return text(digest(files.content(path)))

    return _reading(name, compute, STRING, "path")


def _file(files: ModuleFiles, path: str) -> Value:
    return text(files.text(path))


def _filebase64(files: ModuleFiles, path: str) -> Value:
    return text(base64.b64encode(files.content(path)).decode())


def _fileexists(files: ModuleFiles, path: str) -> Value:
    return boolean(files.exists(path))


def _fileset(files: ModuleFiles, folder: str, pattern: str) -> Value:
    return set_of(STRING, map(text, files.matching(folder, pattern)))


def _basename(path: str) -> str:
    return posixpath.basename(path.rstrip("/")) or path[:1] or "."


def _dirname(path: str) -> str:
    return cleaned(path[: path.rfind("/") + 1])


FUNCTIONS: tuple[Function, ...] = (
    simple("basename", _basename, STRING, path=STRING),
    simple("dirname", _dirname, STRING, path=STRING),
    _reading("file", _file, STRING, "path"),
    _reading("filebase64", _filebase64, STRING, "path"),
    _hashing("filebase64sha256", HASHES["base64sha256"]),
    _hashing("filebase64sha512", HASHES["base64sha512"]),
    _reading("fileexists", _fileexists, BOOL, "path"),
    _hashing("filemd5", HASHES["md5"]),
    _reading("fileset", _fileset, SetOf(STRING), "path", "pattern"),
    _hashing("filesha1", HASHES["sha1"]),
    _hashing("filesha256", HASHES["sha256"]),
    _hashing("filesha512", HASHES["sha512"]),
)
