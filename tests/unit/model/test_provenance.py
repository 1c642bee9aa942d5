"""What tells a shape, and how far it is to be trusted."""

from __future__ import annotations

import pickle

import pytest

from slowpath.model.provenance import Provenance, ShapeNote


def test_what_a_person_wrote_is_sure() -> None:
    assert {each for each in Provenance if each.is_sure} == {Provenance.ARG, Provenance.HINT}


def test_guesses_are_what_nothing_told() -> None:
    assert {each for each in Provenance if each.is_guess} == {Provenance.GUESS, Provenance.SPARE}


def test_only_a_spare_parameter_may_be_left_out() -> None:
    assert [each for each in Provenance if each.may_be_left_out] == [Provenance.SPARE]


def test_what_examples_and_runs_show_is_neither_sure_nor_a_guess() -> None:
    between = {each for each in Provenance if not each.is_sure and not each.is_guess}
    assert between == {
        Provenance.DOCTEST,
        Provenance.CALL,
        Provenance.DEFAULT,
        Provenance.DOCS,
        Provenance.USE,
        Provenance.TEST,
        Provenance.RUNS,
    }


@pytest.mark.parametrize("member", list(Provenance))
def test_a_member_stays_itself_on_its_way_between_processes(member: Provenance) -> None:
    note = pickle.loads(pickle.dumps(ShapeNote("ints(N)", member)))
    assert note == ShapeNote("ints(N)", member)
    assert note.told_by is member
