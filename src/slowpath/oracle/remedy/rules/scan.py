"""A set that is built once, for a scan that asks of each item whether it is the one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.names import module_function, own_method
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_docstring, is_name, method_of, number, positional


@dataclass(frozen=True)
class _Scan:
    """Whether one of some items equals a value, or is it."""

    items: cst.BaseExpression
    wanted: cst.BaseExpression
    by_identity: bool


class ScanRule(
    RemedyRule, kinds=(RedundancyKind.RESCAN, RedundancyKind.SEARCH, RedundancyKind.MEMBERSHIP), place=23
):
    """Asks a set in the place of `any(each == x for each in items)`, or of a function that does the same.

    If identity is asked for, the set holds the addresses of items that are kept alive meanwhile.
    """

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for call in source.inside(cst.Call):
            scan = _any(source, call) or _helper(source, call) or _method(source, call)
            loop = None if scan is None else hoistable(scan.items, source, call)
            if scan is None or loop is None or not isinstance(scan.wanted, cst.Name | cst.Attribute):
                continue
            items, wanted = source.code(scan.items), source.code(scan.wanted)
            negation = _negation(source, call)
            if scan.by_identity:
                edits = Edits(source)
                held, ids, each = edits.fresh("held"), edits.fresh("ids"), edits.fresh("each")
                edits.before(loop.statement, f"{held} = list({items})")
                edits.before(loop.statement, f"{ids} = {{id({each}) for {each} in {held}}}")
                if negation is not None:
                    edits.replace(negation, f"id({wanted}) not in {ids}")
                else:
                    edits.replace(call, f"id({wanted}) in {ids}")
                yield edits
                continue
            for test in ("{} in {}", "({0} == {0} and {0} in {1})"):  # NaN is in a set that holds it
                edits = Edits(source)
                members = edits.fresh("members")
                edits.before(loop.statement, f"{members} = set({items})")
                if negation is not None and test == "{} in {}":
                    edits.replace(negation, f"{wanted} not in {members}")
                else:
                    edits.replace(call, test.format(wanted, members))
                yield edits


def _negation(source: FunctionSource, call: cst.Call) -> cst.UnaryOperation | None:
    """The `not` in front of a call."""
    parent = source.parents.get(call)
    if isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
        return parent
    return None


def _any(source: FunctionSource, call: cst.Call) -> _Scan | None:
    """The scan that a call of `any` makes."""
    given = positional(call, 1)
    if not is_name(call.func, "any") or given is None or not isinstance(given[0], cst.GeneratorExp):
        return None
    clause = given[0].for_in
    if clause.ifs or clause.inner_for_in is not None or not isinstance(clause.target, cst.Name):
        return None
    asked = _asked(given[0].elt, clause.target.value, source)
    return None if asked is None else _Scan(clause.iter, *asked)


def _helper(source: FunctionSource, call: cst.Call) -> _Scan | None:
    """The scan that a function of the module makes, if it does nothing else."""
    function = module_function(source.module, call.func.value) if isinstance(call.func, cst.Name) else None
    given = positional(call, 2)
    if function is None or given is None or function.decorators:
        return None
    names = [each.name.value for each in function.params.params]
    member = _member(_sole_return(function))
    if member is not None:
        told = [source.code(each) for each in member]
        by_name = dict(zip(names, given, strict=False))
        return _Scan(by_name[told[1]], by_name[told[0]], False) if {*told} == {*names} else None
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
    asked = _asked(inner[0].test, loop.target.value, source)
    if asked is None or not isinstance(loop.iter, cst.Name) or not isinstance(asked[0], cst.Name):
        return None
    if {loop.iter.value, asked[0].value} != set(names):
        return None
    by_name = dict(zip(names, given, strict=True))
    return _Scan(by_name[loop.iter.value], by_name[asked[0].value], asked[1])


def _method(source: FunctionSource, call: cst.Call) -> _Scan | None:
    """The scan of `self.contains(x)`, if that is `x in self.items`; or if it is `self.index_of(x) >= 0`, and
    that a loop over a list of the object which returns the place of the first item that equals x, or is it,
    and else a negative number."""
    called, given = method_of(call), positional(call, 1)
    if called is None or given is None or not is_name(called[0], "self"):
        return None
    asks = own_method(source, called[1])
    inner = None if asks is None else _sole_return(asks)
    member = _member(inner)
    if asks is not None and member is not None and not asks.decorators:
        wanted, items = member
        is_own = isinstance(items, cst.Attribute) and is_name(items.value, "self")
        return (
            _Scan(items, given[0], False) if is_own and [source.code(wanted)] == _parameters(asks) else None
        )
    if asks is None or not isinstance(inner, cst.Comparison) or len(inner.comparisons) != 1:
        return None
    operator, bound = inner.comparisons[0].operator, inner.comparisons[0].comparator
    found, handed = method_of(inner.left), _parameters(asks)
    if not isinstance(operator, cst.GreaterThanEqual) or number(bound) != 0 or found is None:
        return None
    passed = positional(inner.left, 1) if isinstance(inner.left, cst.Call) else None
    if not is_name(found[0], "self") or passed is None or [source.code(each) for each in passed] != handed:
        return None
    finds = own_method(source, found[1])
    scan = None if finds is None else _first_place(source, finds)
    return None if scan is None else _Scan(scan.items, given[0], scan.by_identity)


def _member(asked: cst.BaseExpression | None) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """Both sides of `x in items`."""
    if not isinstance(asked, cst.Comparison) or len(asked.comparisons) != 1:
        return None
    (asks,) = asked.comparisons
    return (asked.left, asks.comparator) if isinstance(asks.operator, cst.In) else None


def _first_place(source: FunctionSource, function: cst.FunctionDef) -> _Scan | None:
    """The scan of a method that returns the place of an item of a list of the object, or -1."""
    body = [each for each in function.body.body if not is_docstring(each)]
    if len(body) != 2 or not isinstance(body[0], cst.For) or source.code(body[1]) != "return -1":
        return None
    loop = body[0]
    inner = loop.body.body
    if loop.orelse is not None or len(inner) != 1 or not isinstance(inner[0], cst.If) or inner[0].orelse:
        return None
    defaults = {each.name.value: each.default for each in function.params.params if each.default is not None}
    for place, items, item in _walks(source, loop, defaults):
        asked = _asked(inner[0].test, item, source)
        is_place = source.code(inner[0].body.body[0]) == f"return {place}"
        if asked is not None and is_place and source.code(asked[0]) in _parameters(function):
            return _Scan(items, asked[0], asked[1])
    return None


def _walks(
    source: FunctionSource, loop: cst.For, defaults: Mapping[str, cst.BaseExpression]
) -> Iterator[tuple[str, cst.BaseExpression, str]]:
    """The place, the list and the item of a loop over `enumerate(self.x)` or `range(len(self.x))`."""
    if not isinstance(loop.iter, cst.Call) or not isinstance(loop.iter.func, cst.Name):
        return
    given = [each.value for each in loop.iter.args]
    if loop.iter.func.value == "enumerate" and len(given) == 1 and isinstance(loop.target, cst.Tuple):
        place, item = (source.code(each.value) for each in loop.target.elements)
        yield place, given[0], item
    elif loop.iter.func.value == "range" and isinstance(loop.target, cst.Name):
        start = given[0] if len(given) == 2 else None
        begins = start is None or number(start) == 0 or number(defaults.get(source.code(start))) == 0
        size = given[-1]
        if begins and isinstance(size, cst.Call) and is_name(size.func, "len") and len(size.args) == 1:
            items = size.args[0].value
            yield loop.target.value, items, f"{source.code(items)}[{loop.target.value}]"


def _parameters(function: cst.FunctionDef) -> list[str]:
    """The names of the parameters that must be given, without the receiver."""
    return [each.name.value for each in function.params.params[1:] if each.default is None]


def _sole_return(function: cst.FunctionDef) -> cst.BaseExpression | None:
    """What a function returns if it does nothing else."""
    body = [each for each in function.body.body if not is_docstring(each)]
    if len(body) != 1 or not isinstance(body[0], cst.SimpleStatementLine) or len(body[0].body) != 1:
        return None
    (part,) = body[0].body
    return part.value if isinstance(part, cst.Return) else None


def _asked(test: cst.CSTNode, item: str, source: FunctionSource) -> tuple[cst.BaseExpression, bool] | None:
    """What an item is compared with, and whether by identity."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return None
    operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
    if not isinstance(operator, cst.Equal | cst.Is):
        return None
    for one, other in ((test.left, right), (right, test.left)):
        is_plain = isinstance(other, cst.Name | cst.Attribute) and source.code(other) != item
        if is_plain and source.code(one) == item:
            return other, isinstance(operator, cst.Is)
    return None


def _returns(statement: cst.CSTNode, value: str) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    (part,) = statement.body
    return isinstance(part, cst.Return) and is_name(part.value, value)
