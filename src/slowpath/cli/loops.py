"""`slowpath loops`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show, write
from slowpath.cli.progress import progress
from slowpath.command.loops import FEATURES
from slowpath.config import KNOWLEDGE, LOOPS_ALGORITHM, LOOPS_DEPTH, LOOPS_ITERATIONS, count
from slowpath.report import loops as shown
from slowpath.report import seal
from slowpath.search.loops import algorithm_names


@click.command()
@options.TARGET
@click.option("--depth", metavar="D", help=f"Loops inside each other.  [default: {LOOPS_DEPTH}]")
@click.option("--iterations", metavar="K", help=f"Iterations of each of them.  [default: {LOOPS_ITERATIONS}]")
@click.option(
    "--algorithm",
    type=click.Choice(algorithm_names()),
    default=LOOPS_ALGORITHM,
    show_default=True,
    help="How programs are bred.",
)
@options.max_ops_option("300M")
@options.BUDGET
@click.option(
    "--without",
    "features",
    multiple=True,
    type=click.Choice([KNOWLEDGE, *FEATURES]),
    help="Search without this (repeatable): what slowpath knows before it starts, inputs of the concolic "
    "engine, 'for i in range(N)', what examples and tests show.",
)
@click.option(
    "--seed", type=options.whole(), default=0, show_default=True, help="Another seed is another search."
)
@click.option("--fresh", is_flag=True, help="Search again what an earlier search of this code has reached.")
@options.JOBS
@click.option("--output", "-o", metavar="DIR", help="Write the programs as pytest files there.")
@options.FORCE
@options.settings_options
@options.JSON
def loops(
    target: str,
    depth: str | None,
    iterations: str | None,
    algorithm: str,
    features: tuple[str, ...],
    seed: int,
    fresh: bool,
    jobs: int,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Find programs that let the loops behind TARGET go round many times.

    TARGET is a function or a method; or a class, a module or a package: all its public callables. A goal is a
    loop inside others (--depth), each of which is to make so many iterations (--iterations); a loop of C
    code, as that of `x in xs`, is one as well. A program builds objects by calls, and its last statement is
    a call of the target. Every program was run again in a fresh process. What keeps a goal from being
    reached is told. Ctrl-C reports the best so far. What is reached is kept in .slowpath; the same command
    goes on with the rest (--fresh begins anew).

    \b
    Examples:
      slowpath loops mypackage.tree:TreeList.add_all
      slowpath loops sortedcontainers --depth 1 --iterations 7 --budget 5m --jobs 2
      slowpath loops mypackage.parser --depth 2 -o tests/loops
    """
    folder = None if output is None else Path(output)
    if folder is not None:
        seal.check_folder(folder)
    with progress(target) as on_progress:
        report = api.loops(
            target,
            depth=LOOPS_DEPTH if depth is None else count(depth, "--depth"),
            iterations=LOOPS_ITERATIONS if iterations is None else count(iterations, "--iterations"),
            algorithm=algorithm,
            without=features,
            settings=options.settings(given),
            seed=seed,
            fresh=fresh,
            jobs=jobs,
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    if folder is not None:
        for name, source in shown.files(report, folder).items():
            write(folder / name, source, "tests", force=force)
    return exit_code(report.stopped_because, inconclusive=report.inconclusive is not None)
