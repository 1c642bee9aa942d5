"""Sets of characters behave as Python's sets of code points do."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.charset import LAST, CharSet

texts = st.text(alphabet=st.sampled_from("abcdefgxyz059 \x00\U0010ffff"), max_size=8)


@given(texts, texts)
def test_operations_are_those_of_sets(left, right):
    one, other = CharSet.of(left), CharSet.of(right)
    plain, plain_other = set(left), set(right)
    assert set(one | other) == plain | plain_other
    assert set(one & other) == plain & plain_other
    assert set(one - other) == plain - plain_other
    assert (one == other) == (plain == plain_other)
    assert len(one) == len(plain)
    assert list(one) == sorted(plain)
    assert bool(one) == bool(plain)
    assert ~~one == one
    assert hash(one | other) == hash(other | one)


@given(texts, st.characters())
def test_complement(text, character):
    chars = CharSet.of(text)
    assert (character in ~chars) == (character not in chars) == (character not in text)
    assert len(chars) + len(~chars) == LAST + 1


@given(texts, st.integers(0, LAST))
def test_neighbours(text, code):
    chars = CharSet.of(text)
    codes = sorted(map(ord, text))
    assert chars.at_most(code) == max((each for each in codes if each <= code), default=None)
    assert chars.at_least(code) == min((each for each in codes if each >= code), default=None)


def test_everything_is_one_span():
    assert CharSet.everything().spans == ((0, LAST),)
    assert len(CharSet.everything()) == LAST + 1
    assert not ~CharSet.everything()


def test_between():
    assert set(CharSet.between("a", "e")) == set("abcde")
    assert CharSet.between(97, 101) == CharSet.of("abcde")
    assert not CharSet.between("b", "a")


def test_touching_spans_are_one():
    assert (CharSet.between("a", "c") | CharSet.between("d", "f")).spans == ((97, 102),)


@pytest.mark.parametrize("predicate", [str.isdigit, str.isspace, str.isupper])
def test_from_predicate(predicate):
    chars = CharSet.from_predicate(predicate)
    assert all((chr(code) in chars) == predicate(chr(code)) for code in range(0, LAST, 7))
    assert CharSet.from_predicate(predicate) is chars


def test_membership_of_other_things():
    chars = CharSet.of("ab")
    assert 97 in chars
    assert "ab" not in chars
    assert "" not in chars
    assert None not in chars


def test_pick_reaches_every_member_and_nothing_else():
    chars = CharSet.of("abcxyz0")
    rng = Random(0)
    assert {chars.pick(rng) for _ in range(300)} == set("abcxyz0")


@pytest.mark.parametrize(
    ("text", "expected"), [("9z!", "z"), ("9! ", "9"), ("!\n", "!"), ("\n\t", "\t"), ("é\x01", "\x01")]
)
def test_representative_is_readable(text, expected):
    assert CharSet.of(text).representative() == expected


def test_an_empty_set_has_nothing_to_pick():
    with pytest.raises(ValueError, match="empty"):
        CharSet().pick(Random(0))
    with pytest.raises(ValueError, match="empty"):
        CharSet().representative()


def test_repr_and_pickle():
    chars = CharSet.of("abcdz-\n")
    assert repr(chars) == r"CharSet[\n\-a-dz]"
    assert pickle.loads(pickle.dumps(chars)) == chars
