"""A hunt as a child process: what it says, in which order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.run.begun import Begun
from slowpath.search.hunting import (
    Accepted,
    Caught,
    FoundUnending,
    Going,
    HuntOrder,
    Over,
    TargetLoaded,
    serve,
)
from slowpath.search.role import Role
from tests.unit.command.fakes import FakeLink, in_this_process, written

SOURCE = """
def square(s: str):
    return sum(1 for a in s for b in s if a == b)

def flag(on: bool):
    return not on

def tags(s: str):
    while s:
        if s[0] != "<":
            s = s[1:]
"""


def told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, seconds: float = 0.4, **more: Any
) -> tuple[list[Any], FakeLink]:
    in_this_process(monkeypatch)
    fields: dict[str, Any] = {"shapes": {}, "allow": ("files",), "role": Role.BREED, **more}
    spec = f"{written(folder, SOURCE)}:{name}"
    link = FakeLink(HuntOrder(spec=spec, seconds=seconds, max_ops=1_000_000, **fields))
    serve(link)  # type: ignore[arg-type]
    return link.sent, link


def test_a_hunt_begins_tells_what_it_catches_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, link = told(tmp_path, monkeypatch, "square")
    assert link.armed == [("files", "native", "threads"), ("files", "native")]
    loaded, begun, first, going, caught, *_, last, over = sent
    assert loaded == TargetLoaded()
    assert isinstance(begun, Begun)
    assert begun.inferred.value["s"].shape.describe() == "text(N)"
    assert isinstance(first, Going)
    assert first.tried == 0
    assert first.returned > 0  # in the runs that tell what it takes
    assert isinstance(going, Going)
    assert going.returned > first.returned
    assert isinstance(caught, Caught)
    assert caught.recipe == {"s": "'a' * N"}
    assert caught.lengths == (1, 2)
    assert caught.site.endswith(":3")
    assert caught.found_by == "evolve"
    assert isinstance(last, Going)
    assert over == Over(grows=True)


def test_the_plainest_input_that_is_accepted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = told(tmp_path, monkeypatch, "square")
    accepted = [each for each in sent if isinstance(each, Accepted)]
    assert accepted
    lengths = [len(each.recipe["s"]) for each in accepted]
    assert lengths == sorted(set(lengths), reverse=True)
    reached, there = [each for each in sent if isinstance(each, Going)][-1].blocks
    assert 0 < reached <= there


def test_the_figures_are_those_of_the_whole_hunt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = told(tmp_path, monkeypatch, "square")
    goings = [each for each in sent if isinstance(each, Going)]
    tried = [each.tried for each in goings]
    assert tried == sorted(tried)
    evolve, fragment = goings[-1].strategies
    assert (evolve.name, fragment.name) == ("evolve", "fragment")
    assert evolve.runs >= goings[-1].tried  # up to three runs of each recipe
    assert evolve.best > 0
    assert 0 < evolve.seconds < 30
    assert evolve.solves == 0


def test_nothing_to_search_is_over_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = told(tmp_path, monkeypatch, "flag", seconds=60.0)
    assert [type(each) for each in sent] == [TargetLoaded, Begun, Going, Going, Over]
    assert sent[-1] == Over(grows=False)


def test_what_does_not_terminate_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = told(tmp_path, monkeypatch, "tags", seconds=2.0)
    assert FoundUnending({"s": "'<'"}) in sent or FoundUnending({"s": "'<' * N"}) in sent


def test_a_strategy_that_is_left_out_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = told(tmp_path, monkeypatch, "square", without=("evolve", "fragment"))
    assert sent[-2].strategies == ()
    assert not any(isinstance(each, Caught) for each in sent)


def test_a_parent_that_is_gone_wants_nothing() -> None:
    link = FakeLink(None)
    serve(link)  # type: ignore[arg-type]
    assert link.sent == []
