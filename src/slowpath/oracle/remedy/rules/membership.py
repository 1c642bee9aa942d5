"""A set that is built once, for `x in items` in a loop."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.loop import around
from slowpath.oracle.remedy.names import bound
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, positional

_HASHED = ("set", "frozenset", "dict")


class MembershipRule(
    RemedyRule,
    kinds=(RedundancyKind.MEMBERSHIP, RedundancyKind.RESCAN, RedundancyKind.CONVERSION),
    place=10,
):
    """Builds a set in front of the outermost loop in which the items stay the same."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        by_items: dict[str, list[cst.Comparison]] = {}
        for each in source.inside(cst.Comparison):
            if _is_membership(each) and hoistable(_items(each), source) is not None:
                by_items.setdefault(source.code(_items(each)), []).append(each)
        for same in by_items.values():
            items = _items(same[0])
            if not (isinstance(items, cst.Call) and _is_hashed(items)):
                yield _plain(source, same, "set({0})")
                yield _plain(source, same, "set({0}) if type({0}) in (list, tuple) else {0}")
                yield from _careful(source, same)


def _plain(source: FunctionSource, same: list[cst.Comparison], made: str) -> Edits:
    """A set of the items; other containers than lists may have a membership of their own."""
    edits = Edits(source)
    items = _items(same[0])
    loop = hoistable(items, source)
    assert loop is not None
    name = edits.fresh(_base(items))
    edits.before(loop.statement, f"{name} = {made.format(source.code(items))}")
    for each in same:
        edits.replace(_items(each), name)
    return edits


def _careful(source: FunctionSource, same: list[cst.Comparison]) -> Iterator[Edits]:
    """The same for items of any type: those that are not hashable, and containers with a membership of
    their own, are searched as before. An item is asked for in an `if` of its own."""
    (test, *others) = same
    statement = source.parents.get(test)
    if isinstance(statement, cst.UnaryOperation):
        statement = source.parents.get(statement)
    items = _items(test)
    if (
        others
        or not isinstance(statement, cst.If)
        or not is_name(items)
        or source.statement(statement) is not statement
    ):
        return
    edits = Edits(source)
    loop = hoistable(items, source)
    assert loop is not None
    given, name, found = source.code(items), edits.fresh(_base(items)), edits.fresh("is_member")
    exact = f"set({given}) if type({given}) in (list, tuple) else {given}"
    edits.before(
        loop.statement,
        f"try:\n    {name} = {exact}\nexcept TypeError:  # an item is not hashable\n    {name} = {given}",
    )
    item = source.code(test.left)
    if not isinstance(test.left, cst.Name):
        item = edits.fresh("item")
        edits.before(statement, f"{item} = {source.code(test.left)}")
    edits.before(
        statement,
        f"try:\n    {found} = {item} in {name}\nexcept TypeError:  # {item} is not hashable\n"
        f"    {found} = {item} in {given}",
    )
    negated = isinstance(test.comparisons[0].operator, cst.NotIn)
    edits.replace(test, f"not {found}" if negated else found)
    yield edits


