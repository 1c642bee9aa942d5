"""Counts are exact: checked against a line tracer, and against numbers worked out by hand."""

from __future__ import annotations

import ast
import sys
import textwrap
from collections import Counter
from typing import Any

import pytest

from slowpath.counting.measures import evaluate, parse
from slowpath.errors import MeasureError
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target.load import Loaded
from tests.unit.counting.native.apart import run_apart
from tests.unit.target.project import BUILDS, Project, run

# One statement a line, so that a line's first event is an execution of it.
PROGRAMS = {
    "loops": """
        def f(n):
            out = 0
            for i in range(n):
                if i % 3 == 0:
                    continue
                out += i
                for j in range(i):
                    if j == 4:
                        break
                    out += j
                else:
                    out += 1
                k = i
                while k > 2:
                    k -= 1
                    if k == 5:
                        out += k
                    elif k == 4:
                        out += 2
                    else:
                        out -= 1
            else:
                out += 100
            return out
    """,
    "chains": """
        def f(n):
            out = []
            for i in range(n):
                if i % 5 == 0:
                    out.append(0)
                elif i % 5 == 1:
                    out.append(1)
                elif i % 5 == 2:
                    if i > 5:
                        out.append(2)
                    else:
                        out.append(20)
                else:
                    if i % 2:
                        out.append(3)
                    else:
                        pass
                    out.append(4)
            if n > 5:
                out = 1
            else:
                out = 2
            return out
    """,
    "exceptions": """
        def f(n):
            out = []
            for i in range(n):
                try:
                    if i % 4 == 1:
                        raise ValueError(i)
                    if i % 4 == 2:
                        raise KeyError(i)
                    out.append(i)
                except ValueError:
                    out.append("v")
                except KeyError:
                    out.append("k")
                else:
                    out.append("e")
                finally:
                    out.append("f")
                out.append(".")
            try:
                return out
            finally:
                out = None
    """,
    "functions": """
        class Swallow:
            def __enter__(self):
                return self
            def __exit__(self, *what):
                return True
        def fib(n):
            if n < 2:
                return n
            return fib(n - 1) + fib(n - 2)
        def numbers(n):
            for i in range(n):
                yield i
                yield -i
        def f(n):
            total = 0
            for i in numbers(n):
                total += fib(i % 7)
                with Swallow():
                    total += 1
                    if i == 3:
                        raise KeyError
                total += 2
            return total
    """,
    "early returns": """
        def g(i):
            if i < 3:
                return 0
            if i < 5:
                if i == 4:
                    return 1
                i += 1
            while True:
                i -= 1
                if i < 2:
                    return i
                if i == 7:
                    break
            return 7
        def found(i):
            for k in range(4):
                if k == i:
                    return k
            i += 1
            with open("/dev/null"):
                if i == 9:
                    return 9
            i += 1
            try:
                if i == 14:
                    return 14
            finally:
                i += 1
            i += 1
            return i
        def f(n):
            return sum(map(g, range(n))) + sum(map(found, range(n)))
    """,
}


def line_counts(source: str, n: int) -> Counter[int]:
    """Return how often each line of the program's functions is started, by a tracer."""
    names: dict[str, Any] = {}
    exec(compile(source, "traced.py", "exec"), names)
    counts: Counter[int] = Counter()

    def local(frame, event, argument):
        if event == "line":
            counts[frame.f_lineno] += 1
        return local

    def tracer(frame, event, argument):
        return local if frame.f_code.co_filename == "traced.py" else None

    sys.settrace(tracer)
    try:
        names["f"](n)
    finally:
        sys.settrace(None)
    return counts


def block_lines(loaded: Loaded) -> dict[int, int]:
    """Return the executions of every block by the line of its first statement."""
    counts = loaded.ledger.executions()
    return {
        site.line: counts[site.index]
        for site in loaded.ledger.sites
        if site.kind is SiteKind.BLOCK and site.function and not site.function.endswith(">")
    }


@pytest.mark.parametrize("build", BUILDS, ids=str)
@pytest.mark.parametrize("n", [0, 1, 6, 25])
@pytest.mark.parametrize("name", PROGRAMS)
def test_blocks_count_what_a_tracer_sees(project: Project, name: str, n: int, build: Build) -> None:
    source = textwrap.dedent(PROGRAMS[name])
    project.write(program=source)
    loaded = project.load("program:f", build)
    run(loaded, n)
    expected = line_counts(source, n)
    headers = {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.For | ast.While | ast.With | ast.Try | ast.ExceptHandler)
    }
    seen = block_lines(loaded)
    assert {line: count for line, count in seen.items() if line not in headers} == {
        line: expected[line] for line in seen if line not in headers
    }
    assert len(seen) > 4
    hits = {line.line: line.hits for line in loaded.ledger.lines() if line.line not in headers}
    assert hits == {line: count for line, count in expected.items() if line not in headers and line in hits}
    assert len(hits) > len(expected) // 2 or n == 0


