"""What `find` writes into a folder: the guard, the HTML report and the diffs of remedies.

The first line of each file holds a digest of the rest. A file whose digest is not right was written by
somebody else, or edited since: it is overwritten only by force.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from slowpath.errors import UsageError
from slowpath.model.find import FindReport
from slowpath.report.guard import guard
from slowpath.report.html import page
from slowpath.target.locate import parse

_SEAL = "slowpath find, digest"
_COMMENTS = {".py": ("# ", ""), ".html": ("<!-- ", " -->"), ".diff": ("# ", "")}


def check(folder: Path, spec: str, *, force: bool = False) -> None:
    """Raise a UsageError if the files of a target cannot be written."""
    check_folder(folder)
    for path in _paths(folder, spec):
        if not force and path.exists() and not _is_ours(path):
            raise UsageError(
                f"'{path}' was not written by slowpath find, or was edited since",
                "Overwrite it with --force, or name another folder with -o.",
            )


def check_folder(folder: Path) -> None:
    """Raise a UsageError if nothing can be written to a folder."""
    above = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not above.is_dir():
        raise UsageError(f"cannot write to '{folder}': '{above}' is a file", "Name a folder with -o.")
    try:
        tempfile.TemporaryFile(dir=above).close()
    except OSError as error:
        raise UsageError(
            f"cannot write to '{folder}': {error.strerror or error}", "Name another folder with -o."
        ) from None


def write(
    report: FindReport,
    folder: Path,
    *,
    allow: Sequence[str] = (),
    force: bool = False,
) -> list[Path]:
    """Write the files of a report and return which; where nothing was measured that grows, no guard."""
    check(folder, report.target.spec, force=force)
    texts = (guard(report, folder, allow), page(report), diff_of(report))
    written = []
    for path, text in zip(_paths(folder, report.target.spec), texts, strict=True):
        if text is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.write_text(_sealed(text, path.suffix), encoding="utf-8", errors="backslashreplace")
            except OSError as error:
                raise UsageError(f"cannot write '{path}': {error.strerror or error}") from None
            written.append(path)
    return written


def diff_of(report: FindReport) -> str | None:
    """The remedies of all findings, one behind the other; None if there is none. `patch` takes the first."""
    found = [each.remedy for each in report.findings if each.remedy is not None]
    return "\n".join(f"# {each.checked}\n{each.diff}" for each in found) or None


def _paths(folder: Path, spec: str) -> tuple[Path, Path, Path]:
    named = parse(spec)
    name = re.sub(r"\W+", "_", f"{named.module}_{named.qualname}").strip("_")
    name = re.sub("__+", "_", name)
    return folder / f"test_{name}_growth.py", folder / f"{name}.html", folder / f"{name}.diff"


def _sealed(text: str, suffix: str) -> str:
    before, after = _COMMENTS[suffix]
    return f"{before}{_SEAL} {_digest(text)}{after}\n{text}"


def _is_ours(path: Path) -> bool:
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return False
    return f"{_SEAL} {_digest(rest)}" in first


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]
