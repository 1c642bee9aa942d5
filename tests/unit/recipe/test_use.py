"""A program as a use of one target: its measured call, by parameter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.errors import InputError
from slowpath.model.scenario import Feed, Scenario
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.use import inputs_of, use_of
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
    assert use.values(3) == Unmade(Scenario(program.setup), (("self", "log"), ("item", "N")), 3)
    assert (use.weight, use.swelling) == (program.weight, 2.0)
    assert use.length(10) == program.length(10)


@pytest.mark.parametrize(
    ("measured", "inputs", "scenario"),
    [
        ("for x in ['a', 'b'] * N:\n    log.feed(x)", {"item": "['a', 'b'] * N"}, Scenario(each=("item",))),
        (
            "for i in range(N):\n    log.feed(str(i), 1)\nlog.close()\nlog.quit()",
            {"item": "[str(i) for i in range(N)]", "how": "1"},
            Scenario(each=("item",), closing=("close", "quit")),
        ),
        (
            "for a, b in zip(x, y):\n    log.feed(a, b)",
            {"item": "[a for a, b in zip(x, y)]", "how": "[b for a, b in zip(x, y)]"},
            Scenario(each=("item", "how")),
        ),
        (
            "for i in range(N):\n    log.feed('a')",
            {"item": "['a' for i in range(N)]"},
            Scenario(each=("item",)),
        ),
        (
            "for i in range(N):\n    log.put(str(i))\n    log.feed('a')\nlog.close()",
            {"item": "'a'"},
            Scenario(closing=("close",), feed=Feed("put", "[str(i) for i in range(N)]")),
        ),
        (
            "for each in ['a', 'b'] * N:\n    log.put(each)\n    log.feed('a')",
            {"item": "'a'"},
            Scenario(feed=Feed("put", "['a', 'b'] * N")),
        ),
        ("for i in range(N):\n    log.put(i)\n    log.feed(i)", None, None),
        ("for i in range(N):\n    log[i].feed('a')", None, None),
        ("for i in range(N):\n    log.feed(1, 2, i)", None, None),
    ],
)
def test_what_is_measured_may_be_a_loop(
    measured: str, inputs: dict[str, str] | None, scenario: Scenario | None
) -> None:
    lines = measured.splitlines()
    source = "\n".join(["log = Log()", f"{lines[0]}  # measured", *lines[1:]])
    use = use_of(parse_program(source), METHOD)
    if inputs is None or scenario is None:
        assert use is None
        with pytest.raises(InputError, match=r"no call of m:Log\.feed"):
            inputs_of(source, METHOD)
        return
    assert use is not None
    assert use.sources == {"self": "log", **inputs}
    assert use.scenario == replace(scenario, setup="log = Log()")
    assert inputs_of(source, METHOD) == (use.sources, use.scenario)


def test_what_builds_may_be_any_python() -> None:
    source = """
        def make():
            return Log()
        with open('x') as file:
            log = make()

        log.feed(N)
    """
    inputs, scenario = inputs_of(source, METHOD)
    assert inputs == {"self": "log", "item": "N"}
    assert scenario.setup.splitlines()[-1] == "    log = make()"
    with pytest.raises(InputError, match="is no statement of a program"):
        parse_program(source)
