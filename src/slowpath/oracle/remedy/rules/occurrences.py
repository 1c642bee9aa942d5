"""Counts that are made once, for `items.count(x)` in a loop."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits, Written
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, method_of, positional


class OccurrencesRule(RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=14):
    """Counts all items in front of the outermost loop in which they stay the same.

    A text may be asked for more than a character, and a class may count in its own way: a trial shows that.
    """

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        by_items: dict[str, list[cst.Call]] = {}
        for call in source.inside(cst.Call):
            called, given = method_of(call), positional(call, 1)
            is_count = called is not None and called[1] == "count" and given is not None
            if is_count and called is not None and hoistable(called[0], source) is not None:
                by_items.setdefault(source.code(called[0]), []).append(call)
        for items, calls in by_items.items():
            edits = Edits(source)
            loop = hoistable(calls[0].func.value, source)  # type: ignore[attr-defined]
            if loop is None or not edits.need("from collections import Counter"):
                continue
            counts = edits.fresh("counts")
            edits.before(loop.statement, f"{counts} = Counter({items})")
            for call in calls:
                edits.replace(call, _item(counts, call.args[0].value))
            yield edits


def _item(counts: str, wanted: cst.BaseExpression) -> Written:
    return lambda quote: f"{counts}[{quote(wanted)}]"
