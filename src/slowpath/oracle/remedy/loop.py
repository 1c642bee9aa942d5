"""The loops of a function: statements and comprehensions."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from slowpath.oracle.remedy.source import FunctionSource

Comprehension = cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp
LOOPS = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp)


@dataclass(frozen=True, eq=False)
class SourceLoop:
    """A loop. `once` is what it iterates over, evaluated before its first round; `rounds` are the parts that
    every round may evaluate. New statements can be put in front of `statement`."""

    node: cst.CSTNode
    once: cst.BaseExpression | None
    rounds: tuple[cst.CSTNode, ...]
    statement: cst.BaseStatement


def loops_of(source: FunctionSource) -> list[SourceLoop]:
    """The loops in the function's own body, outer ones first."""
    found = []
    for node in source.parts():
        if isinstance(node, LOOPS):
            loop = as_loop(source, node)
            if loop is not None:
                found.append(loop)
    return found


def as_loop(source: FunctionSource, node: cst.CSTNode) -> SourceLoop | None:
    """A statement or comprehension as a loop."""
    statement = source.statement(node)
    if statement is None:
        return None
    if isinstance(node, cst.For):
        return SourceLoop(node, node.iter, (node.target, node.body), statement)
    if isinstance(node, cst.While):
        return SourceLoop(node, None, (node.test, node.body), statement)
    if isinstance(node, cst.DictComp):
        first = node.for_in
        return SourceLoop(node, first.iter, (node.key, node.value, *_clauses(first)), statement)
    if isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp):
        first = node.for_in
        return SourceLoop(node, first.iter, (node.elt, *_clauses(first)), statement)
    return None


def _clauses(first: cst.CompFor) -> tuple[cst.CSTNode, ...]:
    inner = () if first.inner_for_in is None else (first.inner_for_in,)
    return (first.target, *first.ifs, *inner)


def around(source: FunctionSource, node: cst.CSTNode) -> list[SourceLoop]:
    """The loops whose rounds evaluate a part, inner ones first."""
    found = []
    for each in source.above(node):
        if isinstance(each, LOOPS):
            loop = as_loop(source, each)
            if loop is not None and any(source.is_within(node, part) for part in loop.rounds):
                found.append(loop)
    return found
