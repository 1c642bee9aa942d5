"""Inputs on which a function and its changed version must agree.

They are small, so that equal values meet, and odd if the shapes allow it: values of mixed types, values
without a hash, NaN, equal values of different types, other containers than lists.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any, TypeVar

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.model.provenance import Provenance
from slowpath.recipe.recipe import held_at
from slowpath.shape.infer import Inferred
from slowpath.shape.inputs import write_inputs
from slowpath.shape.sampler import Sampler
from slowpath.shape.strings import Text

Input = dict[str, str]
Leaf = TypeVar("Leaf")

_LARGEST = 6  # the size of random inputs: with more, equal items are rarer and runs longer
# Parameters of which all small sizes are combined: three sizes of three parameters are 27 inputs, and of four
# 81.
_CORNERS = 3
_FRUITLESS = 100  # sizes in a row of which there is no input: then the shapes hardly admit any
# How often a leaf is one that was drawn before: without equal items, a change that confuses them would pass.
_AGAIN = 0.5
_LETTERS = 0.8  # how often a text is made of the letters of the source: others rarely matter
# How often parameters have sizes of their own: otherwise they share one, which others insist on; not
# measured.
_OWN_SIZE = 0.4
_ODD = 0.5  # how often an input has odd values, if its shapes allow them
_NAN = "__import__('math').nan"  # the same object in all parameters: a set finds it, `==` does not
_HASHABLE = (
    "0",
    "1",
    "True",
    "1.0",
    "None",
    "'a'",
    "''",
    "(1,)",
    "(1.0,)",
    "frozenset({1})",
    "-0.0",
    "nan",
    "nan",
)
_UNHASHABLE = ("[]", "[1]", "{}", "{1}", "([],)", "bytearray(b'a')")
# Values that are equal though their types differ, and one beside another without a hash.
_EQUAL = (
    ("1", "True"),
    ("True", "1"),
    ("1", "1.0"),
    ("1.0", "1"),
    ("0", "-0.0"),
    ("{1}", "frozenset({1})"),
    ("frozenset({1})", "{1}"),
    ("[]", "1"),
    ("1", "[]"),
)
_OPEN = re.compile(r"\b(?:Any|object|assuming)\b|~")
_ABSTRACT = re.compile(r"\b(Collection|Container|Iterable|Sequence|Reversible|Sized)\b")
_SWAPS = {
    "Sequence": ("tuple({})", "'ab'", "range(3)"),
    "Reversible": ("tuple({})",),
    "Collection": ("tuple({})", "set({})", "dict.fromkeys({})", "'ab'", "range(3)"),
    "Container": ("tuple({})", "set({})", "'ab'", "range(3)"),
    "Sized": ("tuple({})", "set({})"),
    "Iterable": ("tuple({})", "iter({})", "(each for each in {})", "'ab'", "dict.fromkeys({})", "range(3)"),
}
# Changes of a sequence; the numbers are places in it.
_MUTATIONS = ("s[:{0}] + s[{1}:]", "s[{0}:] + s[:{0}]", "s[::-1]", "s + s[{0}:]", "s[{0}:{1}]")
_UNSURE = ("tuple({})", "iter({})", "'ab'", "None")


class Echo(Sampler):
    """Decides leaves at random, often as one that was drawn before: equal values must meet."""

    def __init__(self, rng: Random, letters: str, numbers: Sequence[int]) -> None:
        super().__init__(rng, spans=(2, 10) if rng.random() < 0.8 else (10, 1_000))
        self._letters = letters
        self._numbers = numbers
        self._drawn: dict[object, list[Any]] = {}

    def integer(self, name: str, lo: int | None, hi: int | None) -> int:
        def fits(number: int) -> bool:
            return (lo is None or number >= lo) and (hi is None or number <= hi)

        return self._echoed(int, lambda: super(Echo, self).integer(name, lo, hi), fits, self._numbers)

    def real(self, name: str, lo: float | None, hi: float | None) -> float:
        def fits(number: float) -> bool:
            return (lo is None or number >= lo) and (hi is None or number <= hi)

        return self._echoed(float, lambda: super(Echo, self).real(name, lo, hi), fits)

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        def draw() -> str:
            letters = [each for each in self._letters if each in alphabet]
            if letters and self._rng.random() < _LETTERS:
                return "".join(self._rng.choices(letters, k=length))
            return super(Echo, self).text(name, length, alphabet)

        return self._echoed((str, length), draw)

    def blob(self, name: str, length: int) -> bytes:
        return self._echoed((bytes, length), lambda: super(Echo, self).blob(name, length))

    def _echoed(
        self,
        kind: object,
        draw: Callable[[], Leaf],
        fits: Callable[[Leaf], bool] = lambda leaf: True,
        also: Sequence[Leaf] = (),
    ) -> Leaf:
        """A leaf that was drawn before, or one of those that are `also` likely, or a new one."""
        drawn: list[Leaf] = self._drawn.setdefault(kind, [])
        known = [leaf for leaf in (*drawn, *also) if fits(leaf)]
        if known and self._rng.random() < _AGAIN:
            return self._rng.choice(known)
        leaf = draw()
        drawn.append(leaf)
        return leaf


def random_material(
    inferred: Mapping[str, Inferred], recipe: Mapping[str, str], source: str, random: Random
) -> Iterator[Input]:
    """Yield random inputs of the shapes without end; parameters that the recipe does without may be left
    out. The constants of the source are among the letters and numbers."""
    letters, numbers = _constants(source)
    optional = [name for name in inferred if name not in recipe]
    if not inferred:
        return
    fruitless = 0
    yield from _odd_corners(inferred, recipe)
    for sizes in _sizes(list(inferred), random):
        if fruitless > _FRUITLESS:
            return
        maker = Echo(random, letters, numbers)
        chosen: Input = {}
        fruitless += 1
        with suppress(ShapeError):
            for name, each in inferred.items():
                if name not in optional or random.random() < 0.5:
                    chosen |= write_inputs({name: each.shape}, sizes[name], maker)
            fruitless = 0
            yield {
                name: _odd(text, inferred[name], random) if random.random() < _ODD else text
                for name, text in chosen.items()
            }


def _sizes(names: Sequence[str], random: Random) -> Iterator[dict[str, int]]:
    """The sizes of the parameters: first all that are empty or small, three times, then random ones."""
    few = names[:_CORNERS]
    for sizes in product((0, 1, 2), repeat=len(few)):
        for _ in range(3):
            yield {**dict.fromkeys(names, 1), **dict(zip(few, sizes, strict=True))}
    while True:
        common = random.randint(0, _LARGEST)
        apart = random.random() < _OWN_SIZE
        yield {name: random.randint(0, _LARGEST) if apart else common for name in names}


def _odd(text: str, inferred: Inferred, random: Random) -> str:
    """The same input with odd values, if the hint or example that gave its shape admits them."""
    sure = inferred.told_by in (Provenance.ARG, Provenance.HINT)
    if inferred.told_by is Provenance.ARG:
        return text
    values = _odd_values(inferred)
    changed = _with_values(text, values, random) if values else text
    kinds = [each for each in _ABSTRACT.findall(inferred.detail) if each in _SWAPS]
    swaps = _SWAPS[kinds[0]] if kinds else ()
    if not sure:
        swaps = _UNSURE
    if swaps and changed.startswith("[") and random.random() < 0.4:
        changed = random.choice(swaps).format(changed)
    return re.sub(r"\bnan\b", _NAN, changed)


def _odd_values(inferred: Inferred) -> tuple[str, ...]:
    """The odd values that the hint or example that gave a shape admits."""
    if inferred.told_by is Provenance.ARG:
        return ()
    if inferred.told_by is not Provenance.HINT or _OPEN.search(inferred.detail):
        return (*_HASHABLE, *_UNHASHABLE)
    if "Hashable" in inferred.detail:
        return _HASHABLE
    return ("nan", "float('inf')", "-0.0", "1") if "float" in inferred.detail else ()


def _odd_corners(inferred: Mapping[str, Inferred], recipe: Mapping[str, str]) -> Iterator[Input]:
    """Inputs in which odd values meet in all lists that may hold them: the same, and those that are equal
    though they are of different types."""
    written: Input = {}
    with suppress(ShapeError):
        for name in recipe:
            if name in inferred:
                written |= write_inputs({name: inferred[name].shape}, 1, Sampler(Random(0)))
    lists = [name for name, text in written.items() if text.startswith("[") and _odd_values(inferred[name])]
    allowed = [set(_odd_values(inferred[name])) for name in lists]
    common = sorted(set.intersection(*allowed)) if allowed else []
    pairs = [(value, value) for value in common]
    pairs += [pair for pair in _EQUAL if all(value in common for value in pair)]
    for first, second in pairs:
        for forms in (("[{}]", "[{}]"), ("[2, {}, {}]", "[{}, 3]")):
            odd = {}
            for place, name in enumerate(lists):
                form, value = (forms[0], first) if place == 0 else (forms[1], second)
                odd[name] = re.sub(r"\bnan\b", _NAN, form.format(*[value] * form.count("{}")))
            yield {**written, **odd}


def _with_values(text: str, values: Sequence[str], random: Random) -> str:
    """An expression in which some numbers and texts are others."""
    tree = ast.parse(text, mode="eval")
    few = random.sample(list(values), min(4, len(values)))  # so that they meet

    class Changer(ast.NodeTransformer):
        def visit_Constant(self, node: ast.expr) -> ast.AST:
            return ast.parse(random.choice(few), mode="eval").body if random.random() < 0.5 else node

        visit_UnaryOp = visit_Constant  # a number below zero

    if isinstance(tree.body, ast.Call) or not isinstance(tree.body, ast.List | ast.Tuple | ast.Constant):
        return text
    return ast.unparse(ast.fix_missing_locations(Changer().visit(tree)))


def _constants(source: str) -> tuple[str, list[int]]:
    """The letters and numbers of a source, and some plain ones."""
    letters, numbers = set("abAB "), {0, 1, 2}
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= 8:
                letters |= set(node.value)
            elif type(getattr(node, "value", None)) is int and abs(node.value) < 1_000:  # type: ignore[attr-defined]
                numbers.add(node.value)  # type: ignore[attr-defined]
    return "".join(sorted(letters)), sorted(numbers)


def family_material(recipe: Mapping[str, str], random: Random, count: int) -> Iterator[Input]:
    """Yield inputs of the family that was found: small sizes first, then a size of its own for each
    parameter."""
    for size in (*range(13), 16, 24, 33):
        yield {name: held_at(text, size) for name, text in recipe.items()}
    for _ in range(count if len(recipe) > 1 else 0):
        yield {name: held_at(text, random.randint(0, 9)) for name, text in recipe.items()}


def mutated_material(
    recipe: Mapping[str, str], inferred: Mapping[str, Inferred], source: str, random: Random
) -> Iterator[Input]:
    """Yield inputs of the family with one parameter changed a little, without end: cut, turned, doubled, and
    with another letter if it is a text. What is no sequence cannot be changed that way."""
    letters, _ = _constants(source)
    names = [name for name, text in recipe.items() if "N" in text]
    while names:
        chosen = {name: held_at(text, random.randint(1, 8)) for name, text in recipe.items()}
        name = random.choice(names)
        low, high = sorted((random.randint(0, 9), random.randint(0, 9)))
        change = random.choice(_MUTATIONS).format(low, high)
        if name in inferred and isinstance(inferred[name].shape, Text) and random.random() < 0.7:
            change = f"s[:{low}] + {random.choice(letters)!r} + s[{high}:]"
        chosen[name] = f"(lambda s: {change})({chosen[name]})"
        yield chosen


def varied_setups(setup: str, random: Random, count: int) -> Iterator[str]:
    """Yield variations of the code that makes an input: other numbers, and equal items in the place of
    distinct ones."""
    forms = ("{} % 2", "{} // 2", "{} % 3", "-{}", "0", "{} + 1")
    for _ in range(count):
        tree = ast.parse(setup)

        class Varied(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.AST:
                if node.id == "i" and isinstance(node.ctx, ast.Load) and random.random() < 0.6:
                    return ast.parse(random.choice(forms).format("i"), mode="eval").body
                return node

            def visit_Constant(self, node: ast.Constant) -> ast.AST:
                if type(node.value) is int and random.random() < 0.3:
                    return ast.Constant(random.randint(0, 4))
                return node

        yield ast.unparse(ast.fix_missing_locations(Varied().visit(tree)))
