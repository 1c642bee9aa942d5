"""One traced run: its path is what happened, and what happens later leaves it alone."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from slowpath.errors import InputRejected
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import ints
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Cut

SOURCE = """
def rising(xs):
    for i in range(1, len(xs)):
        if xs[i - 1] >= xs[i]:
            raise ValueError(f"falls at {i}")
    return xs
"""


@pytest.fixture
def target(tmp_path: File) -> Loaded:
    file = tmp_path / "rises.py"
    file.write_text(SOURCE)
    return load(f"{file}:rising", build=Build.TRACE, more=trace_hooks)


def test_a_path_has_a_decision_per_question(target: Loaded) -> None:
    path = Tracer(target, {"xs": ints(4)}, 4).run({0: 1, 1: 2, 2: 3, 3: 3})
    assert list(path.taken) == [0, 0, 1]
    assert len(set(path.sites)) == 1
    assert list(path.costs) == sorted(path.costs)
    assert path.raises == "ValueError: falls at 3"
    assert path.result is None
    assert path.model == {0: 1, 1: 2, 2: 3, 3: 3}
    assert [variable.name for variable in path.variables] == ["xs[0]", "xs[1]", "xs[2]", "xs[3]"]


def test_a_run_costs_what_the_counted_build_says(target: Loaded, tmp_path: File) -> None:
    path = Tracer(target, {"xs": ints(5)}, 5).run({index: index for index in range(5)})
    counted = load(f"{tmp_path / 'rises.py'}:rising", build=Build.COUNT)
    with counted.copies.installed():
        counted.ledger.start()
        counted.function(list(range(5)))
        counted.ledger.stop()
    assert path.cost == counted.ledger.ops()


def test_known_questions_are_not_made_again(target: Loaded) -> None:
    tracer = Tracer(target, {"xs": ints(4)}, 4)
    first = tracer.run({0: 1, 1: 2, 2: 3, 3: 4})
    second = tracer.run({0: 1, 1: 2, 2: 3, 3: 3}, first.conditions[:2])
    assert all(one is other for one, other in zip(first.conditions[:2], second.conditions[:2], strict=True))
    assert second.conditions == first.conditions
    assert second.follows(first, 2)
    assert not second.follows(first, 1)


def test_runs_share_their_variables(target: Loaded) -> None:
    tracer = Tracer(target, {"xs": ints(3)}, 3)
    first, second = tracer.run({}).variables, tracer.run({0: 5}).variables
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_looking_at_a_result_changes_no_path(target: Loaded) -> None:
    path = Tracer(target, {"xs": ints(3)}, 3).run({0: 1, 1: 2, 2: 3})
    before = path.key(), len(path.conditions)
    assert path.result == [1, 2, 3]
    assert max(path.result) == 3
    assert (path.key(), len(path.conditions)) == before


def test_a_run_ends_at_its_cost_budget(target: Loaded) -> None:
    path = Tracer(target, {"xs": ints(50)}, 50, max_ops=200).run({index: index for index in range(50)})
    assert path.cut is Cut.BUDGET
    assert path.raises is None
    assert 0 < len(path.taken) < 49


def test_a_rejected_input_costs_nothing(target: Loaded) -> None:
    def refuse(xs: list[int]) -> bool:
        raise InputRejected("no")

    for requires in (refuse, lambda xs: xs[0] > 7):
        path = Tracer(target, {"xs": ints(3)}, 3, requires=requires).run({})
        assert path.cut is Cut.REJECTED
        assert path.cost == 0
