"""`slowpath redundant`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show
from slowpath.cli.progress import progress
from slowpath.config import REDUNDANT_ITERATIONS, count
from slowpath.report import output as files
from slowpath.report import redundant as shown


@click.command()
@options.TARGET
@options.ARGS
@options.INPUTS
@options.SETUP
@click.option("--size", metavar="N", help="The value of N in the input; else several are tried.")
@click.option(
    "--iterations",
    metavar="K",
    help=f"Rounds of each of two loops, at least.  [default: {REDUNDANT_ITERATIONS}]",
)
@options.max_ops_option("20M")
@options.BUDGET
@options.WITHOUT_KNOWLEDGE
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed is another search.")
@options.JOBS
@options.REMEDY
@click.option("--output", "-o", metavar="DIR", help="Write the diffs of remedies there.")
@options.FORCE
@options.settings_options
@options.JSON
def redundant(
    target: str,
    iterations: str | None,
    remedy: bool | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Find work that TARGET does again and again: what is read in every round of a loop.

    A list is searched for each of many items, a text is copied to cut off its start, the same is sorted in
    every round: such work is seen while the target runs, in loops of Python and of C code, across calls.
    The input is yours (--input, --setup); without one, programs that drive nested loops are searched, with
    arguments of the shapes that you give (--arg) or that hints and examples tell. Every finding showed in
    two fresh runs, and its cost grows faster than the input. Exit code 1: something was found.

    \b
    Examples:
      slowpath redundant examples/dedupe.py:dedupe
      slowpath redundant mypackage.names:shared -i 'first=["a"] * N' -i 'second=["b"] * N'
      slowpath redundant mypackage.names:shared --arg 'first=ints(N, 0, 9)' --remedy
      slowpath redundant mypackage.tree:TreeList.add_all --iterations 16 --budget 2m --json
    """
    helps = options.wants_remedy(remedy, output)
    if output is not None:
        files.check_diff(Path(output), target, force=force)
    with progress(target) as on_progress:
        report = api.redundant(
            target,
            **options.arguments(given),
            iterations=REDUNDANT_ITERATIONS if iterations is None else count(iterations, "--iterations"),
            remedy=helps,
            settings=options.settings(given),
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    if output is not None:
        for path in files.write_diff(report, Path(output), force=force):
            click.echo(f"written: {path}", err=True)
    return exit_code(
        report.stopped_because, found=bool(report.findings), inconclusive=report.inconclusive is not None
    )
