"""What can be done only after something else was done is found by trying behind each thing that works."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.programs.filling import done_once
from slowpath.search.programs.unlocking import Unlocked, Unlocking
from slowpath.search.programs.workshop import Workshop
from slowpath.target.load import load
from tests.unit.search.programs.ordered import written


def unlocked(folder: Path, name: str, source: str) -> list[Unlocked]:
    loaded = load(f"{written(folder)}:{name}")
    assert loaded.owner is not None
    workshop = Workshop(Meter(loaded, max_ops=100_000), {})
    base = (f"x = {source}",)
    actions = list(workshop.actions(base[0], loaded.owner))
    return list(Unlocking(workshop, base, loaded.owner, actions, done_once).found())


def test_steps_that_come_once_each(tmp_path: Path) -> None:
    rows = unlocked(tmp_path, "Session.flush", "Session('a')")
    assert [each.steps for each in rows] == [
        ("x.connect()",),
        ("x.connect()", "x.login('aaaa')"),
    ]
    assert rows[0].actions == ()
    assert [each.source for each in rows[1].actions] == ["x.flush()", "x.send('a')", "x.send(f'a{i}')"]


def test_turns_in_each_round(tmp_path: Path) -> None:
    (row,) = unlocked(tmp_path, "Turnstile.pairs", "Turnstile()")
    assert row.steps == ("x.coin(50)",)
    assert row.actions == ()
    assert ("x.coin(50)", "x.push(i)") in row.turns


def test_nothing_is_locked_if_all_works_at_once(tmp_path: Path) -> None:
    assert unlocked(tmp_path, "Spans.overlaps", "Spans()") == []
