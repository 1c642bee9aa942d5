from __future__ import annotations

import builtins
import itertools
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from slowpath.counting.observer import Listener
from slowpath.errors import BudgetExceeded
from slowpath.model.cost import LineCost, Number
from slowpath.model.loops import NestRun
from slowpath.model.run import End, Lost
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.run import child, frames
from slowpath.run.audit import Audit
from slowpath.run.frames import Failed
from slowpath.run.limits import Limits
from slowpath.run.messages import Done, Job, Reply
from slowpath.run.setup import FILE
from slowpath.target.copies import LateModule
from tests.unit.run.forked import forked


class Fake:
    """A subject that tells in its costs what happened to it."""

    def __init__(self, function: Callable[..., Any], owner: type | None = None) -> None:
        kind = TargetKind.METHOD if owner else TargetKind.FUNCTION
        receiver = (Parameter("start", "POSITIONAL_OR_KEYWORD", True),) if owner else ()
        self.target = Target(
            "m:f", "m", "f", kind, Flow.PLAIN, "m.py", 1, (Parameter("n", "KEYWORD_ONLY", True),), receiver
        )
        self.function = function
        self.owner = owner
        self.seen: dict[str, Number] = {}

    def installed(self) -> AbstractContextManager[None]:
        return nullcontext()

    hidden = installed

    def hide_for_good(self) -> None:
        return

    def state(self) -> None:
        return None

    late: Sequence[LateModule] = ()

    def rewrite_ahead(self, late: Sequence[LateModule]) -> None:
        return

    def seed_random(self) -> None:
        self.seen["seeded"] = 1

    def build(self, source: str, names: dict[str, Any], max_ops: int | None) -> Number | None:
        exec(compile(source, FILE, "exec"), names)
        return 7

    def prepare(
        self, measures: Sequence[str], nests: tuple[int, int] | None = None, reads: int | None = None
    ) -> Sequence[Listener]:
        return ()

    def start(self, max_ops: int | None) -> None:
        self.seen["started"] = 1

    def stop(self) -> None:
        self.seen["stopped"] = 1

    def costs(self) -> dict[str, Number]:
        return self.seen

    def lines(self) -> tuple[LineCost, ...]:
        return ()

    def lost(self) -> tuple[Lost, ...]:
        return ()

    def pattern(self) -> None:
        return None

    def nests(self) -> tuple[NestRun, ...]:
        return ()

    def reads(self) -> None:
        return None


def reply(
    function: Callable[..., Any], expression: str = "3", owner: type | None = None, **inputs: str
) -> Reply | Failed:
    """Return the reply of a run of the function in a process of its own."""
    reader, writer = os.pipe()
    subject = Fake(function, owner)
    named = {"n": expression, **inputs}
    job = Job(0, named, 7, (), 100, Limits(), ())
    forked(lambda: child.execute(subject, [job], None, Audit(), writer, child.builtins_restorer()))
    os.close(writer)
    document = frames.read(reader)
    os.close(reader)
    assert document is not None
    reply: Reply | Failed = frames.decoder(Reply | Failed).decode(document)
    return reply


def end(function: Callable[..., Any]) -> tuple[End, str | None, str]:
    answer = reply(function)
    assert isinstance(answer, Done), answer
    assert answer.run.costs == {"seeded": 1, "started": 1, "stopped": 1}
    return answer.run.end, answer.run.raises, answer.run.detail


def test_the_call_gets_its_input() -> None:
    def check(*, n: int) -> None:
        assert n == 21

    answer = reply(check, "3 * N")
    assert isinstance(answer, Done)
    assert answer.run.end is End.RETURNED


def test_the_receiver_is_made_before_the_count_starts() -> None:
    class Counter:
        def __init__(self, start: int) -> None:
            assert "started" not in subjects
            self.start = start

        def add(self, *, n: int) -> None:
            assert self.start + n == 5

    subjects: dict[str, object] = {}
    answer = reply(Counter.add, owner=Counter, start="2")
    assert isinstance(answer, Done)
    assert answer.run.end is End.RETURNED


