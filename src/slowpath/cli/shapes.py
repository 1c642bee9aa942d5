"""`slowpath shapes`"""

from __future__ import annotations

import click

from slowpath.cli import options
from slowpath.cli.answer import show
from slowpath.command.shapes import ShapesOrder, run
from slowpath.report import shapes as shown


@click.command()
@click.argument("names", nargs=-1)
@options.JSON
def shapes(names: tuple[str, ...], as_json: bool) -> int:
    """Print the shapes that --arg takes: all, or those of these NAMES.

    A method also takes the parameters of the constructor of its class: by their names, or as CLASS.NAME if
    the method has one of the same name.

    \b
    Examples:
      slowpath shapes
      slowpath shapes text dicts
    """
    report = run(ShapesOrder(names=names))
    show(as_json, lambda: shown.document(report), lambda: shown.reference(report))
    return 0
