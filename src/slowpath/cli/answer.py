"""How a command answers: on standard output, in files, and by its exit code."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from slowpath.errors import UsageError
from slowpath.model.growth import Growth
from slowpath.model.stop import StopReason

INTERRUPTED = 130  # as shells report a process that Ctrl-C ended
FOUND = 1
INCONCLUSIVE = 3  # 0, 1, 2 and 130 have their meanings


def show(as_json: bool, document: Callable[[], dict[str, Any]], text: Callable[[], str]) -> None:
    """Print a report as one JSON document, or as text."""
    from slowpath.report.document import text as to_json

    click.echo(to_json(document()) if as_json else text())


def drawn(growth: Growth, height: int) -> str:
    """Return a chart of a growth for this terminal."""
    from slowpath.report.plot import terminal

    width = min(shutil.get_terminal_size().columns, 100)  # wider charts are hard to follow
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return terminal(growth, width=width, height=height, unicode=unicode)


def exit_code(stopped: StopReason, *, found: bool = False, inconclusive: bool = False) -> int:
    """Return the exit code of a command that came to its end: Ctrl-C goes before what was found."""
    if stopped is StopReason.INTERRUPTED:
        return INTERRUPTED
    if inconclusive:
        return INCONCLUSIVE
    return FOUND if found else 0


def check_file(output: str | None, what: str = "", *, force: bool = True) -> None:
    """Raise if a file to write has no folder, or cannot be written, before any work is done for it.

    Without `force` it must be new, or as slowpath wrote it.
    """
    if output is None:
        return
    if not Path(output).parent.is_dir():
        raise UsageError(
            f"cannot write {what}to '{output}': no folder '{Path(output).parent}'", "Make the folder first."
        )
    from slowpath.report import seal

    seal.check(Path(output), force=force)


def write(path: Path, source: str, what: str, *, force: bool = False) -> None:
    """Write a file that slowpath will know again, and say so on standard error."""
    from slowpath.report import seal

    seal.write(path, source, force=force)
    click.echo(f"{what} written to {path}", err=True)
