"""The two sides of a comparison: counted copies, and plain copies of the same pure-Python code."""

from __future__ import annotations

import ast
import builtins
import gc
import importlib
import importlib.util
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, ModuleType

from slowpath.model.target import Build
from slowpath.target.accelerators import without_accelerators
from slowpath.target.copies import Copies, _is_native
from slowpath.target.scope import Scope

MOST_ROUNDS = 4
SETTLED = 0.97


class Plain(Copies):
    """Copies that are not instrumented, with the real builtins; C accelerators are kept out all the same."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope, Build.COUNT)
        self.builtins = builtins
        self.modules["builtins"] = builtins

    def instrument(self, source: bytes, file: str, package: str) -> CodeType:
        tree = ast.parse(source, file)
        without_accelerators(tree, lambda module, level: _is_native("." * level + module, package))
        return compile(tree, file, "exec", dont_inherit=True, optimize=0)


class Pair:
    """A module of a scope, plain and counted."""

    def __init__(self, module: str, scope: Scope) -> None:
        importlib.import_module(module)  # modules outside the scope load before any copy can be seen
        self.plain_copies = Plain(scope)
        self.counted_copies = Copies(scope, Build.COUNT)
        self.plain = _imported(self.plain_copies, module)
        self.counted = _imported(self.counted_copies, module)

    def plain_seconds(self, run: Callable[[ModuleType], object]) -> float:
        """Return the CPU seconds of a run with the plain module."""
        with self.plain_copies.installed():
            return seconds(lambda: run(self.plain))

    def counted_seconds(self, run: Callable[[ModuleType], object], budget: int = 10**12) -> float:
        """Return the CPU seconds of a run with the counted module, a budget armed."""
        self.counted_copies.ledger.start(budget)
        with self.counted_copies.installed():
            return seconds(lambda: run(self.counted))

    def cost(self, run: Callable[[ModuleType], object]) -> tuple[int, float]:
        """Return the ops of a run, and the share of native work in them."""
        ledger = self.counted_copies.ledger
        ledger.start()
        with self.counted_copies.installed():
            run(self.counted)
        ops = ledger.ops()
        return ops, sum(ledger.work) / 1000 / max(ops, 1)


def seconds(run: Callable[[], object]) -> float:
    """Return the CPU seconds of one call, garbage collection off."""
    with no_collection():
        start = time.process_time()
        run()
        return time.process_time() - start


def settled_least(timers: Sequence[Callable[[], float]], repeats: int) -> list[float]:
    """Return the least seconds of each timer; they take turns, in rounds of `repeats`.

    Rounds go on, four at most, until one brings no timer down by more than 3 %: other work on the machine
    can slow all runs of a round.
    """
    least = [math.inf] * len(timers)
    for _ in range(MOST_ROUNDS):
        before = least.copy()
        for _ in range(repeats):
            least = [min(best, timer()) for best, timer in zip(least, timers, strict=True)]
        if all(new >= old * SETTLED for new, old in zip(least, before, strict=True)):
            break
    return least


@contextmanager
def no_collection() -> Iterator[None]:
    """Switch garbage collection off, after one collection."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def is_installed(module: str) -> bool:
    """Tell whether a module's top-level package can be imported."""
    return importlib.util.find_spec(module.partition(".")[0]) is not None


def _imported(copies: Copies, module: str) -> ModuleType:
    with copies.installed():
        return importlib.import_module(module)
