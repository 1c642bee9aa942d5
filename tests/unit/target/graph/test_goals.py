"""Goals against the paper's enumeration of paths, and on small modules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.loops import Execution, Goal, Loop, LoopGoals, SiteKey
from slowpath.model.target import Build
from slowpath.target.graph.callgraph import CallGraph, CallGraphBuilder
from slowpath.target.graph.control import ControlFlow, Step
from slowpath.target.graph.goals import goals_of
from slowpath.target.graph.symbols import FunctionId, FunctionSymbol
from tests.unit.target.project import Project

Block = tuple[FunctionId, int]


def loop_at(number: int) -> Loop:
    return Loop(("m.py", 1000 + number), "m.py", number, "f")


@st.composite
def programs(draw: st.DrawFn, recursive: bool = False) -> CallGraph:
    """Strategy for programs of a few functions: each step has a block, a depth and maybe a call."""
    names = [("m.py", number, 0) for number in range(draw(st.integers(1, 3)))]
    symbols = [cast(FunctionSymbol, SimpleNamespace(id=name)) for name in names]
    flows: dict[FunctionId, ControlFlow] = {}
    for number, name in enumerate(names):
        size = draw(st.integers(1, 5))
        callable_ones = symbols if recursive else symbols[number + 1 :]
        steps = []
        for index in range(size):
            depth = draw(st.integers(0, 2)) if index else 0
            block = ("m.py", 10 * number + index)
            around = tuple(loop_at(100 * number + 10 * level + index) for level in range(depth))
            goes_round = draw(st.booleans())
            ends = around[-1] if around and goes_round else None
            callees = draw(st.lists(st.sampled_from(callable_ones), max_size=1)) if callable_ones else []
            steps.append(Step(block, around, tuple(callees), loop=ends))
        pairs = [(before, after) for before in range(size) for after in range(1, size)]
        edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=7)) if pairs else []
        flows[name] = ControlFlow(symbols[number], steps, edges)
    return CallGraph((names[0],), flows)


def get_paths(program: CallGraph, delta: int) -> dict[Loop, list[list[Block]]]:
    """Algorithm 3 of the paper. The path itself says whether it has a block: their map has old entries."""
    paths: dict[Loop, list[list[Block]]] = defaultdict(list)
    path: list[Block] = []
    todo: list[tuple[Block, int, int]] = [((program.entries[0], 0), 0, 0)]
    while todo:
        b, i, d = todo.pop()
        del path[i:]
        if b in path:
            continue
        path.append(b)
        function, index = b
        flow = program.flows[function]
        step = flow.steps[index]
        if step.loop is not None and d >= delta:
            paths[step.loop].append(path.copy())
        for callee in step.callees:
            todo.append(((callee.id, 0), i + 1, d))
        for before, after in flow.edges:
            if before == index:
                change = len(flow.steps[after].loops) - len(step.loops)
                todo.append(((function, after), i + 1, d + change))
    return paths


def reduced(program: CallGraph, paths: list[list[Block]]) -> set[SiteKey]:
    """The blocks that all paths have."""
    return {
        program.flows[function].steps[index].block
        for function, index in set(paths[0]).intersection(*map(set, paths))
    }


def by_loop(goals: LoopGoals) -> dict[Loop, Goal]:
    return {goal.loop: goal for goal in goals.goals}


@given(programs(), st.integers(1, 3))
def test_paths_are_those_of_the_enumeration(program: CallGraph, depth: int) -> None:
    theirs = get_paths(program, depth)
    ours = by_loop(goals_of(program, depth, 7))
    assert ours.keys() == theirs.keys()
    for loop, goal in ours.items():
        assert set(goal.path) == reduced(program, theirs[loop])


@given(programs(recursive=True), st.integers(1, 3))
def test_recursion_adds_ways(program: CallGraph, depth: int) -> None:
    theirs = get_paths(program, depth)
    ours = by_loop(goals_of(program, depth, 7))
    assert ours.keys() >= theirs.keys()
    for loop, paths in theirs.items():
        assert set(ours[loop].path) <= reduced(program, paths)


# -- modules -------------------------------------------------------------------------------------------


@dataclass
class Module:
    """A module whose function f is the target."""

    builder: CallGraphBuilder
    program: CallGraph
    blocks: dict[SiteKey, int]

    def goals(self, depth: int = 1) -> dict[tuple[int, str], Goal]:
        """The goals by line and operation."""
        return {(goal.loop.line, goal.loop.what): goal for goal in goals_of(self.program, depth, 7).goals}

    def path(self, goal: Goal) -> list[int]:
        return [self.blocks[block] for block in goal.path]

    def nests(self, goal: Goal) -> set[tuple[int, ...]]:
        return {tuple(self.blocks[key] for key in nest) for nest in goal.nests}


@pytest.fixture
def module(tmp_path: Path) -> Any:
    def load(source: str) -> Module:
        project = Project(tmp_path)
        project.write(graphed=source.strip("\n"))
        with project.open():
            loaded = project.load("graphed:f", Build.LOOPS)
        first: dict[str, int] = {}
        for site in loaded.ledger.sites:
            first.setdefault(site.file, site.index)
        builder = CallGraphBuilder(loaded.copies, loaded.target.module)
        lines = {(site.file, site.index - first[site.file]): site.line for site in loaded.ledger.sites}
        return Module(builder, builder.graph([loaded.function]), lines)

    return load


def test_the_motivating_example(module: Any) -> None:
    found = module("""
