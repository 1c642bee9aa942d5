"""`slowpath scale`"""

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
from slowpath.config import SCALE_FIRST, SCALE_SIZE
from slowpath.errors import UsageError
from slowpath.model.scale import ScaleReport

INTERRUPTED = "interrupted"


@click.command()
@options.TARGET
@options.ARGS
@click.option("--size", metavar="N", help=f"The size of the input to make.  [default: {SCALE_SIZE}]")
@click.option("--from", "first", metavar="N", help=f"The first small size.  [default: {SCALE_FIRST}]")
@click.option("--hot", type=click.IntRange(min=1), metavar="LINE", help="Count executions of this line.")
@click.option("--requires", metavar="EXPR", help="A condition that admissible inputs meet.")
@click.option("--max-ops", metavar="OPS", help="End a counted run at this cost.  [default: 500M]")
@click.option("--budget", metavar="DURATION", help="How long to search.  [default: 60s]")
@click.option("--output", "-o", metavar="FILE", help="Write the input as a pytest file.")
@options.settings_options
@options.JSON
def scale(
    target: str,
    args: tuple[str, ...],
    size: str | None,
    first: str | None,
    hot: int | None,
    requires: str | None,
    output: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Make a worst-case input of TARGET for a large size from what small sizes show.

    All paths of small sizes are explored. What the worst of them have in common is written down for N and
    solved, without a run; where that is not possible, the decisions of worst paths guide a run at N, or an
    expression in N is looked for. What was found runs in a fresh process. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath scale examples/dedupe.py:dedupe -a 'items=ints(N)' --size 1000
      slowpath scale sorting.py:insertion_sort -a 'xs=ints(N)' --size 500 --hot 11 -o test_sorting_cost.py
    """
    if output is not None and not Path(output).parent.is_dir():
        raise UsageError(f"cannot write to '{output}': no folder '{Path(output).parent}'")
    with _progress(target) as on_progress:
        report = api.scale(
            target,
            shapes=options.shapes(args),
            size=options.size(size, "--size") or SCALE_SIZE,
            first=options.size(first, "--from") or SCALE_FIRST,
            hot=hot,
            requires=requires,
            settings=options.settings(given),
            on_progress=on_progress,
        )
    _show(report, as_json)
    if output is not None:
        _write(report, Path(output), options.settings(given).scope)
    return 130 if report.stopped_because == INTERRUPTED else 0


def _show(report: ScaleReport, as_json: bool) -> None:
    from slowpath.report import scale as shown

    if as_json:
        from slowpath.report import document

        click.echo(document.text(shown.document(report)))
    else:
        click.echo(shown.text(report))


def _write(report: ScaleReport, path: Path, scope: tuple[str, ...]) -> None:
    from slowpath.report.scale import guard

    source = guard(report, scope)
    if source is None:
        click.echo(f"no input to write to {path}", err=True)
        return
    path.write_text(source, encoding="utf-8")
    click.echo(f"a test written to {path}", err=True)


def _progress(target: str) -> AbstractContextManager[Callable[[str], None] | None]:
    """Return a display of what is being done, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return nullcontext()
    from slowpath.cli.progress import status

    return status(target)
