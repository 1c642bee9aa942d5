"""One traced run: its path is what happened, and what happens later leaves it alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as File

import pytest

from slowpath.errors import BudgetExceeded, InputRejected
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.shape.library import dicts, integer, ints, tuples
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Cut
from slowpath.values.trace import Trace

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
    assert path.exception == "ValueError"
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
    assert path.raises is path.exception is None
    assert 0 < len(path.taken) < 49


def test_a_rejected_input_costs_nothing(target: Loaded) -> None:
    def refuse(xs: list[int]) -> bool:
        raise InputRejected("no")

    for requires in (refuse, lambda xs: xs[0] > 7):
        path = Tracer(target, {"xs": ints(3)}, 3, requires=requires).run({})
        assert path.cut is Cut.REJECTED
        assert path.cost == 0


CALLS = """
import functools

class Stack:
    def __init__(self, items):
        if not items:
            raise ValueError("no items")
        self.items = list(items)

    def push(self, item, /, *, twice=False):
        if self.items[-1] > item:
            self.items.append(item)
        return self.items

def rest(first, /, *others, **named):
    return [first > other for other in others]

def falling(xs):
    for one, other in zip(xs, xs[1:]):
        if one > other:
            yield one

async def larger(x, y):
    return x if x > y else y

async def each(xs):
    for x in xs:
        yield x > 0

@functools.lru_cache
def is_large(x):
    return x > 100

MEMO = {}

def remembering(x):
    if not MEMO:
        MEMO[1] = [step for step in range(9)]
    return is_large(x)

def leaving(x):
    if x > 3:
        raise SystemExit(x)
"""


@pytest.fixture
def calls(tmp_path: File) -> Callable[..., Tracer]:
    file = tmp_path / "calls.py"
    file.write_text(CALLS)

    def tracer(name: str, **shapes: Shape) -> Tracer:
        return Tracer(load(f"{file}:{name}", build=Build.TRACE, more=trace_hooks), shapes, 3)

    return tracer


def test_a_method_has_a_receiver_made_of_its_inputs(calls: Callable[..., Tracer]) -> None:
    path = calls("Stack.push", item=integer(), items=ints(2)).run({0: 1, 1: 5, 2: 9})
    assert path.result == [5, 9, 1]
    assert list(path.taken) == [1]
    assert [variable.name for variable in path.variables] == ["item", "items[0]", "items[1]"]


def test_an_input_without_a_receiver_is_rejected(calls: Callable[..., Tracer]) -> None:
    tracer = calls("Stack.push", item=integer(), items=ints(0))
    path = tracer.run({})
    assert path.cut is Cut.REJECTED
    assert path.cost == 0
    assert tracer.refusal is not None
    assert "no items" in tracer.refusal


def test_every_kind_of_parameter_is_passed(calls: Callable[..., Tracer]) -> None:
    path = calls("rest", first=integer(), others=tuples(integer(), 2)).run({0: 4, 1: 3, 2: 9})
    assert path.result == [True, False]
    assert list(path.taken) == [1, 0]


@pytest.mark.parametrize(
    ("name", "shapes", "taken"),
    [
        ("falling", {"xs": ints(3)}, [1, 0]),
        ("larger", {"x": integer(), "y": integer()}, [1]),
        ("each", {"xs": ints(3)}, [1, 1, 1]),
    ],
)
def test_what_must_be_driven_is(
    calls: Callable[..., Tracer], name: str, shapes: dict[str, Shape], taken: list[int]
) -> None:
    assert list(calls(name, **shapes).run({0: 3, 1: 1, 2: 2}).taken) == taken


def test_a_run_sees_nothing_of_the_one_before(calls: Callable[..., Tracer]) -> None:
    tracer = calls("remembering", x=integer())
    first, second = tracer.run({0: 1}), tracer.run({0: 1})
    assert list(first.taken) == list(second.taken) == [0]
    assert first.cost == second.cost


def test_a_target_may_leave(calls: Callable[..., Tracer]) -> None:
    assert calls("leaving", x=integer()).run({0: 4}).raises == "SystemExit: 4"


def test_a_trace_that_ends_a_run_may_do_so_while_its_input_is_built(target: Loaded) -> None:
    """Keys of a mapping are compared with each other before the target runs."""

    class Impatient(Trace):
        def decide(self, *asked: object) -> bool:
            raise BudgetExceeded

    tracer = Tracer(target, {"xs": dicts(integer(), integer(), 3)}, 3)
    path = tracer.run({}, trace=Impatient(tracer.sites, lambda: 0))
    assert path.cut is Cut.BUDGET
    assert path.result is None
