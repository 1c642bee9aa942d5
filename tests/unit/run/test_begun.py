"""The first message of a child that searches."""

from __future__ import annotations

from slowpath.model.provenance import Provenance
from slowpath.model.target import Target
from slowpath.run import frames
from slowpath.run.begun import Begun
from slowpath.run.frames import Pickled
from slowpath.shape.infer import Inferred
from slowpath.shape.library import ints, text


def test_shapes_arrive_as_they_were_sent() -> None:
    inferred = {
        "xs": Inferred(ints(), Provenance.HINT, "list[int]"),
        "s": Inferred(text(), Provenance.ARG),
    }
    document = frames.body(frames.frame(Begun(Target.named("m:f"), Pickled(inferred))))
    assert document is not None
    begun = frames.decoder(Begun).decode(document)
    assert begun.target == Target.named("m:f")
    assert begun.inferred.value == inferred
