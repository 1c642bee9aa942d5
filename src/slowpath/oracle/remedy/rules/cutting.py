"""An index that moves on, where `s = s[k:]` copies the rest in every round."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, number, positional


class CuttingRule(RemedyRule, kinds=(RedundancyKind.CUTTING, RedundancyKind.FRONT), place=14):
    """Keeps the whole and an index, if all that a loop does with the rest can be said of both."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for loop in source.inside(cst.While):
            stripped = _stripped(source, loop)
            if stripped is not None:
                yield stripped
            for assign in source.inside(cst.Assign, loop.body):
                cut = _cut(source, assign)
                if cut is None or loop.orelse is not None:
                    continue
                for is_bounded in (False, True):
                    edits = _indexed(source, loop, assign, *cut, is_bounded=is_bounded)
                    if edits is not None:
                        yield edits


def _stripped(source: FunctionSource, loop: cst.While) -> Edits | None:
    """A loop that does nothing but take items from the start of a list, as one that counts them; then they
    are deleted at once. It stays the same list, whoever else knows it."""
    body = [source.code(each) for each in loop.body.body]
    taken = re.fullmatch(r"del (\w+)\[0\]|(\w+)\.pop\(0\)", body[0]) if len(body) == 1 else None
    if taken is None or loop.orelse is not None:
        return None
    name = taken[1] or taken[2]
    edits = Edits(source)
    start = edits.fresh("start")
    uses = [each for each in source.inside(cst.Name, loop.test) if each.value == name]
    for each in uses:
        if not _use(source, each, start, edits):
            return None
    if not uses or any(isinstance(each, cst.Call) for each in source.parts(loop.test)):
        return None  # a call may look at the list, or change it
    statement = source.statement(loop.body.body[0])
    assert statement is not None
    edits.replace(statement, f"{start} += 1")
    edits.before(loop, f"{start} = 0")
    edits.after(loop, f"del {name}[:{start}]")
    return edits


def _cut(source: FunctionSource, assign: cst.Assign) -> tuple[str, cst.BaseExpression] | None:
    """The name and the length of what is cut off, if an assignment is `s = s[k:]`."""
    target, value = assign.targets[0].target, assign.value
    if len(assign.targets) != 1 or not isinstance(target, cst.Name) or not isinstance(value, cst.Subscript):
        return None
    bounds = _bounds(value)
    if not is_name(value.value, target.value) or bounds is None or bounds[0] is None or bounds[1] is not None:
        return None
    return target.value, bounds[0]


def _bounds(item: cst.Subscript) -> tuple[cst.BaseExpression | None, cst.BaseExpression | None] | None:
    """The bounds of a slice without a step; None if it is no slice."""
    if len(item.slice) != 1 or not isinstance(item.slice[0].slice, cst.Slice):
        return None
    part = item.slice[0].slice
    return None if part.step is not None else (part.lower, part.upper)


def _indexed(
    source: FunctionSource,
    loop: cst.While,
    assign: cst.Assign,
    name: str,
    length: cst.BaseExpression,
    *,
    is_bounded: bool,
) -> Edits | None:
    """All uses of the rest in the loop, as uses of the whole and an index. With `is_bounded`, the index
    never passes the end, and the whole stays the same object if nothing is cut off."""
    edits = Edits(source)
    start = edits.fresh("start")
    statement = source.statement(assign)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return None
    behind = False
    for each in source.inside(cst.Name):
        if each.value != name or source.is_within(each, assign):
            continue
        if source.is_within(each, loop):
            if not _use(source, each, start, edits):
                return None
        else:
            behind = behind or source.lines(each).start > source.lines(loop).stop - 1
    added = source.code(length)
    moved = f"{start} = min({start} + {added}, len({name}))" if is_bounded else f"{start} += {added}"
    edits.replace(assign, moved)
    edits.before(loop, f"{start} = 0")
    if behind:
        rest = f"{name} = {name}[{start}:]"
        edits.after(loop, f"if {start}:\n    {rest}" if is_bounded else rest)
    return edits


def _use(source: FunctionSource, name: cst.Name, start: str, edits: Edits) -> bool:
    """Write a use of the rest as one of the whole; return whether that is possible."""
    parent = source.parents[name]
    around = source.parents.get(parent)
    whole = name.value
    if isinstance(parent, cst.Subscript) and parent.value is name:
        return _item(source, parent, whole, start, edits)
    if isinstance(parent, cst.Arg) and isinstance(around, cst.Call) and is_name(around.func, "len"):
        edits.replace(around, f"(len({whole}) - {start})")
        return True
    if isinstance(parent, cst.Attribute) and parent.value is name and isinstance(around, cst.Call):
        called, given = method_of(around), positional(around, 1)
        if called is None or given is None:
            return False
        what = source.code(given[0])
        if called[1] == "startswith":
            edits.replace(around, f"{whole}.startswith({what}, {start})")
            return True
        if called[1] == "find":
            edits.replace(around, f"max({whole}.find({what}, {start}) - {start}, -1)")
            return True
        if called[1] == "index":
            edits.replace(around, f"({whole}.index({what}, {start}) - {start})")
            return True
        return False
    if _is_condition(source, name):
        edits.replace(name, f"{start} < len({whole})")
        return True
    return False


def _item(source: FunctionSource, item: cst.Subscript, whole: str, start: str, edits: Edits) -> bool:
    bounds = _bounds(item)
    if isinstance(source.parents[item], cst.AssignTarget | cst.AugAssign | cst.Del):
        return False
    if bounds is not None:
        low, high = bounds
        if low is not None or high is None:
            return False
        edits.replace(item, f"{whole}[{start} : {start} + {source.code(high)}]")
        return True
    place = number(getattr(item.slice[0].slice, "value", None))
    if place is None or place < 0:
        return False
    edits.replace(item, f"{whole}[{start} + {place}]" if place else f"{whole}[{start}]")
    return True


def _is_condition(source: FunctionSource, node: cst.CSTNode) -> bool:
    """Whether a value is only asked for its truth."""
    parent = source.parents[node]
    while isinstance(parent, cst.BooleanOperation | cst.UnaryOperation):
        if isinstance(parent, cst.UnaryOperation) and not isinstance(parent.operator, cst.Not):
            return False
        node, parent = parent, source.parents[parent]
    return isinstance(parent, cst.While | cst.If) and parent.test is node
