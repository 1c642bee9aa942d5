"""What docstrings tell of parameters."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from slowpath.model.provenance import Provenance
from slowpath.shape import library as lib
from slowpath.shape.docs import documented
from slowpath.shape.infer import explain
from slowpath.shape.sampler import Sampler


def numpy_style(rows: Any, width: Any, align: Any, key: Any, names: Any, size: Any = 3) -> None:
    """Lay out.

    Parameters
    ----------
    rows : list of lists
        What to show.
    width, height : int
    align : {'left', 'right'}
    key : callable or None
    names : iterable of str
    size : dict
    """


def google_style(line: Any, count: Any) -> None:
    """Cut.

    Args:
        line (str): what to cut
        count (int, optional): how often
    """


def sphinx_style(line: Any, source: Any, limit: Any) -> None:
    """Cut.

    :param str line: what to cut
    :param source: where it is from
    :type source: file
    @type limit: float
    """


def in_sentences(words: Any, table: Any, plain: Any) -> None:
    """Look up ``words``: `words` is a list of strings, and
    *table* must be a
    dict. The plain is a list, and ``plain`` ignores it.
    """


def described_alone(values: Any, words: Any, text: Any, seen: Any, size: Any, length: Any, flag: Any) -> None:
    """Count.

    :param values: list of values to sort
    :param size: list size
    :param flag: set to True for strings

    Args:
        words: the sorted list of strings.
        text: a string
        seen: set of integers
        length: the length of list
    """


@pytest.mark.parametrize(
    ("function", "name", "described"),
    [
        (described_alone, "values", "ints(N)"),
        (described_alone, "words", "lists(text(N), N)"),
        (described_alone, "text", "text(N)"),
        (described_alone, "seen", "sets(integer(), N)"),
        (in_sentences, "words", "lists(text(N), N)"),
        (in_sentences, "table", "dicts(text(N), text(N), N)"),
        (numpy_style, "rows", "lists(ints(N), N)"),
        (numpy_style, "width", "integer()"),
        (numpy_style, "align", "literal('left', 'right')"),
        (numpy_style, "key", "const(lambda first=None, *rest, **named: first)"),
        (numpy_style, "names", "lists(text(N), N)"),
        (google_style, "line", "text(N)"),
        (google_style, "count", "integer()"),
        (sphinx_style, "line", "text(N)"),
        (sphinx_style, "source", "records('io:StringIO', text(N))"),
        (sphinx_style, "limit", "real()"),
    ],
)
def test_each_style_tells_types(function: Any, name: str, described: str) -> None:
    told = documented(function, name)
    assert told is not None
    shape = told[0]
    assert shape.describe() == described
    shape.build(3, Sampler(Random(0)), name)


def test_words_that_are_no_type_tell_nothing() -> None:
    def f(x: Any) -> None:
        """Do it.

        x : whatever there is
        """

    assert documented(f, "x") is None
    assert documented(f, "y") is None


class Point:
    def __init__(self, x: int, y: int) -> None:
        self.place = (x, y)


class Path:
    """Several points."""

    def __init__(self, points: Any) -> None:
        """:type points: list of strings"""


def test_a_constructor_is_described_by_itself() -> None:
    told = documented(Path, "points")
    assert told is not None
    assert told[0] == lib.lists(lib.text())


def sphinx_classes(points: Any, centre: Any, width: Any, other: Any) -> None:
    """Draw.

    :param points: the corners
    :type points: list of :class:`tests.unit.shape.test_docs.Point` or None
    :type centre: :class:`Point`
    :type width: :class:`numbers.Number`
    :type other: :class:`elsewhere.Unknown`
    """


def test_a_class_is_known_by_its_name() -> None:
    point = lib.records(Point, x=lib.integer(), y=lib.integer())
    told = [documented(sphinx_classes, name) for name in ("points", "centre", "width", "other")]
    assert [each and each[0] for each in told] == [lib.lists(point), point, lib.real(), None]


@pytest.mark.parametrize("name", ["size", "length", "flag"])
def test_a_description_that_only_mentions_a_type_tells_nothing(name: str) -> None:
    assert documented(described_alone, name) is None


def test_a_word_that_is_not_marked_is_no_parameter() -> None:
    assert documented(in_sentences, "plain") is None


def test_a_parameter_with_a_default_keeps_it() -> None:
    told = explain(numpy_style, given={})
    assert told["rows"].told_by is Provenance.DOCS
    assert told["rows"].note.detail == "list of lists"
    assert told["size"].told_by is Provenance.DEFAULT


def test_an_iterable_that_is_described_as_a_string_is_one() -> None:
    def read(smiles: Any, parts: Any) -> None:
        """Read.

        Parameters
        ----------
        smiles : iterable
            The SMILES string to parse.
        parts : iterable
            The parts, each of them a string.
        """

    for name, shape in (("smiles", lib.text()), ("parts", lib.ints())):
        told = documented(read, name)
        assert told is not None
        assert told[0] == shape
