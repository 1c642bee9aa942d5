"""Rereadings are those that follow from a list of all reads, which a brute force writes down."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.unit.oracle.read_runs import Reads

LEAST = 3
Places = Callable[[int, int], list[tuple[Any, ...]]]
# What the inner loop goes over and what an iteration reads, with the places that this is: container, key.
SOURCES: dict[str, Places] = {
    "range(n)": lambda i, j: [],
    "b": lambda i, j: [("b", j)],
    "enumerate(b)": lambda i, j: [("b", j)],
    "a[i]": lambda i, j: [("a", i), ("a", i, j)],
    "list(b)": lambda i, j: [("b", j)],
}
READS: dict[str, Places] = {
    "b[j]": lambda i, j: [("b", j)],
    "c[i]": lambda i, j: [("c", i)],
    "c[(2 * i + j) % n]": lambda i, j: [("c", "ij")],
    "a[i][j]": lambda i, j: [("a", i), ("a", i, j)],
    "a[j][i]": lambda i, j: [("a", j), ("a", j, i)],
    "c[j]": lambda i, j: [("c", j)],
    "0": lambda i, j: [],
}


def program(source: str, reads: list[str], n: int) -> str:
    used = "".join(f"            t += {each} if {each} else 0\n" for each in reads)
    return (
        f"def f(a, b, c):\n    n, t = {n}, 0\n    for i in range(n):\n"
        f"        j = -1\n        for _ in {source}:\n            j += 1\n{used}    return t\n"
    )


def is_reread(source: str, reads: list[str], n: int) -> bool:
    """Whether each round reads the same places in order, apart from those that do not change in it."""

    def places(i: int, j: int) -> list[object]:
        found: list[object] = []
        for place, read in enumerate([SOURCES[source], *(READS[each] for each in reads)]):
            for key in read(i, j):
                keyed = (key[0], (2 * i + j) % n) if key[1] == "ij" else key
                found.append((place, len(key), keyed))
        return found

    rounds = [[places(i, j) for j in range(n)] for i in range(n)]

    def changing(each: list[list[object]]) -> list[list[object]]:
        columns = [len(set(map(repr, column))) > 1 for column in zip(*each, strict=True)]
        return [[one for one, changes in zip(row, columns, strict=True) if changes] for row in each]

    told = [changing(each) for each in rounds]
    return any(map(any, told[0])) and all(before == after for before, after in pairwise(told))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(SOURCES)), st.lists(st.sampled_from(sorted(READS)), max_size=3), st.booleans())
def test_rereadings_are_those_of_a_list_of_all_reads(source: str, reads: list[str], shared: bool) -> None:
    n = 6
    text = program(source, reads, n)
    note(text)
    random = Random(1)
    rows = "[[1] * 6] * 6" if shared else str([[random.random() for _ in range(n)] for _ in range(n)])
    values = ", ".join([rows, *(str([random.random() for _ in range(n)]) for _ in "bc")])
    run = Reads(text).run(f"f({values})", n, least=LEAST)
    loops = [each for each in run.rereadings if each.what == ""]
    assert bool(loops) == is_reread(source, reads, n)
