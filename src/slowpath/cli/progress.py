"""What a command shows on a terminal while it works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape

from slowpath.model.cost import Number
from slowpath.scaling.series import OnPoint


@contextmanager
def points(target: str) -> Iterator[OnPoint]:
    """Show the latest size and its cost on standard error; nothing stays of it."""
    console = Console(stderr=True)
    with console.status(f"{escape(target)}: loading") as status:

        def on_point(size: int, cost: Number) -> None:
            status.update(f"{escape(target)}: N = {size:,} costs {cost:,}; Ctrl-C shows the result so far")

        yield on_point


@contextmanager
def found(target: str, what: str) -> Iterator[Callable[[int], None]]:
    """Show how many of something have been found on standard error; nothing stays of it."""
    console = Console(stderr=True)
    with console.status(f"{escape(target)}: loading") as status:

        def on_found(count: int) -> None:
            status.update(f"{escape(target)}: {count:,} {what}; Ctrl-C shows the result so far")

        yield on_found


@contextmanager
def status(doing: str) -> Iterator[Callable[[str], None]]:
    """Show what is being done, and how it goes, on standard error; nothing stays of it."""
    console = Console(stderr=True)
    with console.status(escape(doing)) as shown:

        def tell(text: str) -> None:
            shown.update(f"{escape(doing)}: {escape(text)}; Ctrl-C shows the result so far")

        yield tell
