"""A `deque` in the place of a list that is taken from, or added to, at its start."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.purity import PURE
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, method_of, number, positional

_SAME = ("append", "extend", "clear", "remove", "count", "copy", "reverse")  # as a list has them
_READS = PURE - {"type", "isinstance", "issubclass", "repr", "str", "hash", "format", "ascii"}


class QueueRule(RemedyRule, kinds=(RedundancyKind.FRONT,), place=15, generators=True):
    """Makes a local list a deque if all that is done with it can be done with a deque."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        names = dict.fromkeys(
            each.value for each in source.inside(cst.Name) if _is_at_front(source, each) is not None
        )
        for name in names:
            for is_careful in (False, True):
                edits = _changed(source, name, is_careful=is_careful)
                if edits is not None and edits.need("from collections import deque"):
                    yield edits


def _is_at_front(source: FunctionSource, name: cst.Name) -> str | None:
    """What a use of a name does at the start of a list: "pop", "insert" or "del"."""
    parent = source.parents[name]
    if isinstance(parent, cst.Subscript) and parent.value is name:
        is_first = source.code(parent) == f"{name.value}[0]"
        return "del" if is_first and isinstance(source.parents[parent], cst.Del) else None
    call = source.parents.get(parent)
    called = method_of(call)
    if called is None or called[0] is not name or not isinstance(call, cst.Call):
        return None
    if called[1] == "pop" and [number(each) for each in positional(call, 1) or ()] == [0]:
        return "pop"
    given = positional(call, 2)
    return "insert" if called[1] == "insert" and given is not None and number(given[0]) == 0 else None


def _changed(source: FunctionSource, name: str, *, is_careful: bool) -> Edits | None:
    """All uses of a list, as those of a deque; None if one has no counterpart."""
    edits = Edits(source)
    made = 0
    if name in source.parameters:
        return None
    for each in source.inside(cst.Name):
        if each.value != name:
            continue
        parent = source.parents[each]
        if isinstance(parent, cst.AssignTarget | cst.AnnAssign):
            if isinstance(parent, cst.AnnAssign) and parent.target is not each:
                continue  # in an annotation
            if not _make(source, parent, edits):
                return None
            made += 1
        elif not _use(source, each, edits, is_careful=is_careful):
            return None
    return edits if made else None


def _make(source: FunctionSource, target: cst.AssignTarget | cst.AnnAssign, edits: Edits) -> bool:
    statement = source.parents[target] if isinstance(target, cst.AssignTarget) else target
    value = getattr(statement, "value", None)
    if isinstance(target, cst.AnnAssign):
        annotation = target.annotation.annotation
        if isinstance(annotation, cst.Subscript) and source.code(annotation.value) == "list":
            edits.replace(annotation.value, "deque")
        elif source.code(annotation) == "list":
            edits.replace(annotation, "deque")
        else:
            return False
    if isinstance(value, cst.List):
        edits.replace(value, lambda quote: f"deque({quote(value)})" if value.elements else "deque()")
        return True
    if isinstance(value, cst.ListComp):
        edits.replace(value, lambda quote: f"deque({quote(value)})")
        return True
    if isinstance(value, cst.Call) and source.code(value.func) == "list" and len(value.args) <= 1:
        edits.replace(value.func, "deque")
        return True
    return False


def _use(source: FunctionSource, name: cst.Name, edits: Edits, *, is_careful: bool) -> bool:
    """Write a use of a list as one of a deque; return whether that is possible."""
    parent = source.parents[name]
    around = source.parents.get(parent)
    if isinstance(parent, cst.Attribute) and parent.value is name and isinstance(around, cst.Call):
        return _call(source, name, around, edits, is_careful=is_careful)
    if isinstance(parent, cst.Return):
        edits.replace(name, f"list({name.value})")
        return True
    if isinstance(parent, cst.Subscript) and parent.value is name:
        return _item(source, name, parent, edits)
    if isinstance(parent, cst.Arg):
        func = getattr(around, "func", None)
        return isinstance(func, cst.Name) and func.value in _READS
    is_test = isinstance(parent, cst.While | cst.If | cst.UnaryOperation | cst.BooleanOperation | cst.IfExp)
    is_iterated = isinstance(parent, cst.For | cst.CompFor) and parent.iter is name
    is_searched = isinstance(parent, cst.ComparisonTarget) and isinstance(parent.operator, cst.In | cst.NotIn)
    if isinstance(parent, cst.BooleanOperation | cst.IfExp):
        return _is_condition(source, parent)
    return is_test or is_iterated or is_searched


def _is_condition(source: FunctionSource, node: cst.CSTNode) -> bool:
    """Whether the value of `a and b` is only asked for its truth."""
    parent = source.parents[node]
    while isinstance(parent, cst.BooleanOperation | cst.UnaryOperation):
        node, parent = parent, source.parents[parent]
    return isinstance(parent, cst.While | cst.If) and parent.test is node


def _call(source: FunctionSource, name: cst.Name, call: cst.Call, edits: Edits, *, is_careful: bool) -> bool:
    called = method_of(call)
    assert called is not None
    front = _is_at_front(source, name)
    if front == "pop":
        edits.replace(call, f"{name.value}.popleft()")
        return not is_careful or _guard(source, call, name.value, "pop from empty list", edits)
    if front == "insert":
        item = call.args[1]
        edits.replace(call, lambda quote: f"{name.value}.appendleft({quote(item)})")
        return True
    if called[1] == "pop" and not call.args:
        return not is_careful or _guard(source, call, name.value, "pop from empty list", edits)
    return called[1] in _SAME


def _guard(source: FunctionSource, call: cst.CSTNode, name: str, message: str, edits: Edits) -> bool:
    """Raise what a list raises if it is empty: a deque has other words for it."""
    statement = source.statement(call)
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    edits.before(statement, f'if not {name}:\n    raise IndexError("{message}")')
    return True


def _item(source: FunctionSource, name: cst.Name, item: cst.Subscript, edits: Edits) -> bool:
    """The first and the last item are as near in a deque; others are not."""
    around = source.parents[item]
    first = source.code(item) == f"{name.value}[0]"
    last = source.code(item) == f"{name.value}[-1]"
    if isinstance(around, cst.Del):
        statement = source.parents[around]
        if first and isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
            edits.replace(around, f"{name.value}.popleft()")
            return True
        return False
    return first or last
