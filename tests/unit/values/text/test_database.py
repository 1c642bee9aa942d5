"""Lookups in the Unicode database decide what the database says."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.model.charset import CharSet
from slowpath.values.text import database
from slowpath.values.text.classes import UNIFORM
from tests.unit.values.text.symbolic import Inputs, check, outcome

LOOKUPS = [function for function in database.FUNCTIONS if "normal" not in function.__name__]
ALPHABET = "aZ5 é٣½Ⅷ\u0301\u0660ش(\ud800\U0001f600\U00040000\x00"


@pytest.mark.parametrize("function", LOOKUPS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("character", ALPHABET)
def test_lookup(function, character):
    inputs = Inputs()
    check(inputs, database.FUNCTIONS[function], inputs.text(character, ALPHABET))


@pytest.mark.parametrize("name", ["decimal", "digit", "numeric"])
@pytest.mark.parametrize("character", "a5½")
def test_lookup_with_a_default(name, character):
    model = database.FUNCTIONS[getattr(unicodedata, name)]
    inputs = Inputs()
    check(inputs, lambda text: model(text, None), inputs.text(character, ALPHABET))


@pytest.mark.parametrize("function", LOOKUPS, ids=lambda function: function.__name__)
def test_spans_without_characters_are_alike(function):
    for first, last in UNIFORM:
        known = outcome(function, chr(first))
        assert all(outcome(function, chr(code)) == known for code in (*range(first, last, 4099), last))


@pytest.mark.parametrize("character", "aé\U00040000")
def test_the_whole_of_unicode_takes_as_many_questions_as_there_are_halvings(character):
    """Thirty categories: five questions, be the alphabet ASCII or all."""
    for alphabet in (CharSet.everything(), CharSet.between(0, 0x10FFFE)):
        inputs = Inputs()
        assert database.FUNCTIONS[unicodedata.category](
            inputs.text(character, alphabet)
        ) == unicodedata.category(character)
        assert len(inputs.decisions) <= 5


def test_lookups_of_no_character_raise_as_the_database_does():
    inputs = Inputs()
    model = database.FUNCTIONS[unicodedata.category]
    for text in ("", "ab"):
        assert outcome(model, inputs.text(text) if text else "") == outcome(unicodedata.category, text)


FORMS = st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"])


@settings(max_examples=300, deadline=None)
@given(FORMS, st.text(max_size=5))
def test_stable_text_is_its_normal_form(form, text):
    if all(ord(character) in database.stable(form) for character in text):
        assert unicodedata.normalize(form, text) == text


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_stable_characters_stay_beside_each_other(form):
    """Each pair of a starter that may take part in a composition and any stable character."""
    chars = database.stable(form).chars
    starters = [c for c in "aAeoux가ᄀ한が" if ord(c) in chars]
    stable = [chr(code) for first, last in chars.spans for code in {first, (first + last) // 2, last}]
    for starter in starters:
        for other in stable:
            assert unicodedata.normalize(form, starter + other) == starter + other


@settings(max_examples=150, deadline=None)
@given(FORMS, st.text("aé\u0301ﬁ가", max_size=3))
def test_normal_forms(form, text):
    inputs = Inputs()
    value = inputs.text(text, "aé\u0301ﬁ가b")
    check(inputs, lambda text: database.normalize(form, text), value, exact=False)
    check(inputs, lambda text: database.is_normalized(form, text), value, exact=False)
    assert not inputs.lost or not text.isascii()
