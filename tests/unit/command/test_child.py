"""The child of a verb: when it is given up, what is heard of it, and what it may do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.command import child as module
from slowpath.command.child import Child, begin, receive
from slowpath.errors import TargetImportError, UsageError, WorkerError
from slowpath.model.stop import StopReason
from slowpath.run.begun import Begun
from slowpath.run.frames import Message, Pickled
from slowpath.run.limits import Limits
from slowpath.run.order import Order
from tests.unit.command.fakes import TARGET, FakeLink, in_this_process

BEGUN = Begun(TARGET, Pickled({}))


class Word(Message, frozen=True):
    """Something that a child says."""

    text: str


class FakeRemote:
    """Says one message after the other; None is a silence, an error is raised."""

    def __init__(self, *messages: Any) -> None:
        self.messages = list(messages)
        self.waited: list[float] = []
        self.asked: list[Any] = []
        self.interrupted = self.closed = self.ended = False
        self.output = ""

    def ask(self, order: Any) -> None:
        self.asked.append(order)

    def hear(self, seconds: float) -> Any:
        self.waited.append(seconds)
        message = self.messages.pop(0) if self.messages else None
        if isinstance(message, Exception):
            raise message
        return message

    def hear_until(self, deadline: float) -> Iterator[Any]:
        while (message := self.hear(0.0)) is not None:
            yield message

    def interrupt(self) -> None:
        self.interrupted = True

    def close(self) -> None:
        self.closed = True

    def why_silent(self, what: str, seconds: float, limits: Limits) -> Exception:
        return TargetImportError(f"{what} took {seconds:g} s")


def order(seconds: float = 10.0, **more: Any) -> Order:
    return Order(spec="m:f", seconds=seconds, max_ops=100, **more)


def started(monkeypatch: pytest.MonkeyPatch, remote: FakeRemote, told: Order | None = None) -> Child[Word]:
    monkeypatch.setattr(module, "Remote", lambda serve, replies: remote)
    return Child(lambda link: None, Word, told or order())


def heard(remote: FakeRemote, child: Child[Word]) -> list[str]:
    """The words of a child up to its last one, "end"."""
    words: list[str] = []

    def take(word: Word) -> bool:
        words.append(word.text)
        return word.text == "end"

    assert child.follow(take) is ("end" in words)
    return words


def test_a_child_is_asked_at_once_and_closed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    remote, told = FakeRemote(BEGUN), order()
    with started(monkeypatch, remote, told) as child:
        assert remote.asked == [told]
        assert child.begun() is BEGUN
        assert not remote.closed
    assert remote.closed


def test_a_target_that_does_not_load_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(None)
    with started(monkeypatch, remote, order(limits=Limits(time=7.0))) as child:
        with pytest.raises(TargetImportError, match="m:f took 7 s"):
            child.begun()
        assert remote.waited == [7.0]


def test_loading_may_take_longer_than_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN)
    with started(monkeypatch, remote, order(limits=Limits(time=0.5))) as child:
        child.begun()
    assert remote.waited == [5.0]


def test_what_a_child_says_is_taken_in_until_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN, Word("one"), Word("end"), Word("unheard"))
    with started(monkeypatch, remote) as child:
        child.begun()
        assert heard(remote, child) == ["one", "end"]
    assert remote.messages == [Word("unheard")]


def test_other_work_is_done_while_a_child_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN, None, None, Word("one"), None, Word("end"))
    done: list[str] = []
    pieces = iter([True, True, True, False])

    def take(word: Word) -> bool:
        done.append(word.text)
        return word.text == "end"

    def work() -> bool:
        done.append("work")
        return next(pieces)

    with started(monkeypatch, remote) as child:
        child.begun()
        assert child.follow(take, work)
    assert done == ["work", "work", "one", "work", "end"]


def test_a_silent_child_is_given_up_after_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    with started(monkeypatch, remote, order(seconds=10.0)) as child:
        child.begun()
        assert heard(remote, child) == []
        assert remote.waited[-1] == 12.0  # a fifth more
        assert child.silence is StopReason.TIME


def test_a_late_child_is_heard_to_the_end_of_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN, Word("one"), Word("two"), None, None, Word("unheard"))
    now = [1000.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    words: list[str] = []

    def take(word: Word) -> bool:
        now[0] += 100.0
        words.append(word.text)
        return False

    def work() -> bool:
        words.append("work")
        return True

    with started(monkeypatch, remote, order(seconds=10.0)) as child:
        child.begun()
        assert not child.follow(take, work)
    assert words == ["one", "two"]


def test_a_child_that_ended_is_told_from_one_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(BEGUN)
    remote.ended, remote.output = True, "Segmentation fault"
    with started(monkeypatch, remote) as child:
        child.begun()
        assert heard(remote, child) == []
        assert child.silence is StopReason.DIED
        assert child.failure().message == "the searching process ended\nSegmentation fault"


def test_an_interrupted_child_has_a_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = FakeRemote(Word("best"), Word("end"), Word("unheard"))
    words: list[str] = []

    def take(word: Word) -> bool:
        words.append(word.text)
        return word.text == "end"

    with started(monkeypatch, remote) as child:
        child.interrupt(take)
    assert remote.interrupted
    assert words == ["best", "end"]


@pytest.mark.parametrize("message", [BEGUN, UsageError("no such parameter"), None])
def test_a_child_that_had_not_begun_has_nothing_to_say(monkeypatch: pytest.MonkeyPatch, message: Any) -> None:
    with started(monkeypatch, FakeRemote(message)) as child:
        child.interrupt(lambda word: pytest.fail("nothing was found"))


def test_an_error_of_the_child_is_raised_while_it_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    with started(monkeypatch, FakeRemote(BEGUN, WorkerError("slowpath failed"))) as child:
        child.begun()
        with pytest.raises(WorkerError, match="slowpath failed"):
            heard(FakeRemote(), child)


# -- in the child ------------------------------------------------------------------------------------------


def test_an_order_sets_the_path_and_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    allowed: list[int] = []
    monkeypatch.setattr("slowpath.run.limits.limit_memory", allowed.append)
    told = order(path=("/a", "/b"), limits=Limits(memory=1000))
    for least in (0, 5000):
        assert receive(FakeLink(told), Order, least) is told  # type: ignore[arg-type]
    assert sys.path == ["/a", "/b"]
    assert allowed == [1000, 5000]


def test_a_child_ends_with_its_parent() -> None:
    with pytest.raises(SystemExit):
        receive(FakeLink(None), Order)  # type: ignore[arg-type]


def test_only_what_is_allowed_may_be_done_once_the_target_is_loaded() -> None:
    link = FakeLink(None)
    begin(link, order(allow=("files",)), TARGET)  # type: ignore[arg-type]
    assert link.armed == [("files", "native")]
    assert link.heeds
    (begun,) = link.sent
    assert begun.target == TARGET
    assert begun.inferred.value == {}
