"""Files that slowpath writes, and whether they are still as it wrote them.

The first line of each file holds a digest of the rest. A file whose digest is not right was written by
somebody else, or edited since: it is overwritten only by force.
"""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from slowpath.errors import UsageError

_SEAL = "written by slowpath, digest"
_COMMENTS = {".html": ("<!-- ", " -->")}  # a file of Python has another one
_PYTHON = ("# ", "")


def check(path: Path, *, force: bool = False) -> None:
    """Raise a UsageError if a file cannot be written, or is not ours to overwrite."""
    check_folder(path.parent)
    if path.is_dir():
        raise UsageError(f"cannot write to '{path}': it is a folder", "Name a file with -o.")
    if not force and path.exists() and not _is_ours(path):
        raise UsageError(
            f"'{path}' was not written by slowpath, or was edited since",
            "Overwrite it with --force, or give another name with -o.",
        )


def check_folder(folder: Path) -> None:
    """Raise a UsageError if no files can be written to a folder, or to one that has to be made for it."""
    above = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not above.is_dir():
        what = "it" if above == folder else f"'{above}'"
        raise UsageError(f"cannot write to '{folder}': {what} is a file", "Name a folder with -o.")
    try:
        tempfile.TemporaryFile(dir=above).close()
    except OSError as error:
        raise UsageError(
            f"cannot write to '{folder}': {error.strerror or error}", "Name another folder with -o."
        ) from None


def write(path: Path, text: str, *, force: bool = False) -> None:
    """Write a file with its seal; raise a UsageError if that cannot be."""
    check(path, force=force)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_sealed(text, path.suffix), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"cannot write '{path}': {error.strerror or error}") from None


def _sealed(text: str, suffix: str) -> str:
    before, after = _COMMENTS.get(suffix, _PYTHON)
    return f"{before}{_SEAL} {_digest(text)}{after}\n{text}"


def _is_ours(path: Path) -> bool:
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return False
    return f"{_SEAL} {_digest(rest)}" in first


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]
