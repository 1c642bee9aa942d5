"""`slowpath diff`"""

from __future__ import annotations

from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show
from slowpath.cli.progress import progress
from slowpath.config import DIFF_DELTA, DIFF_SIZE, FIND_TESTS
from slowpath.report import diff as shown


@click.command()
@click.argument("old")
@click.argument("new")
@options.ARGS
@options.size_option(DIFF_SIZE)
@click.option(
    "--by",
    type=click.Choice(["ratio", "difference"]),
    default="ratio",
    show_default=True,
    help="What to drive up: how many times as much NEW costs, or how much more.",
)
@click.option(
    "--delta",
    type=float,
    help=f"How far apart the costs may be.  [default: {DIFF_DELTA} for a ratio, else 0]",
)
@options.number_of_tests(FIND_TESTS)
@options.REQUIRES
@options.measure_option("What to measure.  [default: ops]")
@options.max_ops_option("10M")
@options.BUDGET
@options.SEED
@options.settings_options
@options.JSON
def diff(
    old: str,
    new: str,
    as_json: bool,
    **given: Any,
) -> int:
    """Find inputs on which NEW costs more than OLD, or returns something else.

    Both run on the same inputs, of the shapes of OLD's parameters. Every cost that is reported comes from
    runs in fresh processes. The exit code is 1 if costs are further apart than --delta or results differ.
    Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath diff before.py:parse after.py:parse -a 'text=text(N)' --size 32
      slowpath diff heapq:nsmallest mypackage.top:nsmallest -a 'n=const(3)' -a 'iterable=ints(N)' --delta 2
    """
    with progress(new) as on_progress:
        report = api.diff(
            old,
            new,
            **options.arguments(given),
            settings=options.settings(given),
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    return exit_code(
        report.stopped_because, found=bool(report.findings), inconclusive=report.inconclusive is not None
    )
