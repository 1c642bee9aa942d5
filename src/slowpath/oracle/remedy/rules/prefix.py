"""Places that are found once and searched by `bisect`, for `text.count(mark, 0, end)` in a loop."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, method_of, number, positional


class PrefixRule(RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=21):
    """Notes the places of a single character, and counts those in front of an end."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for call in source.inside(cst.Call):
            called, given = method_of(call), positional(call, 3)
            if called is None or called[1] != "count" or given is None or number(given[1]) != 0:
                continue
            mark, loop = given[0], hoistable(called[0], source)
            if loop is None or not isinstance(mark, cst.SimpleString):
                continue
            value = mark.evaluated_value
            if not isinstance(value, str) or len(value) != 1:
                continue
            edits = Edits(source)
            text, end = source.code(called[0]), source.code(given[2])
            places, place, each = edits.fresh("places"), edits.fresh("place"), edits.fresh("each")
            found = f"[{place} for {place}, {each} in enumerate({text}) if {each} == {source.code(mark)}]"
            edits.before(loop.statement, f"{places} = {found}")
            # As a slice, an end may be negative or beyond the text.
            edits.replace(call, f"bisect.bisect_left({places}, slice({end}).indices(len({text}))[1])")
            if edits.need("import bisect"):
                yield edits
