"""A search for the paths of a stage sees every run, and judges by output if it is told to."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable
from pathlib import Path as File
from typing import Any, NamedTuple

import pytest

from slowpath.explore.cases import metered
from slowpath.pipeline.glue import PARAMETER, stage_name
from slowpath.pipeline.output import output_of
from slowpath.pipeline.subject import (
    StageSearch,
    Subject,
    leaves_in,
    output_judge,
    parts_in,
    spread_judge,
)
from slowpath.shape.syntax import parse_shape
from slowpath.values.path import Path
from tests.unit.pipeline.glued import glued

STAGE = """
def counted(text):
    count = 0
    for char in text:
        if char == "a":
            count += 1
    return count
"""


class Pair(NamedTuple):
    left: str
    right: list[int]


@pytest.mark.parametrize(
    ("made", "leaves", "parts"),
    [
        ("", 0, 1),
        ("abc", 3, 1),
        (b"ab", 2, 1),
        (7, 1, 1),
        (1.5, 1, 1),
        ([], 0, 1),
        (["ab", "c", ""], 3, 4),
        (["ab", "cd", "ef"], 6, 4),
        (("a", [1, 2], (3.0,)), 4, 7),
        ({"x": "ab", "y": [1]}, 3, 4),
        ([{"x": "ab"}, {"x": "cd"}], 4, 5),
        (Pair("ab", [1, 2]), 4, 5),
        (None, 0, 1),
        ([None, 1], 1, 3),
        (deque(["ab", 1]), 3, 3),
    ],
)
def test_leaves_are_characters_and_numbers_and_parts_are_values(made: Any, leaves: int, parts: int) -> None:
    output = output_of(made, lazy=False, conditions=(), variables=())
    assert leaves_in(made) == len(output.leaves) == output.structure.leaves == leaves
    assert parts_in(made) == output.structure.parts == parts


def path(cost: int, result: Any = None) -> Path:
    return Path({}, [], [], bytearray(), array("q"), array("q"), cost, result)


def test_runs_are_judged_by_what_they_put_out_then_by_their_cost() -> None:
    long, dear, cheap = path(1, (False, "abc")), path(10**9, (False, "ab")), path(5, (True, ["a", "b"]))
    raising, one = path(10**9), path(1, (False, "a"))  # what raises puts out nothing
    assert sorted([dear, raising, one, long, cheap], key=output_judge) == [raising, one, cheap, dear, long]


def test_many_items_that_are_not_empty_are_more_than_one_long_item() -> None:
    one, many, empty = path(9, (False, ["abcd"])), path(1, (False, ["a", "b"])), path(5, (False, [""] * 4))
    assert sorted([many, one, empty], key=spread_judge) == [empty, many, one]
    short = path(1, (False, ["a", "b", "c"]))
    assert max([one, short], key=spread_judge) is short


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    folder: File = tmp_path_factory.mktemp("subject")
    glue = glued(folder, "subject_stage", STAGE, "counted")
    target = metered(f"{glue}:{stage_name(0)}", ("subject_stage",))
    return Subject(target, PARAMETER, parse_shape("text(N, 'ab')"), 4, 4, False, 10**5)


def test_every_kind_of_run_is_seen(subject: Subject) -> None:
    seen: list[Path] = []
    target = StageSearch(subject, 1, seen.append).at(3)
    values = dict(enumerate(map(ord, "aba")))
    runs: list[Callable[..., Path]] = [target.run, target.plain, target.narrow((), 2)]
    with target.tracer.installed():
        made = [run(values, ()) for run in runs]
    assert [each is other for each, other in zip(seen, made, strict=True)] == [True] * 3
    assert [each.result[1] for each in made] == [2] * 3
    assert len({each.cost for each in made}) == 1
    assert [len(each.conditions) for each in made] == [3, 0, 2]


def test_the_target_has_the_size_and_the_judge_that_are_asked_for(subject: Subject) -> None:
    search = StageSearch(subject, 1)
    plain, judged = search.at(2), search.at(5, output_judge)
    assert (plain.size, judged.size) == (2, 5)
    assert (len(plain.variables()), len(judged.variables())) == (2, 5)
    given = path(7, (False, "ab"))
    assert plain.judge(given) == 7
    assert judged.judge(given) == output_judge(given) > 7


def test_the_time_left_is_never_negative(subject: Subject) -> None:
    search = StageSearch(subject, 1, clock=lambda: 10.0)
    assert (search.left(12.5), search.left(3.0)) == (2.5, 0.0)
