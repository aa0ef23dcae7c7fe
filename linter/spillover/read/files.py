"""Finds the files under a directory, and reads those and the ones that a user named.

A search is a guest in a repository: it passes over what git ignores, never leaves the
repository through a link, and offers nothing but regular files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from spillover.errors import InputError
from spillover.read.boundary import Boundary
from spillover.read.ignored import IgnoreRules
from spillover.read.lines import Lines
from spillover.records import dataclass

MIB = 1 << 20
LIMIT = 64 * MIB
DATA_LIMIT = 512 * MIB

DATA_MARKERS = (
    b"compute#",
    b"dns#",
    b"cnrm.cloud.google.com",
    b"asset_type",
    b"assetType",
    b"compute.googleapis.com",
    b"/interceptDeployments/",
    b"/mirroringDeployments/",
    b"/policyBasedRoutes/",
    b"/compute/v1/projects/",
    b"/compute/beta/projects/",
    b"/compute/alpha/projects/",
    b"/dns/v1/projects/",
    b"/dns/v1beta2/projects/",
)

TERRAFORM_MARKER = b'"terraform_version"'
"""In the bytes of every plan and state as JSON."""

CONFIGURATION = (".tf", ".tf.json", ".tofu", ".tofu.json")
"""A ``.tofu`` file is OpenTofu's, in place of the ``.tf`` file of the same name (OpenTofu 1.8, "Files")."""

TERRAFORM_FILES = (*CONFIGURATION, ".tfvars", ".tfvars.json")
TERRAGRUNT = "terragrunt.hcl"
_DATA = (".json", ".yaml", ".yml", ".tfstate")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read: ``path`` is what users see, ``absolute`` what is opened.

    ``unsaved`` is what an editor holds of it, which is read in place of what is on the disk.
    """

    path: str
    absolute: Path
    unsaved: bytes | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """What a search found, sorted by path; ``errors`` are the folders that could not be listed.

    ``terraform`` maps a folder's reported path to the Terraform files directly in it. ``data``
    holds every JSON and YAML file, whether or not it has anything to do with Google Cloud. ``terragrunt``
    are the files of Terragrunt, ``left_out`` links to Terraform files that may not be read.
    """

    root: str
    terraform: Mapping[str, tuple[FoundFile, ...]]
    data: tuple[FoundFile, ...]
    errors: tuple[InputError, ...] = ()
    terragrunt: tuple[FoundFile, ...] = ()
    left_out: tuple[FoundFile, ...] = ()


def in_force(files: Iterable[FoundFile]) -> list[FoundFile]:
    """Those of a folder's files that configure it: without what OpenTofu reads another file in place of."""
    found = [file for file in files if file.path.endswith(CONFIGURATION)]
    of_opentofu = {file.path for file in found}
    return [file for file in found if _in_place_of(file.path) not in of_opentofu]


def _in_place_of(path: str) -> str:
    """The file that OpenTofu would read in place of a Terraform file."""
    name, dot, ending = path.rpartition(".tf")
    return f"{name}.tofu{ending}" if dot and ending in ("", ".json") else ""


def reported(path: Path, cwd: Path) -> str:
    """The POSIX path under which users see ``path``: relative to ``cwd`` where that is possible."""
    try:
        relative = os.path.relpath(cwd / path, cwd)
    except ValueError:  # on another drive of Windows
        relative = str(path)
    return _printable(relative.replace(os.sep, "/"))


def walk(directory: Path, cwd: Path, boundary: Boundary | None = None) -> Tree:
    """All Terraform, JSON and YAML files under ``directory`` that git does not ignore.

    A directory that is itself ignored was named on purpose: it is searched, and the rules from
    above it count no more. Links to files are followed inside of ``boundary``, or else of
    ``directory``; those to folders are not. Nothing is raised: a folder that cannot be listed is an
    error of the tree, and so is ``directory`` if there is none.
    """
    start = cwd / directory
    boundary = boundary or Boundary((Path(os.path.realpath(start)),))
    terraform: dict[str, tuple[FoundFile, ...]] = {}
    data: list[FoundFile] = []
    terragrunt: list[FoundFile] = []
    left_out: list[FoundFile] = []
    errors: list[InputError] = []

    folders = [_Folder(start, reported(directory, cwd), IgnoreRules.leading_to(start))]
    while folders:
        folder = folders.pop()
        try:
            subfolders, files, links = _listed(folder.absolute)
        except OSError as error:
            errors.append(InputError(folder.path, 0, 0, _reason(error)))
            continue
        folders += folder.entered(subfolders)
        ours = [link for link in links if link.endswith((*TERRAFORM_FILES, *_DATA))]
        followed = [link for link in ours if boundary.may_follow(folder.absolute / link)]
        left_out += (folder.file(link) for link in ours if link not in followed and _is_left(folder, link))
        names = sorted(files + followed)
        if of_terraform := [folder.file(name) for name in _terraform_names(folder, names)]:
            terraform[folder.path] = tuple(of_terraform)
        data += [folder.file(name) for name in names if _is_data(name) and not folder.ignores(name)]
        terragrunt += [folder.file(name) for name in names if name == TERRAGRUNT]

    return Tree(
        root=reported(directory, cwd),
        terraform=dict(sorted(terraform.items())),
        data=tuple(sorted(data, key=lambda file: file.path)),
        errors=tuple(sorted(errors, key=lambda error: error.path)),
        terragrunt=tuple(sorted(terragrunt, key=lambda file: file.path)),
        left_out=tuple(sorted(left_out, key=lambda file: file.path)),
    )


