"""Whether the extra that remedies need is there."""

from __future__ import annotations

import importlib.util

from slowpath.errors import UsageError


def is_available() -> bool:
    """Whether libcst is installed."""
    return importlib.util.find_spec("libcst") is not None


def require() -> None:
    """Raise UsageError if libcst is missing."""
    if not is_available():
        raise UsageError(
            "remedies need libcst, which is not installed", "Install it: pip install 'slowpath[remedy]'."
        )
