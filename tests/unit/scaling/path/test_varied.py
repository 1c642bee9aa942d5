from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.scaling.path.subject import ScaledTarget, inferred
from slowpath.scaling.path.varied import varied
from slowpath.scaling.path.worst import WorstEffort, worst
from tests.unit.scaling.path.support import FILE, REQUIRES, program


def found(subject: ScaledTarget, size: int, cost: int = -1, runs: int = 3_000) -> int | None:
    """What the model that is found costs, by a traced run."""
    model = varied(subject, size, {}, cost, runs, lambda: False)
    return None if model is None else subject.tracer(size)(model, []).cost


def test_numbers_are_put_into_an_order() -> None:
    assert found(program("insertion_sort"), 6) == 15


def test_floats_too() -> None:
    assert found(program("float_sort"), 5) == 10


def test_characters_stay_in_their_alphabet() -> None:
    model = varied(program("windows"), 8, {}, -1, 300, lambda: False)
    assert model is not None
    assert set(model.values()) <= set(map(ord, "abc"))


def test_bounds_are_kept() -> None:
    model = varied(program("product"), 3, {}, -1, 300, lambda: False)
    assert model is not None
    assert set(model.values()) <= {0, 1}


def test_the_precondition_is_met() -> None:
    subject = program("merge")
    model = varied(subject, 4, {}, -1, 600, lambda: False)
    assert model is not None
    inputs = {"xs": [model[i] for i in range(4)], "ys": [model[i] for i in range(4, 8)]}
    assert eval(REQUIRES["merge"], dict(inputs))


def test_what_costs_no_more_is_not_given() -> None:
    assert found(program("insertion_sort"), 5, cost=10) is None


def test_no_run_is_made_when_the_time_is_over() -> None:
    assert varied(program("insertion_sort"), 6, {}, 14, 3_000, lambda: True) is None


def test_shapes_without_fixed_lengths_are_left_alone() -> None:
    free = inferred(f"{FILE}:insertion_sort", {"xs": "ints(upto(N))"})
    assert varied(free, 4, {}, -1, 100, lambda: False) is None


def test_a_climb_begins_at_the_best_of_them() -> None:
    effort = WorstEffort(paths=5, patience=0, variations=3_000)
    assert worst(program("insertion_sort"), 8, effort, exhaust=False).cost == 28
    poor = WorstEffort(paths=5, patience=0, variations=0)
    assert worst(program("insertion_sort"), 8, poor, exhaust=False).cost < 28


def test_an_input_whose_run_is_cut_is_no_worst_case(tmp_path: Path) -> None:
    """A number without a bound makes runs of any length."""
    (tmp_path / "flags.py").write_text("def flags(n: int):\n    return sum([1] * (n + 1))\n")
    subject = replace(inferred(f"{tmp_path / 'flags.py'}:flags", {}), small_ops=2_000)
    cost = found(subject, 2)
    assert cost is not None
    assert 0 < cost < 2_000
    assert subject.tracer(2)({0: 10**6}, []).cost == 0
