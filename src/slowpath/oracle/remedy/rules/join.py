"""A dictionary of groups, for a nested comprehension or loop that is a join."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable, keeps_items
from slowpath.oracle.remedy.names import bound, targets
from slowpath.oracle.remedy.purity import is_pure
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_read_outside, read


class JoinRule(
    RemedyRule, kinds=(RedundancyKind.JOIN, RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=14
):
    """Groups the inner items by their key once; the inner clause goes over one group."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for clause in source.inside(cst.CompFor):
            loop = hoistable(clause.iter, source)
            keys = _keys(source, clause)
            if loop is None or keys is None:
                continue
            key, wanted, test = keys
            edits = Edits(source)
            groups = edits.fresh("groups")
            target, items = source.code(clause.target), source.code(clause.iter)
            item = (
                f"({target})" if isinstance(clause.target, cst.Tuple) and not clause.target.lpar else target
            )
            edits.before(loop.statement, f"{groups} = {{}}")
            edits.before(
                loop.statement,
                f"for {target} in {items}:\n    {groups}.setdefault({key}, []).append({item})",
            )
            edits.replace(clause.iter, f"{groups}.get({wanted}, ())")
            edits.drop_if(clause, test)
            yield edits
        for inner in source.inside(cst.For):
            joined = _joined(source, inner)
            if joined is not None:
                yield joined


def _joined(source: FunctionSource, inner: cst.For) -> Edits | None:
    """A loop that does something with each item of a key only, as a loop over the items of that key."""
    own = targets(inner.target)
    loop = hoistable(inner.iter, source)
    body = inner.body.body
    if loop is None or inner.orelse is not None or len(body) != 1 or not isinstance(body[0], cst.If):
        return None
    keys = None if body[0].orelse is not None else _sides(source, body[0].test, own)
    if keys is None or is_read_outside(source, inner, own):
        return None
    key, wanted = keys
    changed = bound([inner.body])
    if changed & (own | {each.value for each in read(wanted, source)}):
        return None
    if not keeps_items(key, own, loop, source):
        return None
    edits = Edits(source)
    groups = edits.fresh("groups")
    target, items = source.code(inner.target), source.code(inner.iter)
    edits.before(loop.statement, f"{groups} = {{}}")
    edits.before(
        loop.statement,
        f"for {target} in {items}:\n    {groups}.setdefault({source.code(key)}, []).append(({target}))",
    )
    edits.replace(inner.iter, f"{groups}.get({source.code(wanted)}, ())")
    edits.unwrap(body[0])
    return edits


def _keys(source: FunctionSource, clause: cst.CompFor) -> tuple[str, str, cst.CompIf] | None:
    """What an inner item is found by, what is looked for, and the condition that says so."""
    for test in clause.ifs[:1]:
        sides = _sides(source, test.test, targets(clause.target))
        if sides is not None:
            return source.code(sides[0]), source.code(sides[1]), test
    return None


def _sides(
    source: FunctionSource, test: cst.BaseExpression, own: set[str]
) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """The side of an equality that tells of the item of a loop, and the one that tells of what is around."""
    if (
        not isinstance(test, cst.Comparison)
        or len(test.comparisons) != 1
        or not isinstance(test.comparisons[0].operator, cst.Equal)
    ):
        return None
    left, right = test.left, test.comparisons[0].comparator
    for key, wanted in ((left, right), (right, left)):
        inner, outer = ({each.value for each in read(side, source)} for side in (key, wanted))
        pure = is_pure(key, source) and is_pure(wanted, source)
        if pure and inner and inner <= own and outer and not outer & own:
            return key, wanted
    return None
