"""What leaves a search is a program."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.model.premise import Premise
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.slot import PartKey, closed_by, filled_by, filled_by_each, for_each
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.recipe.spelling import spelled
from slowpath.recipe.use import use_of
from slowpath.recipe.writing import written_program

seen: list[Any] = []


class Log:
    def __init__(self, start: int) -> None:
        seen.append(start)

    def put(self, key: str, *, how: str = "") -> None:
        seen.append((key, how))

    def add(self, x: int, y: int) -> None:
        seen.append((x, y))

    def __setitem__(self, key: str, value: str) -> None:
        seen.append({key: value})

    def feed(self, item: str) -> None:
        seen.append(item)

    def close(self) -> None:
        seen.append("closed")


OWN, START = Parameter("item", "POSITIONAL_OR_KEYWORD", True), Parameter("start", "KEYWORD_ONLY", True)
FEED = Target("m:Log.feed", "m", "Log.feed", TargetKind.METHOD, Flow.PLAIN, "", 1, (OWN,), (START,))


def spell(parts: dict[PartKey, str]) -> tuple[dict[str, str], Scenario]:
    return spelled(recipe({key: Family(source) for key, source in parts.items()}), FEED, Log)


def test_one_call_is_spelled_by_its_parameters() -> None:
    assert spell({"item": "'a' * N", "start": "1"}) == ({"item": "'a' * N", "start": "1"}, ONE_CALL)


def test_a_program_is_its_own_spelling() -> None:
    use = use_of(parse_program("log = Log(start=1)\nlog.feed('a' * N)"), FEED)
    assert use is not None
    expected = ({"self": "log", "item": "'a' * N"}, Scenario("log = Log(start=1)"))
    assert spelled(use, FEED, Log) == expected


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ({filled_by("put", "key"): "'a'"}, "log.put('a')"),
        ({filled_by("put", "how"): "'b'", filled_by("put", "key"): "'a'"}, "log.put('a', how='b')"),
        ({filled_by("add", "y"): "2", filled_by("add", "x"): "1"}, "log.add(1, 2)"),
        (
            {filled_by("__setitem__", "key"): "'k'", filled_by("__setitem__", "value"): "'v'"},
            "log['k'] = 'v'",
        ),
        (
            {filled_by_each("put", "key"): "['a'] * N", filled_by("put", "how"): "'b'"},
            "for i in range(N):\n    log.put('a', how='b')",
        ),
        (
            {filled_by_each("add", "x"): "[1, 2]", filled_by_each("add", "y"): "[3, 4]"},
            "for x, y in zip([1, 2], [3, 4]):\n    log.add(x, y)",
        ),
    ],
)
def test_what_fills_the_receiver_is_setup(parts: dict[PartKey, str], line: str) -> None:
    inputs, scenario = spell({"start": "1", "item": "'x'", **parts})
    assert inputs == {"self": "log", "item": "'x'"}
    assert scenario == Scenario(f"log = Log(start=1)\n{line}")


def test_all_calls_in_their_order() -> None:
    parts: dict[PartKey, str] = {
        closed_by("close"): "()",
        "start": "1",
        "item": "'x'",
        filled_by("put", "key"): "'a'",
        filled_by_each("add", "x"): "[1] * N",
        filled_by("add", "y"): "2",
        for_each("item"): "['b', 'c']",
    }
    inputs, scenario = spell(parts)
    source = written_program(FEED, inputs, scenario)
    assert source.splitlines() == [
        "log = Log(start=1)",
        "log.put('a')",
        "for i in range(N):",
        "    log.add(1, 2)",
        "for item in ['b', 'c']:  # measured",
        "    log.feed(item)",
        "log.close()  # measured",
    ]
    seen.clear()
    exec(source, {"Log": Log, "N": 2})
    assert seen == [1, ("a", ""), (1, 2), (1, 2), "b", "c", "closed"]


def test_what_the_user_gave_is_part_of_it() -> None:
    premise = Premise("log = made(N)", (("self", "log"),))
    made = recipe({"item": Family("'a' * N")})
    assert spelled(made, FEED, Log, premise) == (
        {"item": "'a' * N", "self": "log"},
        Scenario("log = made(N)"),
    )
    filled = recipe({"item": Family("'a'"), filled_by("put", "key"): Family("'k'")})
    inputs, scenario = spelled(filled, FEED, Log, Premise("", (("self", "made(N)"),)))
    assert inputs["self"] == "log"
    assert scenario.setup == "log = made(N)\nlog.put('k')"
