"""`slowpath suite`"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.config import SUITE_SIZE, SUITE_TESTS, count
from slowpath.errors import UsageError
from slowpath.model.suite import SuiteReport

AUTO = "auto"
INTERRUPTED = "interrupted"


@click.command()
@options.TARGET
@options.ARGS
@click.option("--size", metavar="N", help=f"The value of N in shapes.  [default: {SUITE_SIZE}]")
@click.option(
    "--tests",
    type=click.IntRange(min=1),
    default=SUITE_TESTS,
    show_default=True,
    help="How many inputs.",
)
@click.option(
    "--look-ahead",
    metavar="K",
    default=AUTO,
    show_default=True,
    help="Decisions that a level of the search adds; a short pilot chooses it.",
)
@click.option(
    "--measure",
    "-m",
    metavar="MEASURE",
    help="What to drive up: ops, memory, a sum as 'ops + 100*memory'.  [default: ops]",
)
@click.option(
    "--constraints",
    metavar="M",
    help="Search in steps of M conditions: for inputs too long to solve at once.",
)
@click.option("--requires", metavar="EXPR", help="A condition that admissible inputs meet.")
@click.option("--max-ops", metavar="OPS", help="End a run at this cost.  [default: 100M]")
@click.option("--budget", metavar="DURATION", help="How long to search.  [default: 60s]")
@click.option("--seed", type=int, default=0, help="Start from a random input too.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, help="Search in several processes.")
@click.option("--output", "-o", metavar="DIR", help="Write the suite as a pytest file there.")
@options.settings_options
@options.JSON
def suite(
    target: str,
    args: tuple[str, ...],
    size: str | None,
    tests: int,
    look_ahead: str,
    constraints: str | None,
    requires: str | None,
    seed: int,
    jobs: int,
    output: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Make a load test suite of TARGET: inputs of one size that cost much, each in another way.

    Any two inputs differ in how they go through the code, by the decisions they do not share. Every input
    was run again in a fresh process. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath suite examples/dedupe.py:dedupe -a 'items=ints(N)' --size 100 --tests 5
      slowpath suite mypackage.parser:parse -a 'text=text(N)' --measure memory -o tests/load
    """
    folder = None if output is None else Path(output)
    if folder is not None and folder.exists() and not folder.is_dir():
        raise UsageError(f"cannot write to '{folder}': it is a file", "Name a folder with -o.")
    settings = options.settings(given)
    with _progress(target) as on_progress:
        report = api.suite(
            target,
            shapes=options.shapes(args),
            size=options.size(size, "--size") or SUITE_SIZE,
            tests=tests,
            look_ahead=None if look_ahead == AUTO else count(look_ahead, "--look-ahead"),
            constraints=None if constraints is None else count(constraints, "--constraints"),
            requires=requires,
            settings=settings,
            seed=seed,
            jobs=jobs,
            on_progress=on_progress,
        )
    _show(report, as_json)
    if folder is not None:
        _write(report, folder, settings.scope)
    return 130 if report.stopped_because == INTERRUPTED else 0


def _show(report: SuiteReport, as_json: bool) -> None:
    from slowpath.report import suite as shown

    if as_json:
        from slowpath.report import document

        click.echo(document.text(shown.document(report)))
    else:
        click.echo(shown.text(report))


def _write(report: SuiteReport, folder: Path, scope: tuple[str, ...]) -> None:
    from slowpath.report import suite as shown

    path = folder / shown.file_name(report)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(shown.guard(report, folder, scope), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"cannot write '{path}': {error.strerror or error}") from None
    click.echo(f"{len(report.tests)} tests written to {path}", err=True)


def _progress(target: str) -> AbstractContextManager[Callable[[str], None] | None]:
    """Return a display of what is being done, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return nullcontext()
    from slowpath.cli.progress import status

    return status(target)