def test_a_receiver_that_cannot_be_made() -> None:
    class Picky:
        def __init__(self, start: int) -> None:
            raise ValueError("not this")

        def use(self, *, n: int) -> None: ...

    answer = reply(Picky.use, owner=Picky, start="2")
    assert isinstance(answer, Failed)
    assert answer.kind == "InputError"
    assert "ValueError: not this" in answer.message


def test_ends() -> None:
    def raises(error: BaseException) -> Callable[..., Any]:
        def function(*, n: int) -> None:
            raise error

        return function

    assert end(raises(ValueError("bad"))) == (End.RAISED, "ValueError: bad", "ValueError: bad")
    assert end(raises(SystemExit(3)))[:2] == (End.RAISED, "SystemExit: 3")
    assert end(raises(BudgetExceeded()))[:2] == (End.BUDGET, None)
    assert end(raises(MemoryError()))[0] is End.MEMORY
    assert "--recursion" in end(raises(RecursionError("deep")))[2]


def test_the_class_of_an_exception_is_told_beside_its_text() -> None:
    class Outside(Exception):
        """Its text begins with the module, and may hold colons and dots."""

    def exception(error: BaseException | None) -> str | None:
        def function(*, n: int) -> None:
            if error is not None:
                raise error

        answer = reply(function)
        assert isinstance(answer, Done), answer
        return answer.run.exception

    assert exception(ValueError("a.b: c")) == "ValueError"
    assert exception(Outside("a.b: c")) == "Outside"
    assert exception(RecursionError("deep")) == "RecursionError"
    assert exception(MemoryError()) == "MemoryError"
    assert exception(BudgetExceeded()) is None
    assert exception(None) is None


def test_recursion_counts_the_targets_frames_only() -> None:
    def descend(*, n: int) -> None:
        frames = 0

        def down() -> None:
            nonlocal frames
            frames += 1
            down()

        try:
            down()
        except RecursionError:
            pass
        raise KeyError(frames)

    _, raises, _ = end(descend)
    assert raises is not None
    # Python 3.11 counts the C functions below too, of which pytest has a few.
    assert Limits().recursion - 20 < int(raises.removeprefix("KeyError: ")) < Limits().recursion


def test_generators_coroutines_and_async_generators_are_driven_to_their_end() -> None:
    def generator(*, n: int) -> Any:
        yield n
        raise KeyError("end")

    async def coroutine(*, n: int) -> None:
        raise KeyError("end")

    async def async_generator(*, n: int) -> Any:
        yield n
        raise KeyError("end")

    def lazy(*, n: int) -> Any:
        return itertools.islice(generator(n=n), 5)

    empty: dict[str, int] = {}

    def mapped(*, n: int) -> Any:
        return map(empty.__getitem__, ["end"])

    for function in (generator, coroutine, async_generator, lazy, mapped):
        assert end(function)[1] == "KeyError: 'end'"


def test_a_target_may_ruin_builtins_and_streams() -> None:
    def ruin(*, n: int) -> None:
        sys.stdout = sys.stderr = None
        for name in (
            "len",
            "isinstance",
            "type",
            "str",
            "getattr",
            "sum",
            "tuple",
            "min",
            "max",
            "BaseException",
        ):
            setattr(builtins, name, None)

    assert end(ruin) == (End.RETURNED, None, "")


def test_an_input_that_cannot_be_built() -> None:
    answer = reply(lambda n: n, "1 / 0")
    assert isinstance(answer, Failed)
    assert answer.kind == "InputError"
    exhausted = reply(lambda n: n, "[0] * 10**15")
    assert isinstance(exhausted, Done)
    assert exhausted.run.end is End.MEMORY
    assert "building the input" in exhausted.run.detail
