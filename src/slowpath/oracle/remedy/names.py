"""Names in the text of a function: what binds them, and which function or method they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from slowpath.oracle.remedy.source import FunctionSource, is_name, walk


def bound(parts: Iterable[cst.CSTNode]) -> set[str]:
    """The names that some parts bind."""
    names: set[str] = set()
    for part in parts:
        for node in walk(part):
            names |= {each.value for target in _targets(node) for each in _names(target)}
    return names


def targets(target: cst.CSTNode) -> set[str]:
    """The names that the target of a loop binds."""
    return {each.value for each in _names(target)}


def _targets(node: cst.CSTNode) -> list[cst.CSTNode]:
    if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.NamedExpr):
        return [node.target]
    if isinstance(node, cst.For | cst.CompFor):
        return [node.target]
    if isinstance(node, cst.AsName):
        return [node.name]
    if isinstance(node, cst.Del):
        return [node.target]
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        return [node.name]
    return []


def _names(target: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that a target binds; those in subscripts and attributes are only read."""
    if isinstance(target, cst.Name):
        yield target
    elif isinstance(target, cst.Tuple | cst.List):
        for each in target.elements:
            yield from _names(each.value)
    elif isinstance(target, cst.StarredElement):
        yield from _names(target.value)


def root(node: cst.CSTNode) -> str | None:
    """The name at the start of `a`, `a.b` and `a[i].b`."""
    while isinstance(node, cst.Attribute | cst.Subscript):
        node = node.value
    return node.value if isinstance(node, cst.Name) else None


def module_function(module: cst.Module, name: str) -> cst.FunctionDef | None:
    """The function of a name at the top of a module, if there is one only."""
    found = [each for each in module.body if isinstance(each, cst.FunctionDef) and each.name.value == name]
    return found[0] if len(found) == 1 else None


def own_method(source: FunctionSource, name: str) -> cst.FunctionDef | None:
    """The method of a name in the function's class; None if a class of the module has another one for
    objects of this class."""
    if source.owner is None:
        return None
    others = [each for each in source.whole.classes if each is not source.owner]
    heirs = _heirs(source.owner.name.value, others)
    for heir in heirs:
        if any(isinstance(each, cst.FunctionDef) and each.name.value == name for each in heir.body.body):
            return None
    found = [
        each
        for each in source.owner.body.body
        if isinstance(each, cst.FunctionDef) and each.name.value == name
    ]
    return found[0] if len(found) == 1 else None


def _heirs(name: str, classes: list[cst.ClassDef]) -> list[cst.ClassDef]:
    direct = [each for each in classes if any(is_name(base.value, name) for base in each.bases)]
    return direct + [heir for each in direct for heir in _heirs(each.name.value, classes)]
