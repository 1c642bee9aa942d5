"""`slowpath find`"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.errors import UsageError
from slowpath.model.find import FindReport
from slowpath.scaling.series import INTERRUPTED

_CLASSES = ("superlinear", "never")


@click.command()
@options.TARGET
@options.ARGS
@click.option("--budget", metavar="DURATION", help="How long to search.  [default: 60s]")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random choices.")
@click.option("--tests", type=int, default=5, show_default=True, help="How many cases to report.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), help="Processes that search.  [default: 2, 1 on one core]"
)
@click.option(
    "--fail-on",
    type=click.Choice(_CLASSES),
    default="superlinear",
    show_default=True,
    help="The growth from which the exit code is 1.",
)
@click.option(
    "--against",
    metavar="OTHER",
    help="Find where TARGET costs more than this implementation, or returns something else (as diff).",
)
@click.option("--output", "-o", metavar="DIR", help="Write a pytest file and an HTML report there.")
@click.option("--force", is_flag=True, help="Let -o overwrite files that it did not write, or were edited.")
@options.settings_options
@options.JSON
def find(
    target: str,
    args: tuple[str, ...],
    seed: int,
    tests: int,
    jobs: int | None,
    fail_on: str,
    against: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Find inputs that make TARGET slow, with a recipe for any size N.

    The parameters' shapes come from type hints, doctests and calls, or are guessed. Everything that is
    reported was run again in fresh processes, counted and timed. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath find http.cookies:_unquote
      slowpath find examples/dedupe.py:dedupe --budget 20s
      slowpath find mypackage.parser:parse --arg 'text=text(N, "ab<>")' --json
      slowpath find mypackage.parser:parse -o tests/performance
      slowpath find mypackage.parser:parse --against released/parser.py:parse
    """
    settings = options.settings(given)
    if against is not None:
        if output is not None:
            raise UsageError("a comparison writes no files", "Leave out -o, or --against.")
        from slowpath.cli.diff import show

        compared = api.diff(
            against, target, shapes=options.shapes(args), tests=tests, settings=settings, seed=seed
        )
        show(compared, as_json)
        return 1 if compared.findings and fail_on != "never" else 0
    if output is not None:
        from slowpath.report import output as files

        files.check(Path(output), target, force=force)
    with _progress(target) as on_progress:
        report = api.find(
            target,
            shapes=options.shapes(args),
            seed=seed,
            tests=tests,
            jobs=jobs,
            settings=settings,
            on_progress=on_progress,
        )
    _show(report, as_json)
    if output is not None:
        for path in files.write(report, Path(output), allow=settings.allow, force=force):
            click.echo(f"written: {path}", err=True)
    if report.stopped_because == INTERRUPTED:
        return 130
    return 1 if (report.findings or report.unended) and fail_on != "never" else 0


def _show(report: FindReport, as_json: bool) -> None:
    if as_json:
        from slowpath.report import document

        click.echo(document.text(document.find(report)))
        return
    from slowpath.report import finding, plot

    drawn = ""
    if report.growth is not None:
        width = min(shutil.get_terminal_size().columns, 100)
        unicode = (sys.stdout.encoding or "").lower().startswith("utf")
        drawn = plot.terminal(report.growth, width=width, height=14, unicode=unicode)
    click.echo(finding.text(report, drawn))


def _progress(target: str) -> AbstractContextManager[Callable[[str], None] | None]:
    """Return a display of what is being done, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    from slowpath.cli.progress import status

    return status(f"searching {target}")