def test_an_else_branch_has_no_counter_of_its_own(project: Project) -> None:
    project.write(program=PROGRAMS["chains"])
    loaded = project.load("program:f")
    run(loaded, 10)
    rests = [site for site in loaded.ledger.sites if site.rest]
    assert len(rests) == 6
    assert all(loaded.ledger.counts[site.index] == 0 for site in rests)
    assert sum(loaded.ledger.executions()[site.index] for site in rests) == 8 + 6 + 4 + 1 + 2


HAND = """
    def f(n):
        a = [i for i in range(n)]
        b = [i for i in range(n) if i % 2]
        c = {(i, j) for i in range(n) for j in range(i) if j if i}
        d = {i: [j for j in range(3)] for i in a}
        e = sum(i for i in a if i if i > 1)
        g = list(map(lambda x: x + 1, a))
        return [k for k in [lambda: i for i in a]]
"""


@pytest.mark.parametrize("build", BUILDS, ids=str)
def test_iterations_of_comprehensions(project: Project, build: Build) -> None:
    project.write(program=HAND)
    loaded = project.load("program:f", build)
    run(loaded, 6)
    at = {line: measured(loaded, f"iterations:{line}") for line in (3, 4, 5, 6, 7, 9)}
    assert at == {3: 6, 4: 6, 5: 6 + 15, 6: 6 + 18, 7: 6, 9: 12}
    with pytest.raises(MeasureError, match="no loop begins at line 8"):
        measured(loaded, "iterations:8")
    assert measured(loaded, "iterations") == sum(at.values())
    assert measured(loaded, "calls") == 1 + 6
    assert measured(loaded, "calls:f") == 1
    assert measured(loaded, "calls:<lambda>") == 6


def measured(loaded: Loaded, text: str) -> float:
    atom = parse(text).atoms[0]
    return evaluate(atom, loaded.ledger, loaded.copies.observer, {})


def test_calls_of_methods_and_inner_functions(project: Project) -> None:
    project.write(
        program="""
            class A:
                def m(self):
                    def helper():
                        return 1
                    return [helper() for _ in range(4)]
            class B(A):
                def m(self):
                    return super().m()
            def gen(n):
                yield from range(n)
            def f(n):
                for i in range(n):
                    A().m()
                    B().m()
                    list(gen(3))
        """
    )
    loaded = project.load("program:f")
    run(loaded, 5)
    names = ("A.m", "B.m", "m", "helper", "A.m.<locals>.helper", "gen", "f")
    calls = {name: measured(loaded, f"calls:{name}") for name in names}
    assert calls == {
        "A.m": 10,
        "B.m": 5,
        "m": 15,
        "helper": 40,
        "A.m.<locals>.helper": 40,
        "gen": 5,
        "f": 1,
    }
    with pytest.raises(MeasureError, match="no function 'nothing'"):
        measured(loaded, "calls:nothing")
    loops = [site for site in loaded.ledger.sites if site.kind is SiteKind.LOOP]
    assert {site.line: measured(loaded, f"iterations:{site.line}") for site in loops} == {6: 40, 13: 5}
    assert measured(loaded, "iterations:program.py:13") == 5
    with pytest.raises(MeasureError, match=r"no loop begins at line other\.py:13"):
        measured(loaded, "iterations:other.py:13")


def test_loops_know_what_they_are_nested_in(project: Project) -> None:
    project.write(program=PROGRAMS["loops"])
    loaded = project.load("program:f")
    sites = loaded.ledger.sites
    nested = {
        site.line: [sites[loop].line for loop in site.loops] for site in sites if site.kind is SiteKind.LOOP
    }
    assert nested == {4: [], 8: [4], 15: [4]}


@pytest.mark.parametrize("name", [*PROGRAMS, "hand"])
def test_lines_add_up_to_the_whole(project: Project, name: str) -> None:
    project.write(program=PROGRAMS.get(name, HAND))
    loaded = project.load("program:f")
    for n in (0, 1, 7, 40):
        run(loaded, n)
        lines = loaded.ledger.lines()
        assert all(line.ops >= line.native >= 0 for line in lines)
        assert all(line.hits > 0 for line in lines)
        assert 0 <= loaded.ledger.ops() - sum(line.ops for line in lines) <= len(lines)


def test_ops_do_not_depend_on_the_rewriting(project: Project) -> None:
    """The weights of the blocks are those of the original bytecode, each instruction once."""
    source = textwrap.dedent(PROGRAMS["loops"])
    project.write(program=source)
    weights = [sum(units for _, units in site.weights) for site in project.load("program:f").ledger.sites]
    observed = [
        sum(units for _, units in site.weights)
        for site in project.load("program:f", Build.OBSERVE).ledger.sites
    ]
    assert sum(weights) == sum(observed)
    assert [each for each in weights if each] == [each for each in observed if each]


