"""A count that goes on from the place before, for `text.count(mark, 0, end)` in a loop that moves `end`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import is_invariant
from slowpath.oracle.remedy.loop import SourceLoop, as_loop
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, number, positional, walk


class TallyRule(RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=22, generators=True):
    """Counts only what lies between the last end and the new one; if the end moves back, all of it.

    An occurrence that ends behind the last end begins less than its length in front of it. That is exact
    for a mark that cannot overlap itself; others are left alone.
    """

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for node in source.inside(cst.While):
            loop = as_loop(source, node)
            by_end: dict[str, list[cst.Call]] = {}
            for call in source.inside(cst.Call, node):
                end = _end(source, call)
                if end is not None:
                    by_end.setdefault(end, []).append(call)
            for end, calls in by_end.items():
                edits = None if loop is None else _tallied(source, loop, end, calls)
                if edits is not None:
                    yield edits


def _end(source: FunctionSource, call: cst.Call) -> str | None:
    """The name up to which a call counts a mark in a text from its start on."""
    called, given = method_of(call), positional(call, 3)
    if called is None or called[1] != "count" or given is None or number(given[1]) != 0:
        return None
    is_plain = isinstance(called[0], cst.Name) and isinstance(given[2], cst.Name)
    return source.code(given[2]) if is_plain and _mark(given[0]) else None


def _mark(node: cst.BaseExpression) -> str | bytes:
    """The value of a literal that cannot overlap itself; empty if it can, or is no literal."""
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else ""
    overlaps = any(value.endswith(value[:size]) for size in range(1, len(value)))  # type: ignore[arg-type]
    return "" if overlaps else value


def _tallied(source: FunctionSource, loop: SourceLoop, end: str, calls: list[cst.Call]) -> Edits | None:
    """Each count in a variable that follows every assignment of the end."""
    moves = _moves(source, loop, end)
    yields = any(isinstance(each, cst.Yield) for part in loop.rounds for each in walk(part))
    if not moves or yields:
        return None
    if not all(is_invariant(each.func.value, loop, source) for each in calls):  # type: ignore[attr-defined]
        return None
    edits = Edits(source)
    before = edits.fresh(f"{end}_before")
    for move in moves:
        edits.before(move, f"{before} = {end}")
    names: dict[str, str] = {}
    for call in calls:
        text = source.code(call)
        if text not in names:
            names[text] = name = edits.fresh("count")
            edits.before(loop.statement, f"{name} = {text}")
            for move in moves:
                edits.after(move, _going_on(source, call, name, end, before))
        edits.replace(call, names[text])
    return edits


def _going_on(source: FunctionSource, call: cst.Call, name: str, end: str, before: str) -> str:
    """What makes a count that of the new end."""
    called, given = method_of(call), positional(call, 3)
    assert called is not None
    assert given is not None
    text, mark = source.code(called[0]), source.code(given[0])
    overhang = len(_mark(given[0])) - 1
    start = f"max({before} - {overhang}, 0)" if overhang else before
    return (
        f"if 0 <= {before} <= {end}:\n    {name} += {text}.count({mark}, {start}, {end})\n"
        f"else:\n    {name} = {source.code(call)}"
    )


def _moves(source: FunctionSource, loop: SourceLoop, end: str) -> list[cst.BaseStatement]:
    """The statements of a loop that assign the end, each a line of its own; none if it is bound otherwise."""
    found: list[cst.BaseStatement] = []
    for each in (name for part in loop.rounds for name in source.inside(cst.Name, part)):
        if each.value != end or not _is_bound(source, each):
            continue
        statement = source.statement(each)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            return []
        line = statement.body[0]
        plain = isinstance(line, cst.Assign) and len(line.targets) == 1 and is_name(line.targets[0].target)
        if not plain and not (isinstance(line, cst.AugAssign) and is_name(line.target)):
            return []
        found.append(statement)
    return found


def _is_bound(source: FunctionSource, name: cst.Name) -> bool:
    """Whether a use of a name binds it."""
    parent = source.parents[name]
    while isinstance(parent, cst.Tuple | cst.List | cst.Element | cst.StarredElement):
        parent = source.parents[parent]
    targets = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For, cst.CompFor)
    if isinstance(parent, cst.AsName | cst.Del):
        return True
    return isinstance(parent, targets) and any(each is name for each in walk(parent.target))
