from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.cost import LineCost, Ops
from slowpath.model.run import End, Lost, Run
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.run import frames
from slowpath.run.frames import Failed, Pickled
from slowpath.run.limits import Limits
from slowpath.run.messages import Batch, Done, Job, Load, Ready, Reply

RUN = Run(
    end=End.RAISED,
    costs={"ops": 12, "0.5*ops": 6.0},
    lines=(LineCost("f.py", 3, "f", Ops(12), Ops(4), 1, "pass"),),
    lost=(Lost("f.py:3", "regex", 2),),
    raises="ValueError",
    detail="ValueError",
)
TARGET = Target(
    "m:C.f", "m", "C.f", TargetKind.METHOD, Flow.PLAIN, "m.py", 3, (Parameter("x", "KEYWORD_ONLY", True),)
)


def test_messages_arrive_as_they_were_sent() -> None:
    limits = Limits(cpu=1, time=0.5)
    for request in (
        Load("m:f", ("pkg",), "count", ("/a",), limits),
        Batch((Job(1, {"x": "N"}, None, ("ops",), None, limits, ()),)),
    ):
        document = frames.body(frames.frame(request))
        assert document is not None
        assert frames.decoder(Load | Batch).decode(document) == request
    for reply in (Ready(TARGET), Done(1, RUN), Failed("UsageError", "what", "hint")):
        document = frames.body(frames.frame(reply))
        assert document is not None
        assert frames.decoder(Reply | Failed).decode(document) == reply


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
