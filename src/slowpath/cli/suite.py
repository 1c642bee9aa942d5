"""`slowpath suite`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show, write
from slowpath.cli.progress import progress
from slowpath.config import SUITE_SIZE, SUITE_TESTS, count
from slowpath.report import seal
from slowpath.report import suite as shown

AUTO = "auto"


@click.command()
@options.TARGET
@options.ARGS
@options.SETUP
@options.PREMISE
@options.size_option(SUITE_SIZE)
@options.number_of_tests(SUITE_TESTS)
@click.option(
    "--look-ahead",
    metavar="K",
    default=AUTO,
    show_default=True,
    help="Decisions that a level of the search adds; a short pilot chooses it.",
)
@options.measure_option("What to drive up: ops, memory, a sum as 'ops + 100*memory'.  [default: ops]")
@click.option(
    "--constraints",
    metavar="M",
    help="Search in steps of M conditions: for inputs too long to solve at once.",
)
@options.REQUIRES
@options.max_ops_option("100M")
@options.BUDGET
@options.WITHOUT_KNOWLEDGE
@options.SEED
@options.JOBS
@click.option("--output", "-o", metavar="DIR", help="Write the suite as a pytest file there.")
@options.FORCE
@options.settings_options
@options.JSON
def suite(
    target: str,
    look_ahead: str,
    constraints: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Make a load test suite of TARGET: inputs of one size that cost much, each for a different reason.

    Any two inputs differ in how they go through the code, by the decisions they do not share. Every input
    was run again in a fresh process. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath suite examples/dedupe.py:dedupe -a 'items=ints(N)' --size 100 --tests 5
      slowpath suite mypackage.parser:parse -a 'text=text(N)' --measure memory -o tests/load
    """
    folder = None if output is None else Path(output)
    if folder is not None:
        seal.check(folder / shown.file_name(target), force=force)
    settings = options.settings(given)
    with progress(target) as on_progress:
        report = api.suite(
            target,
            **options.arguments(given),
            look_ahead=None if look_ahead == AUTO else count(look_ahead, "--look-ahead"),
            constraints=None if constraints is None else count(constraints, "--constraints"),
            settings=settings,
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    if folder is not None:
        source = shown.guard(report, folder)
        write(folder / shown.file_name(target), source, f"{len(report.tests)} tests", force=force)
    return exit_code(report.stopped_because, inconclusive=report.inconclusive is not None)
