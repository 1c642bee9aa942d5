from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from slowpath.model.loops import Execution, Goal, Iterations, Loop, Nest, SiteKey
from slowpath.model.run import End
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.use import Use
from slowpath.search.loops.rating import SMALL, Rating, RunOutcome

LOOP = Loop(("m.py", 3), "m.py", 2, "f")
GOAL = Goal(LOOP, 1, 1000, ((LOOP.key,),), (("m.py", 1), ("m.py", 2)))


def _use(program: Program) -> Use | None:
    return Use(program, (("x", "0"),)) if program.measured.function.source == "f" else None


@dataclass
class Fake:
    """A target whose loop goes round as often as `rounds` says of a size."""

    rounds: Callable[[int], int]
    end: End = End.RETURNED
    sizes: list[tuple[int, bool]] = field(default_factory=list)

    def __call__(self, use: Use, size: int, *, large: bool) -> RunOutcome:
        self.sizes.append((size, large))
        count = self.rounds(size)
        nests: dict[SiteKey, dict[Nest, Iterations]] = {LOOP.key: {(LOOP.key,): (count,)}} if count else {}
        return RunOutcome(Execution(frozenset(GOAL.path), nests), self.end)


def _rated(fake: Fake, goal: Goal = GOAL, source: str = "f(N)") -> tuple[Rating, float]:
    rating = Rating(fake, _use, [goal])
    ((fitness,),) = rating.rate([parse_program(source)])
    return rating, fitness


@pytest.mark.parametrize("rounds", [lambda n: n, lambda n: n - 1, lambda n: 3 * n, lambda n: n // 2 + 2])
def test_what_grows_is_run_at_a_size_that_reaches_the_goal(rounds: Callable[[int], int]) -> None:
    fake = Fake(rounds)
    rating, fitness = _rated(fake)
    assert fitness == 0.0
    assert rating.is_reached(0)
    attempt = rating.attempts[0]
    assert attempt is not None
    assert attempt.iterations >= 1000
    assert attempt.iterations == rounds(attempt.size)
    assert fake.sizes[0] == (SMALL, False)
    assert fake.sizes[-1] == (attempt.size, True)


def test_what_does_not_grow_is_not_run_at_a_large_size() -> None:
    fake = Fake(lambda n: 7)
    rating, fitness = _rated(fake)
    assert 0.0 < fitness < 0.5
    assert not any(large for _, large in fake.sizes)
    attempt = rating.attempts[0]
    assert attempt is not None
    assert attempt.why == "it makes 7 iterations at N = 8 and at N = 16"


def test_a_loop_that_goes_round_often_at_every_size_reaches_the_goal_at_once() -> None:
    fake = Fake(lambda n: 5000)
    assert _rated(fake)[1] == 0.0
    assert len(fake.sizes) == 1


def test_the_nearer_program_is_the_fitter_one() -> None:
    fitness = [_rated(Fake(partial(min, most)))[1] for most in (0, 1, 3, 8, 14, 500)]
    assert fitness == sorted(fitness, reverse=True)
    assert len(set(fitness)) == len(fitness)
    assert fitness[2] > 0.5 > fitness[3]


def test_a_run_that_raises_is_near_and_does_not_reach_the_goal() -> None:
    rating, fitness = _rated(Fake(lambda n: n, End.RAISED))
    assert 0.0 < fitness < 0.01
    assert not rating.is_reached(0)


def test_a_program_that_is_refused_or_no_use_of_the_target_is_worst() -> None:
    assert _rated(Fake(lambda n: n, End.REFUSED))[1] == 1.0
    fake = Fake(lambda n: n)
    assert _rated(fake, source="g(N)")[1] == 1.0
    assert fake.sizes == []


def test_a_program_is_run_once_and_a_goal_that_is_reached_is_no_aim() -> None:
    fake = Fake(lambda n: n)
    rating, _ = _rated(fake)
    runs = len(fake.sizes)
    assert rating.rate([parse_program("f(N)")]) == [(0.0,)]
    assert len(fake.sizes) == runs
    assert rating.rate([parse_program("f(N, 1)")]) == [(1.0,)]
    assert rating.runs == len(fake.sizes) == runs + 1


def test_why_a_program_comes_no_further_is_told() -> None:
    def why(fake: Fake) -> str | None:
        attempt = _rated(fake)[0].attempts[0]
        assert attempt is not None
        return attempt.why

    class Ending(Fake):
        """It ends in another way if it is large."""

        def __call__(self, use: Use, size: int, *, large: bool) -> RunOutcome:
            outcome = super().__call__(use, size, large=large)
            return replace(outcome, end=self.end if large else End.RETURNED)

    assert why(Ending(lambda n: n, End.REFUSED)) == (
        "at N = 80 the input cannot be built within the budget of a run"
    )
    assert why(Ending(lambda n: n, End.BUDGET)) == "at N = 80 the run does not finish: cost budget"
    assert why(Fake(lambda n: min(n, 70))) == "it makes 70 iterations at N = 80 and at N = 400"
