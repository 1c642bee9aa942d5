"""`functools.cache` for a recursion on the same arguments."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.facts import is_pure_function
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_name

# Types of arguments that equal values of other types do not stand for, and of results that cannot change.
_ARGUMENTS = frozenset(("str", "bytes"))
_NUMBERS = frozenset(("int", "bool"))  # 1 == True == 1.0: the cache must tell types apart
_RESULTS = frozenset(("int", "str", "bytes", "bool", "float", "complex", "None"))


class Caching(RemedyRule):
    """Caches a pure recursive function of the module whose arguments and results are plain values, by their
    annotations."""

    name = "caching"
    kinds = frozenset({RedundancyKind.RECURSION, RedundancyKind.PURE_CALL})
    place = 18

    def propose(self, source: FunctionSource) -> Iterator[Edits]:
        function = source.function
        is_top = any(each is function for each in source.module.body)
        if not is_top or not source.is_plain or not is_pure_function(function, source):
            return
        calls = [each for each in source.inside(cst.Call) if is_name(each.func, function.name.value)]
        types = _annotations(source)
        if len(calls) < 2 and not _is_in_loop(source, calls):
            return
        result = function.returns and source.code(function.returns.annotation)
        if types is None or result not in _RESULTS:
            return
        edits = Edits(source)
        if types <= _ARGUMENTS:
            if edits.need("import functools"):
                edits.decorate("functools.cache")
                yield edits
        elif types <= _ARGUMENTS | _NUMBERS and edits.need("import functools"):
            edits.decorate("functools.lru_cache(maxsize=None, typed=True)")
            yield edits


def _annotations(source: FunctionSource) -> set[str] | None:
    """The annotations of all parameters; None if one has none, or takes any number of arguments."""
    params = source.function.params
    if params.star_kwarg is not None or isinstance(params.star_arg, cst.Param) or not params.params:
        return None
    every = (*params.posonly_params, *params.params, *params.kwonly_params)
    if any(each.annotation is None for each in every):
        return None
    return {source.code(each.annotation.annotation) for each in every if each.annotation is not None}


def _is_in_loop(source: FunctionSource, calls: list[cst.Call]) -> bool:
    from slowpath.oracle.remedy.loop import around

    return any(around(source, each) for each in calls)
