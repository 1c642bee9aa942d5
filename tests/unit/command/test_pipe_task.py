"""An order for a pipeline is checked before anything runs, and becomes a module with its stages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.command.pipe_task import checked, task_of
from slowpath.errors import SlowpathError, UsageError
from tests.unit.command.piping import Piped, pipe_order


def test_a_command_line_gives_the_stages_and_the_shape() -> None:
    order = checked(pipe_order(shell="sort -r | tr a b"))
    assert order.stages == (
        "slowpath_unix.sort:sort(_, reverse=True)",
        "slowpath_unix.text:text_of(_)",
        "slowpath_unix.tr:tr(_, first='a', second='b')",
    )
    assert order.shape == "lists(text(10, printable), N)"


@pytest.mark.parametrize(
    ("line", "given", "shape"),
    [
        ("tr a b", None, "text(N, printable)"),
        ("gzip", None, "blob(N)"),
        ("sort", "lists(text(3, 'ab'), N)", "lists(text(3, 'ab'), N)"),
    ],
)
def test_the_shape_is_that_of_the_first_command_unless_it_is_given(
    line: str, given: str | None, shape: str
) -> None:
    assert checked(pipe_order(shell=line, shape=given)).shape == shape


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"tests": 0}, "tests must be at least 1, not 0"),
        ({"reuse": "some"}, "unknown reuse 'some'"),
        ({"size": -1}, "-1"),
        ({"shape": "nope(N)"}, "nope"),
        ({"shape": "text(N - 9)"}, "the input"),
        ({"shell": "sort"}, "stages and --shell were both given"),
        ({"stages": (), "shell": "find / -type f"}, "the first command takes entries: say what its input"),
    ],
)
def test_an_order_without_sense_is_refused(fields: dict[str, Any], told: str) -> None:
    stages = fields.pop("stages", ("a:f",))
    with pytest.raises(SlowpathError) as raised:
        checked(pipe_order(*stages, **fields))
    assert told in str(raised.value)


def test_one_test_of_one_stage_is_an_order() -> None:
    order = pipe_order("a:f", tests=1)
    assert checked(order) == order


def test_the_ways_to_reuse_are_named() -> None:
    with pytest.raises(UsageError) as raised:
        checked(pipe_order("a:f", reuse="some"))
    assert raised.value.hint == "Choose none, incremental, full."


def test_a_task_knows_who_takes_what_and_how_much_time_is_left() -> None:
    piped = Piped(pipe_order("a:f", "{b:g, c:h | d:k}", seconds=20.0))
    task = piped.task
    assert task.sources == (None, 0, 0, 2)
    assert [task.feeds(place) for place in range(4)] == [True, False, True, False]
    piped.clock.now = 5.0
    assert (task.spent(), task.left()) == (5.0, 15.0)
    piped.clock.now = 25.0
    assert task.left() == -5.0


def test_the_module_of_a_task_runs_its_stages(tmp_path: Path) -> None:
    order = pipe_order("html:escape", "textwrap:wrap(_, width=5)", scope=("json", "html"))
    task = task_of(order, lambda doing: None, tmp_path)
    assert task.order.spec == str(tmp_path / "slowpath_pipeline.py")
    assert task.order.scope == ("html", "textwrap", "json")  # those of the stages first, each once
    names: dict[str, Any] = {}
    exec(Path(task.order.spec).read_text(encoding="utf-8"), names)
    assert names["pipeline"]("a < b") == ["a", "&lt;", "b"]
    assert task.glue == Path(task.order.spec).read_text(encoding="utf-8")
