"""One execution of the trace build on a symbolic input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from slowpath.cost.ledger import MILLI
from slowpath.errors import BudgetExceeded, InputRejected
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded
from slowpath.values.maker import Leaves, SymbolicMaker
from slowpath.values.path import Cut, Path
from slowpath.values.trace import Sites, Trace

MARK = ".mark"  # what rewritten code calls for each block


class Bound(Protocol):
    """Ends runs that go further than they should: `mark` raises BudgetExceeded at a block."""

    cut: Cut | None  # why this run was ended, if it was

    def start(self) -> None:
        """Begin a new run."""

    def mark(self, block: int) -> int:
        """Count one execution of a block; return the count."""


class Tracer:
    """Runs a target of the trace build on inputs of given shapes and one size.

    `requires` is a predicate over the inputs: where it is false, or fails, the target does not run. Its
    decisions belong to the path. `max_ops` is the cost at which a run ends.
    """

    def __init__(
        self,
        loaded: Loaded,
        shapes: Mapping[str, Shape],
        size: int,
        *,
        requires: Callable[..., Any] | None = None,
        bound: Bound | None = None,
        max_ops: int | None = None,
    ) -> None:
        self._loaded = loaded
        self._shapes = shapes
        self._size = size
        self._requires = requires
        self._bound = bound
        self._max_ops = max_ops
        self._leaves = Leaves()
        self.sites = Sites()
        self.refusal: str | None = None  # the first error of the precondition

    def installed(self) -> AbstractContextManager[None]:
        """A context in which imports find the copies: runs inside it do not have to install them."""
        return self._loaded.copies.installed()

    def run(self, model: Values, known: Sequence[Condition] = ()) -> Path:
        """Run the input that a model gives and return its path.

        `known` are the questions that the run asks first, from a path that decides them the same way.
        """
        ledger = self._loaded.ledger
        ledger.running = 0
        trace = Trace(self.sites, lambda: ledger.running, known)
        maker = SymbolicMaker(trace, model, self._leaves)
        result: Any = None
        raises: str | None = None
        cut: Cut | None = None
        with self._loaded.copies.installed():
            try:
                inputs = {name: shape.build(self._size, maker, name) for name, shape in self._shapes.items()}
                if self._requires is not None:
                    cut = self._refused(self._requires, inputs)
                if cut is None:
                    result, raises, cut = self._called(self._loaded.function, inputs)
            except InputRejected:
                cut = Cut.REJECTED
        trace.quiet = True  # who looks at the result decides nothing
        return Path(
            maker.values,
            trace.variables,
            trace.conditions,
            trace.taken,
            trace.sites,
            trace.costs,
            # In the trace build the ledger keeps what the blocks cost: no need to add it up.
            0 if cut is Cut.REJECTED else ledger.running + sum(ledger.work) // MILLI,
            result,
            raises,
            cut,
            trace.lost,
        )

    def _refused(self, requires: Callable[..., Any], inputs: Mapping[str, Any]) -> Cut | None:
        """Ask the precondition, within the bounds of a run; return why the target shall not run."""
        admitted, error, cut = self._called(lambda **inputs: bool(requires(**inputs)), inputs)
        self._loaded.ledger.running = 0
        self.refusal = self.refusal or error
        return cut if cut is not None or admitted else Cut.REJECTED

    def _called(
        self, function: Callable[..., Any], inputs: Mapping[str, Any]
    ) -> tuple[Any, str | None, Cut | None]:
        """Call a function; return what it returns, what it raises, and why it was ended."""
        ledger, bound = self._loaded.ledger, self._bound
        names = self._loaded.copies.builtins.__dict__
        ledger.start(self._max_ops)
        if bound is not None:
            bound.start()
            names[MARK] = bound.mark
        try:
            return function(**inputs), None, None
        except BudgetExceeded:
            return None, None, (bound and bound.cut) or Cut.BUDGET
        except InputRejected:
            raise
        except Exception as error:
            return None, f"{type(error).__name__}: {error}", None
        finally:
            if bound is not None:
                names[MARK] = ledger.mark
            ledger.stop()