def read_text(file: FoundFile, limit: int = LIMIT) -> str:
    """The file's text, character for character: newlines and a byte order mark stay.

    Raises InputError without a place if the file cannot be read or holds more than ``limit``
    bytes, and with the place of the first wrong byte if it is not UTF-8.
    """
    return decoded(file.path, joined(file.path, pieces(file), limit))


def pieces(file: FoundFile) -> Iterator[bytes]:
    """The file's bytes, piece by piece: a named pipe or a device does not tell its size.

    Raises InputError without a place if the file cannot be read.
    """
    if file.unsaved is not None:
        yield file.unsaved
        return
    try:
        with file.absolute.open("rb") as stream:
            while piece := stream.read(MIB):
                yield piece
    except OSError as error:
        raise InputError(file.path, 0, 0, _reason(error)) from None


def joined(path: str, content: Iterable[bytes], limit: int) -> bytearray:
    """The pieces of a file as one; raises InputError without a place beyond ``limit`` bytes."""
    whole = bytearray()
    for piece in content:
        whole += piece
        if len(whole) > limit:
            raise InputError(path, 0, 0, f"larger than {limit // MIB} MiB")
    return whole


def decoded(path: str, content: bytes | bytearray) -> str:
    """The text of a file's bytes.

    Raises:
        InputError: with the place of the first wrong byte, if they are not UTF-8.
    """
    if content.startswith(b"PK\3\4"):
        message = "a zip archive; of a plan that Terraform saved, give what `terraform show -json` prints"
        raise InputError(path, 1, 1, message)
    looks_like_utf16 = _looks_like_utf16(content)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = error.start
    else:
        # English in UTF-16 without a mark is valid UTF-8 with a NUL in every other place.
        if not looks_like_utf16:
            return text
        wrong = content.index(0)
    before = content[:wrong].decode("utf-8")
    message = "not UTF-8 (looks like UTF-16)" if looks_like_utf16 else "not UTF-8"
    raise Lines(path, before).error(len(before), message)


def read_bytes_marker(file: FoundFile, markers: tuple[bytes, ...]) -> bool:
    """Whether one of ``markers`` stands in the file; False if it cannot be read."""
    longest = max(map(len, markers), default=1)
    tail = b""
    try:
        with file.absolute.open("rb") as stream:
            while piece := stream.read(MIB):
                window = tail + piece
                if any(marker in window for marker in markers):
                    return True
                tail = window[-longest:]  # a marker may straddle two pieces
    except OSError:
        pass
    return False


def _reason(error: OSError) -> str:
    """The system's words without the absolute path that ``str(error)`` adds."""
    words = error.strerror or "cannot be read"
    return words[0].lower() + words[1:]


def _printable(path: str) -> str:
    r"""A file name may hold bytes that are no text; they are shown as in ``caf\xe9.tf``."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _looks_like_utf16(content: bytes | bytearray) -> bool:
    head = content[:1024]
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff"))
    return marked or head.count(0) > len(head) * 0.4


def _listed(folder: Path) -> tuple[list[str], list[str], list[str]]:
    """The names of folders, regular files and links; pipes, sockets and devices are left out."""
    folders, files, links = [], [], []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                links.append(entry.name)
            elif entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            elif entry.is_file(follow_symlinks=False):
                files.append(entry.name)
    return folders, files, links


def _is_left(folder: _Folder, link: str) -> bool:
    """Whether Terraform would read the file that a link leads to."""
    return (
        _is_terraform(link) and not folder.ignores(link) and os.path.isfile(folder.absolute / link)  # noqa: PTH113  Path's may raise
    )


def _terraform_names(folder: _Folder, names: list[str]) -> list[str]:
    candidates = [name for name in names if _is_terraform(name)]
    kept = {name for name in candidates if not folder.ignores(name)}
    if any(name.endswith(CONFIGURATION) for name in kept):
        # People keep values out of git, but Terraform reads them all the same.
        kept.update(filter(is_loaded_unasked, candidates))
    return [name for name in candidates if name in kept]


def _is_terraform(name: str) -> bool:
    # Terraform passes over hidden configuration, such as an editor's leftovers; so do we.
    return name.endswith(TERRAFORM_FILES) and not (name.startswith(".") and name.endswith(CONFIGURATION))


def is_loaded_unasked(name: str) -> bool:
    """Whether Terraform loads a variable file of this name by itself."""
    values = name.removesuffix(".json")
    return values == "terraform.tfvars" or values.endswith(".auto.tfvars")


def _is_data(name: str) -> bool:
    return name.endswith(_DATA) and not name.endswith(TERRAFORM_FILES)


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder of the search, and what git ignores in it."""

    absolute: Path
    path: str
    rules: IgnoreRules

    def entered(self, subfolders: Iterable[str]) -> Iterator[_Folder]:
        """Those of the folders in it that are searched. ``.terraform`` is one of the hidden."""
        for name in subfolders:
            if not name.startswith(".") and not self.rules.ignore(name, is_folder=True):
                below = self.absolute / name
                yield _Folder(below, self._shown(name), self.rules.inside(below))

    def ignores(self, file: str) -> bool:
        return self.rules.ignore(file, is_folder=False)

    def file(self, name: str) -> FoundFile:
        return FoundFile(self._shown(name), self.absolute / name)

    def _shown(self, name: str) -> str:
        return _printable(name if self.path == "." else f"{self.path}/{name}")
