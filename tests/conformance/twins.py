"""One call in both builds: on plain values in the count build, on symbolic values in the trace build."""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from random import Random
from types import FunctionType, GeneratorType
from typing import Any, NamedTuple

from slowpath.counting.ledger import MILLI
from slowpath.errors import BudgetExceeded
from slowpath.expr.variable import Value, Values, Variable
from slowpath.model.target import Build
from slowpath.shape.base import Shape
from slowpath.shape.replayer import LeafRecorder
from slowpath.shape.sampler import Sampler
from slowpath.target.load import Loaded, load
from slowpath.target.state import ModuleState
from slowpath.values.hooks import trace_hooks
from slowpath.values.maker import SymbolicMaker
from slowpath.values.trace import Sites, Trace

MAX_OPS = 300_000
for _codec in ("ascii", "latin-1", "utf-8", "utf-16", "utf-32", "idna", "punycode"):
    codecs.lookup(_codec)  # imports its module, once in a process: not from a copy, in the first run
MOST = 300  # elements of a generator that are taken
_CHARACTER = re.compile(r"(.*)\[(\d+)\]")
_ADDRESS = re.compile(r"0x[0-9a-f]+")


class Done(NamedTuple):
    """What a call came to; `arguments` as they are afterwards."""

    result: Any
    raises: str | None
    arguments: Any
    cost: int


class Copy:
    """A module in one build."""

    def __init__(self, module: str, name: str, build: Build) -> None:
        self.loaded: Loaded = load(
            f"{module}:{name}", build=build, more=trace_hooks if build is Build.TRACE else None
        )
        self._module = self.loaded.copies.modules[module]
        with self.loaded.copies.installed():
            self._state = ModuleState(self.loaded.copies.modules.values())

    def call(
        self, name: str, make: Callable[[], dict[str, Any]], settle: Callable[[], None] | None = None
    ) -> Done | None:
        """Call a function on what `make` gives, then `settle`; return None where the budget ends it."""
        ledger = self.loaded.ledger
        result: Any = None
        raises: str | None = None
        with self.loaded.copies.installed():
            self._state.restore()
            arguments = make()
            function = getattr(self._module, name)
            ledger.start(MAX_OPS)
            try:
                result = function(*arguments.values())
                if isinstance(result, GeneratorType):
                    result = list(islice(result, MOST))
            except BudgetExceeded:
                return None
            except Exception as error:
                raises = f"{type(error).__name__}: {error}"
            finally:
                ledger.stop()
                if settle is not None:
                    settle()
            traced = self.loaded.copies.build is Build.TRACE
            cost = ledger.running + sum(ledger.work) // MILLI if traced else int(ledger.ops())
            shown = None if raises is None else _ADDRESS.sub("0x", raises)
            return Done(frozen(result), shown, frozen(list(arguments.values())), cost)


class TwinMaker(SymbolicMaker):
    """Makes symbolic leaves with the values that another maker gave the leaves of these names."""

    def __init__(self, trace: Trace, leaves: Mapping[str, Any]) -> None:
        super().__init__(trace, {})
        self._named = leaves

    def _value(self, variable: Variable) -> Value:
        self._trace.variables.append(variable)
        value = self._named.get(variable.name)
        if value is None:
            match = _CHARACTER.fullmatch(variable.name)
            assert match is not None, variable.name
            value = self._named[match[1]][int(match[2])]
        if isinstance(value, str):
            value = ord(value)
        self.values[variable.index] = value
        return value


@cache
def copy_of(module: str, name: str, build: Build) -> Copy:
    return Copy(module, name, build)


class Twins(NamedTuple):
    """A call on plain values, the same on symbolic ones, and what that decided about the values."""

    counted: Done | None
    traced: Done | None
    trace: Trace
    values: Values


def both(module: str, first: str, name: str, shapes: Mapping[str, Shape], seed: int) -> Twins:
    """Call a function on a random input, plain and symbolic; the module is loaded by the function `first`."""
    rng = Random(seed)
    size = rng.choice((0, 1, 2, 3, 5, 8))
    recorder = LeafRecorder(Sampler(rng))
    plain = {key: shape.build(size, recorder, key) for key, shape in shapes.items()}
    counted = copy_of(module, first, Build.COUNT).call(name, lambda: plain)
    traced = copy_of(module, first, Build.TRACE)
    trace = Trace(Sites(), lambda: traced.loaded.ledger.running)
    maker = TwinMaker(trace, recorder.leaves)

    def quiet() -> None:
        trace.quiet = True

    def make() -> dict[str, Any]:
        return {key: shape.build(size, maker, key) for key, shape in shapes.items()}

    return Twins(counted, traced.call(name, make, quiet), trace, maker.values)


def frozen(value: Any, depth: int = 6) -> Any:
    """Return what a value is without its identity: the name of its type, its value or its attributes."""
    kind = value.__class__
    name = kind.__qualname__
    if depth == 0 or isinstance(value, FunctionType | type):
        return name, getattr(value, "__qualname__", "")
    for plain in (bool, int, float, complex, str, bytes, bytearray):
        if isinstance(value, plain):
            return name, plain.__repr__(value)
    if isinstance(value, dict):
        return name, [(frozen(key, depth - 1), frozen(each, depth - 1)) for key, each in value.items()]
    if isinstance(value, set | frozenset):
        return name, sorted(repr(frozen(each, depth - 1)) for each in value)
    if isinstance(value, list | tuple | deque):
        return name, [frozen(each, depth - 1) for each in value]
    if isinstance(value, BaseException):
        return name, _ADDRESS.sub("0x", str(value))
    attributes = getattr(value, "__dict__", None)
    if attributes:
        return name, [(key, frozen(each, depth - 1)) for key, each in sorted(attributes.items())]
    return name, _ADDRESS.sub("0x", repr(value))
