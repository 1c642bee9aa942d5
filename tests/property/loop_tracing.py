"""Which loops a run executes, by the line events of the interpreter.

An iteration begins with the body of a `for` or the test of a `while`. It is completed when the next one
begins, or when the head finds that there is none. A loop ends when control comes to a line outside of it, or
leaves its function.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from tests.unit.counting.loop_trees import Ran

_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<genexpr>")


@dataclass
class _Open:
    line: int
    end: int
    iterations: list[list[Ran]] = field(default_factory=list)
    now: list[Ran] = field(default_factory=list)
    before: list[Ran] = field(default_factory=list)  # what ran before the first iteration
    begun: bool = False
    at_head: bool = False  # of a `for`, after an iteration

    def begin(self) -> None:
        """Begin an iteration of a `for`."""
        if not self.begun:
            self.before, self.now, self.begun = self.now, [], True
        elif self.at_head:
            self.complete()

    def complete(self) -> None:
        """End an iteration."""
        self.iterations.append(self.now)
        self.now, self.at_head = [], False


class LoopTracer:
    """Runs a function and writes down the tree of its loop executions, loops named by their lines."""

    def __init__(self, source: str, file: str) -> None:
        self._file = file
        self._whiles = {node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.While)}
        self._ends = {
            node.lineno: node.body[-1].end_lineno or 0
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.For | ast.While)
        }
        self._active: list[FrameType] = []
        self._loops: dict[FrameType, list[_Open]] = {}
        self._root: list[Ran] = []

    def run(self, function: Callable[[], Any]) -> list[Ran]:
        """Call a function, whatever it raises; return the executions of its outermost loops."""
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            function()
        except ValueError:
            pass
        finally:
            sys.settrace(before)
        self._active.clear()
        for frame in list(self._loops):
            self._leave(frame)
        return self._root

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != self._file:
            return None
        self._loops.setdefault(frame, [])
        if not self._active or self._active[-1] is not frame:
            self._active.append(frame)
        if event == "line":
            self._line(frame)
        elif event == "exception":
            assert isinstance(argument, tuple)
            self._failed(frame, argument[0])
        elif event == "return":
            self._active.pop()
            code, at = frame.f_code.co_code, frame.f_lasti
            if at < 0 or dis.opname[code[at]] != "YIELD_VALUE" or argument is None:
                self._leave(frame)
        return self._trace

    def _line(self, frame: FrameType) -> None:
        line, loops = frame.f_lineno, self._loops[frame]
        is_comprehension = frame.f_code.co_name in _COMPREHENSIONS
        while loops and not loops[-1].line <= line <= loops[-1].end:
            self._close(frame)
        goes_on = bool(loops) and loops[-1].line == line
        if loops and not goes_on:
            loops[-1].begin()
        if not is_comprehension and line not in self._ends:
            return
        if not goes_on:
            end = line if is_comprehension else self._ends[line]
            loops.append(_Open(line, end, begun=is_comprehension or line in self._whiles))
        elif is_comprehension or line in self._whiles:
            loops[-1].complete()
        else:
            loops[-1].at_head = True

    def _failed(self, frame: FrameType, error: object) -> None:
        """Take note of a head that raises: the iteration before it is not completed."""
        for loop in self._loops[frame][-1:]:
            if error is not StopIteration and loop.line == frame.f_lineno:
                loop.at_head = False

    def _leave(self, frame: FrameType) -> None:
        while self._loops[frame]:
            self._close(frame)
        del self._loops[frame]

    def _close(self, frame: FrameType) -> None:
        done = self._loops[frame].pop()
        if done.at_head:
            done.complete()
        around = self._loops[frame] or next((self._loops[each] for each in self._outside(frame)), [])
        within = around[-1].now if around else self._root
        within.append(Ran(done.line, done.iterations, [*done.before, *done.now], exhausted=False))

    def _outside(self, frame: FrameType) -> list[FrameType]:
        """The frames around one that have open loops, the innermost first."""
        return [each for each in reversed(self._active) if each is not frame and self._loops.get(each)]
