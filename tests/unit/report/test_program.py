"""A run is shown as the Python that a maintainer would write."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.report.program import program


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD", *, required: bool = True) -> Parameter:
    return Parameter(name, kind, required)


def target(kind: TargetKind, qualname: str, *parameters: Parameter) -> Target:
    receiver = (parameter("start"), parameter("limit", required=False))
    more = receiver if kind is TargetKind.METHOD else ()
    return Target("m:f", "m", qualname, kind, Flow.PLAIN, "m.py", 1, parameters, more)


FEED = target(TargetKind.METHOD, "Log.feed", parameter("item"), parameter("how", required=False))
ALL = target(
    TargetKind.FUNCTION,
    "f",
    parameter("a", "POSITIONAL_ONLY"),
    parameter("b", required=False),
    parameter("rest", "VAR_POSITIONAL", required=False),
    parameter("key", "KEYWORD_ONLY"),
    parameter("more", "VAR_KEYWORD", required=False),
)


@pytest.mark.parametrize(
    ("subject", "inputs", "expected"),
    [
        (ALL, {"a": "1", "key": "N"}, "f(1, key=N)  # measured"),
        (ALL, {"a": "1", "b": "2", "key": "3"}, "f(1, b=2, key=3)  # measured"),
        (
            ALL,
            {"a": "1", "b": "2", "rest": "[3]", "key": "4", "more": "{'x': 5}"},
            "f(1, 2, *[3], key=4, **{'x': 5})  # measured",
        ),
        (FEED, {"self.start": "1", "item": "N"}, "Log(1).feed(N)  # measured"),
        (FEED, {"self": "log", "item": "N", "how": "'x'"}, "log.feed(N, how='x')  # measured"),
        (target(TargetKind.CLASS_METHOD, "Log.of", parameter("x")), {"x": "N"}, "Log.of(N)  # measured"),
    ],
)
def test_one_call(subject: Target, inputs: dict[str, str], expected: str) -> None:
    assert program(subject, inputs) == expected
    assert program(subject, inputs, "x = 1\n") == f"x = 1\n{expected}"


def test_other_calls_on_the_receiver() -> None:
    inputs = {
        "self.start": "1",
        "before.put.key": "'a'",
        "before.each.add.x": "[1] * N",
        "before.each.add.y": "range(N)",
        "each.item": "['b'] * N",
        "then.close": "()",
    }
    written = program(FEED, inputs)
    assert written.splitlines() == [
        "log = Log(1)",
        "# measured: all that follows",
        "log.put(key='a')",
        "for x, y in zip([1] * N, range(N)):",
        "    log.add(x=x, y=y)",
        "for item in ['b'] * N:",
        "    log.feed(item)",
        "log.close()",
    ]
    seen: list[Any] = []

    class Log:
        def __init__(self, start: int) -> None:
            seen.append(start)

        def put(self, key: str) -> None:
            seen.append(key)

        def add(self, x: int, y: int) -> None:
            seen.append((x, y))

        def feed(self, item: str) -> None:
            seen.append(item)

        def close(self) -> None:
            seen.append("closed")

    exec(written, {"Log": Log, "N": 2})
    assert seen == [1, "a", (1, 0), (1, 1), "b", "b", "closed"]
