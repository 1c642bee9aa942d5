"""Texts, bytes and tuples that are put together at the end, where every round makes a longer one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.loop import SourceLoop, around
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, positional, walk

# How an empty value is written, what collects its parts, and how these become one value.
_PARTS = {
    "()": ("list", "extend", "tuple({})"),
    "b''": ("bytearray", "extend", "bytes({})"),
    'b""': ("bytearray", "extend", "bytes({})"),
}
_EMPTY_TEXT = ("''", '""')


class ConcatenationRule(RemedyRule, kinds=(RedundancyKind.CONCATENATION,), place=17):
    """Collects parts in a list or bytearray, and makes one value of them behind the loop."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        yield from _appended(source)
        yield from _joined(source)
        yield from _prepended(source)
        yield from _attributes(source)
        yield from _sums(source)


def _appended(source: FunctionSource) -> Iterator[Edits]:
    """`x += part` of bytes and tuples."""
    for grown in source.inside(cst.AugAssign):
        name, loops = grown.target, around(source, grown)
        if not isinstance(name, cst.Name) or not isinstance(grown.operator, cst.AddAssign) or not loops:
            continue
        start = _start(source, name.value, loops[-1])
        made = None if start is None else _PARTS.get(source.code(start))
        if start is None or made is None or not _only_grows(source, name.value, loops[-1]):
            continue
        if _may_be_caught(source, loops[-1].statement):
            continue  # the parts would be lost
        edits = Edits(source)
        parts = edits.fresh(f"{name.value}_parts")
        edits.before(loops[-1].statement, f"{parts} = {made[0]}()")
        for each in source.inside(cst.AugAssign):
            if is_name(each.target, name.value):
                edits.replace(each, f"{parts}.{made[1]}({source.code(each.value)})")
        edits.after(loops[-1].statement, f"{name.value} = {made[2].format(parts)}")
        yield edits


def _joined(source: FunctionSource) -> Iterator[Edits]:
    """`x += part` of bytes that begin with some: a literal among the parts tells that they are bytes."""
    targets = [each.target for each in source.inside(cst.AugAssign)]
    for name in dict.fromkeys(each.value for each in targets if isinstance(each, cst.Name)):
        grown = [each for each in source.inside(cst.AugAssign) if is_name(each.target, name)]
        loops = around(source, grown[0])
        if not loops or not all(_is_in(source, each, loops[-1]) for each in grown):
            continue
        if not any(_has_bytes(each.value) for each in grown) or _may_be_caught(source, loops[-1].statement):
            continue
        added = all(isinstance(each.operator, cst.AddAssign) for each in grown)
        if not added or not _only_grows(source, name, loops[-1]):
            continue
        edits = Edits(source)
        parts = edits.fresh(f"{name}_parts")
        edits.before(loops[-1].statement, f"{parts} = [{name}]")
        for each in grown:
            edits.replace(each, f"{parts}.append({source.code(each.value)})")
        edits.after(loops[-1].statement, f'{name} = b"".join({parts})')
        yield edits


def _has_bytes(value: cst.BaseExpression) -> bool:
    """Whether a sum has a literal of bytes in it."""
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add):
        return _has_bytes(value.left) or _has_bytes(value.right)
    return isinstance(value, cst.SimpleString) and isinstance(value.evaluated_value, bytes)


def _prepended(source: FunctionSource) -> Iterator[Edits]:
    """`x = part + x` of texts."""
    for assign in source.inside(cst.Assign):
        name, loops = assign.targets[0].target, around(source, assign)
        value = assign.value
        if not isinstance(name, cst.Name) or len(assign.targets) != 1 or not loops:
            continue
        if not isinstance(value, cst.BinaryOperation) or not isinstance(value.operator, cst.Add):
            continue
        start = _start(source, name.value, loops[-1])
        if start is None or source.code(start) not in _EMPTY_TEXT or not is_name(value.right, name.value):
            continue
        uses = [each for each in _uses(source, name.value) if _is_in(source, each, loops[-1])]
        if len(uses) != 2 or _may_be_caught(source, loops[-1].statement):
            continue
        edits = Edits(source)
        parts = edits.fresh(f"{name.value}_parts")
        edits.before(loops[-1].statement, f"{parts} = []")
        edits.replace(assign, f"{parts}.append({source.code(value.left)})")
        edits.after(loops[-1].statement, f'{name.value} = "".join(reversed({parts}))')
        yield edits


