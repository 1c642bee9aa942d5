"""A set that is built once, for a scan that asks of each item whether it is the one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.facts import hoistable, module_function
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_docstring, is_name, positional


@dataclass(frozen=True)
class _Scan:
    """Whether one of some items equals a value, or is it."""

    items: cst.BaseExpression
    wanted: cst.BaseExpression
    by_identity: bool


class ScanRule(RemedyRule):
    """Asks a set in the place of `any(each == x for each in items)`, or of a function that does the same.

    If identity is asked for, the set holds the addresses of items that are kept alive meanwhile.
    """

    name = "scan"
    kinds = frozenset({RedundancyKind.RESCAN, RedundancyKind.SEARCH, RedundancyKind.MEMBERSHIP})
    place = 23

    def propose(self, source: FunctionSource) -> Iterator[Edits]:
        if not source.is_plain:
            return
        for call in source.inside(cst.Call):
            scan = _any(call) or _helper(source, call)
            loop = None if scan is None else hoistable(scan.items, source)
            if scan is None or loop is None or not isinstance(scan.wanted, cst.Name | cst.Attribute):
                continue
            items, wanted = source.code(scan.items), source.code(scan.wanted)
            if scan.by_identity:
                edits = Edits(source)
                held, ids, each = edits.fresh("held"), edits.fresh("ids"), edits.fresh("each")
                edits.before(loop.statement, f"{held} = list({items})")
                edits.before(loop.statement, f"{ids} = {{id({each}) for {each} in {held}}}")
                edits.replace(call, f"id({wanted}) in {ids}")
                yield edits
                continue
            for test in ("{} in {}", "({0} == {0} and {0} in {1})"):  # NaN is in a set that holds it
                edits = Edits(source)
                members = edits.fresh("members")
                edits.before(loop.statement, f"{members} = set({items})")
                edits.replace(call, test.format(wanted, members))
                yield edits


def _any(call: cst.Call) -> _Scan | None:
    """The scan that a call of `any` makes."""
    given = positional(call, 1)
    if not is_name(call.func, "any") or given is None or not isinstance(given[0], cst.GeneratorExp):
        return None
    clause = given[0].for_in
    if clause.ifs or clause.inner_for_in is not None or not isinstance(clause.target, cst.Name):
        return None
    asked = _asked(given[0].elt, clause.target.value)
    return None if asked is None else _Scan(clause.iter, *asked)


def _helper(source: FunctionSource, call: cst.Call) -> _Scan | None:
    """The scan that a function of the module makes, if it does nothing else."""
    function = module_function(source.module, call.func.value) if isinstance(call.func, cst.Name) else None
    given = positional(call, 2)
    if function is None or given is None:
        return None
    names = [each.name.value for each in function.params.params]
    body = [each for each in function.body.body if not is_docstring(each)]
    if (
        len(names) != 2
        or len(body) != 2
        or not isinstance(body[0], cst.For)
        or not _returns(body[1], "False")
    ):
        return None
    loop = body[0]
    inner = loop.body.body
    if loop.orelse is not None or len(inner) != 1 or not isinstance(inner[0], cst.If) or inner[0].orelse:
        return None
    found = inner[0].body.body
    if len(found) != 1 or not _returns(found[0], "True") or not isinstance(loop.target, cst.Name):
        return None
    asked = _asked(inner[0].test, loop.target.value)
    if asked is None or not isinstance(loop.iter, cst.Name) or not isinstance(asked[0], cst.Name):
        return None
    if {loop.iter.value, asked[0].value} != set(names):
        return None
    by_name = dict(zip(names, given, strict=True))
    return _Scan(by_name[loop.iter.value], by_name[asked[0].value], asked[1])


def _asked(test: cst.CSTNode, item: str) -> tuple[cst.BaseExpression, bool] | None:
    """What an item is compared with, and whether by identity."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return None
    operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
    if not isinstance(operator, cst.Equal | cst.Is):
        return None
    for one, other in ((test.left, right), (right, test.left)):
        if is_name(one, item) and not is_name(other, item) and isinstance(other, cst.Name | cst.Attribute):
            return other, isinstance(operator, cst.Is)
    return None


def _returns(statement: cst.CSTNode, value: str) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    (part,) = statement.body
    return isinstance(part, cst.Return) and is_name(part.value, value)
