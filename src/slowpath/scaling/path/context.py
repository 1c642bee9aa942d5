"""Where in the iteration of loops, and how deep in recursion, a run asks each of its questions."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType

from slowpath.counting.ledger import Ledger
from slowpath.explore.requires import NAME as PRECONDITION
from slowpath.model.site import SiteKind
from slowpath.values.path import Cut
from slowpath.values.trace import OURS

_OF_THE_FUNCTION = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})  # frames of their own until 3.12

Spot = tuple[str, str, int, int]  # file, function, line, column


@dataclass(frozen=True, slots=True)
class Standing:
    """A frame at the time of a question: where it stands, which call it is, how far its loops are."""

    spot: Spot
    depth: int  # frames of the same function below it
    activation: int  # calls of the function at that depth before it
    iterations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks: the functions and places that never change, and the coordinates that do.

    Of a function that calls itself only the last call counts, by its depth and its number at that depth.
    """

    static: tuple[Spot, ...]
    coordinates: tuple[int, ...]
    recursive: bool


class ContextRecorder:
    """Notes the context of every question of a run; the bound, and the cost, that a tracer is given."""

    def __init__(self, ledger: Ledger) -> None:
        self.cut: Cut | None = None
        self.stacks: list[tuple[Standing, ...]] = []
        self._ledger = ledger
        sites = ledger.sites
        self._entries = {site.block for site in sites if site.kind is SiteKind.FUNCTION}
        bodies = {site.index: site.block for site in sites if site.kind is SiteKind.LOOP}
        self._inner: dict[int, list[int]] = {body: [] for body in bodies.values()}
        for site in sites:
            if site.kind is SiteKind.LOOP:
                for outer in site.loops:
                    if outer in bodies:
                        self._inner[bodies[outer]].append(site.block)
        self._loops = Loops(ledger)
        self._files = {site.file for site in sites} | {PRECONDITION}
        self._frames: dict[int, _Call] = {}
        self._calls: dict[tuple[CodeType, int], int] = {}
        self._spots: dict[tuple[CodeType, int], Spot] = {}

    def start(self) -> None:
        self._frames.clear()
        self._calls.clear()

    def mark(self, block: int) -> int:
        count = self._ledger.mark(block)
        if block in self._inner:
            iterations = self._call(_owner(sys._getframe(1))).iterations
            iterations[block] = iterations.get(block, 0) + 1
            for inner in self._inner[block]:
                iterations[inner] = 0
        elif block in self._entries:
            self._frames.pop(id(sys._getframe(1)), None)
            self._call(sys._getframe(1))
        return count

    def note(self) -> int:
        """Note who asks a question; return how many were noted before."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith(OURS):
            frame = frame.f_back
        stack: list[Standing] = []
        while frame is not None and frame.f_code.co_filename in self._files:
            owner = _owner(frame)
            stack.append(self._standing(frame, owner))
            frame = owner.f_back
            while frame is not None and frame.f_code.co_filename.startswith(OURS):
                frame = frame.f_back
        self.stacks.append(tuple(reversed(stack)))
        return len(self.stacks) - 1

    def contexts(self) -> list[Context]:
        """The contexts of the questions, in order."""
        recursive = frozenset(each.spot[:2] for stack in self.stacks for each in stack if each.depth)
        return [_context(stack, recursive) for stack in self.stacks]

    def _call(self, frame: FrameType) -> _Call:
        call = self._frames.get(id(frame))
        if call is None or call.code is not frame.f_code:
            code, depth = frame.f_code, 0
            above = frame.f_back
            while above is not None:
                depth += above.f_code is code
                above = above.f_back
            number = self._calls[code, depth] = self._calls.get((code, depth), -1) + 1
            call = self._frames[id(frame)] = _Call(code, depth, number, {})
        return call

    def _standing(self, frame: FrameType, owner: FrameType) -> Standing:
        call = self._call(owner)
        key = (frame.f_code, frame.f_lasti)
        spot = self._spots.get(key)
        if spot is None:
            spot = self._spots[key] = _spot(frame)
        loops = self._loops.around(spot)
        return Standing(
            spot, call.depth, call.number, tuple([call.iterations.get(loop, 0) for loop in loops])
        )


@dataclass(frozen=True, slots=True)
class _Call:
    code: CodeType
    depth: int
    number: int
    iterations: dict[int, int]


class Loops:
    """Which loops are around a place: found in the source, named by the slot of their body's counter."""

    def __init__(self, ledger: Ledger) -> None:
        self._bodies: dict[tuple[str, int], list[int]] = {}
        for site in ledger.sites:
            if site.kind is SiteKind.LOOP:
                self._bodies.setdefault((site.file, site.line), []).append(site.block)
        self._spans: dict[str, list[tuple[tuple[int, int], tuple[int, int], int]]] = {}
        self._known: dict[Spot, tuple[int, ...]] = {}

    def around(self, spot: Spot) -> tuple[int, ...]:
        """The bodies of the loops around a place, outermost first."""
        known = self._known.get(spot)
        if known is None:
            file, _, line, column = spot
            at = (line, column)
            known = tuple([body for first, last, body in self._of(file) if first <= at < last])
            self._known[spot] = known
        return known

    def _of(self, file: str) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
        spans = self._spans.get(file)
        if spans is None:
            left = {key: list(bodies) for key, bodies in self._bodies.items()}
            spans = self._spans[file] = []
            for line, first, last in _loops(file):
                bodies = left.get((file, line))
                if bodies:
                    spans.append((first, last, bodies.pop(0)))
        return spans


def _loops(file: str) -> Iterable[tuple[int, tuple[int, int], tuple[int, int]]]:
    """The line and the span of every loop of a file, outer ones first.

    A `while` asks its condition inside, a `for` evaluates its iterable outside.
    """
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.While):
            yield node.lineno, (node.lineno, node.col_offset), _end(node.body[-1])
        elif isinstance(node, ast.For | ast.AsyncFor):
            first = node.body[0]
            yield node.lineno, (first.lineno, first.col_offset), _end(node.body[-1])
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            for _ in node.generators:
                yield node.lineno, (node.lineno, node.col_offset), _end(node)
        stack += reversed(list(ast.iter_child_nodes(node)))


def _end(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return (node.end_lineno or node.lineno, node.end_col_offset or 0)


def _owner(frame: FrameType) -> FrameType:
    while frame.f_code.co_name in _OF_THE_FUNCTION and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _spot(frame: FrameType) -> Spot:
    code = frame.f_code
    positions = list(code.co_positions())
    place = frame.f_lasti // 2
    line, _, column, _ = positions[place] if place < len(positions) else (None, None, None, None)
    return code.co_filename, code.co_qualname, line or code.co_firstlineno, column or 0


def _context(stack: Sequence[Standing], recursive: frozenset[tuple[str, str]]) -> Context:
    last = {standing.spot[:2]: place for place, standing in enumerate(stack)}
    static: list[Spot] = []
    coordinates: list[int] = []
    place = 0
    while place < len(stack):
        function = stack[place].spot[:2]
        place = last[function]  # of calls of one function inside each other the last counts
        standing = stack[place]
        static.append(standing.spot)
        if function in recursive:
            coordinates += (standing.depth, standing.activation)
        coordinates += standing.iterations
        place += 1
    inside = any(spot[:2] in recursive for spot in static)
    return Context(tuple(static), tuple(coordinates), inside)
