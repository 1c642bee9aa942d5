"""What else may be done with the receiver of a method: filled by other methods, called many times, closed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from slowpath.knowledge.catalogue import Knowledge
from slowpath.model.slot import Slot, closed_by, filled_by, filled_by_each, for_each
from slowpath.model.target import TargetKind
from slowpath.shape import library as lib
from slowpath.shape.annotations import signature_of
from slowpath.shape.base import Shape
from slowpath.shape.infer import explain
from slowpath.shape.objects import Records
from slowpath.shape.scalars import Integer, Real
from slowpath.shape.strings import Blob, Text
from slowpath.target.load import Loaded

_MOST_FILLING = 3  # methods: each adds its parameters to every recipe that is tried


def other_calls(loaded: Loaded, shapes: Mapping[str, Shape], knowledge: Knowledge) -> dict[Slot, Shape]:
    """Return the shapes of what other calls on the receiver take, by slot."""
    target, owner = loaded.target, loaded.owner
    if target.kind is not TargetKind.METHOD or owner is None:
        return {}
    needed = {
        each.name: shapes[each.name] for each in target.parameters if each.required and each.name in shapes
    }
    items: dict[str, Shape] = {
        name: shape for name, shape in needed.items() if isinstance(shape, Text | Blob | Records)
    }
    # Numbers that grow make each call cost more, which says nothing about many calls.
    items |= {name: lib.const(0) for name, shape in needed.items() if isinstance(shape, Integer | Real)}
    name = target.qualname.rpartition(".")[2]
    known = [each.name for each in knowledge.closing]
    closing = [each for each in known if each != name and callable(getattr(owner, each, None))]
    return {
        **_filling(loaded, owner, name, shapes, knowledge),
        **{for_each(name): lib.lists(shape) for name, shape in items.items()},
        **{closed_by(method): lib.const(()) for method in closing},
    }


def _filling(
    loaded: Loaded, owner: type, own: str, shapes: Mapping[str, Shape], knowledge: Knowledge
) -> dict[Slot, Shape]:
    """What methods take that fill the receiver, if the target itself does not fill it."""
    needed = [each.name for each in loaded.target.parameters if each.required]
    fed = any(name in shapes and shapes[name].grows for name in needed)
    if fed and knowledge.fills(own.lstrip("_")):
        return {}
    found: dict[Slot, Shape] = {}
    for name in _filling_methods(owner, own, knowledge)[:_MOST_FILLING]:
        found |= _arguments(owner, name, knowledge)
    return found


def _arguments(owner: type, name: str, knowledge: Knowledge) -> dict[Slot, Shape]:
    """The shapes of what a method needs, once and for each of many calls; nothing if none of it grows."""
    function = getattr(owner, name)
    signature = signature_of(function)
    assert signature is not None
    told = explain(function, given={}, owner=owner, guess_rest=True, knowledge=knowledge)
    needed = [each.name for each in list(signature.parameters.values())[1:] if _is_needed(each)]
    once = {filled_by(name, each): told[each].shape for each in needed if each in told}
    if len(once) < len(needed) or not any(each.grows for each in once.values()):
        return {}
    return once | {
        filled_by_each(name, each): lib.lists(told[each].shape)
        for each in needed
        if isinstance(told[each].shape, Text | Blob)
    }


def _filling_methods(owner: type, own: str, knowledge: Knowledge) -> list[str]:
    """Methods that fill an object, by their names, the likelier first."""
    names = [name for name in dir(owner) if name != own and inspect.isfunction(getattr(owner, name, None))]
    verbs = list(enumerate(knowledge.filling))
    ranked = [(place, name) for name in names for place, verb in verbs if verb.fits(name)]
    return list(dict.fromkeys(name for _, name in sorted(ranked)))


def _is_needed(parameter: inspect.Parameter) -> bool:
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return parameter.default is parameter.empty and parameter.kind in plain
