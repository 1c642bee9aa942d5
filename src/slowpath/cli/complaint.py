"""How a command says that something is wrong."""

from __future__ import annotations

import click


def complain(message: str, hint: str = "") -> None:
    """Print an error to standard error, with the next step below it."""
    click.echo(click.style("error: ", fg="red", bold=True) + message, err=True)
    if hint:
        click.echo(click.style("hint: ", fg="cyan") + hint, err=True)
