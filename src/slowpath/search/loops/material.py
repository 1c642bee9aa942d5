"""What programs are made of: values, objects, things to do with them, and programs that are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.recipe.program import Program


@dataclass(frozen=True, slots=True)
class Material:
    """What variation may use. All expressions are in N; those of `plain` may use the index `i` of a loop as
    well, and those of `actions` both `i` and `x`, the value at hand.

    `starts` are programs to begin with. `arguments` are expressions for the parameters of the target, in
    their order; `plain` are expressions for any argument. `makers` make objects. `usages` are programs that
    the package shows, `solutions` are inputs by parameter that the concolic engine found. `known` are the
    names that a program need not bind. If it `is_linear`, numbers grow no faster than N.
    """

    starts: tuple[Program, ...]
    arguments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plain: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    usages: tuple[Program, ...] = ()
    solutions: tuple[Mapping[str, str], ...] = ()
    words: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    is_linear: bool = False
