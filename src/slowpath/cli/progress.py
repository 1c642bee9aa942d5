"""What a command shows on a terminal while it works."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from slowpath.command.order import Listener, silent


@contextmanager
def progress(target: str) -> Iterator[Listener]:
    """Show what is being done on standard error if that is a terminal; nothing stays of it."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield silent
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status(f"{escape(target)}: loading") as shown:

        def tell(doing: str) -> None:
            shown.update(f"{escape(target)}: {escape(doing)}; Ctrl-C shows the result so far")

        yield tell
