"""The programs of the table: how they are called, where they are hot, and what their worst case is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from slowpath.scaling.path.subject import ScaledTarget, subject
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import const, integer, ints, matrix, text

HERE = Path(__file__).parent / "programs"
HOT = "# hot"


@dataclass(frozen=True, slots=True)
class Program:
    """A program: its module and function, its input at size N, and its true worst cost where a formula is
    known. `paper`: one of the XSTRESSOR paper. A size above `largest` takes too long to run."""

    name: str
    module: str
    function: str
    shapes: Mapping[str, Shape]
    requires: str | None = None
    truth: Callable[[int], int] | None = None
    paper: bool = False
    first: int = 2
    largest: int = 1 << 30

    def hot(self) -> int:
        """The line that is counted: the first one marked behind the function's head."""
        lines = (HERE / f"{self.module}.py").read_text().splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith(f"def {self.function}("))
        return next(i + 1 for i, line in enumerate(lines[head:], head) if HOT in line)

    def spec(self) -> str:
        return f"{HERE / self.module}.py:{self.function}"

    def subject(self) -> ScaledTarget:
        """The program, loaded for scaling."""
        return subject(self.spec(), self.shapes, requires=self.requires, hot=self.hot())


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


WEIGHTS = matrix(N, N, integer(1, None))
BITS = matrix(N, N, integer(0, 1))
SORTED = "all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))"
SORTED_TOO = f"{SORTED} and all(ys[i] <= ys[i + 1] for i in range(len(ys) - 1))"

PROGRAMS: tuple[Program, ...] = (
    Program("insertion sort", "sorting", "insertion_sort", {"xs": ints(N)}, truth=_pairs, paper=True),
    Program(
        "sorted-list insert",
        "searching",
        "sorted_insert",
        {"xs": ints(N), "x": integer()},
        SORTED,
        lambda n: n,
        True,
    ),
    Program(
        "merging", "sorting", "merge", {"xs": ints(N), "ys": ints(N)}, SORTED_TOO, lambda n: 2 * n - 1, True
    ),
    Program(
        "binary tree",
        "searching",
        "tree_search",
        {"keys": ints(N), "x": integer()},
        None,
        lambda n: _pairs(n) + n,
        True,
    ),
    Program("Dijkstra", "graphs", "dijkstra", {"w": WEIGHTS}, None, _pairs, True),
    Program(
        "boolean matmul",
        "graphs",
        "boolean_product",
        {"a": BITS, "b": BITS},
        None,
        lambda n: n**3,
        True,
        largest=200,
    ),
    Program(
        "travelling salesman",
        "graphs",
        "travelling_salesman",
        {"w": WEIGHTS},
        None,
        lambda n: _trips(n),
        True,
        3,
        largest=10,
    ),
    Program(
        "cmp",
        "texts",
        "compare_and_count",
        {"old": ints(4 * N, 0, 255), "new": ints(4 * N, 0, 255)},
        None,
        lambda n: n - 1,
        True,
    ),
    Program("Boyer-Moore", "texts", "boyer_moore", {"text": text(N)}, None, lambda n: n, True, 3),
    Program("quicksort", "sorting", "quicksort", {"xs": ints(N)}, None, _pairs),
    Program("bubble sort", "sorting", "bubble_sort", {"xs": ints(N)}, None, _pairs),
    Program("heap sort", "sorting", "heap_sort", {"xs": ints(N)}, None, lambda n: _sifts(n)),
    Program("merge sort", "sorting", "merge_sort", {"xs": ints(N)}, None, lambda n: _merges(n)),
    Program(
        "binary search",
        "searching",
        "binary_search",
        {"xs": ints(N), "x": integer()},
        SORTED,
        lambda n: n.bit_length(),
    ),
    Program("hash table", "searching", "chained_table", {"keys": ints(N), "buckets": const(8)}, None, _pairs),
    Program(
        "red-black tree", "searching", "red_black_insert", {"keys": ints(N)}, None, lambda n: _descents(n)
    ),
    Program(
        "naive matching",
        "texts",
        "naive_match",
        {"text": text(N, "ab"), "pattern": text(3, "ab")},
        None,
        lambda n: 2 * n - 3,
        first=4,
    ),
    Program("Floyd-Warshall", "graphs", "floyd_warshall", {"w": WEIGHTS}, largest=100),
    Program("pruned LCS", "texts", "pruned_lcs", {"xs": ints(N), "ys": ints(N)}, None, lambda n: n * n),
    Program("Bellman-Ford", "graphs", "bellman_ford", {"w": WEIGHTS}, largest=100),
    Program("longest increasing", "sorting", "longest_increasing", {"xs": ints(N)}, None, _pairs),
    Program("Horspool", "texts", "horspool", {"text": text(N)}, None, lambda n: n, first=3),
)


def _trips(n: int) -> int:
    """Partial trips of n cities without any bound: 1 city further, 2 further, ..."""
    total, ways = 0, 1
    for further in range(n - 1, 0, -1):
        ways *= further
        total += ways
    return total


def _sifts(n: int) -> int:
    """What heap sort swaps if each item sinks to the bottom: n - popcount(n) while the heap is made, then the
    depth of what is left of it.

    Some input does all of that. Undone step by step, each swap of the first and the last item can bring the
    least one back from the last place, where it had sunk to; and any heap can be unmade with full sinking.
    """
    return n - n.bit_count() + sum(end.bit_length() - 1 for end in range(1, n))


def _descents(n: int) -> int:
    """What n insertions into a red-black tree compare if each goes down as far as any tree so large allows.

    A tree with a path of 2k nodes has at least 2 * 2**k - 2, one with 2k + 1 at least 3 * 2**k - 2. Keys in
    order find the longest path each time.
    """
    total = depth = 0
    for size in range(n):
        while (2 + (depth + 1) % 2) * 2 ** ((depth + 1) // 2) - 2 <= size:
            depth += 1
        total += depth
    return total


def _merges(n: int) -> int:
    return 0 if n < 2 else n - 1 + _merges(n // 2) + _merges(n - n // 2)


def named(name: str) -> Program:
    """The program of a name."""
    return next(program for program in PROGRAMS if program.name == name)
