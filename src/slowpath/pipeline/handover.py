"""Inputs that a stage is really given, from which the search for its paths starts.

What a shape admits and what the stages before put out are not the same: squares, encoded text. A search that
starts from the outputs of known paths knows inputs that go together with them from the first condition to the
last.
"""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.expr.term import Undefined
from slowpath.expr.variable import Value, Values, Variables
from slowpath.pipeline.leaf import value_of
from slowpath.pipeline.selection import InputKey
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary

MOST = 6  # paths whose outputs a search starts from: it runs each, and paths of one structure are much alike


def handing_over(summaries: Sequence[Summary], structure: ValueStructure) -> tuple[PathNote, ...]:
    """The paths whose outputs tell what a stage is given in a structure: first those of inputs that nobody
    searched for, then those that put out just that."""
    paths = [path for summary in summaries for path in summary.paths]
    fitting = [path for path in paths if fits(path.structure, structure)]
    given = [path for path in fitting if path.given]
    exact = [path for path in fitting if path.structure == structure and not path.given]
    return tuple((given + exact)[:MOST])


def fits(made: InputKey, wanted: ValueStructure) -> bool:
    """Whether the leaves of one structure, again and again, are leaves for another one."""
    if made is None or not made.leaves:
        return False
    alike = made.is_uniform and wanted.is_uniform and _kinds(made) == _kinds(wanted)
    return made == wanted or alike


def _kinds(structure: ValueStructure) -> tuple[str, ...]:
    return (structure.kind, *(kind for part in structure.of for kind in _kinds(part)))


def handed_over(path: PathNote, variables: Variables) -> Values | None:
    """Values of the variables of a stage that is given what a path puts out; None if they are not
    defined."""
    known = path.unpack()
    values: dict[int, Value] = {
        each.index: value for each, value in zip(known.variables, known.values, strict=True)
    }
    try:
        leaves = [value_of(leaf, values) for leaf in known.leaves]
    except Undefined:
        return None
    pairs = ((each, leaves[place % len(leaves)]) for place, each in enumerate(variables))
    return {each.index: value for each, value in pairs if each.admits(value)}
