"""`slowpath find`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import drawn, exit_code, show
from slowpath.cli.progress import progress
from slowpath.config import FIND_TESTS, duration
from slowpath.errors import UsageError
from slowpath.model.find import FindReport, Measured
from slowpath.report import diff, document, finding

_CLASSES = ("superlinear", "never")


@click.command()
@options.TARGET
@options.ARGS
@options.SETUP
@options.PREMISE
@options.BUDGET
@click.option("--seed", type=options.whole(), default=0, show_default=True, help="Of the random choices.")
@options.number_of_tests(FIND_TESTS, "How many cases to report.")
@click.option(
    "--measure",
    "-m",
    type=click.Choice([each.value for each in Measured]),
    help="What shall grow too fast: time (as ops) or memory.  [default: both are watched]",
)
@click.option(
    "--patience",
    metavar="DURATION",
    help="End so long after the last finding.  [default: 15% of the budget, 4s to 15s]",
)
@options.WITHOUT
@click.option(
    "--jobs", "-j", type=options.whole(1), help="Processes that search.  [default: 2, 1 on one core]"
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
@options.REMEDY
@click.option("--output", "-o", metavar="DIR", help="Write a pytest file, an HTML report and diffs there.")
@options.FORCE
@options.settings_options
@options.JSON
def find(
    target: str,
    jobs: int | None,
    patience: str | None,
    fail_on: str,
    against: str | None,
    remedy: bool | None,
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
      slowpath find mypackage.parser:parse --remedy
      slowpath find mypackage.tree:Tree.search --setup 't = grown(N)' --input self=t
      slowpath find mypackage.parser:parse -o tests/performance
      slowpath find mypackage.parser:parse --against released/parser.py:parse
    """
    settings = options.settings(given)
    if against is not None:
        if output is not None:
            raise UsageError("a comparison writes no files", "Leave out -o, or --against.")
        if remedy:
            raise UsageError("a comparison looks for no remedy", "Leave out --remedy, or --against.")
        with progress(target) as on_progress:
            asked = options.arguments(given)
            if asked.pop("inputs") or asked.pop("setup"):
                raise UsageError("a comparison searches all inputs", "Leave out --input and --setup.")
            asked.pop("setup", None)
            compared = api.diff(against, target, **asked, settings=settings, on_progress=on_progress)
        show(as_json, lambda: diff.document(compared), lambda: diff.text(compared))
        return exit_code(compared.stopped_because, found=bool(compared.findings) and fail_on != "never")
    if output is not None:
        from slowpath.report import output as files

        files.check(Path(output), target, force=force)
    helps = options.wants_remedy(remedy, output)
    with progress(target) as on_progress:
        asked = options.arguments(given)
        report = api.find(
            target,
            **asked,
            jobs=jobs,
            remedy=helps,
            patience=None if patience is None else duration(patience, "--patience"),
            settings=settings,
            on_progress=on_progress,
        )
    show(as_json, lambda: document.find(report), lambda: _text(report))
    if output is not None:
        for path in files.write(report, Path(output), allow=settings.allow, force=force):
            click.echo(f"written: {path}", err=True)
    found = bool(report.findings or report.unended) and fail_on != "never"
    return exit_code(report.stopped_because, found=found, inconclusive=report.inconclusive is not None)


def _text(report: FindReport) -> str:
    return finding.text(report, "" if report.growth is None else drawn(report.growth, 14))
