"""A call, conversion or property that is evaluated once, in front of the loop that does so in every round."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.loop import SourceLoop
from slowpath.oracle.remedy.purity import is_pure_property
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, method_of

# Calls that take no time worth saving, and those whose iterator one round would use up.
_CHEAP = ("len", "isinstance", "issubclass", "type", "range", "ord", "chr", "bool")
_LAZY = ("enumerate", "zip", "map", "filter", "reversed", "iter")
_NAMES = {
    "split": "parts",
    "splitlines": "lines",
    "compile": "pattern",
    "sum": "total",
    "max": "largest",
    "min": "smallest",
    "sorted": "in_order",
    "set": "members",
    "list": "items",
    "tuple": "items",
    "dict": "table",
}


class HoistingRule(
    RemedyRule,
    kinds=(
        RedundancyKind.CONVERSION,
        RedundancyKind.PURE_CALL,
        RedundancyKind.PATTERN,
        RedundancyKind.SORTING,
        RedundancyKind.ATTRIBUTES,
        RedundancyKind.RESCAN,
    ),
    place=30,
):
    """Evaluates a pure expression with a call, or a property, in front of the outermost loop that does not
    change it."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        done: set[str] = set()
        properties = [each for each in source.inside(cst.Attribute) if is_pure_property(each, source)]
        calls = [_whole(source, each) for each in source.inside(cst.Call) if not _is_cheap(each)]
        for whole in (*calls, *properties):
            loop = hoistable(whole, source)
            text = source.code(whole)
            if loop is None or text in done:
                continue
            done.add(text)
            same = [each for each in source.inside(type(whole)) if source.code(each) == text]
            for guard in _guards(source, loop):
                edits = Edits(source)
                name = edits.fresh(_base(whole))
                edits.before(loop.statement, f"{name} = {text}{guard}")
                for each in same:
                    if any(each is part or source.is_within(each, part) for part in loop.rounds):
                        edits.replace(each, name)
                yield edits


def _guards(source: FunctionSource, loop: SourceLoop) -> list[str]:
    """Conditions under which the value is needed: always, and if there is something to loop over. An
    expression may raise, and a loop without rounds does not evaluate it."""
    if isinstance(loop.once, cst.Name | cst.Attribute):
        return ["", f" if {source.code(loop.once)} else None"]
    return [""]


def _whole(source: FunctionSource, call: cst.Call) -> cst.BaseExpression:
    """The longest chain of calls, attributes and items around a call that can be hoisted with it."""
    whole: cst.BaseExpression = call
    while True:
        parent = source.parents.get(whole)
        if isinstance(parent, cst.Call) and parent.func is not whole:
            return whole
        if not isinstance(parent, cst.Attribute | cst.Call):
            return whole
        if isinstance(parent, cst.Attribute):
            # An attribute that is called belongs to the call: alone it is a bound method.
            outer = source.parents.get(parent)
            if isinstance(outer, cst.Call) and outer.func is parent:
                if hoistable(outer, source) is None:
                    return whole
                whole = outer
                continue
        if hoistable(parent, source) is None:
            return whole
        whole = parent


def _is_cheap(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value in (*_CHEAP, *_LAZY)


def _base(whole: cst.BaseExpression) -> str:
    """A name for the value of an expression."""
    if isinstance(whole, cst.Attribute) and not isinstance(whole.value, cst.Call):
        return whole.attr.value.strip("_") or "value"
    called = method_of(whole)
    function = called[1] if called is not None else getattr(getattr(whole, "func", None), "value", "")
    return _NAMES.get(function, f"{function.strip('_')}_value" if function else "value")
