"""`slowpath grow`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import check_file, drawn, exit_code, show
from slowpath.cli.progress import progress
from slowpath.errors import UsageError
from slowpath.report import document, terminal


@click.command()
@options.TARGET
@options.run_options
@click.option(
    "--from", "start", metavar="N", help="The first size.  [default: 8, or less where that costs too much]"
)
@click.option("--to", metavar="N", help="The largest size.  [default: 65536]")
@options.measure_option("What to measure.  [default: ops]")
@click.option("--max-ops", metavar="OPS", help="What all runs together may cost, as 50M.  [default: 200M]")
@click.option("--budget", metavar="DURATION", help="Begin no new size after this time.  [default: 60s]")
@click.option("--plot", metavar="FILE", help="Also write the plot to a PNG or SVG file.")
@options.settings_options
@options.JSON
def grow(
    target: str,
    start: str | None,
    to: str | None,
    plot: str | None,
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
    with progress(target) as on_progress:
        report = api.grow(
            target,
            **options.run_arguments(given),
            start=options.size(start, "--from"),
            to=options.size(to, "--to"),
            on_progress=on_progress,
        )
    show(as_json, lambda: document.growth(report), lambda: terminal.growth(report, drawn(report.growth, 18)))
    if plot is not None:
        from slowpath.report.plot import image

        image(report.growth, plot, title=f"{report.target.spec}: {report.measure}")
        click.echo(f"plot written to {plot}", err=True)
    return exit_code(report.stopped_because)


def _check_image(path: Path) -> None:
    from slowpath.report.plot import SUFFIXES, check_installed

    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"cannot write a plot to '{path}'", f"Use a name that ends in {' or '.join(SUFFIXES)}."
        )
    check_file(str(path), "a plot ")
    check_installed()
