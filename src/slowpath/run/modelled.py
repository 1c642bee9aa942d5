"""The target in a build whose allocations are priced by a cost model."""

from __future__ import annotations

from slowpath.counting.model import SIZED, CostModel
from slowpath.model.cost import Number
from slowpath.model.target import Build
from slowpath.run.builds import CountedBuild
from slowpath.target.load import load
from slowpath.values.events import Events, event_hooks, memory_of


class Modelled(CountedBuild):
    """The target in the trace build. It sees plain inputs, and a cost model prices what it allocates."""

    def __init__(self, spec: str, scope: tuple[str, ...], model: CostModel) -> None:
        self._events = Events()
        self._model = model
        loaded = load(spec, scope=scope, build=Build.TRACE, more=event_hooks(self._events))
        super().__init__(loaded, Build.OBSERVE)

    def start(self, max_ops: int | None) -> None:
        self._copies.ledger.start(max_ops)
        self._events.start()

    def stop(self) -> None:
        self._copies.ledger.stop()

    def costs(self) -> dict[str, Number]:
        memory = memory_of(self._events.allocated(), self._model)
        assert isinstance(memory, int | float)  # plain inputs make no expressions
        return {atom.text: memory for atom in self._atoms if atom.name in SIZED}
