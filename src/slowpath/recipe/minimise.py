"""The smallest recipe that still does what a larger one does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TypeVar

from slowpath.model.slot import PartKey
from slowpath.recipe.expression import Expression
from slowpath.recipe.numbered import Numbered
from slowpath.recipe.part import (
    LEAST_NEEDED,
    PUMP,
    Family,
    Fixed,
    Part,
    PartKind,
    Pumped,
    Wrapped,
    joined,
    pumped,
)
from slowpath.recipe.plainer import PLAIN_CHARACTERS, plainer_characters, plainer_texts, shorter_lists
from slowpath.recipe.recipe import Recipe, source_at
from slowpath.recipe.recipe import recipe as recipe_of

Thing = TypeVar("Thing")
_MOST_DIGITS = 6  # of a number that is made smaller: one of many digits is long for a reason
_INNER = "inner_part"  # a name that no argument has


def minimised(
    recipe: Recipe, still: Callable[[Recipe], bool], optional: Collection[PartKey] = (), most: int = 200
) -> Recipe:
    """Return a recipe with as little in it as `still` allows; it is asked `most` times at most.

    Parameters in `optional` may be left out altogether.
    """
    return greedy(recipe, lambda each: _smaller(each, optional), still, most)


def greedy(
    large: Thing, smaller: Callable[[Thing], Iterator[Thing]], still: Callable[[Thing], bool], most: int
) -> Thing:
    """Return what is left if the first smaller thing that `still` allows is taken, again and again.

    `still` is asked `most` times at most.
    """
    left = most
    while left > 0:
        for each in smaller(large):
            left -= 1
            if still(each):
                large = each
                break
            if left <= 0:
                break
        else:
            return large
    return large


def _smaller(recipe: Recipe, optional: Collection[PartKey]) -> Iterator[Recipe]:
    """Recipes with something left out, or made plainer: the largest steps first."""
    for name, _ in recipe.parts:
        if name in optional:
            yield Recipe(tuple((each, part) for each, part in recipe.parts if each != name))
    for name, part in recipe.parts:
        for other in _smaller_parts(part):
            yield recipe.with_part(name, other)
    growing = [name for name, part in recipe.parts if part.length(2) > part.length(1)]
    for name, part in recipe.parts if len(growing) > 1 else ():
        if name in growing:
            yield recipe.with_part(name, Fixed(source_at(part, 1)))


def _smaller_parts(part: Part) -> Iterator[Part]:
    if isinstance(part, Wrapped):
        yield from _fewer_arguments(part.source_of(_INNER), part.inner)
        for inner in _smaller_parts(part.inner):
            yield replace(part, inner=inner)
    if isinstance(part, Fixed):
        yield from _nearer(part)
        yield from _emptied(part)
        yield from _fewer_arguments(part.source)
    if isinstance(part, Family):
        yield from _plainest(part)
    if isinstance(part, Fixed | Family) and _parsed(part.source) is not None:
        yield from (replace(part, source=each.source) for each in plainer_texts(Expression(part.source)))
    if isinstance(part, Numbered):
        yield part.repeated
        yield from _fewer(part)
    if isinstance(part, Pumped):
        yield from _without(part)
        yield from _shorter(part)
        yield from _plainer(part)


def _nearer(part: Fixed) -> Iterator[Part]:
    """A whole number that is nearer to 1 in the place of a large one: callers give small ones mostly."""
    sign, digits = part.source[: part.source.startswith("-")], part.source.removeprefix("-")
    if digits.isdecimal() and len(digits) <= _MOST_DIGITS and int(digits) > 1:
        for number in dict.fromkeys((1, int(digits) // 2)):
            yield Fixed(f"{sign}{number}")


def _emptied(part: Fixed) -> Iterator[Part]:
    """An empty mapping in the place of one with items. A list keeps its item, which tells what it holds."""
    tree = _parsed(part.source)
    if isinstance(tree, ast.Dict) and tree.keys:
        yield Fixed("{}")


def _fewer_arguments(source: str, inner: Part | None = None) -> Iterator[Part]:
    """A call without the arguments that it gives by name: without all, then without a half, then without one.
    The name _INNER in it stands for the part that grows, `inner`."""
    call = _parsed(source)
    if not isinstance(call, ast.Call):
        return
    named = [each for each in call.keywords if not _is_inner(each.value)]
    for length in dict.fromkeys((len(named), len(named) // 2, 1)):
        for start in range(0, len(named), max(1, length)):
            left_out = named[start : start + length]
            kept = [each for each in call.keywords if each not in left_out]
            if left_out:
                yield _with_inner(ast.Call(call.func, call.args, kept), inner)
    if inner is not None and any(_is_inner(each.value) for each in call.keywords):
        kept = [each for each in call.keywords if not _is_inner(each.value)]
        yield Fixed(ast.unparse(ast.Call(call.func, call.args, kept)))


def _with_inner(call: ast.Call, inner: Part | None) -> Part:
    source = ast.unparse(call)
    if inner is None:
        return Fixed(source)
    opened = ast.unparse(call.func)
    before, after = source[len(opened) + 1 : -1].split(_INNER)
    return Wrapped(opened, inner, before, after)


def _is_inner(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == _INNER


def _parsed(source: str) -> ast.expr | None:
    try:
        return ast.parse(source, mode="eval").body
    except SyntaxError:  # it may stand between brackets that are not closed in it
        return None


def _without(part: Pumped) -> Iterator[Part]:
    """The part with one of its places empty. The pump stays, unless the second one takes its place."""
    for place in LEAST_NEEDED:
        items = part.parts[place]
        if items and place != PUMP:
            yield part.with_part(place, items[:0])
    prefix, pump, middle, second, suffix = part.parts
    if second:
        yield Pumped(part.kind, (joined(prefix, middle), second, pump[:0], pump[:0], suffix))


def _shorter(part: Pumped) -> Iterator[Part]:
    """The part with a half, or one item, of a place left out."""
    for place in LEAST_NEEDED:
        items = part.parts[place]
        for length in (len(items) // 2, 1):
            for start in range(0, len(items), max(1, length)):
                shorter = (*items[:start], *items[start + length :])
                if shorter and 0 < length < len(items):
                    yield part.with_part(place, "".join(shorter) if isinstance(items, str) else shorter)


def _plainer(part: Pumped) -> Iterator[Part]:
    """The part with a character, or a text among its items, made plainer."""
    for place in LEAST_NEEDED:
        items = part.parts[place]
        if isinstance(items, str):
            for at, char in enumerate(items):
                for plainer in plainer_characters(char):
                    yield part.with_part(place, items[:at] + plainer + items[at + 1 :])
        else:
            for at, item in enumerate(items):
                for other in _shorter_item(item):
                    yield part.with_part(place, (*items[:at], other, *items[at + 1 :]))


def _fewer(part: Numbered) -> Iterator[Part]:
    """The part with one of its pieces empty, without a half of it, or without one of its characters."""
    for place, text in reversed(list(enumerate(part.pieces))):
        if text:
            yield part.with_piece(place, "")
    for place, text in reversed(list(enumerate(part.pieces))):
        for length in (len(text) // 2, 1):
            for start in range(0, len(text), max(1, length)):
                if 0 < length < len(text):
                    yield part.with_piece(place, text[:start] + text[start + length :])


def _plainest(family: Family) -> Iterator[Part]:
    """One character, repeated, in the place of a family of texts; then a short word with what stands between
    the words of the family."""
    made = recipe_of({"x": family}).values(2)["x"]
    if isinstance(made, str | bytes):
        kind = PartKind.TEXT if isinstance(made, str) else PartKind.BYTES
        yield from (pumped(kind, pump=plain) for plain in PLAIN_CHARACTERS)
        between = [
            each for each in (made if isinstance(made, str) else made.decode("latin-1")) if not each.isalnum()
        ]
        yield from (pumped(kind, pump=PLAIN_CHARACTERS[0] + each) for each in between[:1])


def _shorter_item(item: str) -> Iterator[str]:
    """Sources of smaller numbers, of shorter texts, and of lists, mappings and tuples that hold such texts;
    the plainest first."""
    if item.removeprefix("-").isdecimal() and len(item) <= _MOST_DIGITS:
        yield from _smaller_numbers(int(item))
    elif _is_literal(item):
        yield from (each.source for each in plainer_texts(Expression(item)))
        yield from (each.source for each in shorter_lists(Expression(item)))


def _smaller_numbers(number: int) -> Iterator[str]:
    def size(each: int) -> tuple[int, bool]:
        return abs(each), each < 0

    smaller = [each for each in (0, 1, int(number / 2)) if size(each) < size(number)]
    return map(str, dict.fromkeys(smaller))


def _is_literal(source: str) -> bool:
    """Whether an expression consists of constants alone."""
    try:
        ast.literal_eval(source)
    except (ValueError, SyntaxError):
        return False
    return True
