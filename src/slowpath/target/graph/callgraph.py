"""All functions that a target may reach, with their calls."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

from slowpath.model.loops import Execution
from slowpath.target.copies import Copies
from slowpath.target.graph.calls import Calls
from slowpath.target.graph.control import ControlFlow, flow_of
from slowpath.target.graph.source import Library
from slowpath.target.graph.symbols import FunctionId, FunctionSymbol, Symbols
from slowpath.target.graph.types import Types

More = dict[tuple[FunctionId, int], list[FunctionSymbol]]  # what steps of unknown callees were seen to call


@dataclass(slots=True)
class CallGraph:
    """The control flow of each function that the `entries` may reach."""

    entries: tuple[FunctionId, ...]
    flows: dict[FunctionId, ControlFlow]
    more: More = field(default_factory=dict)

    def callees(self, function: FunctionId, step: int) -> list[FunctionId]:
        """Return the functions that a step may call."""
        known = self.flows[function].steps[step].callees
        return [each.id for each in (*known, *self.more.get((function, step), ())) if each.id in self.flows]


class CallGraphBuilder:
    """Reads the modules of a loaded target once, and builds the call graphs of its functions."""

    def __init__(self, copies: Copies, module: str) -> None:
        """`module` is the one of the target: all modules of its package that are loaded are read at once."""
        self._symbols = Symbols(Library(copies), module.partition(".")[0])
        self._calls = Calls(Types(self._symbols))
        self._flows: dict[FunctionId, ControlFlow | None] = {}

    def graph(self, functions: Iterable[Callable[..., Any]]) -> CallGraph:
        """Return the graph of some callables of the target: what they run if they are called."""
        entries = (symbol.id for function in functions for symbol in self._symbols_of(function))
        return self._closed(CallGraph(tuple(dict.fromkeys(entries)), {}))

    def with_runs(self, graph: CallGraph, executions: Iterable[Execution]) -> CallGraph:
        """Return a graph that knows how runs came to functions that it does not reach by the code.

        A step that was executed, and whose callees are not all known, may have called them.
        """
        blocks = frozenset(block for execution in executions for block in execution.blocks)
        entered = [
            symbol
            for symbol in self._symbols.functions.values()
            if symbol.id not in graph.flows and (flow := self._flow(symbol)) and flow.steps[0].block in blocks
        ]
        more: More = defaultdict(list, graph.more)
        for name, flow in graph.flows.items():
            for index, step in enumerate(flow.steps):
                if entered and step.unknown and step.block in blocks:
                    more[name, index] = [*more[name, index], *entered]
        return self._closed(CallGraph(graph.entries, {}, dict(more)))

    def _closed(self, graph: CallGraph) -> CallGraph:
        """Add the flows of all functions that may be reached."""
        flows: dict[FunctionId, ControlFlow] = {}
        left = [self._symbols.functions[entry] for entry in graph.entries]
        while left:
            symbol = left.pop()
            flow = self._flow(symbol)
            if symbol.id in flows or flow is None:
                continue
            flows[symbol.id] = flow
            for index, step in enumerate(flow.steps):
                left += (*step.callees, *graph.more.get((symbol.id, index), ()))
        entries = tuple(entry for entry in graph.entries if entry in flows)
        return CallGraph(entries, flows, graph.more)

    def _flow(self, symbol: FunctionSymbol) -> ControlFlow | None:
        if symbol.id not in self._flows:
            self._flows[symbol.id] = flow_of(symbol, self._calls)
        return self._flows[symbol.id]

    def _symbols_of(self, function: Callable[..., Any]) -> Iterable[FunctionSymbol]:
        """Yield the functions in the text that a callable stands for."""
        if isinstance(function, type):
            parts = [inspect.getattr_static(function, name, None) for name in ("__new__", "__init__")]
        else:
            parts = [function]
        for part in parts:
            code = _code(part)
            symbol = self._symbol(part, code) if code is not None else None
            if symbol is not None:
                yield symbol

    def _symbol(self, function: object, code: CodeType) -> FunctionSymbol | None:
        """Return the function in the text that has a code object."""
        self._symbols.module(str(getattr(function, "__module__", "")))
        for symbol in self._symbols.functions.values():
            if (symbol.source.file, symbol.name) == (code.co_filename, code.co_name) and (
                code.co_firstlineno == symbol.node.lineno
                or any(code.co_firstlineno == each.lineno for each in _decorators(symbol))
            ):
                return symbol
        return None


def _code(function: object) -> CodeType | None:
    if isinstance(function, staticmethod | classmethod):
        function = function.__func__
    if callable(function):
        function = inspect.unwrap(function)
    function = getattr(function, "__func__", function)
    return function.__code__ if isinstance(function, FunctionType) else None


def _decorators(symbol: FunctionSymbol) -> Iterable[Any]:
    return getattr(symbol.node, "decorator_list", ())
