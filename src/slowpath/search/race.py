"""The race: strategies side by side under one budget, each with its turns.

What one proposes is judged for all: the archive keeps the best of every niche, whoever found it, and every
strategy observes every judgement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.errors import SlowpathError
from slowpath.model.find import StrategyFigures
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.settled import settled
from slowpath.recipe.stretch import recipes_of
from slowpath.recipe.use import Use
from slowpath.run.inputs import describe
from slowpath.search.judge import BASE, Judge, Judged
from slowpath.search.strategy import Proposal, Scene, Strategy

EXHAUSTED = 2_000  # proposals in a row that are known: with so many, nearly nothing new is left
_IN_VAIN = 2_000  # proposals in a row of which no run ended: then strategies whose runs do have its time
_TURN_SHARE, _TURN_SECONDS = 0.08, 6.0  # of the time, for the one turn of a traced strategy, and at most
_BEGIN_SHARE = 0.2  # of the time, for what the others begin with: most findings are among it
_BETWEEN_SHARE = 0.1  # of the time, between two turns of traced strategies


@dataclass(slots=True)
class _Runner:
    """A strategy in the race, and what it did."""

    strategy: Strategy
    proposals: Iterator[Proposal | None]
    runs: int = 0
    best: int = 0
    seconds: float = 0.0
    known: int = 0  # proposals in a row that were made before
    vain: int = 0  # proposals in a row of which no run ended, as if the receiver cannot be made
    over: bool = False


class Race:
    """Runs strategies, and keeps their figures.

    `refused` says why the target cannot be traced, if so. `failed` says of strategies that came to an early
    end by an error how that happened; the others go on.
    """

    def __init__(
        self,
        scene: Scene,
        judge: Judge,
        strategies: Sequence[Strategy],
        seconds: float,
        *,
        traced_first: bool = False,
    ) -> None:
        self._scene = scene
        self._judge = judge
        self._runners = [_Runner(each, each.propose(scene)) for each in strategies]
        self._seconds = seconds
        self._traced_first = traced_first
        self._tried: set[Recipe | Use] = set()
        self._cut = False  # whether the time ended a turn of this round, so that there may be more
        self.refused: str | None = None
        self.failed: dict[str, str] = {}

    @property
    def figures(self) -> list[StrategyFigures]:
        """What each strategy did so far."""
        return [
            StrategyFigures(
                each.strategy.name,
                each.runs + each.strategy.runs,
                each.strategy.solves,
                each.best,
                each.seconds,
            )
            for each in self._runners
            if each.runs or each.strategy.runs
        ]

    def run(self) -> Iterator[tuple[Judged, bool]]:
        """Yield every recipe that is tried, with whether it is the best of its niche now."""
        if not self._traced_first:
            yield from self._eager()
        for runner, seconds in self._turns():
            yield from self._turn(runner, seconds)
            yield from self._eager()

    def _turns(self) -> Iterator[tuple[_Runner, float]]:
        """Who is next, and for how long; ends when nobody has anything new."""
        patient = [each for each in self._runners if not each.strategy.eager]
        traced = [each for each in patient if each.strategy.traced]
        others = [each for each in patient if not each.strategy.traced]
        turn = min(_TURN_SECONDS, _TURN_SHARE * self._seconds)
        if self._traced_first:
            yield from ((each, turn) for each in traced)
            traced = []
        share = _BEGIN_SHARE
        known = -1
        while traced or (any(not each.over for each in others) and (self._cut or known < len(self._tried))):
            known, self._cut = len(self._tried), False
            for each in others:
                if not each.over:
                    yield each, share * self._seconds
            share = _BETWEEN_SHARE
            if traced:
                yield traced.pop(0), turn

    def _turn(self, runner: _Runner, seconds: float) -> Iterator[tuple[Judged, bool]]:
        """Let a strategy propose for some seconds, or until it has nothing, or its opening is over."""
        scene, strategy = self._scene, runner.strategy
        scene.until = scene.clock() + seconds
        opening = strategy.opening
        while not scene.is_over() and (strategy.opening or not opening):
            proposal = self._next(runner)
            if proposal is None:
                break
            paused = scene.clock()
            yield from self._tried_out(runner, proposal)
            if strategy.traced:  # its seconds are for what it does itself
                scene.until += scene.clock() - paused
            else:
                yield from self._eager()
        runner.over |= strategy.traced  # it has one turn
        self._cut |= scene.is_over()

    def _eager(self) -> Iterator[tuple[Judged, bool]]:
        """What strategies have that want to be heard first."""
        for runner in self._runners:
            while runner.strategy.eager and (proposal := self._next(runner)) is not None:
                yield from self._tried_out(runner, proposal)

    def _next(self, runner: _Runner) -> Proposal | None:
        began = self._scene.clock()
        try:
            proposal = None if runner.over else next(runner.proposals)
        except StopIteration:
            proposal, runner.over = None, True
        except SlowpathError as error:
            if not runner.strategy.traced:
                raise
            self.refused, proposal, runner.over = error.message, None, True
        except Exception as error:  # what a strategy makes of the target's objects may meet their code
            self.failed[runner.strategy.name] = describe(error)
            proposal, runner.over = None, True
        runner.seconds += self._scene.clock() - began
        return proposal

    def _tried_out(self, runner: _Runner, proposal: Proposal) -> Iterator[tuple[Judged, bool]]:
        """Judge what is new of a proposal."""
        for recipe in self._recipes(proposal):
            runner.known += 1
            runner.over |= runner.known > EXHAUSTED
            if recipe in self._tried or not self._scene.admits(recipe):
                continue
            runner.known = 0
            self._tried.add(recipe)
            yield self._judged(runner, recipe, proposal.size or BASE)

    def _recipes(self, proposal: Proposal) -> Iterator[Recipe | Use]:
        if isinstance(proposal.what, Use):
            yield proposal.what
        elif isinstance(proposal.what, Recipe):
            yield settled(proposal.what)
        else:
            made = recipes_of(proposal.what, self._scene.shapes, self._scene.optional)
            yield from map(settled, made)

    def _judged(self, runner: _Runner, recipe: Recipe | Use, size: int) -> tuple[Judged, bool]:
        began, runs = self._scene.clock(), self._scene.meter.runs
        judged = self._judge.judge(recipe, runner.strategy.name, size)
        runner.runs += self._scene.meter.runs - runs
        runner.best = max(runner.best, judged.cost)
        runner.seconds += self._scene.clock() - began
        runner.vain = 0 if judged.length else runner.vain + 1
        runner.over |= runner.vain >= _IN_VAIN and any(
            each.best for each in self._runners if each is not runner
        )
        self._scene.opening.observe(judged)
        for each in self._runners:
            each.strategy.observe(judged)
        archive = self._scene.archive if isinstance(recipe, Recipe) else self._scene.programs
        return judged, archive.enter(judged)
