"""The names of slots, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import slowpath
from slowpath.model.slot import NAME_PATTERN, Slot, SlotRole

NAMES = st.from_regex(r"[a-z_]\w{0,5}", fullmatch=True) | st.sampled_from(
    ["self", "each", "then", "before", "größe", "__setitem__"]
)
SLOTS = (
    st.builds(Slot, st.sampled_from([SlotRole.TARGET, SlotRole.RECEIVER, SlotRole.EACH]), st.just(""), NAMES)
    | st.builds(Slot, st.just(SlotRole.THEN), NAMES)
    | st.builds(Slot, st.sampled_from([SlotRole.BEFORE, SlotRole.BEFORE_EACH]), NAMES, NAMES)
)


@pytest.mark.parametrize(
    ("name", "slot"),
    [
        ("x", Slot(SlotRole.TARGET, parameter="x")),
        ("self.x", Slot(SlotRole.RECEIVER, parameter="x")),
        ("each.x", Slot(SlotRole.EACH, parameter="x")),
        ("then.close", Slot(SlotRole.THEN, "close")),
        ("before.add.x", Slot(SlotRole.BEFORE, "add", "x")),
        ("before.each.add.x", Slot(SlotRole.BEFORE_EACH, "add", "x")),
        ("before.each.x", Slot(SlotRole.BEFORE, "each", "x")),
        ("selfish", Slot(SlotRole.TARGET, parameter="selfish")),
        ("each", Slot(SlotRole.TARGET, parameter="each")),
        ("before", Slot(SlotRole.TARGET, parameter="before")),
        ("", Slot(SlotRole.TARGET)),
    ],
)
def test_each_role_has_its_names(name: str, slot: Slot) -> None:
    assert Slot.parse(name) == slot
    assert str(slot) == name


@pytest.mark.parametrize("name", ["before.x", "before.a.b.c", "before.each.a.b.c", "other.x", "selfish.x"])
def test_a_name_of_no_role_is_a_parameter_of_the_target(name: str) -> None:
    assert Slot.parse(name) == Slot(SlotRole.TARGET, parameter=name)


@given(SLOTS)
def test_the_name_of_a_slot_is_the_slot(slot: Slot) -> None:
    assert Slot.parse(str(slot)) == slot
    assert re.fullmatch(NAME_PATTERN, str(slot))


def test_only_arguments_of_the_constructor_are_of_the_receiver() -> None:
    assert [role for role in SlotRole if Slot(role, "m", "x").is_of_receiver] == [SlotRole.RECEIVER]


def test_filling_comes_before_the_target() -> None:
    filling = {role for role in SlotRole if Slot(role, "m", "x").is_filling}
    assert filling == {SlotRole.BEFORE, SlotRole.BEFORE_EACH}


def test_lists_are_for_repeated_calls() -> None:
    repeated = {role for role in SlotRole if Slot(role, "m", "x").is_repeated}
    assert repeated == {SlotRole.EACH, SlotRole.BEFORE_EACH}
    assert [role for role in SlotRole if Slot(role, "m", "x").is_for_each] == [SlotRole.EACH]


def test_a_method_may_be_called_at_the_end() -> None:
    assert [role for role in SlotRole if Slot(role, "m", "x").is_last] == [SlotRole.THEN]


@given(NAMES)
def test_a_parameter_has_the_same_name_without_a_slot(name: str) -> None:
    for role in (SlotRole.TARGET, SlotRole.RECEIVER, SlotRole.EACH):
        assert role.slot_name(name) == str(Slot(role, parameter=name))


def test_no_other_module_takes_names_of_slots_apart() -> None:
    home = Path(slowpath.__file__).parent
    split = re.compile(r"""["'](self|each|then|before)\.(each\.)?["']""")
    found = [str(path.relative_to(home)) for path in home.rglob("*.py") if split.search(path.read_text())]
    assert found == ["model/slot.py"]
