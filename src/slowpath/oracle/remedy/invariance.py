"""What has the same value in all rounds of a loop, by the text, and where it can be evaluated once."""

from __future__ import annotations

import libcst as cst

from slowpath.oracle.remedy.loop import SourceLoop, around
from slowpath.oracle.remedy.names import bound, own_method, root, targets
from slowpath.oracle.remedy.purity import CHANGING, PURE_METHODS, PURE_MODULES, is_pure, is_pure_call
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, read, walk

_METHOD_NAMES = PURE_METHODS | CHANGING


def hoistable(
    expression: cst.CSTNode, source: FunctionSource, at: cst.CSTNode | None = None
) -> SourceLoop | None:
    """The outermost loop in front of which a pure expression can be evaluated once; None if there is none.

    It stands where `at` does, if it comes from another function of the same object.
    """
    if not is_pure(expression, source) or not read(expression, source):
        return None
    last = None
    for loop in around(source, expression if at is None else at):
        if not is_invariant(expression, loop, source):
            break
        last = loop
    return last


def is_invariant(expression: cst.CSTNode, loop: SourceLoop, source: FunctionSource) -> bool:
    """Whether an expression without side effects has the same value in all rounds of a loop, by the text.

    What another name for the same object could change is not seen: a trial has to show that.
    """
    inner = bound([expression])  # a comprehension binds names of its own
    names = {each.value for each in read(expression, source)} - inner
    if names & (bound(loop.rounds) | _own(loop)):
        return False
    attributes = _attributes(expression)
    for name in list(attributes):
        method = own_method(source, name)
        if method is not None:
            attributes |= _attributes(method.body)
    return not any(
        _may_change(node, names, attributes, source) for part in loop.rounds for node in walk(part)
    )


def keeps_items(expression: cst.CSTNode, names: set[str], loop: SourceLoop, source: FunctionSource) -> bool:
    """Whether no round of a loop changes the objects behind some names in what an expression reads of them,
    by the text."""
    attributes = _attributes(expression)
    return not any(
        _may_change(node, names, attributes, source) for part in loop.rounds for node in walk(part)
    )


def _attributes(node: cst.CSTNode) -> set[str]:
    """The names of the attributes that a part reads or binds."""
    return {
        each.attr.value
        for each in walk(node)
        if isinstance(each, cst.Attribute) and root(each) not in PURE_MODULES
    }


def _own(loop: SourceLoop) -> set[str]:
    """The names that the head of a loop binds."""
    if isinstance(loop.node, cst.For):
        return targets(loop.node.target)
    clause = getattr(loop.node, "for_in", None)
    return set() if clause is None else targets(clause.target)


def _may_change(node: cst.CSTNode, names: set[str], attributes: set[str], source: FunctionSource) -> bool:
    """Whether a part may change what some names or attributes stand for."""
    if isinstance(node, cst.AssignTarget | cst.AugAssign | cst.AnnAssign | cst.Del):
        for target in walk(node.target):
            if isinstance(target, cst.Subscript) and root(target) in names:
                return True
            if isinstance(target, cst.Attribute) and target.attr.value in attributes:
                return True
        return False
    if isinstance(node, cst.Assign | cst.NamedExpr):
        return is_name(node.value) and root(node.value) in names  # by another name it may change
    if not isinstance(node, cst.Call) or is_pure_call(node, source):
        return False
    if attributes - _METHOD_NAMES and not _is_local_change(node):
        return True  # unknown code may assign any attribute
    called = method_of(node)
    if called is not None and called[1] in CHANGING and root(called[0]) not in names:
        return False
    given = [each.value for each in node.args]
    receiver = [called[0]] if called is not None else []
    return any(is_name(each) and root(each) in names for each in (*given, *receiver)) or (
        called is not None and root(called[0]) in names
    )


def _is_local_change(call: cst.Call) -> bool:
    """Whether a call changes a builtin container that a plain name stands for, by its method."""
    called = method_of(call)
    return called is not None and called[1] in CHANGING and isinstance(called[0], cst.Name)
