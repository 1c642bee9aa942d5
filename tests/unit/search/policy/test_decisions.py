"""The decisions of worst paths: their places, their answers, and whether there was a choice."""

from __future__ import annotations

from itertools import product

from slowpath.scaling.path.worst import WorstEffort, worst
from slowpath.search.policy.decisions import Decisions, Places, decided, free
from tests.unit.search.policy import programs
from tests.unit.search.policy.support import program

EFFORT = WorstEffort(paths=300, patience=200)


def answers(xs: tuple[int, ...]) -> tuple[int, ...]:
    """What `climb` decides about each number."""
    return tuple(x > max(xs[:at], default=-1) for at, x in enumerate(xs))


def paths(size: int) -> set[tuple[int, ...]]:
    """Every sequence of answers that `climb` can give, by trying all inputs."""
    return {answers(xs) for xs in product(range(4), repeat=size)}


def test_decisions_are_those_of_the_worst_inputs() -> None:
    found = decided(program("climb"), worst(program("climb"), 5, EFFORT), Places())
    assert (found.size, found.cost) == (5, 4)
    assert {tuple(each.taken) for each in found.paths} == {each for each in paths(5) if sum(each) == 4}
    for each in found.paths:
        xs = [int(value) for _, value in sorted(each.model.items())]
        assert programs.climb(xs) == 4
        assert tuple(each.taken) == answers(tuple(xs))


def test_the_most_regular_path_comes_first() -> None:
    found = decided(program("climb"), worst(program("climb"), 5, EFFORT), Places())
    assert bytes(found.paths[0].taken) in (b"\1\1\1\1\0", b"\1\0\1\1\1")
    turns = [len(set(zip(each.steps(), each.steps()[1:], strict=False))) for each in found.paths]
    assert turns == sorted(turns)


def test_a_place_has_one_number_at_all_sizes() -> None:
    target, places = program("insertion_sort"), Places()
    small, large = (decided(target, worst(target, size, EFFORT), places) for size in (2, 4))
    assert set(small.paths[0].places) == set(large.paths[0].places) == {0}
    assert len(large.paths[0].places) == 6  # every pair is compared
    other = decided(program("climb"), worst(program("climb"), 3, EFFORT), places)
    assert set(other.paths[0].places) == {1}


def test_steps_tell_place_and_answer() -> None:
    assert Decisions((0, 2, -1), b"\1\0\1", {}).steps() == [1, 4, -1]


def test_a_decision_is_free_if_some_input_decides_otherwise() -> None:
    target = program("climb")
    found = decided(target, worst(target, 5, EFFORT), Places())
    known = paths(5)
    for each in found.paths:
        expected = [
            any(other[:at] == tuple(each.taken)[:at] and other[at] != each.taken[at] for other in known)
            for at in range(5)
        ]
        assert free(target, 5, each, frozenset({0})) == expected
        assert free(target, 5, each, frozenset()) == [False] * 5


def test_what_is_not_asked_in_time_counts_as_free() -> None:
    target = program("climb")
    (path, *_) = decided(target, worst(target, 3, EFFORT), Places()).paths
    assert free(target, 3, path, frozenset({0}), lambda: True) == [True] * 3
