"""`functools.cache` for a recursion on the same arguments."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.loop import around
from slowpath.oracle.remedy.names import bound
from slowpath.oracle.remedy.purity import is_pure_function
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_docstring, is_name, walk

# Types of arguments that equal values of other types do not stand for, and of results that cannot change.
_ARGUMENTS = frozenset(("str", "bytes"))
_NUMBERS = frozenset(("int", "bool"))  # 1 == True == 1.0: the cache must tell types apart
_RESULTS = frozenset(("int", "str", "bytes", "bool", "float", "complex", "None"))


class CachingRule(RemedyRule, kinds=(RedundancyKind.RECURSION, RedundancyKind.PURE_CALL), place=18):
    """Caches a pure recursive function of the module whose arguments and results are plain values, by their
    annotations."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        function = source.function
        is_top = any(each is function for each in source.module.body)
        if not is_top or not is_pure_function(function, source):
            return
        calls = [each for each in source.inside(cst.Call) if is_name(each.func, function.name.value)]
        types = _annotations(source)
        if len(calls) < 2 and not _is_in_loop(source, calls):
            return
        result = function.returns and source.code(function.returns.annotation)
        if types is None or result not in _RESULTS:
            return
        if not types <= _ARGUMENTS | _NUMBERS:
            return
        edits = Edits(source)
        if edits.need("import functools"):
            plain = types <= _ARGUMENTS
            edits.decorate("functools.cache" if plain else "functools.lru_cache(maxsize=None, typed=True)")
            yield edits
        yield from _kept(source, is_typed=not types <= _ARGUMENTS)


def _kept(source: FunctionSource, *, is_typed: bool) -> Iterator[Edits]:
    """The same by hand: calls may be as deep as before, while each call of a cached function takes more of
    the stack."""
    function = source.function
    body = function.body.body
    names = [each.name.value for each in walk(function.params) if isinstance(each, cst.Param)]
    if not isinstance(function.body, cst.IndentedBlock) or set(names) & bound([function.body]):
        return
    edits = Edits(source)
    kept = edits.fresh(f"_{function.name.value.strip('_')}_results")
    if kept in source.whole.names:
        return
    key, result = edits.fresh("key"), edits.fresh("result")
    parts = [part for name in names for part in ((f"type({name})", name) if is_typed else (name,))]
    first = next((each for each in body if not is_docstring(each)), None)
    if first is None:
        return
    edits.before(function, f"{kept} = {{}}")
    edits.before(first, f"{key} = ({', '.join(parts)}{',' if len(parts) == 1 else ''})")
    edits.before(first, f"if {key} in {kept}:\n    return {kept}[{key}]")
    for each in source.inside(cst.Return):
        statement = source.statement(each)
        if each.value is None or isinstance(each.value, cst.BaseNumber | cst.SimpleString):
            continue
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            return
        value = source.code(each.value)
        edits.replace(statement, f"{result} = {value}\n{kept}[{key}] = {result}\nreturn {result}")
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
    return any(around(source, each) for each in calls)
