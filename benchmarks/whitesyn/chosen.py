"""The names that `--only` asks for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence


def chosen(parser: argparse.ArgumentParser, asked: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the known names that are asked for, all if none is; end the program if one is unknown."""
    names = list(known)
    unknown = [each for each in asked if each not in names]
    if unknown:
        parser.error(f"--only: no {', '.join(unknown)}; there are: {', '.join(names)}")
    return [each for each in names if not asked or each in asked]
