"""What verbs are told of their inputs; who hears how they go on; the worker of an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from slowpath.counting.model import CostModel
from slowpath.errors import UsageError
from slowpath.model.premise import Premise
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Target
from slowpath.recipe.use import inputs_of
from slowpath.run import inputs
from slowpath.run.client import Worker
from slowpath.run.messages import OPS
from slowpath.run.order import Order
from slowpath.run.premise import checked

Listener = Callable[[str], None]  # hears in a few words what is being done


class InputOrder(Order, frozen=True, kw_only=True):
    """An order that names its input: expressions in N by parameter, which may use what the code of `setup`
    makes; or a whole `program`. With `timed`, seconds are asked for."""

    inputs: dict[str, str]
    setup: str = ""
    program: str = ""
    timed: bool = False


def inputs_of_order(order: InputOrder, target: Target) -> tuple[dict[str, str], Scenario]:
    """Return the inputs of an order, every one named, and what else its runs do."""
    if not order.program:
        return inputs.resolve(target, order.inputs), Scenario(order.setup)
    if order.inputs or order.setup:
        raise UsageError(
            "a program leaves no room for other inputs or a setup", "Write them into the program."
        )
    given, scenario = inputs_of(order.program, target)
    return inputs.resolve(target, given), scenario


class ShapeOrder(Order, frozen=True, kw_only=True):
    """An order to search inputs of one size. `shapes` are the texts of `--arg` by parameter, `requires` is a
    condition that admissible inputs meet. `inputs` are expressions in N by parameter that are not searched;
    they may use what the code of `setup` makes."""

    shapes: dict[str, str]
    size: int
    requires: str | None = None
    setup: str = ""
    inputs: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def premise(self) -> Premise:
        """What is not searched. Raises InputError, UsageError."""
        return checked(self.setup, self.inputs)


def worker_for(
    order: Order,
    measures: Sequence[str] = (OPS,),
    *,
    spec: str | None = None,
    scope: Sequence[str] | None = None,
    timed: bool = False,
    model: CostModel | None = None,
    at_once: int = 1,
    reads: bool = False,
    scenario: Scenario = ONE_CALL,
) -> Worker:
    """Return the worker that runs the target of an order, or another one, with what the order allows.

    It counts in the scope of the order, or in another one.
    """
    return Worker(
        spec or order.spec,
        measures=measures,
        scope=order.scope if scope is None else scope,
        limits=order.limits,
        allow=order.allow,
        timed=timed,
        model=model,
        at_once=at_once,
        reads=reads,
        scenario=scenario,
    )


def silent(doing: str) -> None:
    """A listener that shows nothing."""
