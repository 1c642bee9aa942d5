"""A container that grows in its place, where a copy with one more item is made in every round."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.loop import around
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of

_IN_PLACE = {cst.BitOr: "|=", cst.Add: "+="}


class CopyingRule(RemedyRule, kinds=(RedundancyKind.COPYING, RedundancyKind.CONCATENATION), place=16):
    """Adds to a container that has no other name; `x = x + [y]` becomes `x.append(y)`."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for assign in source.inside(cst.Assign):
            target = assign.targets[0].target
            if len(assign.targets) != 1 or not isinstance(target, cst.Name) or not around(source, assign):
                continue
            if target.value in source.parameters or has_other_name(source, target.value):
                continue
            edits = Edits(source)
            if _grown(source, target.value, assign, edits):
                yield edits


def _grown(source: FunctionSource, name: str, assign: cst.Assign, edits: Edits) -> bool:
    """Write an assignment of a copy with more in it as a change of the container itself."""
    value = assign.value
    if isinstance(value, cst.BinaryOperation) and is_name(value.left, name):
        return _operated(source, name, assign, value, edits)
    if isinstance(value, cst.List) and len(value.elements) == 2 and _is_star(value.elements[0], name):
        edits.replace(assign, f"{name}.append({source.code(value.elements[1].value)})")
        return not isinstance(value.elements[1], cst.StarredElement)
    if isinstance(value, cst.Dict) and len(value.elements) == 2 and _is_star(value.elements[0], name):
        last = value.elements[1]
        if isinstance(last, cst.DictElement):
            edits.replace(assign, f"{name}[{source.code(last.key)}] = {source.code(last.value)}")
            return True
    copied = value.body if isinstance(value, cst.IfExp) else value
    if _is_copy(source, copied, name):
        edits.replace(copied, name)
        return True
    return False


def _operated(
    source: FunctionSource, name: str, assign: cst.Assign, value: cst.BinaryOperation, edits: Edits
) -> bool:
    right = value.right
    if isinstance(value.operator, cst.Add) and isinstance(right, cst.List) and len(right.elements) == 1:
        item = right.elements[0]
        if not isinstance(item, cst.StarredElement):
            edits.replace(assign, f"{name}.append({source.code(item.value)})")
            return True
    sign = _IN_PLACE.get(type(value.operator))
    if sign is None:
        return False
    edits.replace(assign, f"{name} {sign} {source.code(right)}")
    return True


def _is_star(element: object, name: str) -> bool:
    starred = isinstance(element, cst.StarredElement | cst.StarredDictElement)
    return starred and is_name(element.value, name)  # type: ignore[attr-defined]


def _is_copy(source: FunctionSource, value: cst.CSTNode, name: str) -> bool:
    called = method_of(value)
    if called is not None and called[1] == "copy" and is_name(called[0], name):
        return not value.args  # type: ignore[attr-defined]
    return source.code(value) in (f"list({name})", f"{name}[:]", f"dict({name})", f"set({name})")


def has_other_name(source: FunctionSource, name: str) -> bool:
    """Whether the object that a name stands for may be kept under another one, by the text."""
    for each in source.inside(cst.Name):
        if each.value != name:
            continue
        parent = source.parents[each]
        if isinstance(parent, cst.Assign | cst.AnnAssign) and parent.value is each:
            return True
        if isinstance(parent, cst.Element | cst.DictElement | cst.NamedExpr | cst.Yield):
            return True
        if isinstance(parent, cst.Arg):
            call = source.parents[parent]
            func = getattr(call, "func", None)
            if not (isinstance(func, cst.Name) and func.value in _READERS):
                return True
    return False


_READERS = (
    "len",
    "sum",
    "max",
    "min",
    "sorted",
    "list",
    "set",
    "tuple",
    "any",
    "all",
    "enumerate",
    "reversed",
)
