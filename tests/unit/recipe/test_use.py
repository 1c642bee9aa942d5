"""A program as a use of one target: its measured call, by parameter."""

from __future__ import annotations

import pytest

from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.use import use_of
from slowpath.run.setup import Unmade


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD", *, required: bool = True) -> Parameter:
    return Parameter(name, kind, required)


OWN = (
    parameter("item"),
    parameter("how", required=False),
    parameter("rest", "VAR_POSITIONAL", required=False),
    parameter("key", "KEYWORD_ONLY", required=False),
)
METHOD = Target("m:Log.feed", "m", "Log.feed", TargetKind.METHOD, Flow.PLAIN, "", 1, OWN)
FUNCTION = Target("m:feed", "m", "feed", TargetKind.FUNCTION, Flow.PLAIN, "", 1, OWN[:2])


@pytest.mark.parametrize(
    ("target", "call", "expected"),
    [
        (METHOD, "log.feed(N)", {"self": "log", "item": "N"}),
        (METHOD, "a.b[0].feed(1, key=x)", {"self": "a.b[0]", "item": "1", "key": "x"}),
        (METHOD, "log.feed(1, 2, 3, 4)", {"self": "log", "item": "1", "how": "2", "rest": "[3, 4]"}),
        (METHOD, "feed(log, 1)", None),
        (METHOD, "log.feed()", None),
        (METHOD, "log.other(1)", None),
        (METHOD, "log.feed(*xs)", None),
        (METHOD, "log.feed(1, 2, *xs)", {"self": "log", "item": "1", "how": "2", "rest": "xs"}),
        (METHOD, "log.feed(1, 2, 3, *xs)", None),
        (METHOD, "log.feed(1, **xs)", None),
        (METHOD, "log.feed(1, item=2)", None),
        (METHOD, "log.feed(1, unknown=2)", None),
        (FUNCTION, "feed(x, how=1)", {"item": "x", "how": "1"}),
        (FUNCTION, "m.feed(x)", {"item": "x"}),
        (FUNCTION, "feed(1, 2, 3)", None),
    ],
)
def test_the_arguments_of_the_measured_call(
    target: Target, call: str, expected: dict[str, str] | None
) -> None:
    use = use_of(parse_program(f"x = 1\n{call}"), target)
    assert (use and use.sources) == expected


def test_what_a_run_is_given() -> None:
    program = parse_program("log = Log()\nfor i in range(N):\n    log.put('a' * N)\nlog.feed(N)")
    use = use_of(program, METHOD)
    assert use is not None
    assert use.values(3) == Unmade(program.setup, (("self", "log"), ("item", "N")), 3)
    assert (use.weight, use.swelling) == (program.weight, 2.0)
    assert use.length(10) == program.length(10)
