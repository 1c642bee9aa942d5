"""A leap answers all questions of one place alike, as far as they go together."""

from __future__ import annotations

from itertools import pairwise

from slowpath.expr.variable import Values
from slowpath.search.beam.leaps import Leap, Leaper, possible
from slowpath.values.path import Path
from tests.unit.search.beam.support import prepared, ran

STILL = Leaper(lambda: 0.0)


def numbers(values: Values) -> list[float]:
    return [value for _, value in sorted(values.items())]


def leapt(path: Path, leap: Leap, prefix: int = 0, until: int | None = None) -> list[float]:
    held = [path.held(place) for place in range(prefix)]
    ((made, values),) = STILL.leaps(path, held, leap, until)
    assert made == leap
    return numbers(values)


def test_a_sorted_list_leaps_to_a_falling_one() -> None:
    """Insertion sort asks about neighbours; with all of them exchanged the order falls."""
    path = ran(prepared("insertion", 5), 1, 2, 3, 4, 5)
    (site,) = set(path.sites)
    xs = leapt(path, Leap(site, True, hold=False))
    assert all(left > right for left, right in pairwise(xs))


def test_the_decisions_of_a_prefix_hold() -> None:
    path = ran(prepared("insertion", 5), 1, 2, 3, 4, 5)
    xs = leapt(path, Leap(path.sites[0], True, hold=False), prefix=2)
    assert xs[0] <= xs[1] <= xs[2] > xs[3] > xs[4]


def test_questions_behind_the_end_are_free() -> None:
    path = ran(prepared("insertion", 5), 1, 2, 3, 4, 5)
    xs = leapt(path, Leap(path.sites[0], True, hold=False), until=2)
    assert xs[0] > xs[1] > xs[2]
    assert xs[3:] == [4, 5]


def test_with_hold_other_decisions_stay_as_they_are() -> None:
    path = ran(prepared("within", 4), 0, 0, 5, 0)
    first, second, *_ = path.sites
    assert len({first, second}) == 2
    counting = next(site for site in path.sites if site not in (first, second))
    held = leapt(path, Leap(counting, False, hold=True))
    assert held[0] == 0  # `xs[0] == 0` contradicts what holds before, and is left out
    assert all(x != 0 for x in held[1:])
    free = leapt(path, Leap(counting, False, hold=False))
    assert all(x != 0 for x in free)
    behind = leapt(path, Leap(counting, False, hold=False), prefix=2)
    assert [x != 0 for x in behind] == [False, True, True, True]  # the prefix says that the first is 0


def test_leaps_that_are_possible_change_an_answer() -> None:
    path = ran(prepared("insertion", 4), 1, 2, 3, 4)
    (site,) = set(path.sites)
    assert list(possible(path, range(3))) == [Leap(site, True, hold=False), Leap(site, True, hold=True)]
    mixed = ran(prepared("insertion", 4), 2, 1, 3, 4)
    assert {leap.answer for leap in possible(mixed, range(len(mixed.taken)))} == {True, False}
    assert list(possible(path, range(0))) == []


def test_a_leap_that_changes_nothing_leads_nowhere() -> None:
    path = ran(prepared("insertion", 4), 4, 3, 2, 1)
    assert list(STILL.leaps(path, [], Leap(path.sites[0], True, hold=False))) == []


def test_no_leap_begins_after_the_deadline() -> None:
    path = ran(prepared("insertion", 4), 1, 2, 3, 4)
    assert list(STILL.leaps(path, []))
    assert list(Leaper(lambda: 5.0, deadline=5.0).leaps(path, [])) == []
