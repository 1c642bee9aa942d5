"""A match that is kept while it lies ahead, for `pattern.search(text, place)` in a loop that moves on."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.loop import around
from slowpath.oracle.remedy.names import bound
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, positional


class RematchRule(RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=24):
    """Searches again only if the last match lies behind the place, or the place has moved back.

    The first match behind a place is also the first one behind every place up to its start; if there is none,
    there is none further on. Patterns that look at what stands in front of a place are left to the trial.
    """

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        edits = Edits(source)
        changed = 0
        for assign in source.inside(cst.Assign):
            changed += _kept(source, assign, edits)
        if changed:
            yield edits


def _kept(source: FunctionSource, assign: cst.Assign, edits: Edits) -> bool:
    """Write a search in a loop as one that may be left out; return whether that is possible."""
    match, called, loops = assign.targets[0].target, method_of(assign.value), around(source, assign)
    given = positional(assign.value, 2) if isinstance(assign.value, cst.Call) else None
    statement = source.statement(assign)
    if (
        len(assign.targets) != 1
        or not isinstance(match, cst.Name)
        or called is None
        or called[1] != "search"
        or given is None
        or not all(isinstance(each, cst.Name) for each in (called[0], *given))
        or not loops
        or not isinstance(loops[0].node, cst.While)
        or not isinstance(statement, cst.SimpleStatementLine)
        or len(statement.body) != 1
    ):
        return False
    text, place = given
    others = [each for each in source.inside(cst.AssignTarget) if is_name(each.target, match.value)]
    if len(others) != 1 or is_name(called[0], "re"):
        return False
    if source.code(called[0]) in bound([source.function.body]) or source.code(text) in bound(loops[0].rounds):
        return False
    pattern, name, at = source.code(called[0]), match.value, source.code(place)
    begin = edits.fresh(f"{name}_from")
    edits.before(loops[0].statement, f"{begin} = None")
    edits.replace(
        statement,
        f"if {begin} is None or {at} < {begin} or ({name} and {name}.start() < {at}):\n"
        f"    {name} = {pattern}.search({source.code(text)}, {at})\n    {begin} = {at}",
    )
    return True
