"""A dictionary that is built once, for a search from the start in every round."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent, indent

import libcst as cst

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.loop import SourceLoop, around
from slowpath.oracle.remedy.names import targets
from slowpath.oracle.remedy.purity import is_pure
from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource, is_read_outside, method_of, positional, read


class PlacesRule(
    RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.SORTING, RedundancyKind.RESCAN), place=12
):
    """Notes the first place of each item, for `items.index(x)` in a loop."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for call in source.inside(cst.Call):
            called, given = method_of(call), positional(call, 1)
            if called is None or called[1] != "index" or given is None:
                continue
            loop = hoistable(called[0], source)
            if loop is None or not isinstance(given[0], cst.Name | cst.Attribute):
                continue
            edits = Edits(source)
            items = source.code(called[0])
            if not isinstance(called[0], cst.Name | cst.Attribute):
                items = edits.fresh("items")
                edits.before(loop.statement, f"{items} = {source.code(called[0])}")
            places, place, each = edits.fresh("places"), edits.fresh("place"), edits.fresh("each")
            edits.before(loop.statement, f"{places} = {{}}")
            edits.before(
                loop.statement,
                f"for {place}, {each} in enumerate({items}):\n    {places}.setdefault({each}, {place})",
            )
            wanted = source.code(given[0])
            # A missing item raises what it raised before.
            edits.replace(call, f"({places}[{wanted}] if {wanted} in {places} else {items}.index({wanted}))")
            yield edits


class FirstMatchRule(RemedyRule, kinds=(RedundancyKind.SEARCH, RedundancyKind.RESCAN), place=13):
    """Notes the first match of each key, for a loop that looks for one key and leaves at the first match."""

    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        for inner in source.inside(cst.For):
            outer = hoistable(inner.iter, source)
            if not around(source, inner) or outer is None:
                continue
            yield from _met(source, inner, outer)
            found = _match(source, inner)
            if found is None:
                continue
            key, wanted, value, write = found
            for condition in ("", f"{wanted} == {wanted} and "):
                edits = Edits(source)
                first = edits.fresh("first_match")
                target, items = source.code(inner.target), source.code(inner.iter)
                edits.before(outer.statement, f"{first} = {{}}")
                edits.before(
                    outer.statement, f"for {target} in {items}:\n    {first}.setdefault({key}, {value})"
                )
                edits.replace(
                    inner, f"if {condition}{wanted} in {first}:\n    {write.format(f'{first}[{wanted}]')}"
                )
                yield edits


def _met(source: FunctionSource, inner: cst.For, outer: SourceLoop) -> Iterator[Edits]:
    """A set, if a match only tells that there is one: what is done then does not depend on it."""
    body = inner.body.body
    own = targets(inner.target)
    if inner.orelse is not None or len(body) != 1 or not isinstance(body[0], cst.If) or body[0].orelse:
        return
    sides = _sides(source, body[0].test, own)
    *done, last = body[0].body.body
    names = {each.value for each in read(body[0].body, source)}
    if sides is None or names & own or is_read_outside(source, inner, own) or not done:
        return
    if source.code(last) not in ("break", "return", "return True", "return False"):
        return
    lines = done if source.code(last) == "break" else [*done, last]
    text = "\n".join(source.module.code_for_node(each) for each in lines)
    key, wanted = sides
    for condition in ("", f"{wanted} == {wanted} and "):
        edits = Edits(source)
        keys = edits.fresh("keys")
        target, items = source.code(inner.target), source.code(inner.iter)
        edits.before(outer.statement, f"{keys} = {{{key} for {target} in {items}}}")
        edits.replace(inner, f"if {condition}{wanted} in {keys}:\n{indent(dedent(text), '    ')}")
        yield edits


def _match(source: FunctionSource, inner: cst.For) -> tuple[str, str, str, str] | None:
    """The key and the value of a match, what is looked for, and the statement that takes the value."""
    body = inner.body.body
    if inner.orelse is not None or len(body) != 1 or not isinstance(body[0], cst.If) or body[0].orelse:
        return None
    own = targets(inner.target)
    sides = _sides(source, body[0].test, own)
    lines = [part for line in body[0].body.body for part in getattr(line, "body", (line,))]
    if sides is None or not lines or is_read_outside(source, inner, own):
        return None
    *before, last = lines
    if isinstance(last, cst.Return) and not before and last.value is not None:
        value, write = last.value, "return {}"
    elif (
        isinstance(last, cst.Break)
        and len(before) == 1
        and isinstance(before[0], cst.Assign)
        and len(before[0].targets) == 1
        and isinstance(before[0].targets[0].target, cst.Name | cst.Subscript)
        and not own & {each.value for each in read(before[0].targets[0].target, source)}
    ):
        value, write = before[0].value, source.code(before[0].targets[0].target) + " = {}"
    else:
        return None
    known = {each.value for each in read(value, source)}
    if not is_pure(value, source) or not known <= own | {"True", "False", "None"}:
        return None
    return sides[0], sides[1], source.code(value), write


def _sides(source: FunctionSource, test: cst.BaseExpression, own: set[str]) -> tuple[str, str] | None:
    """The side of an equality that depends on the item of a loop, and the one that does not."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return None
    if not isinstance(test.comparisons[0].operator, cst.Equal):
        return None
    left, right = test.left, test.comparisons[0].comparator
    for key, wanted in ((left, right), (right, left)):
        inner, outer = ({each.value for each in read(side, source)} for side in (key, wanted))
        is_plain = isinstance(wanted, cst.Name | cst.Attribute) and is_pure(key, source)
        if is_plain and inner and inner <= own and not outer & own:
            return source.code(key), source.code(wanted)
    return None
