"""Inputs that a search tells are run as they come, each once; what is confirmed can be reported."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.command.confirming import BestInputs, Confirming, Input, SearchOver
from slowpath.command.watch import Progress
from slowpath.errors import WorkerError
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from tests.unit.command.fakes import FakeChild

ASKED = StopReason.NO_QUESTION_LEFT


def told(*numbers: int) -> tuple[tuple[Input, int], ...]:
    return tuple(({"n": str(number)}, number) for number in numbers)


class Confirmed:
    """Confirms inputs by their number: negative ones fail in a fresh run."""

    def __init__(self) -> None:
        self.ran: list[int] = []
        self.said: list[str] = []
        self.confirming: Confirming[int, int] = Confirming(
            self._confirm, lambda confirmed, note: note, self.said.append
        )

    def follow(self, child: Any, left: float = 60.0) -> StopReason:
        return self.confirming.follow(child, lambda: left)

    def _confirm(self, chosen: Input, note: int) -> int | Lost:
        assert chosen == {"n": str(note)}
        self.ran.append(note)
        return note if note >= 0 else Lost("N = 4", "did not terminate", 1)


def test_what_the_search_ends_with_is_reported() -> None:
    each = Confirmed()
    child = FakeChild([BestInputs(told(1, 2)), SearchOver(told(2, 3), 50, ASKED)])
    assert each.follow(child) is StopReason.NO_QUESTION_LEFT
    assert each.ran == [1, 2, 3]  # 2 is not run again
    assert each.confirming.confirmed() == [2, 3]
    assert each.confirming.runs == 50


def test_a_search_whose_time_is_over_says_so() -> None:
    each = Confirmed()
    assert each.follow(FakeChild([SearchOver(told(1), 7, StopReason.TIME)])) is StopReason.TIME


def test_only_the_best_wait_for_their_run() -> None:
    each = Confirmed()
    each.confirming.take(BestInputs(told(1, 2, 3)))
    each.confirming.take(BestInputs(told(4, 3)))
    assert each.confirming.take(SearchOver(told(4), 9, ASKED))
    each.follow(FakeChild([]))
    assert each.ran == [4]


def test_all_that_ran_is_reported_if_the_search_has_no_end() -> None:
    each = Confirmed()
    child = FakeChild([Progress(12, 99), BestInputs(told(1, -2, 3))])
    assert each.follow(child) is StopReason.DIED
    assert each.confirming.confirmed() == [1, 3]
    assert each.confirming.runs == 12
    assert each.said[0] == "12 runs, the best 99"


def test_an_end_that_is_not_confirmed_yet_does_not_hide_what_is() -> None:
    each = Confirmed()
    each.follow(FakeChild([BestInputs(told(1, 2))]))
    each.confirming.take(SearchOver(told(2, 3), 9, ASKED))
    assert each.confirming.confirmed() == [1, 2]


def test_what_a_fresh_run_does_not_confirm_is_lost() -> None:
    each = Confirmed()
    each.follow(FakeChild([SearchOver(told(-1, 5), 9, ASKED)]))
    assert each.confirming.confirmed() == [5]
    assert each.confirming.lost == [Lost("N = 4", "did not terminate", 1)]


def test_nothing_to_report_is_an_error() -> None:
    each = Confirmed()
    with pytest.raises(WorkerError, match="ended"):
        each.follow(FakeChild([BestInputs(told(-1))]))


def test_a_search_that_does_not_answer_in_time_has_nothing_to_report() -> None:
    each, child = Confirmed(), FakeChild([])
    child.silence = StopReason.TIME
    assert each.follow(child) is StopReason.TIME
    assert each.confirming.confirmed() == []


def test_inputs_that_fail_do_not_make_it_late() -> None:
    each = Confirmed()
    each.confirming.take(SearchOver(told(-3, -2, 1), 9, ASKED))
    each.follow(FakeChild([]), left=0.0)
    assert each.ran == [-3]


def test_an_input_has_the_note_that_was_told_last() -> None:
    each = Confirmed()
    again: SearchOver[int] = SearchOver((({"n": "1"}, 7), ({"n": "-2"}, 7)), 9, ASKED)
    each.follow(FakeChild([BestInputs(told(1, -2)), again]))
    assert each.confirming.confirmed() == [7]  # what failed before is not confirmed by a note
    assert each.ran == [1, -2]


def test_no_run_begins_when_the_time_is_over_but_the_first() -> None:
    each = Confirmed()
    each.confirming.take(SearchOver(told(3, 2, 1), 9, ASKED))
    each.follow(FakeChild([]), left=0.0)
    assert each.ran == [3]
