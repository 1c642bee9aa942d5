"""What the hints of a program's calls allow: a program is natural if it gives each what its hint names.

Recipes are made of the shapes that hints tell. Programs are changed at random, and `add(name: str)` takes an
empty list as well; what that shows is true, but no caller writes it.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from inspect import Parameter, getattr_static, isfunction, signature
from types import ModuleType
from typing import get_type_hints

from slowpath.model.unbuilt import Unbuilt
from slowpath.recipe.expression import INDEXES, SIZE, Call
from slowpath.recipe.part import Family
from slowpath.recipe.place import free_names
from slowpath.recipe.recipe import recipe
from slowpath.recipe.statement import Assign, Do, Repeat, Statement
from slowpath.recipe.use import Use
from slowpath.shape.base import Shape
from slowpath.shape.hints import shape_of_hint
from slowpath.shape.natural import suits

_SIZE = 2  # at which arguments are looked at: the least that has two rounds
_KNOWN = frozenset({SIZE, *dir(builtins)})
_BY_POSITION = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_SPREAD = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


class CallHints:
    """The hints of the functions and classes of a module, and of the methods of one class."""

    def __init__(self, module: ModuleType, owner: type | None) -> None:
        self._module = module
        self._owner = owner
        self._shapes = cache(self._read_shapes)

    def allow(self, use: Use) -> bool:
        """Whether no argument contradicts the hint of its parameter, as far as arguments can be told without
        running the program: those in N, in the numbers of the rounds and in builtins."""
        measured = use.program.measured
        own = "" if measured.receiver is None else measured.receiver.source
        if not all(self._suits(call, own) for call in _calls(use.program.statements)):
            return False
        _, shapes = self._shapes(measured.function.source, own)
        return all(
            _is_of(source, shapes[name], name in use.scenario.each)
            for name, source in use.sources.items()
            if name in shapes
        )

    def _suits(self, call: Call, own: str) -> bool:
        places, shapes = self._shapes(call.function.source, own)
        if not shapes or any(each.name.startswith("*") for each in call.arguments):
            return True
        by_place = iter(places)
        given = [(each.name or next(by_place, ""), each.value.source) for each in call.arguments]
        return all(_is_of(source, shapes[name]) for name, source in given if name in shapes)

    def _read_shapes(self, function: str, own: str) -> tuple[list[str], Mapping[str, Shape]]:
        """The parameters that a call may give by position, and the shapes that hints tell. `own` is what the
        measured method is called on."""
        receiver, _, name = function.rpartition(".")
        if receiver:
            called = getattr_static(self._owner, name, None) if receiver == own else None
        else:
            called = vars(self._module).get(name)
        if not (isfunction(called) or (isinstance(called, type) and not receiver)):
            return [], {}
        try:
            parameters = signature(called).parameters
            hints = get_type_hints(getattr_static(called, "__init__") if isinstance(called, type) else called)
        except Exception:  # a hint may be any expression, and a signature may be unknown
            return [], {}
        # Many hints do not say that a default of None is allowed.
        single = [
            name for name, each in parameters.items() if each.kind not in _SPREAD and each.default is not None
        ]
        told = {name: shape_of_hint(hints[name]) for name in single if name in hints}
        shapes = {name: each.shape for name, each in told.items() if each.shape and not each.assumed}
        places = [name for name, each in parameters.items() if each.kind in _BY_POSITION]
        return places[1:] if receiver else places, shapes


def _calls(statements: Sequence[Statement]) -> Iterator[Call]:
    for each in statements:
        match each:
            case Repeat(body=body):
                yield from _calls(body)
            case Assign(value=Call() as call) | Do(value=Call() as call):
                yield call


@lru_cache(maxsize=4096)
def _is_of(source: str, shape: Shape, each: bool = False) -> bool:
    """Whether what an expression gives in the first rounds, or `each` item of it, is of the types of a shape;
    also if that is not known."""
    names = free_names(source)
    indexes = [name for name in INDEXES if name in names]
    if names - _KNOWN - set(indexes):
        return True
    rounds = " ".join(f"for {name} in range({_SIZE})" for name in indexes)
    value = recipe({"x": Family(f"[{source} {rounds}]" if indexes else f"[{source}]")}).values(_SIZE)["x"]
    if isinstance(value, Unbuilt):
        return True
    return all(suits(item, shape) for given in value for item in (given if each else (given,)))
