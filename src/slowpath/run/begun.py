"""The first message of a child that searches."""

from __future__ import annotations

from slowpath.model.target import Target
from slowpath.run.frames import Message, Pickled
from slowpath.shape.infer import Inferred


class Begun(Message, frozen=True):
    """The target is loaded with these modules in its scope, and this is what its parameters may be."""

    target: Target
    inferred: Pickled[dict[str, Inferred]]
    scope: tuple[str, ...] = ()
