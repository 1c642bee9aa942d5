"""Names suggest one thing each."""

from __future__ import annotations

from slowpath.knowledge.names import CLOSING, FILLING, PARAMETERS


def test_a_name_is_listed_once() -> None:
    names = [name for each in PARAMETERS for name in (*each.names.split(), *each.certain.split())]
    assert len(set(names)) == len(names)


def test_the_plural_comes_last() -> None:
    assert [each.names for each in PARAMETERS if "*" in each.names] == [PARAMETERS[-1].names] == ["*s"]


def test_no_method_both_fills_and_closes() -> None:
    for closing in CLOSING:
        assert not [each.name for each in FILLING if each.fits(closing.name)]
