from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ANY, NAMED, describe_alphabet
from slowpath.shape.formula import N
from slowpath.shape.library import (
    EXAMPLES,
    SHAPES,
    char,
    const,
    dicts,
    integer,
    ints,
    lists,
    literal,
    matrix,
    records,
    text,
    upto,
)
from slowpath.shape.syntax import parse_argument, parse_arguments, parse_shape

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "shapes.md"


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("xs=ints(N, 0, 100)", ints(N, 0, 100)),
        (" xs = ints ( N ) ", ints()),
        ("xs=ints()", ints(N)),
        ("xs=ints(lo=0, hi=N-1)", ints(N, 0, N - 1)),
        ("xs=ints(2*N+1, hi=3)", ints(2 * N + 1, None, 3)),
        ("xs=lists(integer(0, 9), upto(4))", lists(integer(0, 9), upto(4))),
        ("xs=lists(ints(3), N)", lists(ints(3), N)),
        ("xs=matrix(rows=N, columns=2)", matrix(N, 2)),
        ('xs=text(N, "ab<>")', text(N, "ab<>")),
        ("xs=text(N, digits)", text(N, "0123456789")),
        ("xs=text(N, span('a', 'z') | '_')", text(N, "abcdefghijklmnopqrstuvwxyz_")),
        ("xs=text(N, lower - 'aeiou')", text(N, "bcdfghjklmnpqrstvwxyz")),
        ("xs=char(any)", char()),
        ('xs=const(",")', const(",")),
        ("xs=const(-1.5)", const(-1.5)),
        ("xs=const({'a': [1, None]})", const({"a": [1, None]})),
        ("xs=const(str.lower)", const(str.lower)),
        ("xs=const(frozenset([1]))", const(frozenset([1]))),
        ("xs=const(float('nan'))", const(float("nan"))),
        ("xs=literal('a', 1)", literal("a", 1)),
        ("xs=records(Point, x=integer())", records("geometry:Point", x=integer())),
        ("xs=records(other.shapes.Point, integer())", records("other.shapes:Point", integer())),
        ("xs=dicts(text(1), integer(), N, kind='Counter')", dicts(text(1), integer(), N, "Counter")),
    ],
)
def test_arguments_are_shapes(source: str, shape: object) -> None:
    assert parse_argument(source, "geometry") == ("xs", shape)


