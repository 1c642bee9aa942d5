"""Messages on a pipe: complete frames, one after the other."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from slowpath.run import frames
from slowpath.run.frames import Failed, Pickled
from slowpath.run.messages import Reply


@given(st.data())
def test_a_frame_is_complete_only_as_a_whole(data: st.DataObject) -> None:
    frame = frames.frame(Failed("UsageError", data.draw(st.text()), ""))
    cut = data.draw(st.integers(0, len(frame) - 1))
    assert frames.body(frame[:cut]) is None
    assert frames.body(frame) == frame[frames.HEADER :]


def test_pipes_carry_frames_one_after_the_other() -> None:
    reader, writer = os.pipe()
    try:
        for message in ("one", "two"):
            frames.write(writer, frames.frame(Failed("UsageError", message, "")))
        os.close(writer)
        received = [frames.read(reader), frames.read(reader), frames.read(reader)]
    finally:
        os.close(reader)
    assert [frames.decoder(Reply | Failed).decode(document).message for document in received if document] == [
        "one",
        "two",
    ]
    assert received[2] is None


def test_values_without_a_form_of_their_own_travel_pickled() -> None:
    class Parcel(frames.Message, frozen=True):
        values: Pickled[list[object]]

    document = frames.body(frames.frame(Parcel(Pickled([1, complex(1, 2)]))))
    assert document is not None
    assert frames.decoder(Parcel).decode(document).values.value == [1, complex(1, 2)]