def _attributes(source: FunctionSource) -> Iterator[Edits]:
    """`self.x += part`: only a local variable can grow in its place. What it has so far is kept if a round
    raises."""
    for grown in source.inside(cst.AugAssign):
        target, loops = grown.target, around(source, grown)
        if not isinstance(target, cst.Attribute) or not isinstance(target.value, cst.Name) or not loops:
            continue
        text = source.code(target)
        uses = [each for each in source.inside(cst.Attribute) if _is_in(source, each, loops[-1])]
        same = [each for each in uses if source.code(each) == text]
        calls = [each for part in loops[-1].rounds for each in walk(part) if isinstance(each, cst.Call)]
        leaves = [each for part in loops[-1].rounds for each in walk(part) if isinstance(each, cst.Return)]
        if len(same) != 1 or any(is_name(each.func, None) is False for each in calls) or leaves:
            continue
        edits = Edits(source)
        local = edits.fresh(target.attr.value.strip("_") or "value")
        edits.before(loops[-1].statement, f"{local} = {text}")
        edits.replace(target, local)
        edits.in_any_case(loops[-1].statement, f"{text} = {local}")
        yield edits


def _sums(source: FunctionSource) -> Iterator[Edits]:
    """`sum(lists, [])`, which copies the sum at every step."""
    for call in source.inside(cst.Call):
        given = positional(call, 2)
        if not is_name(call.func, "sum") or given is None or source.code(given[1]) not in ("[]", "()"):
            continue
        edits = Edits(source)
        outer, inner = edits.fresh("each"), edits.fresh("item")
        flat = f"[{inner} for {outer} in {source.code(given[0])} for {inner} in {outer}]"
        edits.replace(call, flat if source.code(given[1]) == "[]" else f"tuple({flat})")
        yield edits


def _start(source: FunctionSource, name: str, loop: SourceLoop) -> cst.BaseExpression | None:
    """The value with which a local name begins, if it is bound once in front of the loop."""
    found: list[cst.BaseExpression | None] = []
    for each in source.inside(cst.Name):
        parent = source.parents[each]
        if each.value != name or _is_in(source, each, loop):
            continue
        if isinstance(parent, cst.AssignTarget):
            found.append(getattr(source.parents[parent], "value", None))
        elif isinstance(parent, cst.AnnAssign) and parent.target is each:
            found.append(parent.value)
    return found[0] if len(found) == 1 and name not in source.parameters else None


def _only_grows(source: FunctionSource, name: str, loop: SourceLoop) -> bool:
    """Whether a loop does nothing with a name but add to it."""
    return all(
        isinstance(source.parents[each], cst.AugAssign) and source.parents[each].target is each  # type: ignore[attr-defined]
        for each in _uses(source, name)
        if _is_in(source, each, loop)
    )


def _uses(source: FunctionSource, name: str) -> list[cst.Name]:
    return [each for each in source.inside(cst.Name) if each.value == name]


def _is_in(source: FunctionSource, node: cst.CSTNode, loop: SourceLoop) -> bool:
    return source.is_within(node, loop.node)


def _may_be_caught(source: FunctionSource, statement: cst.CSTNode) -> bool:
    """Whether the function may go on after an exception that a statement raises: what stands behind the
    statement is then left out."""
    inner = statement
    for each in source.above(statement):
        if isinstance(each, cst.With):
            return True
        if isinstance(each, cst.Try | cst.TryStar) and inner in (each.body, each.orelse):
            return True
        inner = each
    return False
