"""Random inputs of the large size itself, and a climb from the costliest input that is known there.

Small sizes need not tell anything about a large one. A search that knows nothing but costs is the bar for all
that they tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from slowpath.errors import ShapeError
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.shape.inputs import build_inputs, write_inputs
from slowpath.shape.replayer import LeafRecorder, Replayer
from slowpath.shape.sampler import Sampler

MOST_RANDOM = 200  # inputs: the costliest of more is hardly costlier
MOST_STEPS = 20_000  # of a climb: a bound for climbs that gain a little for ever
PATIENCE = 300  # steps without a gain that end a climb, at least
MOST_CHANGES = 3  # of one step: more undo what was gained
TRIAL = 60_000_000  # ops of a run, as for recipes

Over = Callable[[], bool]
_PLAIN = (int, float, str, bytes)


@dataclass(frozen=True, slots=True)
class Rival:
    """An input, its Python source by parameter, and its counted cost."""

    inputs: dict[str, Any]
    sources: dict[str, str]
    cost: int


def costliest_random(target: ScaledTarget, size: int, over: Over, seed: int = 0) -> Rival | None:
    """The costliest of random inputs; at least one runs, and none begins when it is `over`."""
    rng = Random(seed)
    best: Rival | None = None
    for number in range(MOST_RANDOM):
        if number and over():
            break
        recorder = LeafRecorder(Sampler(rng))
        try:
            inputs = build_inputs(target.shapes, size, recorder)
        except ShapeError:
            return None
        cost = _cost(target, inputs, size)
        if cost >= 0 and (best is None or cost > best.cost):
            best = Rival(inputs, write_inputs(target.shapes, size, Replayer(recorder.leaves)), cost)
    return best


def climbed(target: ScaledTarget, size: int, start: Rival, over: Over, seed: int = 0) -> Rival:
    """The input that small changes lead to while they cost no less; the start if none of them gains.

    Only parameters that are numbers, texts and lists of them change. The climb ends after many steps without
    a gain, or when it is `over`.
    """
    names = [name for name, value in start.inputs.items() if _is_plain(value)]
    rng, best, gained = Random(seed), start, 0
    for step in range(MOST_STEPS if names else 0):
        if over() or step - gained > max(PATIENCE, 3 * gained):
            break
        inputs = deepcopy(best.inputs)
        for _ in range(rng.randint(1, MOST_CHANGES)):
            name = rng.choice(names)
            inputs[name] = _changed(inputs[name], rng)
        if any(target.shapes[name].fault(inputs[name], size, name) is not None for name in names):
            continue
        cost = _cost(target, inputs, size)
        if cost > best.cost:
            gained = step
        if cost >= best.cost:
            best = Rival(inputs, best.sources, cost)
    if best.cost == start.cost:
        return start
    written = {name: repr(best.inputs[name]) for name in names}
    return Rival(best.inputs, {**best.sources, **written}, best.cost)


def _cost(target: ScaledTarget, inputs: Mapping[str, Any], size: int) -> int:
    """What an input costs; -1 if it does not meet the precondition. A target may change its input."""
    if target.requires is not None and not target.admits(deepcopy(dict(inputs))):
        return -1
    return target.cost(deepcopy(dict(inputs)), TRIAL, size)


def _is_plain(value: object) -> bool:
    if type(value) in (list, tuple):
        return all(_is_plain(each) for each in value)  # type: ignore[attr-defined]
    return type(value) in _PLAIN


def _changed(value: Any, rng: Random) -> Any:
    """A value that differs in one place, or in the order of two."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice((value + 1, value - 1, 2 * value, value // 2, -value))
    if not value:
        return value
    items = list(value)
    one, other = rng.randrange(len(items)), rng.randrange(len(items))
    match rng.randrange(3):
        case 0:
            items[one], items[other] = items[other], items[one]
        case 1:
            items.insert(other, items.pop(one))
        case _ if isinstance(value, str | bytes):
            items[one] = items[other]
        case _ if rng.random() < 0.5:
            items[one] = deepcopy(items[other])
        case _:
            items[one] = _changed(items[other], rng)
    return "".join(items) if isinstance(value, str) else type(value)(items)