class GrowingMembershipRule(RemedyRule, kinds=MembershipRule.kinds, place=11, generators=True):
    """Keeps a set beside a list that grows, and asks the set."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        tests = [each for each in source.inside(cst.Comparison) if _is_membership(each)]
        for name in dict.fromkeys(_items(each).value for each in tests if is_name(_items(each))):  # type: ignore[attr-defined]
            edits = _beside(source, name, [each for each in tests if is_name(_items(each), name)])
            if edits is not None:
                yield edits
        for each in tests if source.is_plain else ():
            edits = _prefix(source, each)
            if edits is not None:
                yield edits


def _beside(source: FunctionSource, name: str, tests: list[cst.Comparison]) -> Edits | None:
    """A set beside a list that is made in the function and to which items are only added."""
    edits = Edits(source)
    beside = edits.fresh(f"{name}_set")
    made = 0
    for each in source.inside(cst.Name):
        if each.value != name:
            continue
        parent = source.parents[each]
        statement = source.statement(each)
        if statement is None:
            return None
        if isinstance(parent, cst.AssignTarget | cst.AnnAssign):
            made_by = source.parents[parent] if isinstance(parent, cst.AssignTarget) else parent
            value = getattr(made_by, "value", None)
            if made or not isinstance(value, cst.List) or not _is_line(statement) or around(source, each):
                return None
            made += 1
            edits.after(statement, f"{beside} = set({source.code(value) if value.elements else ''})")
        elif isinstance(parent, cst.Attribute) and parent.value is each:
            added = _added(source, parent, statement)
            if added is None:
                return None
            edits.after(statement, f"{beside}.{added}")
        elif not _is_read(source, parent):
            return None
    if not made:
        return None
    for test in tests:
        edits.replace(_items(test), beside)
    return edits


def _is_read(source: FunctionSource, parent: cst.CSTNode) -> bool:
    """Whether a use of a list neither changes it nor hands it over before the function ends."""
    if isinstance(parent, cst.Arg):
        return is_name(getattr(source.parents[parent], "func", None), "len")
    if isinstance(parent, cst.Subscript):
        return not isinstance(source.parents[parent], cst.AssignTarget | cst.AugAssign | cst.Del)
    return isinstance(parent, cst.ComparisonTarget | cst.Return)


def _added(source: FunctionSource, attribute: cst.Attribute, statement: cst.BaseStatement) -> str | None:
    """What adds to the set what a call adds to the list."""
    call = source.parents[attribute]
    line = source.parents.get(call)
    if not isinstance(call, cst.Call) or not isinstance(line, cst.Expr) or not _is_line(statement):
        return None
    given = positional(call, 1)
    if given is None or not isinstance(given[0], cst.Name):
        return None
    by = {"append": "add", "extend": "update"}.get(attribute.attr.value)
    return None if by is None else f"{by}({source.code(given[0])})"


def _prefix(source: FunctionSource, test: cst.Comparison) -> Edits | None:
    """A set of the items so far, for `item in items[:place]` in a loop over `enumerate(items)`."""
    items = _items(test)
    loops = around(source, test)
    if not loops or not isinstance(loops[0].node, cst.For) or not isinstance(items, cst.Subscript):
        return None
    loop = loops[0].node
    target = loop.target.elements if isinstance(loop.target, cst.Tuple) else ()
    whole = source.code(items.value)
    names = [source.code(each.value) for each in target]
    if (
        len(names) != 2
        or source.code(loop.iter) != f"enumerate({whole})"
        or source.code(items) not in (f"{whole}[:{names[0]}]", f"{whole}[0:{names[0]}]")
        or source.code(test.left) != names[1]
        or source.inside(cst.Continue, loop.body)
        or bound([loop.body]) & {*names, whole}
        or not isinstance(loop.body, cst.IndentedBlock)
    ):
        return None
    edits = Edits(source)
    name = edits.fresh("earlier")
    edits.before(loops[0].statement, f"{name} = set()")
    edits.replace(items, name)
    edits.after(loop.body.body[-1], f"{name}.add({names[1]})")
    return edits


def _is_membership(test: cst.Comparison) -> bool:
    operators = [each.operator for each in test.comparisons]
    return len(operators) == 1 and isinstance(operators[0], cst.In | cst.NotIn)


def _items(test: cst.Comparison) -> cst.BaseExpression:
    return test.comparisons[0].comparator


def _is_hashed(items: cst.Call) -> bool:
    return isinstance(items.func, cst.Name) and items.func.value in _HASHED


def _base(items: cst.BaseExpression) -> str:
    if isinstance(items, cst.Attribute):
        return f"{items.attr.value.strip('_')}_set"
    return f"{items.value}_set" if isinstance(items, cst.Name) else "members"


def _is_line(statement: cst.BaseStatement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
