"""`slowpath cases`"""

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
from slowpath.config import CASES_SIZE
from slowpath.errors import UsageError
from slowpath.model.report import CasesReport

INTERRUPTED = "interrupted"


@click.command()
@options.TARGET
@options.ARGS
@click.option("--size", metavar="N", help=f"The value of N in shapes.  [default: {CASES_SIZE}]")
@click.option("--loops", type=click.IntRange(min=0), metavar="K", help="Loops iterate at most K times.")
@click.option("--blocks", type=click.IntRange(min=1), metavar="K", help="Blocks execute at most K times.")
@click.option("--recursions", type=click.IntRange(min=0), metavar="K", help="Functions recur at most K deep.")
@click.option("--criterion", metavar="TEXT", help="The same in one text, as 'loop-4 and recursion-2'.")
@click.option("--requires", metavar="EXPR", help="A condition that admissible inputs meet.")
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
@click.option(
    "--measure",
    "-m",
    multiple=True,
    metavar="MEASURE",
    help="What to measure (repeatable); the first one orders the cases.  [default: ops, memory]",
)
@click.option("--max-ops", metavar="OPS", help="End a run at this cost.  [default: 10M]")
@click.option("--budget", metavar="DURATION", help="Explore no longer than this.  [default: 60s]")
@click.option("--seed", type=int, default=0, help="Start from a random input.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, help="Explore in several processes.")
@click.option("--output", "-o", metavar="FILE", help="Write the cases as a pytest file.")
@options.settings_options
@options.JSON
def cases(
    target: str,
    args: tuple[str, ...],
    size: str | None,
    loops: int | None,
    blocks: int | None,
    recursions: int | None,
    criterion: str | None,
    requires: str | None,
    policy: str | None,
    driven: bool,
    naive: bool,
    model: str | None,
    seed: int,
    jobs: int,
    output: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """List the paths of TARGET within a criterion, each with an input and what it costs.

    A cost that depends on the input is an expression. A policy keeps some of the cases, where need be under
    a condition. Every case has run in a fresh process. Ctrl-C reports the cases so far.

    With --driven the cases that the policy wants are found without the other paths, where the target's text
    tells its traces and these tell the measure; otherwise it is refused.

    \b
    Examples:
      slowpath cases bisect:bisect_right -a 'a=ints(N)' -a 'x=integer()' -a 'lo=const(0)' -a 'hi=const(None)'
      slowpath cases examples/vector.py:multiples -a 'ns=ints(upto(N))' --loops 4 --policy 'worst ops'
      slowpath cases examples/vector.py:multiples -a 'ns=ints(upto(N))' --loops 4 -m instructions --driven
    """
    if output is not None and not Path(output).parent.is_dir():
        raise UsageError(f"cannot write to '{output}': no folder '{Path(output).parent}'")
    with _progress(target) as on_cases:
        report = api.cases(
            target,
            shapes=options.shapes(args),
            size=options.size(size, "--size") or CASES_SIZE,
            criterion=_criterion(criterion, loop=loops, block=blocks, recursion=recursions),
            policy=policy,
            requires=requires,
            model=model,
            settings=options.settings(given),
            seed=seed,
            jobs=jobs,
            driven=driven,
            naive=naive,
            on_cases=on_cases,
        )
    _show(report, as_json)
    if output is not None:
        from slowpath.counting.model import read
        from slowpath.report.tests import cases as written

        text = written(report, options.settings(given).scope, None if model is None else read(model))
        Path(output).write_text(text, encoding="utf-8")
        click.echo(f"{len(report.cases)} tests written to {output}", err=True)
    return 130 if report.stopped_because == INTERRUPTED else 0


def _criterion(text: str | None, **bounds: int | None) -> str | None:
    """The criterion of --criterion and its short forms together."""
    parts = [f"{name}-{most}" for name, most in bounds.items() if most is not None]
    return " and ".join([text, *parts] if text is not None else parts) or None


def _show(report: CasesReport, as_json: bool) -> None:
    if as_json:
        from slowpath.report import document

        click.echo(document.text(document.cases(report)))
    else:
        from slowpath.report import terminal_cases

        click.echo(terminal_cases.cases(report))


def _progress(target: str) -> AbstractContextManager[Callable[[int], None] | None]:
    """Return a display of how many cases there are, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return nullcontext()
    from slowpath.cli.progress import found

    return found(target, "cases")
