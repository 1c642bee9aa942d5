"""Files of source as they are read for examples: what cannot be read or parsed has none."""

from __future__ import annotations

import ast
from pathlib import Path


def read_source(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def parse_source(source: str) -> ast.Module:
    """Return the tree of a source; empty if it is no Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
