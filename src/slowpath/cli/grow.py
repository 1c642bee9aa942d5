"""`slowpath grow`"""

from __future__ import annotations

import shutil
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.errors import UsageError
from slowpath.model.report import GrowthReport
from slowpath.run import inputs as run_inputs
from slowpath.scaling.series import INTERRUPTED, OnPoint


@click.command()
@options.TARGET
@options.INPUTS
@click.option(
    "--from", "start", metavar="N", help="The first size.  [default: 8, or less where that costs too much]"
)
@click.option("--to", metavar="N", help="The largest size.  [default: 65536]")
@click.option("--measure", "-m", metavar="MEASURE", help="What to measure.  [default: ops]")
@click.option("--max-ops", metavar="OPS", help="What all runs together may cost, as 50M.  [default: 200M]")
@click.option("--budget", metavar="DURATION", help="Begin no new size after this time.  [default: 60s]")
@click.option("--plot", metavar="FILE", help="Also write the plot to a PNG or SVG file.")
@options.settings_options
@options.SECONDS
@options.JSON
def grow(
    target: str,
    inputs: tuple[str, ...],
    start: str | None,
    to: str | None,
    plot: str | None,
    seconds: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Show how the cost of TARGET grows with the size N of its input.

    N doubles while the budget lasts; the class (O(n), O(n^2), ...) is fitted to the counted costs, and
    named only where they are evidence enough. Ctrl-C reports the sizes so far.

    \b
    Examples:
      slowpath grow examples/dedupe.py:dedupe -i 'list(range(N))'
      slowpath grow textwrap:wrap -i 'text="word " * N' -i width=20 --plot wrap.svg
    """
    if plot is not None:
        _check_image(Path(plot))
    with _progress(target) as on_point:
        report = api.grow(
            target,
            inputs=run_inputs.parse(inputs),
            start=options.size(start, "--from"),
            to=options.size(to, "--to"),
            settings=options.settings(given),
            seconds=seconds,
            on_point=on_point,
        )
    _show(report, as_json)
    if plot is not None:
        from slowpath.report.plot import image

        image(report.growth, plot, title=f"{report.target.spec}: {report.measure}")
        click.echo(f"plot written to {plot}", err=True)
    return 130 if report.stopped_because == INTERRUPTED else 0


def _check_image(path: Path) -> None:
    from slowpath.report.plot import SUFFIXES

    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"cannot write a plot to '{path}'", f"Use a name that ends in {' or '.join(SUFFIXES)}."
        )
    if not path.parent.is_dir():
        raise UsageError(
            f"cannot write a plot to '{path}': no folder '{path.parent}'", "Make the folder first."
        )


def _show(report: GrowthReport, as_json: bool) -> None:
    if as_json:
        from slowpath.report import document

        click.echo(document.text(document.growth(report)))
        return
    from slowpath.report import plot, terminal

    width = min(shutil.get_terminal_size().columns, 100)
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    drawn = plot.terminal(report.growth, width=width, height=18, unicode=unicode)
    click.echo(terminal.growth(report, drawn))


def _progress(target: str) -> AbstractContextManager[OnPoint | None]:
    """Return a display of the sizes done, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    from slowpath.cli.progress import points

    return points(target)
