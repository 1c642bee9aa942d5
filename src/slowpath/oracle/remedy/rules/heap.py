"""A heap in the place of a list that is sorted again for each item that is taken."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.loop import around
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, method_of, positional

# What sorts a list, and what then takes its smallest item.
_TAKES = {"sort(reverse=True)": "pop()", "sort()": "pop(0)"}


class HeapRule(RemedyRule, kinds=(RedundancyKind.SORTING,), place=19):
    """Keeps a local list as a heap while a loop sorts it and takes the smallest item."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for call in source.inside(cst.Call):
            called = method_of(call)
            loops = around(source, call)
            if called is None or called[1] != "sort" or not isinstance(called[0], cst.Name) or not loops:
                continue
            edits = _heaped(source, called[0].value, call)
            if edits is not None and edits.need("import heapq"):
                yield edits


def _heaped(source: FunctionSource, name: str, sort: cst.Call) -> Edits | None:
    """All uses of the list in the loop, as those of a heap."""
    loop = around(source, sort)[0]
    statement = source.statement(sort)
    how = source.code(sort).removeprefix(f"{name}.")
    if how not in _TAKES or name in source.parameters or statement is None:
        return None
    edits = Edits(source)
    taken = 0
    for each in source.inside(cst.Name, loop.node):
        if each.value != name:
            continue
        parent = source.parents[each]
        call = source.parents.get(parent)
        called = method_of(call)
        if called is not None and called[0] is each and isinstance(call, cst.Call):
            if call is sort:
                continue
            if source.code(call) == f"{name}.{_TAKES[how]}":
                edits.replace(call, f"heapq.heappop({name})")
                taken += 1
            elif called[1] == "append" and positional(call, 1) is not None:
                edits.replace(call, f"heapq.heappush({name}, {source.code(call.args[0])})")
            else:
                return None
        elif not isinstance(parent, cst.While) and source.code(parent) != name:
            return None
    edits.remove(statement)
    edits.before(loop.statement, f"heapq.heapify({name})")
    return edits if taken == 1 else None
