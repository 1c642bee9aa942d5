"""`slowpath cases`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import check_file, exit_code, show, write
from slowpath.cli.progress import progress
from slowpath.config import CASES_SIZE
from slowpath.counting.model import read
from slowpath.report import document, terminal_cases, tests


@click.command()
@options.TARGET
@options.ARGS
@options.size_option(CASES_SIZE)
@click.option("--loops", type=options.whole(0), metavar="K", help="Loops iterate at most K times.")
@click.option("--blocks", type=options.whole(1), metavar="K", help="Blocks execute at most K times.")
@click.option("--recursions", type=options.whole(0), metavar="K", help="Functions recur at most K deep.")
@click.option("--criterion", metavar="TEXT", help="The same in one text, as 'loop-4 and recursion-2'.")
@options.REQUIRES
@click.option(
    "--policy",
    metavar="POLICY",
    help="Which cases are wanted: 'memory > 48', 'ops <= 1000 and returns', worst, 'top 5 memory'.",
)
@click.option(
    "--driven",
    is_flag=True,
    help="Follow only the traces that may meet the policy, costliest first.  [policy: worst]",
)
@click.option("--naive", is_flag=True, help="With --driven: traces that tell control flow only.")
@click.option("--model", metavar="FILE", help="A cost model (TOML) that prices allocations.")
@options.measure_option(
    "What to measure (repeatable); the first one orders the cases.  [default: ops, memory]", several=True
)
@options.max_ops_option("10M")
@options.BUDGET
@options.SEED
@options.JOBS
@click.option("--output", "-o", metavar="FILE", help="Write the cases as a pytest file.")
@options.FORCE
@options.settings_options
@options.JSON
def cases(
    target: str,
    loops: int | None,
    blocks: int | None,
    recursions: int | None,
    criterion: str | None,
    model: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """List the paths of TARGET within a criterion, each with an input and what it costs.

    A cost that depends on the input is an expression. A policy keeps some of the cases, under a condition if
    need be. Every case has run in a fresh process. Ctrl-C reports the cases so far.

    With --driven the cases that the policy wants are found without the other paths, if the target's text
    tells its traces and these tell the measure; otherwise it is refused.

    \b
    Examples:
      slowpath cases bisect:bisect_right -a 'a=ints(N)' -a 'x=integer()' -a 'lo=const(0)' -a 'hi=const(None)'
      slowpath cases examples/vector.py:multiples -a 'ns=ints(upto(N))' --loops 4 --policy 'worst ops'
      slowpath cases examples/vector.py:multiples -a 'ns=ints(upto(N))' --loops 4 -m instructions --driven
    """
    check_file(output, force=force)
    settings = options.settings(given)
    with progress(target) as on_progress:
        report = api.cases(
            target,
            **options.arguments(given),
            criterion=_criterion(criterion, loop=loops, block=blocks, recursion=recursions),
            model=model,
            settings=settings,
            on_progress=on_progress,
        )
    show(as_json, lambda: document.cases(report), lambda: terminal_cases.cases(report))
    if output is not None:
        source = tests.cases(report, None if model is None else read(model))
        write(Path(output), source, f"{len(report.cases)} tests", force=force)
    return exit_code(report.stopped_because, inconclusive=report.inconclusive is not None)


def _criterion(text: str | None, **bounds: int | None) -> str | None:
    """The criterion of --criterion and its short forms together."""
    parts = [f"{name}-{most}" for name, most in bounds.items() if most is not None]
    return " and ".join([text, *parts] if text is not None else parts) or None
