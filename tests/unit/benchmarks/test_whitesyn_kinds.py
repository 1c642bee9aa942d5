"""Slow functions of benchmarks/whitesyn are slow, quiet ones do not slow down, and both do what they say."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import scope_of

WHITESYN = Path(__file__).parents[3] / "benchmarks" / "whitesyn"
PACKAGES = ("slow", "quiet", "kinds")
SUPERLINEAR = 2.5  # times the cost at twice the size: n log n has 2.3 here, n * n up to 4

# A call on which the function is slow, an expression in N; then an example and what it gives.
SLOW: dict[str, tuple[str, str, Any]] = {
    "searching:unique": ("unique(list(range(N)))", "unique([2, 1, 2])", [2, 1]),
    "searching:shared": ("shared(['a'] * N, ['b'] * N)", "shared(['a', 'b'], ['b', 'c'])", ["b"]),
    "searching:count_strangers": (
        "count_strangers(['a'] * N, ['b'] * N)",
        "count_strangers(['a', 'b'], ['b'])",
        1,
    ),
    "searching:reachable": (
        "reachable({i: [i + 1] for i in range(N)}, 0)",
        "reachable({1: [2, 3], 3: [1]}, 1)",
        [1, 3, 2],
    ),
    "searching:first_repeated": ("first_repeated(list(range(N)))", "first_repeated([3, 1, 2, 1, 3])", 1),
    "searching:places": ("places(['a'] * N + ['b'], ['b'] * N)", "places(['x', 'y'], ['y', 'x'])", [1, 0]),
    "searching:prices": (
        "prices([('a', 1)] * N, ['b'] * N)",
        "prices([('a', 1), ('b', 2)], ['b', 'c'])",
        [2, None],
    ),
    "searching:line_numbers": (
        "line_numbers('a' * 20 * N, [20 * N] * N)",
        "line_numbers('a\\nb\\n', [0, 2])",
        [1, 2],
    ),
    "searching:without_pairs": (
        "without_pairs('(' * 10 * N + ')' * 10 * N)",
        "without_pairs('a(())b(')",
        "ab(",
    ),
    "searching:joined_orders": (
        "joined_orders([(1, 'a')] * N, [(2, 'b')] * N)",
        "joined_orders([(1, 'tea')], [(1, 'Ann'), (2, 'Bob')])",
        [("Ann", "tea")],
    ),
    "searching:totals": (
        "totals([(str(i), 1) for i in range(N)])",
        "totals([('a', 1), ('b', 2), ('a', 3)])",
        {"a": 4, "b": 2},
    ),
    "searching:largest_of_each": (
        "largest_of_each([(str(i), 1) for i in range(N)])",
        "largest_of_each([('a', 1), ('b', 2), ('a', 3)])",
        [("b", 2), ("a", 3)],
    ),
    "searching:insertion_places": (
        "insertion_places([0] * N, [1] * N)",
        "insertion_places([1, 3], [2, 0, 9])",
        [1, 0, 2],
    ),
    "queues:rotated": ("rotated([0] * 10 * N, 10 * N)", "rotated([1, 2, 3], 1)", [2, 3, 1]),
    "queues:levels": (
        "levels({0: list(range(1, 20 * N))}, 0)",
        "levels({1: [2, 3], 2: [4]}, 1)",
        [1, 2, 3, 4],
    ),
    "queues:backwards": ("backwards(['a'] * 20 * N)", "backwards(['a', 'b'])", ["b", "a"]),
    "queues:finished_order": (
        "finished_order([3] * 10 * N)",
        "finished_order([3, 1, 2])",
        [1, 2, 0],
    ),
    "queues:without_leading_zeros": (
        "without_leading_zeros([0] * 10 * N)",
        "without_leading_zeros([0, 0, 1, 0])",
        [1, 0],
    ),
    "queues:running_medians": (
        "running_medians(list(range(4 * N)))",
        "running_medians([5, 1, 3])",
        [5, 5, 3],
    ),
    "queues:by_urgency": ("by_urgency([0] * 4 * N)", "by_urgency([4, 1])", [1, 4]),
    "queues:ranks": ("ranks(list(range(N)))", "ranks([5, 1, 3])", [2, 0, 1]),
    "queues:third_largest_so_far": (
        "third_largest_so_far(list(range(4 * N)))",
        "third_largest_so_far([5, 1, 3, 4])",
        [None, None, 1, 3],
    ),
    "queues:appended": ("appended([0] * 10 * N)", "appended([1, 3])", [1, 9]),
    "queues:union": ("union([{i} for i in range(N)])", "union([{1}, {2, 1}])", {1, 2}),
    "queues:settings": (
        "settings([(str(i), i) for i in range(N)])",
        "settings([('a', 1), ('b', 2), ('a', 3)])",
        {"a": 3, "b": 2},
    ),
    "queues:longest_ascent": ("longest_ascent(list(range(20 * N)))", "longest_ascent([1, 2, 1, 2, 3])", 3),
    "texts:words": ("words('a ' * 40 * N)", "words('ab c d')", ["ab", "c", "d"]),
    "texts:blocks": ("blocks(b'abcd' * 40 * N)", "blocks(b'abcdef', 4)", [b"abcd", b"ef"]),
    "texts:expanded": ("expanded('a1' * 40 * N)", "expanded('a3b1')", "aaab"),
    "texts:leading": ("leading('a' * 40 * N)", "leading('aab')", 2),
    "texts:without_leading": ("without_leading([0] * 20 * N)", "without_leading([0, 0, 1, 0])", [1, 0]),
    "texts:reversed_lines": ("reversed_lines(['ab'] * 20 * N)", "reversed_lines(['a', 'b'])", "b\na\n"),
    "texts:packed": ("packed([1] * 40 * N)", "packed([1, 258])", b"\x01\x00\x02\x01"),
    "texts:as_tuple": ("as_tuple([1] * 20 * N)", "as_tuple([1, 2])", (2, 4)),
    "texts:flat": ("flat([[1]] * 20 * N)", "flat([[1], [2, 3]])", [1, 2, 3]),
    "texts:Transcript.write_all": (
        "Transcript().write_all(['ab'] * 40 * N)",
        "Transcript().write_all(['a', 'b'])",
        "a\nb\n",
    ),
    "texts:mentioned": (
        "mentioned(['a'] * N, ['b'] * N)",
        "mentioned(['an ant', 'bee.', 'be'], ['ant', 'e.'])",
        ["an ant", "bee."],
    ),
    "texts:masked": ("masked(['a'] * N, ['b'] * N)", "masked(['abc', 'b'], ['b', 'x'])", ["a*c", "*"]),
    "texts:fields": (
        "fields(['a'] * N, 'bcdefghi' * 20 * N)",
        "fields(['a-b', 'c'], '-')",
        [["a", "b"], ["c"]],
    ),
    "texts:known_words": ("known_words(['a'] * N, 'b ' * N)", "known_words(['A', 'x'], 'a bc')", 1),
    "texts:characters_at": (
        "characters_at('a' * 10 * N, [0] * N)",
        "characters_at('abc', [2, 0])",
        ["c", "a"],
    ),
    "texts:allowed": ("allowed(['a'] * N, ['b'] * N)", "allowed(['a', 'b'], ['b'])", ["b"]),
    "texts:selected_lines": (
        "selected_lines('a\\n' * N, [0] * N)",
        "selected_lines('a\\nb', [1])",
        ["b"],
    ),
    "repeated:shares": ("shares([1] * N)", "shares([1, 3])", [0.25, 0.75]),
    "repeated:above_average": ("above_average([1] * N)", "above_average([1, 2, 6])", [6]),
    "repeated:below_best": ("below_best([1] * N)", "below_best([1, 3])", [2, 0]),
    "repeated:signed": ("signed(['a'] * N, 'b' * N)", "signed(['a', 'bc'], '')", [32, 33]),
    "repeated:Basket.expensive": ("Basket([1] * N).expensive()", "Basket([1, 3] + [2] * 8).expensive()", [3]),
    "repeated:fibonacci": ("fibonacci(N // 25)", "fibonacci(10)", 55),
    "repeated:grid_paths": ("grid_paths(N // 50, N // 50)", "grid_paths(3, 3)", 6),
    "repeated:common_length": (
        "common_length('a' * (N // 50), 'b' * (N // 50))",
        "common_length('abc', 'xbyc')",
        2,
    ),
    "repeated:ways_to_pay": ("ways_to_pay(N // 20)", "ways_to_pay(4)", 5),
}

# A call in N whose cost is about linear in what it reads and returns, then an example and what it gives.
QUIET: dict[str, tuple[str, str, Any]] = {
    "sequences:pair_with_sum": ("pair_with_sum([0] * N, 1)", "pair_with_sum([1, 2, 4, 9], 6)", (2, 4)),
    "sequences:merged": ("merged([0] * N, [1] * N)", "merged([1, 4], [2, 3, 5])", [1, 2, 3, 4, 5]),
    "sequences:window_maxima": (
        "window_maxima(list(range(N)), N // 2)",
        "window_maxima([1, 3, 2, 0], 2)",
        [3, 3, 2],
    ),
    "sequences:next_greater": (
        "next_greater(list(range(N, 0, -1)))",
        "next_greater([2, 1, 3])",
        [3, 3, None],
    ),
    "sequences:longest_distinct": ("longest_distinct('ab' * N)", "longest_distinct('abcab')", 3),
    "sequences:run_lengths": ("run_lengths('a' * N)", "run_lengths('aab')", [("a", 2), ("b", 1)]),
    "sequences:merged_intervals": (
        "merged_intervals([(i, i + 1) for i in range(N)])",
        "merged_intervals([(5, 6), (1, 3), (2, 4)])",
        [(1, 4), (5, 6)],
    ),
    "sequences:chunks": ("chunks([0] * N, 7)", "chunks([1, 2, 3], 2)", [[1, 2], [3]]),
    "sequences:flattened": ("flattened([[0] * 8] * N)", "flattened([[1], [2, 3]])", [1, 2, 3]),
    "sequences:round_robin": ("round_robin([[0] * 8] * N)", "round_robin([[1, 2], [3]])", [1, 3, 2]),
    "sequences:merged_many": (
        "merged_many([[0] * N] * 8)",
        "merged_many([[1, 4], [2], [3, 5]])",
        [1, 2, 3, 4, 5],
    ),
    "sequences:inversions": ("inversions(list(range(N, 0, -1)))", "inversions([2, 3, 1])", 2),
    "sequences:found_places": (
        "found_places(list(range(N)), [0] * N)",
        "found_places([1, 3], [2, 0, 9])",
        [1, 0, 2],
    ),
    "sequences:occurrences": ("occurrences('a' * N, 'a' * 9 + 'b')", "occurrences('ababa', 'aba')", [0, 2]),
    "sequences:bucket_sorted": ("bucket_sorted([1] * N)", "bucket_sorted([3, 1, 2])", [1, 2, 3]),
    "tables:matrix_product": (
        "matrix_product([[1] * 8] * N, [[1] * 8] * 8)",
        "matrix_product([[1, 2]], [[3], [4]])",
        [[11]],
    ),
    "tables:transposed": ("transposed([[1] * 8] * N)", "transposed([[1, 2], [3, 4]])", [[1, 3], [2, 4]]),
    "tables:rendered": ("rendered([['a'] * 8] * N)", "rendered([['a', 'b'], ['c']])", "a   |b   \nc   "),
    "tables:parsed": (
        "parsed('a=1;b=2\\n' * N)",
        "parsed('a=1;b=2\\nc=3;x')",
        [{"a": "1", "b": "2"}, {"c": "3"}],
    ),
    "tables:word_counts": ("word_counts(['a b'] * N)", "word_counts(['a b', 'a'])", {"a": 2, "b": 1}),
    "tables:pascal": ("pascal(int(N ** 0.5))", "pascal(4)", [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]]),
    "tables:prefix_sums": ("prefix_sums([[1] * 8] * N)", "prefix_sums([[1, 2], [3, 4]])", [[1, 3], [4, 10]]),
    "tables:spiral": (
        "spiral([[1] * 8] * N)",
        "spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])",
        [1, 2, 3, 6, 9, 8, 7, 4, 5],
    ),
    "tables:diagonals": ("diagonals([[1] * 8] * N)", "diagonals([[1, 2], [3, 4]])", [[1], [2, 3], [4]]),
    "tables:primes": ("primes(N)", "primes(20)", [2, 3, 5, 7, 11, 13, 17, 19]),
    "tables:all_products": ("all_products([1] * N, [1] * 8)", "all_products([1, 2], [3, 4])", [3, 4, 6, 8]),
    "tables:expanded": (
        "expanded(['a'] * N, {'a': ['b'] * 8})",
        "expanded(['a', 'c'], {'a': ['x', 'y']})",
        ["x", "y", "c"],
    ),
    "tables:grouped": (
        "grouped([(str(i % 9), 1) for i in range(N)])",
        "grouped([('a', 1), ('b', 2), ('a', 3)])",
        {"a": 4, "b": 2},
    ),
    "graphs:distances": (
        "distances({i: [i, i + 1] for i in range(N)}, 0)",
        "distances({1: [2, 3], 3: [4], 4: [1]}, 1)",
        {1: 0, 2: 1, 3: 1, 4: 2},
    ),
    "graphs:depth_first": (
        "depth_first({i: [i, i + 1] for i in range(N)}, 0)",
        "depth_first({1: [2, 3], 2: [4]}, 1)",
        [1, 2, 4, 3],
    ),
    "graphs:topological_order": (
        "topological_order({i: [i + 1] for i in range(N)})",
        "topological_order({3: [1], 1: [2], 2: []})",
        [3, 1, 2],
    ),
    "graphs:shortest_paths": (
        "shortest_paths({i: {i + 1: 1} for i in range(N)}, 0)",
        "shortest_paths({1: {2: 5, 3: 1}, 3: {2: 1}}, 1)",
        {1: 0, 3: 1, 2: 2},
    ),
    "graphs:components": (
        "components(N, [(i, i + 1) for i in range(N - 1)])",
        "components(5, [(0, 1), (3, 4), (1, 0)])",
        3,
    ),
    "graphs:degrees": (
        "degrees({i: [0, 1] for i in range(N)})",
        "degrees({1: [2, 3], 2: [3]})",
        {2: 1, 3: 2},
    ),
    "graphs:reversed_graph": (
        "reversed_graph({i: [i + 1] for i in range(N)})",
        "reversed_graph({1: [2, 3], 2: [3]})",
        {1: [], 2: [1], 3: [1, 2]},
    ),
    "graphs:word_tree": ("word_tree(['abcd'] * N)", "word_tree(['ab', 'ac'])", 3),
    "graphs:paths": (
        "paths({str(i): {'a': 1} for i in range(N)})",
        "paths({'a': {'b': 1, 'c': 2}, 'd': 3})",
        ["/a/b", "/a/c", "/d"],
    ),
    "graphs:heights": (
        "heights([[i + 1] for i in range(N - 1)] + [[]])",
        "heights([[1, 2], [3], [], []])",
        [2, 1, 0, 0],
    ),
}


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(WHITESYN))
    yield
    for name in [each for each in sys.modules if each.partition(".")[0] in PACKAGES]:
        del sys.modules[name]


@cache
def counted(package: str) -> Copies:
    return Copies(scope_of(package), Build.COUNT)


def evaluated(package: str, entry: str, call: str, size: int) -> tuple[Any, int]:
    """What a call gives, and the ops of it; what its arguments cost is not counted."""
    copies = counted(package)
    with copies.installed():
        module = importlib.import_module(f"{package}.{entry.partition(':')[0]}")
        copies.ledger.start()
        value = eval(call, {**vars(module), "N": size})
    return value, copies.ledger.ops()


def ratio(package: str, entry: str, call: str) -> float:
    return evaluated(package, entry, call, 400)[1] / evaluated(package, entry, call, 200)[1]


@pytest.mark.parametrize("entry", SLOW)
def test_slow_functions_are_superlinear(entry: str) -> None:
    call, example, expected = SLOW[entry]
    assert evaluated("slow", entry, example, 0)[0] == expected
    assert ratio("slow", entry, call) > SUPERLINEAR


@pytest.mark.parametrize("entry", QUIET)
def test_quiet_functions_are_not(entry: str) -> None:
    call, example, expected = QUIET[entry]
    assert evaluated("quiet", entry, example, 0)[0] == expected
    assert ratio("quiet", entry, call) < SUPERLINEAR - 0.1


def test_the_kinds_are_at_least_ten_and_have_every_slow_function() -> None:
    kinds = importlib.import_module("kinds").KINDS
    targets = [target for each in kinds.values() for target in each]
    assert len(kinds) >= 10
    assert len(targets) == len(set(targets)) >= 40
    assert {target.removeprefix("slow.") for target in targets} == set(SLOW) == public("slow")


def test_there_are_at_least_thirty_quiet_functions_with_loops_inside_loops() -> None:
    assert set(QUIET) == public("quiet")
    assert len(QUIET) >= 30
    for entry in QUIET:
        tree = function(entry)
        assert sum(isinstance(node, ast.For | ast.While | ast.comprehension) for node in ast.walk(tree)) >= 2


def public(package: str) -> set[str]:
    """The public functions of a package, and the methods that `SLOW` has of its classes."""
    found = set()
    for path in (WHITESYN / package).glob("[a-z]*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found.add(f"{path.stem}:{node.name}")
            if isinstance(node, ast.ClassDef):
                found |= {each for each in SLOW if each.startswith(f"{path.stem}:{node.name}.")}
    return found


def function(entry: str) -> ast.AST:
    module, _, name = entry.partition(":")
    tree = ast.parse((WHITESYN / "quiet" / f"{module}.py").read_text(encoding="utf-8"))
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
