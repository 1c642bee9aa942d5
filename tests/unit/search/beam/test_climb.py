"""Where a beam starts: leaps, sides and walks."""

from __future__ import annotations

from itertools import count

from slowpath.search.beam.climb import Climb
from slowpath.search.beam.leaps import Leap, Leaper, possible
from slowpath.search.beam.sides import sides
from slowpath.search.beam.target import BeamTarget
from slowpath.search.beam.walk import walked
from slowpath.shape.library import text
from slowpath.values.path import Path
from tests.unit.search.beam.support import prepared, worst

LEAPER = Leaper(lambda: 0.0)


def plainest(chosen: BeamTarget) -> Path:
    return chosen.run({}, ())


def test_a_march_answers_questions_that_come_up_on_its_way() -> None:
    chosen = prepared("quick", 12)
    with chosen.tracer.installed():
        start = plainest(chosen)
        paths = list(walked(chosen.run, LEAPER, start, Leap(start.sites[0], True, hold=True)))
    assert all(paths[-1].taken)
    assert len(paths[-1].taken) == 12 * 11 // 2
    assert len(paths) < 66  # not one run for each question


def test_one_leap_over_the_whole_run_does_not() -> None:
    chosen = prepared("quick", 12)
    with chosen.tracer.installed():
        start = plainest(chosen)
        leap = Leap(start.sites[0], True, hold=False)
        ((_, values),) = LEAPER.leaps(start, [], leap)
        assert not all(chosen.run(values, ()).taken)


def test_a_march_keeps_an_answer_that_decisions_before_rule_out() -> None:
    chosen = prepared("within", 6)
    with chosen.tracer.installed():
        start = plainest(chosen)
        zero = start.sites[-1]
        paths = list(walked(chosen.run, LEAPER, start, Leap(zero, False, hold=True)))
    assert paths[-1].result == 1  # the first is 0 by the tests before


def test_a_march_ends_within_a_window_when_the_time_is_over() -> None:
    chosen = prepared("quick", 12)
    times = count()
    with chosen.tracer.installed():
        start = plainest(chosen)
        leaper = Leaper(lambda: next(times), deadline=9)
        assert not list(walked(chosen.run, leaper, start, Leap(start.sites[0], True, hold=True)))
    assert next(times) < 14  # of the 16 questions of its first window


def test_a_leap_until_a_place_changes_nothing_behind_it() -> None:
    chosen = prepared("insertion", 6)
    with chosen.tracer.installed():
        start = plainest(chosen)
        moved = dict(LEAPER.leaps(start, [], Leap(start.sites[0], True, hold=False), until=2))
        (values,) = moved.values()
    assert [values[index] for index in range(3, 6)] == [0, 0, 0]
    assert values[0] > values[1] > values[2]


def test_sides_change_one_variable_each() -> None:
    chosen = prepared("search", 6, shapes={"text": text(), "pattern": text(3)})
    with chosen.tracer.installed():
        start = plainest(chosen)
        moved = list(sides(start, 2))
        changed = [{index for index in one if one[index] != start.model[index]} for one in moved]
        names = [{start.variables[index].name for index in indices} for indices in changed]
        for one in moved:
            assert not chosen.run(one, ()).taken[2]
    assert names == [{"text[2]"}, {"pattern[2]"}]


def test_no_side_is_asked_for_when_the_time_is_over() -> None:
    chosen = prepared("search", 6, shapes={"text": text(), "pattern": text(3)})
    times = count()
    with chosen.tracer.installed():
        start = plainest(chosen)
        assert len(list(sides(start, 2, late=lambda: next(times) > 0))) == 1


def test_questions_about_one_variable_have_no_sides() -> None:
    chosen = prepared("unclosed", 4, shapes={"text": text()})
    with chosen.tracer.installed():
        assert not list(sides(plainest(chosen), 0))


def test_a_climb_reaches_what_no_single_way_does() -> None:
    chosen = prepared("quick", 7)
    with chosen.tracer.installed():
        climb = Climb(chosen.run, chosen.judge, LEAPER)
        assert climb.climbed({}).cost == worst(chosen)


def test_a_climb_of_a_target_without_questions_ends_at_its_start() -> None:
    chosen = prepared("total", 4)
    with chosen.tracer.installed():
        start = plainest(chosen)
        assert Climb(chosen.run, chosen.judge, LEAPER).climbed({}).cost == start.cost
        assert not list(possible(start, range(len(start.taken))))
