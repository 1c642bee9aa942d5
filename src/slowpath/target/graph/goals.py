"""The loops that a target reaches at a depth, and the blocks that every way to one of them passes.

The paper (Algorithm 3) enumerates the paths from the start to each back edge, millions of them, and keeps the
blocks that all of them have. They are computed directly here: within a function they are dominators, and what
every way to a function passes is what the ways to all its call sites share. A function is looked at once for
each number of loops around its calls. What differs from the paper: a function that is entered again from
within its own loop is a way to a greater depth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import rustworkx

from slowpath.model.loops import Goal, Loop, LoopGoals, Nest, SiteKey
from slowpath.target.graph.callgraph import CallGraph
from slowpath.target.graph.control import ControlFlow, Step
from slowpath.target.graph.symbols import FunctionId

# Nests by the code that a goal names. They help as long as no run has come to the loop; later the nests of
# runs count, whether they are named or not.
MOST_NESTS = 16
_Entry = tuple[FunctionId, int]  # a function, and the loops around its call
_Path = dict[SiteKey, None]  # blocks in the order in which they are passed


def goals_of(graph: CallGraph, depth: int, wanted: int) -> LoopGoals:
    """Return the loops that a graph may reach with at least `depth` loops around and including them."""
    ways = _Ways(graph, depth)
    nests = _Nests(graph)
    goals: list[Goal] = []
    dead: list[Loop] = []
    for loop in ways.loops():
        path = ways.path(loop)
        if path is None:
            dead.append(loop)
        else:
            goals.append(Goal(loop, depth, wanted, nests.of(loop, depth), path))
    return LoopGoals(
        tuple(sorted(goals, key=lambda goal: _order(goal.loop))), tuple(sorted(dead, key=_order))
    )


class _Ways:
    """What all ways from the entries of a graph have in common."""

    def __init__(self, graph: CallGraph, depth: int) -> None:
        self._graph = graph
        self._depth = depth
        self._within = {name: _passed_within(flow) for name, flow in graph.flows.items()}
        self._before = self._passed_before()
        self._ends: dict[Loop, list[tuple[_Entry, int]]] = defaultdict(list)
        for name, outside in self._before:
            for index, step in enumerate(graph.flows[name].steps):
                if step.loop is not None and outside + _loops(step) >= depth:
                    self._ends[step.loop].append(((name, outside), index))

    def loops(self) -> list[Loop]:
        """Return the loops at the depth or deeper, in code that can be reached or not."""
        return list(self._ends)

    def path(self, loop: Loop) -> tuple[SiteKey, ...] | None:
        """Return the blocks that every way to a loop passes; None if there is no way."""
        common: _Path | None = None
        for entry, index in self._ends[loop]:
            inside = self._within[entry[0]].get(index)
            if inside is not None:
                common = _common(common, self._before[entry] | inside)
        return None if common is None else tuple(common)

    def _passed_before(self) -> dict[_Entry, _Path]:
        """Return what every way to the start of each function passes."""
        before: dict[_Entry, _Path] = {(entry, 0): {} for entry in self._graph.entries}
        left = list(before)
        while left:
            name, outside = left.pop()
            known = before[name, outside]
            for callee, inside, passed in self._calls(name, outside):
                old = before.get((callee, inside))
                new = _common(old, known | passed)
                if old is None or len(new) < len(old):
                    before[callee, inside] = new
                    left.append((callee, inside))
        return before

    def _calls(self, name: FunctionId, outside: int) -> list[tuple[FunctionId, int, _Path]]:
        """Return the calls in a function that can be reached, with the blocks that are passed within it."""
        return [
            (callee, min(outside + len(step.loops), self._depth), self._within[name][index])
            for index, step in enumerate(self._graph.flows[name].steps)
            if index in self._within[name]
            for callee in self._graph.callees(name, index)
        ]


def _common(one: _Path | None, other: _Path) -> _Path:
    return other if one is None else {block: None for block in one if block in other}


def _passed_within(flow: ControlFlow) -> Mapping[int, _Path]:
    """Return the blocks that every way from the start of a function to each of its steps passes."""
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(flow.steps)
    graph.add_edges_from_no_data(flow.edges)
    above: Mapping[int, int] = rustworkx.immediate_dominators(graph, 0)
    passed: dict[int, _Path] = {0: {flow.steps[0].block: None}}
    for index in above:
        chain = [index]
        while chain[-1] not in passed:
            chain.append(above[chain[-1]])
        for each in reversed(chain[:-1]):
            passed[each] = {**passed[above[each]], flow.steps[each].block: None}
    return passed


def _loops(step: Step) -> int:
    """The loops around a step that goes round, and the one that does."""
    is_native = step.loop is not None and step.loop.is_native
    return len(step.loops) + is_native


def _order(loop: Loop) -> tuple[str, int, int]:
    return loop.file, loop.line, loop.key[1]


class _Nests:
    """The nests of loops that end in a loop, by the code."""

    def __init__(self, graph: CallGraph) -> None:
        self._around: dict[SiteKey, list[tuple[FunctionId, Nest]]] = defaultdict(list)
        self._callers: dict[FunctionId, list[tuple[FunctionId, Nest]]] = defaultdict(list)
        for function, flow in graph.flows.items():
            for index, step in enumerate(flow.steps):
                nest = tuple(loop.key for loop in step.loops)
                if step.loop is not None:
                    own = nest if step.loop.key in nest else (*nest, step.loop.key)
                    self._around[step.loop.key].append((function, own))
                for callee in graph.callees(function, index):
                    self._callers[callee].append((function, nest))

    def of(self, loop: Loop, depth: int) -> tuple[Nest, ...]:
        """Return nests of a depth that end in a loop, the nearest first."""
        found: dict[Nest, None] = {}
        left = list(dict.fromkeys(self._around[loop.key]))
        seen = set(left)
        while left and len(found) < MOST_NESTS:
            function, nest = left.pop(0)
            if len(nest) >= depth:
                found[nest[-depth:]] = None
                continue
            for caller, outer in self._callers[function]:
                wider = (caller, (*outer, *nest)[-depth:])
                if wider not in seen:
                    seen.add(wider)
                    left.append(wider)
        return tuple(found)
