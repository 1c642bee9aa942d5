"""`find` and memory: tables and copies are found, and what comes back is no finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import slowpath
from slowpath.config import Settings
from slowpath.errors import MeasureError
from slowpath.model.find import Measured

SOURCE = """
def suffixes(s: str) -> int:
    kept = [s[place:] for place in range(len(s))]
    return len(kept[-1]) if kept else 0

def states(xs: list[int]) -> int:
    state, history = [], []
    for x in xs:
        state = state + [x]
        history.append(state)
    return len(history)

def doubled(text: str) -> int:
    out = ""
    for char in text:
        out = out + out if char == "&" else out + char
    return len(out)

def table(n: int) -> int:
    rows = [[0] * n for _ in range(n)]
    return len(rows)

_KNOWN = {}

def _letters(s: str) -> int:
    if s not in _KNOWN:
        _KNOWN[s] = s.count("a")
    return _KNOWN[s]

def cached(s: str) -> int:
    return max((_letters(s[:place]) for place in range(len(s))), default=0)

def once(s: str) -> int:
    return len(s.upper().split())

def pairs(s: str) -> int:
    return sum(1 for one in s for other in s if one < other)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "hungry.py"
    made.write_text(SOURCE)
    return made


def find(file: Path, name: str, seconds: float = 20.0, jobs: int | None = 1, **more: Any) -> Any:
    """One process searches if nothing else is said, until it has an answer: tests run side by side."""
    settings = Settings(budget=seconds)
    return slowpath.find(f"{file}:{name}", settings=settings, jobs=jobs, patience=0.5, **more)


def test_copies_of_all_suffixes(file: Path) -> None:
    (worst, *_) = find(file, "suffixes", measure="memory").findings
    assert worst.measure is Measured.MEMORY
    assert worst.memory is not None
    assert worst.memory.klass == "O(n^2)"
    assert worst.recipe == {"s": "'a' * N"}


@pytest.mark.parametrize("name", ["states", "table", "cached"])
def test_copies_that_are_kept_tables_and_caches(file: Path, name: str) -> None:
    (worst, *_) = find(file, name, measure="memory").findings
    assert worst.measure is Measured.MEMORY
    assert worst.memory is not None
    assert worst.memory.klass == "O(n^2)"


def test_references_to_all_text_before(file: Path) -> None:
    (worst, *_) = find(file, "doubled", 20.0, jobs=None, measure="memory").findings
    assert worst.memory is not None
    assert worst.memory.explodes


@pytest.mark.parametrize("name", ["once", "pairs"])
def test_what_takes_time_alone_is_not_found(file: Path, name: str) -> None:
    assert find(file, name, 4.0, jobs=None, measure="memory").findings == ()


def test_other_measures_are_refused(file: Path) -> None:
    with pytest.raises(MeasureError, match="calls"):
        find(file, "once", measure="calls")
