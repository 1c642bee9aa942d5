"""Random inputs of the target's shapes, the costliest first."""

from __future__ import annotations

from itertools import count

from slowpath.search.beam.rivals import MOST, random_rivals
from slowpath.search.beam.target import subject
from slowpath.shape.library import integer, ints, one_of, upto
from slowpath.target.load import load
from tests.unit.search.beam.support import INTS, prepared, target


def never() -> bool:
    return False


def test_rivals_cost_what_the_count_build_counts() -> None:
    chosen = prepared("insertion", 5)
    found = random_rivals(chosen, 1, never)
    assert len(found) == MOST
    assert [each.cost for each in found] == sorted((each.cost for each in found), reverse=True)
    counted = load(target("insertion").loaded.target.spec)
    for each in found[:3]:
        counted.ledger.start()
        with counted.copies.installed():
            counted.function([each.values[place] for place in range(5)])
        counted.ledger.stop()
        assert counted.ledger.ops() == each.cost


def test_a_seed_repeats() -> None:
    chosen = prepared("insertion", 5)
    assert random_rivals(chosen, 1, never) == random_rivals(chosen, 1, never)
    assert random_rivals(chosen, 1, never) != random_rivals(chosen, 2, never)


def test_one_at_least_runs_and_none_begins_when_it_is_over() -> None:
    chosen = prepared("insertion", 5)
    assert len(random_rivals(chosen, 1, lambda: True)) == 1
    asked = count()
    assert len(random_rivals(chosen, 1, lambda: next(asked) >= 6)) == 7


def test_inputs_that_the_precondition_rejects_are_no_rivals() -> None:
    chosen = subject(target("insertion"), INTS, 3, requires="xs[0] > xs[1]")
    found = random_rivals(chosen, 1, never)
    assert 0 < len(found) < MOST
    assert all(each.values[0] > each.values[1] for each in found)


def test_shapes_of_several_structures_have_none() -> None:
    chosen = prepared("total", 3, shapes={"xs": one_of(ints(upto(3)), integer())})
    assert random_rivals(chosen, 1, never) == []
