"""Ways to make an object hold more."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.programs.filling import Filling, done_once, renamed
from slowpath.search.programs.workshop import Workshop
from slowpath.target.load import load
from tests.unit.search.programs.trees import written


def test_actions_are_learnt_once_and_what_grows_is_kept(tmp_path: Path) -> None:
    loaded = load(f"{written(tmp_path)}:Table.repeated")
    workshop = Workshop(Meter(loaded, max_ops=100_000), {})
    filling, base = Filling(workshop), ("x = Table()", "x.section('a')")
    kind = loaded.owner
    assert kind is not None
    actions = filling.actions(base, kind)
    trials = workshop.trials
    assert filling.actions(base, kind) is actions
    assert workshop.trials == trials
    assert filling.known == actions
    lines = ("for i in range(N):", "    x.put('a', 'a')")
    assert lines in filling.growing(base, filling.repeated(actions, kind))
    assert filling.growing(base, [("x.repeated('a')",)]) == []


def test_only_whole_names_are_replaced() -> None:
    assert renamed("x.add(xs, x)", "x", "y") == "y.add(xs, y)"


def test_what_is_done_once_has_the_names_that_plain_arguments_have() -> None:
    assert done_once("x.add(f'a{i}', i)") == "x.add('a', 0)"
    assert done_once("x.put('a', [i])") == "x.put('a', [0])"
