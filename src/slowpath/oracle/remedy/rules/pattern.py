"""A pattern that is compiled once, in front of the loop."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, positional

_ARGUMENTS = {
    "search": 2,
    "match": 2,
    "fullmatch": 2,
    "split": 2,
    "findall": 2,
    "finditer": 2,
    "sub": 3,
    "subn": 3,
}


class PatternRule(RemedyRule, kinds=(RedundancyKind.PATTERN,), place=20):
    """Compiles the pattern of `re.search(pattern, text)` in front of the loop."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for call in source.inside(cst.Call):
            called = method_of(call)
            if called is None or not is_name(called[0], "re") or called[1] not in _ARGUMENTS:
                continue
            given = positional(call, _ARGUMENTS[called[1]])
            loop = None if given is None else hoistable(given[0], source)
            if given is None or loop is None:
                continue
            guards = [""]
            if isinstance(loop.once, cst.Name | cst.Attribute):
                guards.append(f" if {source.code(loop.once)} else None")
            rest = ", ".join(source.code(each) for each in given[1:])
            for guard in guards:
                edits = Edits(source)
                name = edits.fresh("pattern")
                edits.before(loop.statement, f"{name} = re.compile({source.code(given[0])}){guard}")
                edits.replace(call, f"{name}.{called[1]}({rest})")
                yield edits
