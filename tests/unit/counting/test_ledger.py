from __future__ import annotations

import sys
from types import ModuleType

import pytest

from slowpath.counting.ledger import UNLIMITED, Ledger
from slowpath.counting.measures import evaluate, parse
from slowpath.errors import BudgetExceeded
from slowpath.model.site import Site, SiteKind
from slowpath.target.load import Loaded
from tests.unit.target.project import BUILDS, Project, run


@pytest.fixture
def project(tmp_path):
    with Project(tmp_path).open() as project:
        yield project


def block(index: int, line: int = 1, units: int = 1, **more) -> Site:
    return Site(index, SiteKind.BLOCK, "a.py", line, "f", index, weights=((line, units),), **more)


# -- the books -----------------------------------------------------------------------------------


def test_ops_are_weights_times_counts_plus_work() -> None:
    ledger = Ledger()
    ledger.extend([block(0, 1, 3), block(1, 2, 5), Site(2, SiteKind.NATIVE, "a.py", 2, "f", 1)])
    ledger.start()
    ledger.counts[0], ledger.counts[1], ledger.work[2] = 2, 10, 4_999
    assert ledger.ops() == 2 * 3 + 10 * 5 + 4
    lines = [(line.line, line.ops, line.native, line.hits) for line in ledger.lines()]
    assert lines == [(2, 54, 4, 10), (1, 6, 0, 2)]


def test_a_block_without_counter_is_charged_through_others() -> None:
    ledger = Ledger()
    ledger.extend(
        [
            block(0, 1, 2),
            block(1, 2, 7),
            block(2, 3, 11, rest=(0, 1)),
            block(3, 4, 1),
            block(4, 5, 13, rest=(2, 3)),
        ]
    )
    ledger.start()
    ledger.counts[:] = [
        10,
        4,
        0,
        5,
        0,
    ]  # 6 times else, of which 5 times the inner branch: once the inner else
    assert ledger.executions() == [10, 4, 6, 5, 1]
    assert ledger.ops() == 10 * 2 + 4 * 7 + 6 * 11 + 5 * 1 + 1 * 13
    assert sum(line.ops for line in ledger.lines()) == ledger.ops()


def test_a_start_forgets_all_and_a_stop_keeps_it() -> None:
    ledger = Ledger()
    ledger.extend([block(0)])
    ledger.start(10)
    ledger.counts[0], ledger.work[0], ledger.uncounted[0, "re.sub"] = 5, 7_000, 3
    ledger.stop()
    assert (ledger.ops(), len(ledger.lost())) == (12, 1)
    ledger.start()
    assert (ledger.ops(), ledger.lost(), ledger.lines()) == (0, (), ())


def test_the_lists_that_code_holds_stay_the_same_objects() -> None:
    ledger = Ledger()
    held = ledger.counts, ledger.work, ledger.due, ledger.uncounted
    ledger.extend([block(0)])
    ledger.start(5)
    ledger.extend([block(1)])
    ledger.stop()
    now = ledger.counts, ledger.work, ledger.due, ledger.uncounted
    assert all(one is other for one, other in zip(held, now, strict=True))
    assert [len(each) for each in held] == [2, 2, 2, 0]


def test_lost_places_say_where_and_how_often() -> None:
    ledger = Ledger()
    ledger.extend([block(0, 12)])
    ledger.uncounted[0, "re.sub"] = 3
    (lost,) = ledger.lost()
    assert (lost.site, lost.count) == ("a.py:12", 3)
    assert "re.sub" in lost.reason


class Lazy:
    """Loads a file that is not there when it is asked for anything."""

    def __getattr__(self, name: str) -> object:
        raise LookupError(name)


def test_objects_are_not_asked_for_what_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("lazily")
    module.words, module.plain = Lazy(), lambda: 1  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lazily", module)
    ledger = Ledger()
    calls = [
        Site(1 + place, SiteKind.CALL, "a.py", 1 + place, "f", 0, what=what)
        for place, what in enumerate(("lazily.words.all", "lazily.plain"))
    ]
    ledger.extend([block(0), *calls])
    ledger.counts[0] = 1
    assert [each.site for each in ledger.lost()] == ["a.py:2"]


def test_a_tick_counts_and_checks() -> None:
    ledger = Ledger()
    ledger.extend([block(0)])
    ledger.start()
    assert all(ledger.tick(0) for _ in range(5))
    assert ledger.counts == [5]
    ledger.start(3)
    assert all(ledger.tick(0) for _ in range(3))
    with pytest.raises(BudgetExceeded):
        ledger.tick(0)
    assert ledger.counts[0] == 4


