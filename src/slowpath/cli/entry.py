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
    sys.exit(code)
