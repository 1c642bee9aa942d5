"""Attacks on the regular expressions of the target: texts that a pattern can read in many ways.

The texts come from the automata of the patterns (`scaling/regex`); they are proposed for every parameter that
is text, and again with every flag of the target set and not set.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.recipe.recipe import Recipe
from slowpath.search.strategy import Proposal, Scene, Strategy

_FLAGGED = 24  # attacks that are tried with each flag: the costliest come first, and flags multiply them
_MOST_FLAGS = 4  # of the target, in the order of its parameters


class RegexAttacks(Strategy, place=0, eager=True):
    """Proposes attacks whenever new patterns are known."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield attacks on the patterns that are known, then None until more are."""
        proposed: set[Recipe] = set()
        while True:
            words = scene.words
            for made in self._attacks(scene):
                if made not in proposed:
                    proposed.add(made)
                    yield Proposal(made, scene.opening.size(made))
            while scene.words is words:
                yield None

    def _attacks(self, scene: Scene) -> Iterator[Recipe]:
        parts = scene.parts
        for name in parts.growing:
            for part in parts.genes[name].attacks():
                yield parts.around(name, part)
        for name in parts.growing:
            for part in parts.genes[name].attacks()[:_FLAGGED]:
                for flag in parts.flags[:_MOST_FLAGS]:
                    for value in parts.genes[flag].starts():
                        yield parts.around(name, part).with_part(flag, value)
