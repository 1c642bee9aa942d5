"""A call has its receiver built, its arguments bound, and its result driven to the end."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.slot import closed_by, fed_by, filled_by, filled_by_each, for_each
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.model.unbuilt import Unbuilt
from slowpath.run.call import depth, driven, prepared


class Log:
    """Keeps what is done to it."""

    def __init__(self, start: int) -> None:
        if start < 0:
            raise ValueError("negative")
        if start > 9:
            raise BudgetExceeded("spent")
        self.lines: list[Any] = [start]

    def feed(self, item: int) -> list[Any]:
        self.lines.append(item)
        return self.lines

    def put(self, key: str) -> None:
        self.lines.append(key)

    def close(self) -> None:
        self.lines.append("closed")


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD") -> Parameter:
    return Parameter(name, kind, required=True)


def target(kind: TargetKind, *parameters: Parameter, receiver: tuple[Parameter, ...] = ()) -> Target:
    return Target("m:f", "m", "f", kind, Flow.PLAIN, "m.py", 1, parameters, receiver)


def on_log(values: dict[Any, Any]) -> Callable[[], Any]:
    described = target(TargetKind.METHOD, parameter("item"), receiver=(parameter("start"),))
    return prepared(described, Log.feed, Log, values)


def test_arguments_are_bound_by_their_kinds() -> None:
    def function(first: int, /, second: int, *rest: int, key: int) -> tuple[Any, ...]:
        return first, second, rest, key

    described = target(
        TargetKind.FUNCTION,
        parameter("first", "POSITIONAL_ONLY"),
        parameter("second"),
        parameter("rest", "VAR_POSITIONAL"),
        parameter("key", "KEYWORD_ONLY"),
    )
    call = prepared(described, function, None, {"key": 4, "rest": [3, 5], "second": 2, "first": 1})
    assert call() == function(1, 2, 3, 5, key=4)


def test_a_method_is_called_on_its_receiver() -> None:
    assert on_log({"start": 1, "item": 2})() == [1, 2]


def test_calls_before_and_after_have_the_same_receiver() -> None:
    values = {closed_by("close"): (), filled_by("put", "key"): "a", "start": 1, for_each("item"): [2, 3]}
    assert on_log(values)() == [1, "a", 2, 3, "closed"]


def test_another_method_and_the_target_are_called_in_turns() -> None:
    values = {"start": 1, "item": 2, fed_by("put"): ["a", "b"], closed_by("close"): ()}
    assert on_log(values)() == [1, "a", 2, "b", 2, "closed"]


def test_a_receiver_is_filled_before_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Log] = []
    monkeypatch.setattr(Log, "put", lambda self, key: made.append(self))
    on_log({filled_by_each("put", "key"): ["a", "b"], "start": 1, "item": 2})
    assert [log.lines for log in made] == [[1], [1]]


def test_a_receiver_that_cannot_be_filled_is_refused() -> None:
    with pytest.raises(InputRejected, match="cannot be filled: TypeError"):
        on_log({filled_by("put", "lock"): "a", "start": 1, "item": 2})


def test_a_function_may_be_called_for_each_item() -> None:
    seen: list[int] = []
    described = target(TargetKind.FUNCTION, parameter("item"))
    prepared(described, seen.append, None, {for_each("item"): [2, 3]})()
    prepared(described, seen.append, None, {for_each("item"): []})()
    assert seen == [2, 3]


def test_a_receiver_that_cannot_be_made_is_a_fault_of_the_input() -> None:
    with pytest.raises(InputError, match=r"receiver of m:f cannot be made: ValueError.*negative") as caught:
        on_log({"start": -1, "item": 2})
    assert "--input 'name=expression'" in caught.value.hint
    assert "--input 'self=x'" in caught.value.hint
    with pytest.raises(BudgetExceeded):
        on_log({"start": 10, "item": 2})


def test_lazy_results_are_driven_to_their_end() -> None:
    seen: list[int] = []

    def generator() -> Iterator[int]:
        yield from map(seen.append, [1, 2])

    async def coroutine() -> str:
        seen.append(3)
        return "result"

    async def items() -> AsyncIterator[int]:
        seen.append(4)
        yield 1
        seen.append(5)

    driven(generator())
    assert driven(coroutine()) == "result"
    driven(items())
    driven(map(seen.append, [6]))
    assert seen == [1, 2, 3, 4, 5, 6]


def test_other_results_are_handed_through() -> None:
    for result in ([1], iter([1]), {1: 2}.items(), None):
        assert driven(result) is result
    untouched = iter([1])
    driven(untouched)
    assert next(untouched) == 1


def test_depth_is_that_of_the_frame_that_calls_the_target() -> None:
    call = prepared(target(TargetKind.FUNCTION), lambda: len(inspect.stack()), None, {})
    assert depth() == call() - 1  # without the target itself
    assert (lambda: depth())() == depth() + 1


def test_a_receiver_may_be_given() -> None:
    log = Log(1)
    assert on_log({"self": log, "item": 2})() == [1, 2]
    assert on_log({"self": log, closed_by("close"): (), for_each("item"): [3, 4]})() == [1, 2, 3, 4, "closed"]
    with pytest.raises(InputError, match="is of type str"):
        on_log({"self": "log", "item": 2})
    with pytest.raises(InputRejected, match="not built"):
        on_log({"self": Unbuilt("not built"), "item": 2})


def test_a_class_may_have_a_method_of_its_own_in_the_place_of_the_target() -> None:
    class Quiet(Log):
        def f(self, item: int) -> str:
            return "quiet"

    class Property(Log):
        f = property(lambda self: 3)

    assert on_log({"self": Quiet(1), "item": 2})() == "quiet"
    assert on_log({"self": Property(1), "item": 2})() == [1, 2]
