"""The build of reads tells what native operations go over, and does what they do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.unit.oracle.read_runs import Reads

# A body of a loop over range(N), with xs = list(range(N)) and s = "ab" * N, and what is told of it.
TOLD = {
    "k in xs": ("in", "list"),
    "'c' in s": ("in", "str"),
    "xs.index(N - 1)": ("index", "list"),
    "s.find('c')": ("find", "str"),
    "sorted(xs)": ("sorted", "list"),
    "max(xs)": ("max", "list"),
    "list(xs)": ("list", "list"),
    "xs[1:]": ("slice", "list"),
    "s.lower()": ("lower", "str"),
    "xs.insert(0, xs.pop())": ("insert", "list"),
    "xs.append(xs.pop(0))": ("pop", "list"),
    "xs + [1]": ("+", "list"),
    "re.compile(s)": ("re.compile", "str"),
    "re.search(s, 'x')": ("re.search", "str"),
    "P.search(s)": ("search", "str"),
    "''.join(S)": ("join", "list"),
    "k in D.values()": ("in", "dict_values"),
    "list(D.items())": ("list", "dict_items"),
    "Counter(s)": ("Counter", "str"),
    "deepcopy(xs)": ("deepcopy", "list"),
    "s.removeprefix('b')": ("removeprefix", "str"),
    "del xs[:1]; xs.append(k)": ("del", "list"),
    "xs[0:0] = [k]; xs.pop()": ("setslice", "list"),
    "first, *rest = xs": ("slice", "list"),
}
PRELUDE = (
    "import re\nfrom collections import Counter\nfrom copy import deepcopy\n"
    "D = dict.fromkeys(range(99))\nP = re.compile('c')\nS = ['a'] * 20\n"
)


@pytest.mark.parametrize("body", TOLD)
def test_the_operand_of_an_operation_is_told(body: str) -> None:
    source = f"{PRELUDE}def f(xs, s, N):\n    for k in range(N):\n        {body}\n"
    found = Reads(source).run("f(list(range(N)), 'ab' * N, N)", 20).rereadings
    assert TOLD[body] in [(each.what, each.operand) for each in found]
    assert all((each.outer_place, each.inner_place) == ("<slowpath>:8", "<slowpath>:9") for each in found)


QUIET = (
    "k in {1, 2}",
    "k in D",
    "xs.append(1)",
    "s.startswith('b')",
    "xs[k]",
    "xs.pop()",
    "min(k, 3)",
    "S[1]",
    "k in D.keys()",
    "xs[0:1] = [k]",
    "xs[-1:] = [k, k]; xs.pop()",
)


@pytest.mark.parametrize("body", QUIET)
def test_what_goes_over_nothing_is_not(body: str) -> None:
    source = f"{PRELUDE}def f(xs, s, N):\n    for k in range(N):\n        {body}\n"
    found = Reads(source).run("f(list(range(N)), 'ab' * N, N)", 20).rereadings
    assert [each.what for each in found if each.what] == []


# Expressions in which C code calls a function for each of xs, which goes over ys.
CALLED = (
    "list(map(lambda x: x in ys, xs))",
    "list(filter(known, xs))",
    "sorted(xs, key=lambda x: ys.index(x))",
    "max(xs, key=known)",
    "xs.sort(key=known)",
    "max(xs, key=ys.count)",
    "sorted(xs, key=ys.index)",
)


@pytest.mark.parametrize("expression", CALLED)
def test_the_calls_of_a_function_by_c_code_are_the_rounds_of_a_loop(expression: str) -> None:
    source = f"def f(xs, ys):\n    def known(x):\n        return x in ys\n    return {expression}\n"
    (found,) = Reads(source).redundancies("f(list(range(N)), list(range(N)))")
    assert (found.outer, found.repeats) == ("<slowpath>:4", 24)


@pytest.mark.parametrize("expression", ["list(map(xs.index, xs))", "max(xs, key=xs.count)"])
def test_a_method_that_c_code_calls_is_charged(expression: str) -> None:
    reads = Reads(f"def f(xs):\n    return {expression}\n")
    costs = []
    for size in (100, 200):
        reads.run("f(list(range(N)))", size)
        costs.append(reads.copies.ledger.ops())
    assert costs[1] > 3 * costs[0]


def test_a_function_of_the_module_is_given_the_very_method() -> None:
    reads = Reads("""
        def max(xs, key):
            return key
        def map(function, xs):
            return function
        def f(xs):
            return max(xs, key=xs.count), map(xs.count, xs)
    """)
    items = [1]
    assert [type(each) for each in reads.names["f"](items)] == [type(items.count)] * 2


def test_rows_that_c_code_hands_over_are_different_data_even_if_they_are_one_object() -> None:
    reads = Reads("def f(rows):\n    return sorted(map(lambda row: sum(row), rows), key=lambda n: n % 7)\n")
    assert reads.redundancies("f([[1] * N] * N)") == ()
    assert reads.run("f([[1]])", 1).rereadings == ()


def test_what_c_code_calls_raises_as_it_does() -> None:
    reads = Reads("""
        def f(xs):
            found = []
            for _ in range(20):
                try:
                    found += map(lambda x: 1 // x, xs)
                except ZeroDivisionError:
                    found.append(sorted(xs, key=lambda x: xs.index(x)))
            return found
    """)
    reading = reads.copies.reading
    assert reading is not None
    reading.record(2)
    assert reads.names["f"]([1, 0]) == [1, [1, 0]] * 20
    reading.stop()


def test_results_and_errors_are_those_of_the_operations() -> None:
    reads = Reads("""
        import re
        def f(operation, *given):
            for _ in range(3):
                pass
            match operation:
                case "in": return given[0] in given[1]
                case "slice": return given[0][1:3]
                case "item": return given[0][given[1]]
                case "add": return given[0] + given[1]
                case "index": return given[0].index(given[1])
                case "del":
                    del given[0][given[1]]
                    return given[0]
                case "put":
                    given[0][:1] = given[1]
                    return given[0]
                case "rest":
                    first, *rest, last = given[0]
                    return rest
                case "map": return list(map(given[0].remove, given[1]))
                case "compile": return re.compile(given[0]).pattern
    """)
    reading = reads.copies.reading
    assert reading is not None
    reading.record(2)
    call = reads.names["f"]
    items: list[Any] = [1, 2, 3, 4]
    assert call("in", 2, items) is True
    assert call("slice", items) == [2, 3]
    assert call("item", {"a": 1}, "a") == 1
    assert call("add", items, [5]) == [1, 2, 3, 4, 5]
    assert call("index", items, 3) == 2
    assert call("del", items, 0) == [2, 3, 4]
    assert call("put", items, [7, 2]) == [7, 2, 3, 4]
    assert call("rest", items) == [2, 3]
    assert call("put", items, iter(())) == [2, 3, 4]
    assert call("rest", iter("abc")) == ["b"]
    assert call("map", items, [2, 4]) == [None, None]
    assert items == [3]
    assert call("compile", "a|b") == "a|b"
    for error, given in [
        (IndexError, ("item", items, 9)),
        (KeyError, ("item", {}, 9)),
        (TypeError, ("item", None, 9)),
        (TypeError, ("in", 1, 2)),
        (TypeError, ("add", items, 1)),
        (ValueError, ("index", items, 9)),
        (ValueError, ("map", items, [9])),
        (TypeError, ("put", items, 1)),
        (TypeError, ("put", (1,), [1])),
        (ValueError, ("rest", [1])),
        (re.error, ("compile", "(")),
    ]:
        with pytest.raises(error):
            call(*given)
    reading.stop()