def test_the_receiver_has_parameters_too() -> None:
    assert parse_arguments(["Box.x=ints(N)", "x=integer()"]) == {"Box.x": ints(), "x": integer()}


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("ints(N)", "names no parameter", "--arg 'xs=ints(N, 0, 100)'"),
        ("xs=intz(N)", "xs: no shape 'intz' (did you mean 'ints'?)", "ints(N, 0, 100)"),
        ("xs=list(3)", "did you mean 'lists'?", "lists(ints(3), N)"),
        ("xs=str", "did you mean 'text'?", "text(N"),
        ("xs=zzz()", "no shape 'zzz'", "integer, real"),
        ("xs=ints", "ints needs parentheses", "ints(N, 0, 100)"),
        ("xs=3", "3 is a value, not a shape", "const(3)"),
        ("xs=[1]", "[1] is a value", "const([1])"),
        ("xs=ints(N)[0]", "is not a shape", "ints(N, 0, 100)"),
        ("xs=ints(N, 5, 3)", "xs: integer(5, 3) admits no number", "integer(3, 5)"),
        ("xs=ints(-1)", "a length cannot be -1", "N//2"),
        ("xs=ints(1.5)", "a length cannot be 1.5", "whole number"),
        ("xs=ints(n)", "the size is N", "N//2"),
        ("xs=ints(1, 2, 3, 4)", "ints takes fewer arguments", "ints(N, 0, 100)"),
        ("xs=ints(N, low=1)", "has no argument 'low'", "ints(N, 0, 100)"),
        ("xs=lists()", "misses its argument 'of'", "lists(ints(3), N)"),
        ("xs=lists(3, N)", "3 is a value, not a shape", "const(3)"),
        ("xs=lists(integer(), upto())", "upto() is no length", "upto(4)"),
        ("xs=ints(between(4, 2))", "no length", "between(2, 4)"),
        ('xs=text(N, "")', "the alphabet is empty", 'text(N, "ab")'),
        ("xs=text(N, digts)", "did you mean digits?", "span"),
        ("xs=text(N, span('z', 'a'))", "no character from 'z' to 'a'", "span('a', 'z')"),
        ("xs=text(N, 3)", "3 is not an alphabet", "span"),
        ("xs=text(N, lower - letters)", "the alphabet is empty", "text(N"),
        ("xs=records(3)", "names no class", "fractions:Fraction"),
        ("xs=records('Point')", "names no class", "module:Class"),
        ("xs=members('json:JSONDecoder')", "is no enumeration", "records('json:JSONDecoder', ...)"),
        ("xs=records('fractions:Fractoin')", None, None),
        ("xs=maybe(integer())", "only in entries", "entries("),
        ("xs=const(foo)", "foo is not a constant", "const(len)"),
        ("xs=const(open)", "open is not a constant", "const(len)"),
        ("xs=const(__import__)", "is not a constant", "const(len)"),
        ("xs=const(str.__class__)", "is not a constant", "const(len)"),
        ("xs=const(set(3))", "cannot be made", "const(len)"),
        ("xs=one_of()", "admits nothing", "one_of(integer(), text(N))"),
        ("xs=dicts(text(1), integer(), 1, 'bag')", "no kind of dictionary 'bag'", "OrderedDict"),
        ("xs=ints(N", "is not a shape", "quote them"),
        ("xs=", "is not a shape", "ints(N"),
        ("xs=integer(2**9999999)", "too large", "N//2"),
        ("xs=" + "lists(" * 500 + "integer()" + ")" * 500, "is not a shape", "ints"),
    ],
)
def test_what_is_no_shape_is_explained(source: str, message: str | None, hint: str | None) -> None:
    if message is None:
        parse_argument(source)  # classes are looked up when an input is made
        return
    with pytest.raises(ShapeError) as error:
        parse_argument(source)
    assert message in error.value.message
    assert hint is not None
    assert hint in error.value.hint


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(ShapeError) as error:
        parse_arguments(["a=intz(N)", "b=ints(-1)", "c=ints(N)", "c=text(N)"])
    assert all(part in str(error.value) for part in ("a: no shape", "b: a length", "'c' has two shapes"))
    with pytest.raises(ShapeError, match="a: no shape"):
        parse_arguments(["a=intz(N)"])


def test_reading_a_shape_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for source in ("const(print('x'))", "const(exec('print(1)'))", "ints(print('x'))", "print('x')"):
        with pytest.raises(ShapeError):
            parse_shape(source)
    assert not capsys.readouterr().out


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_has_an_example(name: str) -> None:
    shape = parse_shape(EXAMPLES[name])
    assert parse_shape(shape.describe()) == shape


@given(st.lists(st.tuples(st.integers(0, 0x10FFFF), st.integers(0, 300)), min_size=1))
def test_alphabets_read_back(spans: list[tuple[int, int]]) -> None:
    alphabet = CharSet((low, min(low + width, 0x10FFFF)) for low, width in spans)
    shape = parse_shape(f"text(N, {describe_alphabet(alphabet)})")
    assert shape == text(N, alphabet)


def test_named_alphabets_are_described_by_name() -> None:
    assert {describe_alphabet(alphabet) for alphabet in NAMED.values()} == set(NAMED)
    assert describe_alphabet(ANY - CharSet.of("a")).startswith("span('\\x00', '`')")


def test_the_reference_shows_every_shape_and_its_examples_work() -> None:
    document = DOCS.read_text(encoding="utf-8")
    shown = re.findall(r"^\| `([^`]+)` \|", document, re.MULTILINE)
    shapes = [each for each in shown if each.partition("(")[0] in SHAPES]
    assert {each.partition("(")[0] for each in shapes} >= set(SHAPES) - {"maybe"}
    for each in shapes:
        parse_shape(each.replace("\\|", "|"), "geometry")
    for option in re.findall(r"--arg '([^']+)'", document):
        parse_argument(option.replace("\\|", "|"), "geometry")
