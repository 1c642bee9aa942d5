"""What leaves a search, in the words of its user: inputs by parameter, and what else a run does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from slowpath.model.premise import NO_PREMISE, Premise
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.slot import PartKey, Slot, SlotRole
from slowpath.model.target import RECEIVER_ITSELF, Target
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.scalable import Scalable
from slowpath.recipe.use import Use
from slowpath.recipe.writing import INDENT, receiver_name, written_receiver, written_rounds
from slowpath.shape.annotations import signature_of

Spelled = tuple[dict[str, str], Scenario]


def spelled(
    made: Scalable, target: Target, owner: type | None = None, premise: Premise = NO_PREMISE
) -> Spelled:
    """Return a recipe, or the use of a program, as inputs by parameter and a scenario.

    What a recipe does with the receiver of a method before the target is called becomes a setup. `owner` is
    the class of that receiver. The `premise` of the search is part of it.
    """
    if isinstance(made, Use):
        return dict(made.inputs), made.scenario
    assert isinstance(made, Recipe)
    parts: dict[PartKey, str] = {key: part.source for key, part in made.parts}
    slots = {key: source for key, source in parts.items() if isinstance(key, Slot)}
    inputs = {key: source for key, source in parts.items() if isinstance(key, str)}
    inputs |= dict(premise.inputs)
    setup = [premise.setup] if premise.setup else []
    if not slots:
        return inputs, Scenario(premise.setup) if setup else ONE_CALL
    if RECEIVER_ITSELF in inputs and not inputs[RECEIVER_ITSELF].isidentifier():
        name = receiver_name(target)
        setup.append(f"{name} = {inputs[RECEIVER_ITSELF]}")
        inputs[RECEIVER_ITSELF] = name
    if RECEIVER_ITSELF not in inputs:
        name = receiver_name(target)
        setup.append(f"{name} = {written_receiver(target, inputs)}")
        inputs = {RECEIVER_ITSELF: name} | {key: inputs[key] for key in target.labels if key in inputs}
    setup += _filling(inputs[RECEIVER_ITSELF], slots, owner)
    lists = {key.parameter: source for key, source in slots.items() if key.role is SlotRole.EACH}
    closing = tuple(key.method for key in slots if key.role is SlotRole.CLOSING)
    return {**inputs, **lists}, Scenario("\n".join(setup), tuple(lists), closing)


def _filling(receiver: str, slots: Mapping[Slot, str], owner: type | None) -> Iterator[str]:
    """The lines that call the methods which fill the receiver."""
    methods: dict[str, dict[str, str]] = {}
    lists: dict[str, dict[str, str]] = {}
    for key, source in slots.items():
        if key.role in (SlotRole.FILLING, SlotRole.FILLING_EACH):
            methods.setdefault(key.method, {})
            once = key.role is SlotRole.FILLING
            (methods if once else lists).setdefault(key.method, {})[key.parameter] = source
    for method, given in methods.items():
        used = set(re.findall(r"\w+", " ".join([receiver, *given.values()])))
        loop, varying = written_rounds(lists.get(method, {}), used)
        call = _call(receiver, method, {**given, **varying}, owner)
        yield from [loop, INDENT + call] if loop else [call]


def _call(receiver: str, method: str, given: Mapping[str, str], owner: type | None) -> str:
    """The call of a method with arguments by parameter, as most people write it."""
    signature = signature_of(getattr(owner, method, None)) if owner is not None else None
    known = [] if signature is None else list(signature.parameters.values())[1:]
    names = [each.name for each in known if each.kind is each.POSITIONAL_OR_KEYWORD]
    ordered = sorted(given, key=lambda name: names.index(name) if name in names else len(names))
    leading = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(ordered, names, strict=False))))
    if method == "__setitem__" and leading == len(given) == 2:
        return f"{receiver}[{given[ordered[0]]}] = {given[ordered[1]]}"
    written = [given[name] for name in ordered[:leading]]
    written += [f"{name}={given[name]}" for name in ordered[leading:]]
    return f"{receiver}.{method}({', '.join(written)})"
