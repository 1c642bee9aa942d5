"""`slowpath diff`"""

from __future__ import annotations

from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.config import DIFF_DELTA, DIFF_SIZE
from slowpath.model.diff import DiffReport


@click.command()
@click.argument("old")
@click.argument("new")
@options.ARGS
@click.option("--size", metavar="N", help=f"The value of N in shapes.  [default: {DIFF_SIZE}]")
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
@click.option("--tests", type=click.IntRange(min=1), default=5, show_default=True, help="How many inputs.")
@click.option("--requires", metavar="EXPR", help="A condition that admissible inputs meet.")
@click.option("--measure", "-m", metavar="MEASURE", help="What to measure.  [default: ops]")
@click.option("--max-ops", metavar="OPS", help="End a run at this cost.  [default: 10M]")
@click.option("--budget", metavar="DURATION", help="How long to search.  [default: 60s]")
@click.option("--seed", type=int, default=0, help="Start from a random input too.")
@options.settings_options
@options.JSON
def diff(
    old: str,
    new: str,
    args: tuple[str, ...],
    size: str | None,
    by: str,
    delta: float | None,
    tests: int,
    requires: str | None,
    seed: int,
    as_json: bool,
    **given: Any,
) -> int:
    """Find inputs on which NEW costs more than OLD, or returns something else.

    Both run on the same inputs, of the shapes of OLD's parameters. Every cost that is reported comes from
    runs in fresh processes. The exit code is 1 where costs are further apart than --delta or results differ.

    \b
    Examples:
      slowpath diff before.py:parse after.py:parse -a 'text=text(N)' --size 32
      slowpath diff heapq:nsmallest mypackage.top:nsmallest -a 'n=const(3)' -a 'iterable=ints(N)' --delta 2
    """
    report = api.diff(
        old,
        new,
        shapes=options.shapes(args),
        size=options.size(size, "--size") or DIFF_SIZE,
        by=by,
        delta=delta,
        tests=tests,
        requires=requires,
        seed=seed,
        settings=options.settings(given),
    )
    show(report, as_json)
    return 1 if report.findings else 0


def show(report: DiffReport, as_json: bool) -> None:
    """Print a comparison."""
    from slowpath.report import diff as shown

    if as_json:
        from slowpath.report import document

        click.echo(document.text(shown.document(report)))
    else:
        click.echo(shown.text(report))
