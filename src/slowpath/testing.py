"""What tests need: the exact cost of a call, counted in a fresh process.

from slowpath.testing import Counter

def test_parsing_stays_linear():
    with Counter("mypkg.parser:parse", measures=["ops"]) as counter:
        assert counter.run({"text": "'a' * 1000"}).costs["ops"] <= 60_000
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from slowpath.cost.model import CostModel, from_document
from slowpath.errors import WorkerError
from slowpath.model.cost import Costs
from slowpath.model.run import End
from slowpath.run import inputs as run_inputs
from slowpath.run.client import Worker


@dataclass(frozen=True, slots=True)
class Counted:
    """What a call costs by each measure, and the exception it raises, as text."""

    costs: Costs
    raises: str | None


class Counter:
    """Counts what calls of a target cost, each in a fresh process. A context manager.

    `model` is a cost model, or the document of one; without it, memory is metered.
    """

    def __init__(
        self,
        target: str,
        *,
        measures: Sequence[str] = ("ops",),
        size: int | None = None,
        scope: Sequence[str] = (),
        model: CostModel | Mapping[str, Any] | None = None,
    ) -> None:
        if model is not None and not isinstance(model, CostModel):
            model = from_document(model, "the cost model")
        self._measures = tuple(measures)
        self._size = size
        self._worker = Worker(target, measures=self._measures, scope=scope, model=model)

    def __enter__(self) -> Self:
        self._worker.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._worker.__exit__(*exception)

    def run(self, inputs: Mapping[str, str]) -> Counted:
        """Run the target on inputs, Python expressions by parameter, and return what it costs."""
        run_inputs.check_syntax(inputs)
        run = self._worker.run(run_inputs.resolve(self._worker.target, inputs), self._size)
        if run.end not in (End.RETURNED, End.RAISED):
            raise WorkerError(f"the run came to no end: {run.detail}")
        return Counted({name: run.costs[name] for name in self._measures if name in run.costs}, run.raises)
