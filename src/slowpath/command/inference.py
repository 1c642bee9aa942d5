"""What the parameters of a target may be: a child process loads it and tells."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from slowpath.command.child import Child, arm, begin, receive
from slowpath.errors import UsageError
from slowpath.run.begun import Widened
from slowpath.run.counted import Meter
from slowpath.run.link import Link
from slowpath.run.order import Order
from slowpath.shape.infer import Inferred
from slowpath.target.entries import entries
from slowpath.target.load import load

_TRIAL_OPS = 100_000  # of a run that shows whether the target takes a guessed type


class InferenceOrder(Order, frozen=True, kw_only=True):
    """Infer the shapes of the parameters; `shapes` are the texts of `--arg` by parameter."""

    shapes: dict[str, str] = msgspec.field(default_factory=dict)


def inferred_shapes(order: Order, spec: str, shapes: Mapping[str, str]) -> dict[str, Inferred]:
    """Return what each parameter of one target may be. Guesses are what the target takes.

    Raises what is wrong with the target or the shapes; UsageError if `spec` names several targets.
    """
    asked = InferenceOrder(**order.passed_on(spec=spec), shapes=dict(shapes))
    with Child[Widened](serve, Widened, asked) as child:
        return child.begun().inferred.value


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.search.probe import guessed, probed

    order = receive(link, InferenceOrder)
    if len(entries(order.spec)) > 1:
        raise UsageError(
            f"'{order.spec}' has several callables, and a shape is of a parameter of one",
            "Name a function or a method.",
        )
    loaded = load(order.spec, scope=order.scope)
    arm(link, order)
    meter = Meter(loaded, max_ops=_TRIAL_OPS)
    with meter.installed():
        inferred = probed(meter, guessed(loaded, order.shapes, order.knowledge))
    begin(link, order, loaded.target, inferred)
