"""Policies learned from the worst paths of small sizes, confirmed at a size they were not learned from."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from slowpath.explore.exhaustive import Clock
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort, WorstPaths, ascending
from slowpath.search.policy.decisions import Decisions, Over, Places, Small, decided, free
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.policy.policy import EITHER, History, Policy, Rule

LONGEST = 8  # decisions of a history: the longer it is, the less it says of other runs
MOST_PATHS = 24  # worst paths of one size, plainest first, from which policies are made: runs confirm each
# Bounds for a policy that leads nowhere.
CONFIRMING = GuideEffort(seconds=2.0, decisions=10_000, solves=2_000, paths=1, ops=1_000_000)


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """The sizes that are explored, the seconds for that, and for one of them."""

    first: int = 2
    last: int = 6
    seconds: float = 20.0
    effort: WorstEffort = field(default_factory=lambda: WorstEffort(seconds=8.0))


@dataclass(frozen=True, slots=True)
class Explored:
    """What small sizes showed, smallest first; `found` are their worst paths as they were explored."""

    sizes: tuple[Small, ...]
    places: Places
    seconds: float
    found: tuple[WorstPaths, ...] = ()


@dataclass(frozen=True, slots=True)
class LearnedPolicy:
    """A policy, whether it leads to the worst cases of the last sizes, and how many were tried."""

    policy: Policy
    confirmed: bool
    tried: int


def explored(
    subject: ScaledTarget,
    plan: LearningPlan | None = None,
    clock: Clock = time.process_time,
    known: Iterable[WorstPaths] = (),
    on_size: Callable[[WorstPaths], None] | None = None,
) -> Explored:
    """Explore small sizes, one after the other, as far as the plan goes; those behind the sizes that are
    known already. `on_size` hears of each."""
    plan = plan or LearningPlan()
    began = clock()
    found = list(known)
    sizes = range(found[-1].size + 1 if found else plan.first, plan.last + 1)
    exhaust = not found or found[-1].exact
    for each in ascending(subject, sizes, plan.effort, plan.seconds, clock, exhaust=exhaust):
        found.append(each)
        if on_size is not None:
            on_size(each)
    return described(subject, found, clock() - began)


def described(subject: ScaledTarget, found: Iterable[WorstPaths], seconds: float = 0.0) -> Explored:
    """The decisions of worst paths that were explored before."""
    places = Places()
    known = tuple([each for each in found if each.paths])
    return Explored(tuple(decided(subject, each, places) for each in known), places, seconds, known)


def wise(subject: ScaledTarget, small: Explored, over: Over = lambda: False) -> LearnedPolicy | None:
    """A policy by place alone: always, never, or if feasible (WISE). None where nothing was explored."""
    return _learned(subject, small, "WISE", [0], over)


def history(
    subject: ScaledTarget, small: Explored, over: Over = lambda: False, longest: int = LONGEST
) -> LearnedPolicy | None:
    """A policy by place and the decisions before (SPF-WCA), with the shortest histories that lead to the
    worst cases."""
    return _learned(subject, small, "SPF-WCA", range(longest + 1), over)


def _learned(
    subject: ScaledTarget, small: Explored, name: str, lengths: Sequence[int], over: Over
) -> LearnedPolicy | None:
    """The first policy that is confirmed: at the size it is learned from, and at the last, held-out one;
    the best of those before where it is `over`."""
    if not small.sizes:
        return None
    last = small.sizes[-2:]
    undecided: list[Policy] = []
    tried = 0
    best: tuple[int, Policy] | None = None
    for length, each in product(lengths, last):
        if (tried or undecided) and over():
            break
        for policy in _policies(subject, small, each, name, length, over):
            if tried and over():
                break
            if not policy.is_decided:
                undecided.append(policy)
                continue
            tried += 1
            costs = [_cost(subject, policy, other.size, over) for other in last]
            if all(cost >= other.cost for cost, other in zip(costs, last, strict=True)):
                return LearnedPolicy(policy, True, tried)
            if best is None or costs[-1] > best[0]:
                best = costs[-1], policy
    if best is not None:
        return LearnedPolicy(best[1], False, tried)
    return LearnedPolicy(min(undecided, key=_choices), False, tried)


def _choices(policy: Policy) -> int:
    return sum(rule.answer is None for rule in policy.rules.values())


def _cost(subject: ScaledTarget, policy: Policy, size: int, over: Over) -> int:
    found = guide(subject, policy, size, CONFIRMING, over=over)
    return -1 if found is None else found.cost


def _policies(
    subject: ScaledTarget, small: Explored, each: Small, name: str, length: int, over: Over
) -> Iterator[Policy]:
    """The different policies of the worst paths of one size, those without choices first."""
    made: dict[frozenset[tuple[tuple[int, History], Rule]], Policy] = {}
    for decisions in each.paths[:MOST_PATHS]:
        if made and over():
            break
        rules = _rules(subject, each.size, decisions, length, over)
        made.setdefault(frozenset(rules.items()), Policy(name, length, small.places.numbers, rules))
    yield from sorted(made.values(), key=lambda policy: (not policy.is_decided, len(policy.rules)))


def _rules(
    subject: ScaledTarget, size: int, decisions: Decisions, length: int, over: Over
) -> dict[tuple[int, History], Rule]:
    """The rules that a path obeys, for histories of up to a length."""
    answers: dict[int, set[int]] = {}
    for place, held in zip(decisions.places, decisions.taken, strict=True):
        answers.setdefault(place, set()).add(held)
    mixed = frozenset(place for place, both in answers.items() if len(both) > 1)
    could = free(subject, size, decisions, mixed, over) if mixed else [False] * len(decisions.places)
    steps = decisions.steps()
    seen: dict[tuple[int, History], list[tuple[int, bool]]] = {}
    for number, place in enumerate(decisions.places):
        for back in range(min(length, number) + 1):
            key = (place, tuple(steps[number - back : number]))
            seen.setdefault(key, []).append((decisions.taken[number], could[number]))
    return {key: _rule(taken) for key, taken in seen.items()}


def _rule(taken: Sequence[tuple[int, bool]]) -> Rule:
    """The rule that explains answers, each with whether the other one was feasible."""
    answers = {held for held, _ in taken}
    if len(answers) == 1:
        return Rule(bool(answers.pop()))
    chosen = {held for held, could in taken if could}
    if len(chosen) > 1:
        return EITHER
    return Rule(bool(chosen.pop()) if chosen else True, certain=False)
