"""What is made of memoryviews of symbolic bytes depends on them; behaviour is that of plain ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.values.calls import modelled
from tests.unit.values.text.symbolic import Inputs, check

PLACES = st.one_of(st.none(), st.integers(-6, 6))
SLICES = st.builds(slice, PLACES, PLACES, st.sampled_from([None, 1, 2, -1, -3]))


@settings(max_examples=60)
@given(value=st.binary(min_size=1, max_size=5), slices=st.lists(SLICES, max_size=3), data=st.data())
def test_what_is_made_of_slices(value: bytes, slices: list[slice], data: st.DataObject) -> None:
    make = data.draw(st.sampled_from(["tobytes", "tolist", "hex", bytes, bytearray, list, tuple]))

    def operation(whole: Any) -> Any:
        view = modelled(memoryview)(whole)
        for each in slices:
            view = view[each]
        made = modelled(getattr(view, make))() if isinstance(make, str) else modelled(make)(view)
        return made == b"ab" if make in ("tobytes", bytes, bytearray) else made

    inputs = Inputs()
    check(inputs, operation, inputs.blob(value), exact=False)


def test_the_decisions_are_about_the_bytes_of_the_slice() -> None:
    inputs = Inputs()
    view = modelled(memoryview)(inputs.blob(b"abcd"))
    assert modelled(view[1:][1:3].tobytes)().isdigit() is False
    assert inputs.trace.conditions[0].variables() == (2,)


def test_other_views_are_plain() -> None:
    inputs = Inputs()
    view = modelled(memoryview)(inputs.blob(b"abcd"))
    assert modelled(view.cast("H").tolist)() == memoryview(b"abcd").cast("H").tolist()
    assert modelled(view.tobytes)(order="F") == b"abcd"
    view.release()
    with pytest.raises(ValueError, match="released"):
        modelled(view.tobytes)()
    assert inputs.lost


def test_a_bytearray_that_is_looked_at_keeps_its_changes() -> None:
    inputs = Inputs()
    array = modelled(bytearray)(inputs.blob(b"abcd"))
    view = modelled(memoryview)(array)
    view[0] = 200
    array[1] = inputs.blob(b"z")[0]
    view[1] = 201
    assert (array[0], array[1], modelled(bytes)(array)) == (200, 201, b"\xc8\xc9cd")
    assert inputs.lost