def test_without_budget_nothing_comes_due() -> None:
    ledger = Ledger()
    ledger.extend([block(0)])
    ledger.start()
    assert ledger.due == [UNLIMITED]


def test_heavy_native_work_makes_the_next_check_come() -> None:
    ledger = Ledger()
    ledger.extend([block(0)])
    ledger.start(10_000_000)
    ledger.work[0] = 20_000_000_000
    ledger.heavy(20_000_000_000)
    with pytest.raises(BudgetExceeded):
        ledger.tick(0)


# -- a budget ends a run -----------------------------------------------------------------------------

# Those that end without a check end after some seconds.
ENDLESS = {
    "for": "from itertools import count\ndef f():\n    for i in count():\n        pass\n",
    "while": "def f():\n    i = 0\n    while True:\n        i += 1\n",
    "nothing in it": "def f():\n    while True:\n        pass\n",
    "nested": """
        def f():
            while True:
                for i in range(5):
                    for j in range(7):
                        i += j
    """,
    "branches": """
        def f():
            i = 0
            while True:
                i += 1
                if i % 3:
                    i += 1
                elif i % 2:
                    i += 3
                else:
                    i += i % 7
                    i -= 2
    """,
    "recursion": "def f(n=27):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n",
    "mutual": "def f(n=27):\n    return g(n - 1) + g(n - 2)\ndef g(n):\n    return 1 if n < 2 else f(n)\n",
    "methods": """
        class T:
            def size(self, n):
                return 1 if n == 0 else self.size(n - 1) + self.size(n - 1)
        def f():
            return T().size(20)
    """,
    "lambda": "fib = lambda n: n if n < 2 else fib(n - 1) + fib(n - 2)\ndef f():\n    return fib(27)\n",
    "property": """
        class Node:
            def __init__(self, child):
                self.child = child
            @property
            def depth(self):
                return self.child.depth + self.child.depth if self.child else 1
        def f():
            node = None
            for _ in range(20):
                node = Node(node)
            return node.depth
    """,
    "operators": """
        class Node:
            def __init__(self, child):
                self.child = child
            def __len__(self):
                return (len(self.child) + len(self.child)) % 7 if self.child is not None else 1
        def f():
            node = None
            for _ in range(20):
                node = Node(node)
            return len(node)
    """,
    "comprehension": "def f():\n    return [x for x in range(3 * 10**6) if x < 0]\n",
    "two clauses": "def f():\n    return [x for x in range(2000) for y in range(2000) if y < 0]\n",
    "generator expression": "def f():\n    return sum(1 for _ in range(3 * 10**6))\n",
    "calls in a comprehension": """
        def g(x):
            return x < 0
        def f():
            return [x for x in range(3 * 10**6) if g(x)]
    """,
    "generator": "def g():\n    while True:\n        yield 1\ndef f():\n    return sum(g())\n",
    "drained by C": "def g(x):\n    return x + 1\ndef f():\n    return sum(map(g, range(3 * 10**6)))\n",
    "drained iterator": """
        class Ones:
            def __iter__(self):
                return self
            left = 10**6
            def __next__(self):
                self.left -= 1
                if self.left:
                    return 1
                raise StopIteration
        def f():
            return max(Ones())
    """,
    "native": "def f():\n    x = list(range(1000))\n    while True:\n        x = sorted(x + [1])\n",
    "heavy native": "def f():\n    s = 'x' * 10**6\n    while True:\n        t = s.replace('x', 'y')\n",
    "swallowing": """
        def f():
            while True:
                try:
                    i = 0
                    while True:
                        i += 1
                except BaseException:
                    pass
    """,
    "finally": """
        def f():
            while True:
                try:
                    i = 1
                finally:
                    continue
    """,
    "locals": "def f():\n    while True:\n        x = locals()\n",
    "class body": "def f():\n    class A:\n        while True:\n            x = 1\n",
    "decorated": """
        import functools
        def noisy(function):
            @functools.wraps(function)
            def wrapper(*args):
                return function(*args)
            return wrapper
        @noisy
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)
        def f():
            return fib(27)
    """,
}
# What C code drains is charged when its call is over.
DRAINED = ("drained by C", "drained iterator", "generator", "generator expression")
BUDGETS = [0, 1, 100, 10**4, 10**6]


