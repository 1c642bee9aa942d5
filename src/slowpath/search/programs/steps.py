"""Steps that lead an object to where its methods do something else, found by running them.

A parser that was fed a header does what a new one does not. So a step is kept if the measured call executes
after it what no call before did, and others are tried behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from slowpath.recipe.expression import Expression, parsed
from slowpath.recipe.parsing import parse_program
from slowpath.search.programs.filling import Lines, done_once
from slowpath.search.programs.workshop import Action

_DEEPEST = 3  # steps in a row
_WIDEST = 6  # sequences that others are tried behind, at each depth
_MOST_CANDIDATES = 60  # steps that are tried behind each of them
_MOST_CALLS = 2  # measured calls with which they are tried

Blocks = Callable[[Lines], set[int]]  # what the measured call of a program executes


def candidates(actions: Sequence[Action], texts: Sequence[str | bytes]) -> list[str]:
    """Return things to do once: actions as they are, and with other texts in the place of their only
    argument, of the type that it has."""
    plain = dict.fromkeys(done_once(each.source) for each in actions)
    others = dict.fromkeys(other for action in plain for text in texts for other in _with_text(action, text))
    return list({**plain, **others})[:_MOST_CANDIDATES]


def _with_text(action: str, text: str | bytes) -> Iterator[str]:
    call = parse_program(action).measured
    if len(call.arguments) == 1:
        tree = parsed(call.arguments[0].value.source)
        if isinstance(tree, ast.Constant) and type(tree.value) is type(text):
            argument = replace(call.arguments[0], value=Expression(repr(text)))
            yield replace(call, arguments=(argument,)).source


def sequences(
    steps: Sequence[str], calls: Sequence[str], blocks: Blocks, reached: set[int]
) -> Iterator[tuple[Lines, str]]:
    """Yield sequences of steps, and a measured call that executes after them what none did before.

    `reached` is what calls executed so far; it grows.
    """
    begun: list[Lines] = [()]
    for _ in range(_DEEPEST):
        found: list[Lines] = []
        for before in begun[:_WIDEST]:
            for step in steps:
                lines = (*before, step)
                for call in calls[:_MOST_CALLS]:
                    executed = blocks((*lines, call))
                    if executed - reached:
                        reached |= executed
                        found.append(lines)
                        yield lines, call
        begun = list(dict.fromkeys(found))