def test_a_straight_line_costs_its_bytecode(project: Project) -> None:
    project.write(program="def f(x):\n    y = x\n    z = y\n    return z\n")
    loaded = project.load("program:f")
    run(loaded, 1)
    assert loaded.ledger.ops() == 6  # load, store, load, store, load, return
    assert [(line.line, line.ops, line.hits) for line in loaded.ledger.lines()] == [
        (2, 2, 1),
        (3, 2, 1),
        (4, 2, 1),
    ]


def test_both_builds_count_the_same(project: Project) -> None:
    project.write(program=PROGRAMS["functions"])
    counts = []
    for build in BUILDS:
        loaded = project.load("program:f", build)
        run(loaded, 9)
        executions = loaded.ledger.executions()
        counts.append([executions[site.index] for site in loaded.ledger.sites if site.kind is SiteKind.BLOCK])
    assert counts[0] == counts[1]


def test_counts_of_a_generator_that_is_left_early(project: Project) -> None:
    project.write(
        program="""
            def gen():
                i = 0
                while True:
                    yield i
                    i += 1
            def f(n):
                for x in gen():
                    if x == n:
                        return x
        """
    )
    loaded = project.load("program:f")
    run(loaded, 5)
    assert measured(loaded, "iterations:4") == 6
    assert measured(loaded, "iterations:8") == 6


def test_an_exception_in_a_loop_loses_no_counts(project: Project) -> None:
    project.write(
        program="""
            def f(n):
                for i in range(n):
                    for j in range(3):
                        if i == n - 1 and j == 1:
                            raise KeyError(i)
        """
    )
    loaded = project.load("program:f")
    with pytest.raises(KeyError):
        run(loaded, 7)
    assert measured(loaded, "iterations:3") == 7
    assert measured(loaded, "iterations:4") == 6 * 3 + 2


def test_sources_in_other_encodings(project: Project) -> None:
    body = "    é = 'é' * n; ö = [ü for ü in é]\n    return len(ö) + len('ß' + é)\n"
    text = f"# -*- coding: latin-1 -*-\ndef f(n):\n{body}"
    (project.root / "encoded.py").write_bytes(text.encode("latin-1"))
    loaded = project.load("encoded:f")
    assert run(loaded, 4) == 9
    assert measured(loaded, "iterations:3") == 4
    assert 0 <= loaded.ledger.ops() - sum(line.ops for line in loaded.ledger.lines()) <= 2


def test_a_handler_that_is_not_entered_costs_nothing(project: Project) -> None:
    costs = []
    for number, names in enumerate((["KeyError"], ["KeyError", "OSError", "IndexError"])):
        handlers = "".join(f"        except {name}:\n            x = 1\n" for name in names)
        head = "def f(n):\n    for i in range(n):\n        try:\n            x = i\n"
        (project.root / f"handlers{number}.py").write_text(f"{head}{handlers}    return x\n")
        loaded = project.load(f"handlers{number}:f")
        run(loaded, 50)
        costs.append(loaded.ledger.ops())
    assert costs[0] == costs[1]


DEEP = {
    "tree": """
        class Tree:
            def __init__(self, below):
                self.below = below

            def find(self, n):
                return n if self.below is None else other.count(self, n + 1)

        import other
        """,
    "other": """
        from tree import Tree

        def count(tree, n):
            below = tree.below
            return below.find(n)

        def chain(n):
            tree = None
            for _ in range(n):
                tree = Tree(tree)
            return tree

        def deepest(n):
            while True:
                try:
                    chain(n).find(0)
                except RecursionError:
                    return n
                n += 10
        """,
}


def test_recursion_through_modules_is_as_deep_as_in_plain_code(project: Project) -> None:
    """Names of builtins, `find` and `count`, are called through hooks; no frame in C may stand between."""
    project.write(**DEEP)
    loaded = project.load("other:deepest", scope=("tree",))
    counted = run(loaded, 100)
    plain = project.real("other").deepest(100)
    assert abs(counted - plain) <= 20


def test_recursion_through_modules_may_be_very_deep(project: Project) -> None:
    project.write(**DEEP)
    run_apart(
        "import sys\n"
        f"sys.path.insert(0, {str(project.root)!r})\n"
        "from slowpath.target.load import load\n"
        "from tests.unit.target.project import run\n"
        "import other\n"
        "sys.setrecursionlimit(100_000)\n"
        "loaded = load('other:chain', scope=('tree',))\n"
        "tree = run(loaded, 20_000)\n"
        "assert tree.find(0) == 19_999\n"
        "while tree is not None:\n"
        "    tree = tree.below\n"
    )
