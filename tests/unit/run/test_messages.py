"""What the client of a worker and the worker say to each other."""

from __future__ import annotations

from slowpath.model.cost import LineCost, Ops
from slowpath.model.run import End, Lost, Run
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.run import frames
from slowpath.run.frames import Failed
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
