"""One execution of the trace build on a symbolic input."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from slowpath.counting.ledger import MILLI
from slowpath.errors import BudgetExceeded, InputRejected, SlowpathError
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.run.call import prepared
from slowpath.run.inputs import describe
from slowpath.run.premise import premise_values
from slowpath.run.written import put_back
from slowpath.shape.base import Shape
from slowpath.shape.scalars import Boolean
from slowpath.target.load import Loaded
from slowpath.values.bounded import BoundedTrace
from slowpath.values.maker import Leaves, SymbolicMaker
from slowpath.values.path import Cut, Path
from slowpath.values.trace import Sites, Trace

MARK = ".mark"  # what rewritten code calls for each block

Outcome = tuple[Any, BaseException | None, Cut | None]  # what a call returns, raises, and why it was ended


class Bound(Protocol):
    """Ends runs that go further than they should: `mark` raises BudgetExceeded at a block."""

    cut: Cut | None  # why this run was ended, if it was

    def start(self) -> None:
        """Begin a new run."""

    def mark(self, block: int) -> int:
        """Count one execution of a block; return the count."""


class Tracer:
    """Runs a target of the trace build on inputs of given shapes and one size.

    Shapes are by the label of the parameter, those of the constructor of a method's receiver too. What a run
    leaves in the target's modules is undone before the next.

    `requires` is a predicate over the inputs: where it is false, or fails, the target does not run. Its
    decisions belong to the path. `max_ops` is the cost at which a run ends. `cost` is asked at each
    decision, in the place of the cost so far.
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
        cost: Callable[[], int] | None = None,
    ) -> None:
        self._loaded = loaded
        self._shapes, self._size = shapes, size
        self._requires, self._bound, self._max_ops = requires, bound, max_ops
        ledger = loaded.ledger
        self._cost = cost or (lambda: ledger.running)
        # A precondition is not rewritten, so it has to see what is decided.
        asked_late = loaded.copies.flags(loaded.function) if requires is None else frozenset()
        self._flags = {name for name in asked_late if isinstance(shapes.get(name), Boolean)}
        self._leaves = Leaves()
        self._state = loaded.copies.state()
        self.sites = Sites()
        self.refusal: str | None = (
            None  # the first error of the precondition, or of the receiver's constructor
        )

    def installed(self) -> AbstractContextManager[None]:
        """A context in which imports find the copies: runs inside it do not have to install them."""
        return self._loaded.copies.installed()

    def narrowed(self, plain: Container[int], most: int) -> Callable[[Values, Sequence[Condition]], Path]:
        """Runs whose paths have the first `most` decisions about variables that are not `plain`.

        A path is all that such a run keeps, however long it is.
        """

        def run(model: Values, known: Sequence[Condition] = ()) -> Path:
            return self.run(model, (), BoundedTrace(self.sites, self._cost, most), plain)

        return run

    def run(
        self,
        model: Values,
        known: Sequence[Condition] = (),
        trace: Trace | None = None,
        plain: Container[int] = (),
    ) -> Path:
        """Run the input that a model gives and return its path.

        `known` are the questions that the run asks first, from a path that decides them the same way.
        The decisions are noted in `trace`, where one is given. Nothing is asked about variables that are
        `plain`.
        """
        ledger = self._loaded.ledger
        ledger.running = 0
        trace = trace or Trace(self.sites, self._cost, known)
        maker = SymbolicMaker(trace, model, self._leaves, plain)
        result: Any = None
        error: BaseException | None = None
        cut: Cut | None = None
        with self._loaded.copies.installed():
            self._state.restore()
            put_back()
            try:
                inputs = {name: self._built(name, maker) for name in self._shapes}
                if self._requires is not None:
                    cut = self._refused(self._requires, inputs)
                if cut is None:
                    result, error, cut = self._called_target(inputs)
            except InputRejected:
                cut = Cut.REJECTED
            except BudgetExceeded:  # keys of mappings are compared while the input is built
                cut = Cut.BUDGET
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
            None if error is None else describe(error),
            cut,
            trace.lost,
            None if error is None else type(error).__name__,
            trace.outside,
        )

    def _built(self, name: str, maker: SymbolicMaker) -> Any:
        return maker.flag(name) if name in self._flags else self._shapes[name].build(self._size, maker, name)

    def _refused(self, requires: Callable[..., Any], inputs: Mapping[str, Any]) -> Cut | None:
        """Ask the precondition, within the bounds of a run; return why the target shall not run."""
        asked = {name: inputs[name] for name in self._loaded.target.labels if name in inputs}
        admitted, error, cut = self._called(lambda: bool(requires(**asked)))
        self._loaded.ledger.running = 0
        self._note(error)
        return cut if cut is not None or admitted else Cut.REJECTED

    def _called_target(self, inputs: Mapping[str, Any]) -> Outcome:
        """Call the target; an input of which no receiver can be made is refused."""
        loaded = self._loaded
        if loaded.owner is None and not loaded.premise.inputs:
            return self._called(prepared(loaded.target, loaded.function, None, inputs))
        call, error, cut = self._called(
            lambda: prepared(
                loaded.target,
                loaded.function,
                loaded.owner,
                {**inputs, **premise_values(loaded, self._size)},
            )
        )
        loaded.ledger.running = 0
        if call is not None:
            return self._called(call)
        self._note(error)
        return None, None, cut or Cut.REJECTED

    def _note(self, error: BaseException | None) -> None:
        if self.refusal is None and error is not None:
            self.refusal = error.message if isinstance(error, SlowpathError) else describe(error)

    def _called(self, call: Callable[[], Any]) -> Outcome:
        """Make a call; return what it returns, what it raises, and why it was ended."""
        ledger, bound = self._loaded.ledger, self._bound
        names = self._loaded.copies.builtins.__dict__
        ledger.start(self._max_ops)
        if bound is not None:
            bound.start()
            names[MARK] = bound.mark
        try:
            return call(), None, None
        except BudgetExceeded:
            return None, None, (bound and bound.cut) or Cut.BUDGET
        except (InputRejected, KeyboardInterrupt):
            raise
        except BaseException as error:
            return None, error, None
        finally:
            if bound is not None:
                names[MARK] = ledger.mark
            ledger.stop()
            self._loaded.copies.put_back_modules()