def stopped(loaded: Loaded, budget: int) -> tuple[int, list[int]]:
    with pytest.raises(BudgetExceeded):
        run(loaded, budget=budget)
    return loaded.ledger.ops(), loaded.ledger.executions()


@pytest.mark.parametrize("name", ENDLESS)
def test_a_budget_ends_what_does_not_end(project: Project, name: str) -> None:
    project.write(program=ENDLESS[name])
    loaded, again = project.load("program:f"), project.load("program:f")
    for budget in BUDGETS:
        ops, counts = stopped(loaded, budget)
        assert budget < ops
        native = sum(loaded.ledger.work) // 1000
        if name in DRAINED:
            ops_in_time = ops - native
        else:  # one execution of a loop's body is not cut short
            begun = sum(count for _, count in loaded.ledger.reached(SiteKind.LOOP))
            ops_in_time = ops - native // max(1, begun - 1)
        assert ops_in_time <= budget * 1.25 + 2_000, budget
        assert (ops, counts) == stopped(loaded, budget) == stopped(again, budget)


@pytest.mark.parametrize("build", BUILDS, ids=str)
def test_what_fits_the_budget_is_not_stopped(project: Project, build) -> None:
    project.write(program="def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\n")
    loaded = project.load("program:f", build)
    for n in (0, 1, 10, 2_000, 50_000):
        run(loaded, n)
        cost = loaded.ledger.ops()
        assert run(loaded, n, budget=cost) == sum(range(n))
        assert loaded.ledger.ops() == cost


def test_counts_are_exact_where_the_budget_ends_the_run(project: Project) -> None:
    project.write(
        program="""
            seen = []
            def f():
                i = 0
                while True:
                    i += 1
                    seen[:] = [i]
        """
    )
    loaded = project.load("program:f")
    for budget in BUDGETS:
        stopped(loaded, budget)
        (completed,) = loaded.copies.modules["program"].seen or [0]
        iterations = evaluate(parse("iterations:5").atoms[0], loaded.ledger, loaded.copies.observer, {})
        assert iterations == completed + 1, budget
        loaded.copies.modules["program"].seen.clear()


def test_a_swallowed_end_comes_again(project: Project) -> None:
    project.write(
        program="""
            caught = []
            def f():
                for attempt in range(5):
                    try:
                        while True:
                            attempt += 1
                    except BaseException as error:
                        caught.append(type(error).__name__)
        """
    )
    loaded = project.load("program:f")
    stopped(loaded, 10_000)
    caught = loaded.copies.modules["program"].caught
    assert caught[0] == "BudgetExceeded"
    assert len(caught) < 5


def test_a_run_after_a_stopped_one_is_not_stopped(project: Project) -> None:
    project.write(program="def f(n):\n    for i in range(n):\n        pass\n    return n\n")
    loaded = project.load("program:f")
    with pytest.raises(BudgetExceeded):
        run(loaded, 10**6, budget=1000)
    assert run(loaded, 5000) == 5000
    assert run(loaded, 50, budget=10**6) == 50


def test_the_regular_expression_that_costs_the_most(project: Project) -> None:
    project.write(
        program="""
        import re

        WORDS = re.compile(r"\\w+\\s")
        TWICE = re.compile(b"(?:x+)+y")

        def f(text, data):
            return WORDS.findall(text), TWICE.search(data), re.sub("'", '"', text)
        """
    )
    loaded = project.load("program:f")
    for text, data, dearest in (("ab " * 40, b"", r"r'\w+\s'"), ("", b"x" * 12, "b'(?:x+)+y'")):
        run(loaded, text, data)
        pattern = loaded.ledger.dearest_pattern()
        assert pattern is not None
        assert pattern.source == dearest
        native = sum(line.native for line in loaded.ledger.lines())
        assert native // 2 < pattern.ops <= native


def test_a_verbose_regular_expression_is_told_without_its_comments(project: Project) -> None:
    project.write(
        program="""
        import re

        def f(text):
            return re.match(r'''
                # a number
                (\\d+ [ #]?)*   # and what separates it
                \\#$
            ''', text, re.VERBOSE)
        """
    )
    loaded = project.load("program:f")
    run(loaded, "1" * 12)
    pattern = loaded.ledger.dearest_pattern()
    assert pattern is not None
    assert pattern.source == r"r'(\d+ [ #]?)* \#$'"


def test_where_no_regular_expression_is_used(project: Project) -> None:
    project.write(program="def f(n):\n    return n + 1\n")
    loaded = project.load("program:f")
    run(loaded, 3)
    assert loaded.ledger.dearest_pattern() is None
