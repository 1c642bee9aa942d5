"""The options that the fuzzers share."""

from __future__ import annotations

import argparse


def options(doc: str | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="where to begin (default: 0)")
    parser.add_argument("--seconds", type=float, default=10.0, help="when to stop (default: 10)")
    parser.add_argument("--count", type=int, default=1_000_000, help="after how many to stop")
    return parser.parse_args()
