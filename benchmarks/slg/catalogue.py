"""The programs, their inputs at a size, and the costliest of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any

BENCHMARKS = Path(__file__).parent.parent
PATTERN = 8  # characters of the pattern that is searched for
BUCKETS = 16

Inputs = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Program:
    """A program; `worst` makes the costliest input of a size, `n` is what N is at a size."""

    name: str
    file: str
    function: str
    shapes: Mapping[str, str]
    worst: Callable[[int], Inputs]
    n: Callable[[int], int] = lambda size: size

    def spec(self) -> str:
        return f"{BENCHMARKS / self.file}:{self.function}"


def _falling(n: int) -> Inputs:
    return {"xs": list(range(n, 0, -1))}


def _lopsided(n: int) -> Inputs:
    """The largest in front: each pivot is the largest, and what takes its place the next."""
    return {"xs": [n, *range(1, n)]}


def _low_then_falling(n: int) -> Inputs:
    return {"xs": [0, *range(n, 1, -1)]}


def _late_match(n: int) -> Inputs:
    return {"text": "a" * (n - 1) + "b", "pattern": "a" * (PATTERN - 1) + "b"}


def _one_bucket(n: int) -> Inputs:
    return {"keys": [BUCKETS * key for key in range(n)], "buckets": BUCKETS}


def _unsifted(n: int) -> Inputs:
    """Sift-down undone from the root on: each time the costliest leaf goes up to where it came from."""
    xs = list(range(n, 0, -1))
    for start in range(n // 2):
        path = max(_leaf_paths(start, n), key=lambda path: (len(path), sum(place % 2 == 0 for place in path)))
        last = xs[path[-1]]
        for below, above in zip(path[:0:-1], path[-2::-1], strict=True):
            xs[below] = xs[above]
        xs[start] = last
    return {"xs": xs}


def _leaf_paths(root: int, n: int) -> list[list[int]]:
    children = [child for child in (2 * root + 1, 2 * root + 2) if child < n]
    return [[root, *path] for child in children for path in _leaf_paths(child, n)] or [[root]]


_SORTING, _SLG = "scale/programs/sorting.py", "slg/programs.py"

PROGRAMS: tuple[Program, ...] = (
    Program("insertion sort", _SORTING, "insertion_sort", {"xs": "ints(N)"}, _falling),
    Program("bubble sort", _SORTING, "bubble_sort", {"xs": "ints(N)"}, _falling),
    Program("quicksort, first pivot", _SORTING, "quicksort", {"xs": "ints(N)"}, _lopsided),
    Program("search tree", _SLG, "build_tree", {"keys": "ints(N)"}, lambda n: {"keys": list(range(n))}),
    Program(
        "naive string search",
        "scale/programs/texts.py",
        "naive_match",
        {"text": "text(N)", "pattern": f"text({PATTERN})"},
        _late_match,
    ),
    Program(
        "chained hash table",
        "scale/programs/searching.py",
        "chained_table",
        {"keys": "ints(N, 0, None)", "buckets": f"const({BUCKETS})"},
        _one_bucket,
    ),
    Program("pruned LIS", _SLG, "pruned_increasing", {"xs": "ints(N)"}, _low_then_falling),
    Program("tokenizer", _SLG, "tokens", {"text": "text(N)"}, lambda n: {"text": "<" * (n - 1) + "a"}),
    Program(
        "matrix closure",
        _SLG,
        "closure",
        {"reach": "matrix(N, N, integer(0, 1))"},
        lambda n: {"reach": [[1] * n for _ in range(n)]},
        isqrt,
    ),
    Program("heap build", _SLG, "build_heap", {"xs": "ints(N)"}, _unsifted),
)
