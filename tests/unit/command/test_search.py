"""What the searches of all verbs share."""

from __future__ import annotations

from slowpath.command.order import silent, worker_for
from slowpath.command.search import Search
from slowpath.model.stop import StopReason
from slowpath.run.order import Order

ORDER = Order(spec="bisect:bisect", seconds=1.0, max_ops=1000)


class Counting(Search[Order, tuple[int, StopReason]]):
    """Counts to five, or is interrupted at a number."""

    def __init__(self, interrupted_at: int) -> None:
        super().__init__(ORDER, silent)
        self.known = 0
        self.interrupted_at = interrupted_at

    def search(self) -> StopReason:
        for number in range(1, 6):
            if number == self.interrupted_at:
                raise KeyboardInterrupt
            self.known = number
        return StopReason.ALL_PATHS

    def report(self, stopped: StopReason) -> tuple[int, StopReason]:
        return self.known, stopped


def test_a_search_that_ends_reports_why():
    assert Counting(interrupted_at=0).run() == (5, StopReason.ALL_PATHS)


def test_an_interrupted_search_reports_what_is_known():
    assert Counting(interrupted_at=3).run() == (2, StopReason.INTERRUPTED)


def test_the_worker_of_an_order_runs_its_target():
    with worker_for(ORDER) as worker:
        assert worker.target.spec == "bisect:bisect"


def test_the_worker_of_an_order_can_run_another_target():
    with worker_for(ORDER, spec="bisect:insort") as worker:
        assert worker.target.spec == "bisect:insort"
