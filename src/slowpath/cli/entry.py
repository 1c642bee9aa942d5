"""The `slowpath` command. It imports next to nothing: Ctrl-C never shows a traceback of ours."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        from slowpath.cli.main import run

        code = run()
    except KeyboardInterrupt:
        code = 130
    # An interruption of code that was compiled from text, as dataclasses are, stays noted in CPython although
    # it was caught, and would end the process by a signal. Such code that ends well takes the note back.
    exec("")
    sys.exit(code)
