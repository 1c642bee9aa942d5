"""A dictionary of groups, for a nested comprehension that is a join."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.names import targets
from slowpath.oracle.remedy.purity import is_pure
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, read


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


def _keys(source: FunctionSource, clause: cst.CompFor) -> tuple[str, str, cst.CompIf] | None:
    """What an inner item is found by, what is looked for, and the condition that says so."""
    own = targets(clause.target)
    for test in clause.ifs[:1]:
        comparison = test.test
        if (
            not isinstance(comparison, cst.Comparison)
            or len(comparison.comparisons) != 1
            or not isinstance(comparison.comparisons[0].operator, cst.Equal)
        ):
            continue
        left, right = comparison.left, comparison.comparisons[0].comparator
        for key, wanted in ((left, right), (right, left)):
            inner, outer = ({each.value for each in read(side, source)} for side in (key, wanted))
            pure = is_pure(key, source) and is_pure(wanted, source)
            if pure and inner and inner <= own and outer and not outer & own:
                return source.code(key), source.code(wanted), test
    return None