def f(one: list, other: "List"):
    result = []
    for each in one:
        if not other.contains(each):
            result.append(each)
    return result
class List:
    def contains(self, element):
        for each in self.elements:
            if each == element:
                return True
        return False
class Set:
    def contains(self, element):
        return self.flags[hash(element)]
""")
    assert found.goals(1).keys() == {(3, ""), (9, "")}
    goals = found.goals(2)
    assert goals.keys() == {(9, "")}
    assert found.nests(goals[9, ""]) == {(3, 9)}
    assert found.path(goals[9, ""]) == [2, 4, 9, 10]


def test_native_loops_and_comprehensions_are_goals(module: Any) -> None:
    found = module("""
import re
SEEN = set()
def f(xs, text):
    for x in xs:
        if x in xs or x in SEEN or x in (1, 2):
            xs[1:], xs[:3], text.find("a"), min(xs), min(x, 1)
    re.sub("a", "b", text)
    {a: b
     for a in xs for b in xs if a in b}
""")
    assert found.goals(1).keys() == {
        *((4, ""), (5, "in"), (6, "slice"), (6, "find"), (6, "min"), (7, "sub")),
        *((8, ""), (9, "in")),
    }
    goals = found.goals(3)
    assert goals.keys() == {(9, "in")}
    assert found.nests(goals[9, "in"]) == {(8, 8, 9)}


def test_calls_are_resolved_by_receiver(module: Any) -> None:
    found = module("""
from functools import partial
class Base:
    def __init__(self): self.box = Box()
    def run(self): return self.step()
class Derived(Base):
    def step(self):
        for a in self.box.items(): yield a
class Box:
    def items(self):
        while self: yield 1
    def __iter__(self):
        while self: yield 2
    @property
    def size(self):
        for b in (1, 2): pass
    def unused(self):
        while self: pass
def f(x):
    Base().run()
    box = Base().box
    box.size
    for c in box:
        sorted(x, key=lambda y: [z for z in y])
    helper(x)
def helper(x):
    if isinstance(x, Other): x.go()
class Other:
    def go(self):
        for d in self: pass
    def again(self):
        for d in self: pass
""")
    lines = {line for line, what in found.goals(1) if not what}
    assert lines == {7, 10, 12, 15, 22, 23, 29}


def test_functions_that_are_handed_over_are_called(module: Any) -> None:
    found = module("""
def f(xs, how=None, *, leave=None):
    g(xs)
def g(xs, leave=None):
    xs.sort(key=key_loop)
    h(xs)
def h(xs, enter=lambda x: [y for y in x]):
    enter(xs)
def key_loop(x):
    while x: x -= 1
""")
    assert found.goals(1).keys() == {(4, "sort"), (6, ""), (9, "")}


def test_recursion_is_a_way_to_any_depth(module: Any) -> None:
    found = module("""
def f(tree):
    for child in tree:
        g(child)
def g(tree):
    f(tree)
""")
    goals = found.goals(4)
    assert found.nests(goals[2, ""]) == {(2, 2, 2, 2)}
    assert found.path(goals[2, ""]) == [2, 3, 5]


def test_dead_code_has_no_goals_and_is_counted(module: Any) -> None:
    found = module("""
from typing import TYPE_CHECKING
def f(xs):
    if TYPE_CHECKING:
        for x in xs: pass
    while False:
        [x for x in xs]
    while True:
        if xs: return 1
    for y in xs: pass
""")
    assert found.goals(1).keys() == {(7, "")}
    dead = goals_of(found.program, 1, 7).unreachable
    assert {loop.line for loop in dead} == {4, 5, 6, 9}
    assert {loop.line for loop in goals_of(found.program, 2, 7).unreachable} == {6}


def test_ways_through_exceptions_are_known(module: Any) -> None:
    found = module("""
def f(xs):
    try:
        if xs[0]:
            a = g(xs)
        else:
            return 2
    except KeyError:
        for x in xs: pass
    finally:
        for y in xs: pass
    with open(xs) as z:
        while z: raise ValueError
    for w in xs: pass
def g(xs): return 1
""")
    goals = found.goals(1)
    assert goals.keys() == {(8, ""), (10, ""), (13, "")}  # the loop of line 12 never comes round
    assert found.path(goals[8, ""]) == [2, 8, 8]
    assert found.path(goals[13, ""])[:1] == [2]


def test_runs_tell_of_calls_that_the_code_does_not(module: Any) -> None:
    found = module("""
def f(xs, name):
    for x in xs:
        globals()[name](x)
def hidden(x):
    while x: x -= 1
""")
    assert found.goals(2) == {}
    blocks = frozenset(block for block, line in found.blocks.items() if line in (2, 3, 5))
    found.program = found.builder.with_runs(found.program, [Execution(blocks)])
    assert found.goals(2).keys() == {(5, "")}
