"""Ways to make an object hold more."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.programs.filling import Filling, done_once, of_every_round, renamed
from slowpath.search.programs.workshop import Workshop
from slowpath.target.load import load
from tests.unit.search.programs import ordered
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


def filling(folder: Path, name: str) -> tuple[Filling, type]:
    loaded = load(f"{ordered.written(folder)}:{name}")
    assert loaded.owner is not None
    workshop = Workshop(Meter(loaded, max_ops=100_000), {})
    workshop.learn_objects()
    return Filling(workshop), loaded.owner


def test_numbers_lie_apart_if_neighbours_are_joined(tmp_path: Path) -> None:
    made, _ = filling(tmp_path, "Spans.overlaps")
    near = ("for i in range(N):", "    x.add(i, i)")
    apart = ("for i in range(N):", "    x.add((3 * i), (3 * i))")
    assert made.growing(("x = Spans()",), [near]) == [apart]


def test_two_ways_to_fill_are_one_in_each_round() -> None:
    loop = "for i in range(N):"
    fillings = [(loop, "    x.a('a')"), (loop, "    x.a(i)"), (loop, "    x.b(i)"), ("x.c('a' * N)",)]
    assert list(Filling.together(fillings)) == [
        (loop, "    x.a(i)", "    x.b(i)"),
        (loop, "    x.a('a')", "    x.b(i)"),
    ]


def test_what_steps_make_possible_fills_too(tmp_path: Path) -> None:
    made, kind = filling(tmp_path, "Session.flush")
    rows = dict(made.unlocked(("x = Session('a')",), kind))
    send = ("for i in range(N):", "    x.send('a')")
    assert send in rows["x.connect()", "x.login('aaaa')"]


def test_a_private_class_is_reached_from_a_filled_object(tmp_path: Path) -> None:
    made, kind = filling(tmp_path, "Names._View.has_all")
    assert list(made.reached(kind))[:2] == [
        ("w = Names()", "x = w.view()"),
        ("w = Names()", "for i in range(N):", "    w.put('a')", "x = w.view()"),
    ]


def test_an_object_is_put_into_another_one_of_its_kind(tmp_path: Path) -> None:
    made, kind = filling(tmp_path, "Chain.names")
    assert made.wrapped(("x = Chain('a')",), kind) == [("for i in range(N):", "    x = Chain('a', next=x)")]


def test_a_list_of_one_value_has_those_of_every_round() -> None:
    assert of_every_round("[f'a{i}'], i, ['a']") == "[f'a{i}' for i in range(N)], (N - 1), ['a']"
