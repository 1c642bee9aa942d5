"""`slowpath scale`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import check_file, exit_code, show, write
from slowpath.cli.progress import progress
from slowpath.config import SCALE_FIRST, SCALE_SIZE
from slowpath.report import scale as shown


@click.command()
@options.TARGET
@options.ARGS
@options.SETUP
@options.PREMISE
@options.size_option(SCALE_SIZE, "The size of the input to make.")
@click.option("--from", "first", metavar="N", help=f"The first small size.  [default: {SCALE_FIRST}]")
@click.option("--hot", type=options.whole(1), metavar="LINE", help="Count executions of this line.")
@options.REQUIRES
@options.max_ops_option("500M")
@options.BUDGET
@options.WITHOUT_KNOWLEDGE
@click.option("--output", "-o", metavar="FILE", help="Write the input as a pytest file.")
@options.FORCE
@options.settings_options
@options.JSON
def scale(
    target: str,
    first: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Make a worst-case input of TARGET for a large size from what small sizes show.

    All paths of small sizes are explored. What the worst of them have in common is written down for N and
    solved, without a run; if that is not possible, the decisions of worst paths guide a run at N, or an
    expression in N is looked for. What was found runs in a fresh process. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath scale examples/dedupe.py:dedupe -a 'items=ints(N)' --size 1000
      slowpath scale sorting.py:insertion_sort -a 'xs=ints(N)' --size 500 --hot 11 -o test_sorting_cost.py
    """
    check_file(output, force=force)
    settings = options.settings(given)
    with progress(target) as on_progress:
        report = api.scale(
            target,
            **options.arguments(given),
            first=options.size(first, "--from") or SCALE_FIRST,
            settings=settings,
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    source = None if output is None else shown.guard(report)
    if output is not None and source is None:
        click.echo(f"no input to write to {output}", err=True)
    elif output is not None and source is not None:
        write(Path(output), source, "a test", force=force)
    return exit_code(report.stopped_because, inconclusive=report.inconclusive is not None)
