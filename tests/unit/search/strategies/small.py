"""Targets whose small inputs tell how they are slow."""

from __future__ import annotations

from pathlib import Path

SOURCE = """
def insort(xs):
    xs = list(xs)
    for i in range(1, len(xs)):
        while i and xs[i - 1] > xs[i]:
            xs[i - 1], xs[i] = xs[i], xs[i - 1]
            i -= 1
    return xs

def looked_up(s):
    return hash(s) % 2

def guarded(s):
    if s[:4] == "q;7|":
        return [a for a in s for b in s]
    return []
"""


def small(folder: Path) -> Path:
    """The file of these targets."""
    file = folder / "small.py"
    file.write_text(SOURCE)
    return file
