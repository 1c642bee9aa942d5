"""How a command says that something is wrong, and whether it may use colours for that."""

from __future__ import annotations

import os

import click


def colours() -> bool | None:
    """False if users ask for none, by NO_COLOR (any text) or by the type of their terminal; None if the
    stream decides: a terminal gets them, a file does not."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def complain(message: str, hint: str = "") -> None:
    """Print an error to standard error, with the next step below it."""
    click.echo(click.style("error: ", fg="red", bold=True) + message, err=True, color=colours())
    if hint:
        click.echo(click.style("hint: ", fg="cyan") + hint, err=True, color=colours())
