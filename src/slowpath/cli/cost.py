"""`slowpath cost`"""

from __future__ import annotations

from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import show
from slowpath.cli.complaint import complain
from slowpath.cli.progress import progress
from slowpath.model.report import CostReport
from slowpath.model.run import End
from slowpath.report import document, terminal


@click.command()
@options.TARGET
@options.run_options
@click.option("--size", metavar="N", help="The value of N in the input.")
@options.measure_option(
    "What to measure (repeatable): ops, memory, allocated, calls[:function], iterations[:line], "
    "instructions (ops without native work), a sum such as 0.5*ops+0.5*memory, or your own as "
    "module:Class.  [default: the first five]",
    several=True,
)
@click.option("--max-ops", metavar="OPS", help="Stop the run at this cost, as 10M.  [default: 500M]")
@click.option("--budget", metavar="DURATION", help="Stop the run after this time, as 30s.")
@click.option("--lines", type=options.whole(0), metavar="K", help="How many lines to show.  [default: 10]")
@options.settings_options
@options.JSON
def cost(
    target: str,
    size: str | None,
    lines: int | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Count exactly what one run of TARGET costs, in total and per line.

    TARGET is module:function, module:Class.method or path/to/file.py:function.

    \b
    Examples:
      slowpath cost heapq:nsmallest -i n=3 -i 'iterable=range(N)' --size 1000
      slowpath cost examples/dedupe.py:dedupe -i 'list(range(N))' --size 1000
    """
    with progress(target) as on_progress:
        report = api.cost(
            target,
            **options.run_arguments(given),
            size=options.size(size, "--size"),
            on_progress=on_progress,
        )
    show(as_json, lambda: document.cost(report, lines), lambda: terminal.cost(report, lines))
    problem = _problem(report, given["measure"])
    if problem:
        complain(f"{target}: {problem}")
    return 2 if problem else 0


def _problem(report: CostReport, measures: tuple[str, ...]) -> str:
    """Say what kept the run from its end, or from a measure that was asked for; "" where nothing did."""
    if report.end not in (End.RETURNED, End.RAISED):
        return report.run.detail
    missing = [lost for lost in report.run.lost if lost.site in measures and lost.site not in report.costs]
    return "; ".join(f"no {lost.site}: {lost.reason}" for lost in missing)
