"""The first message of a child that searches."""

from __future__ import annotations

from slowpath.model.target import Target
from slowpath.run.frames import Message, Pickled
from slowpath.shape.infer import Inferred


class Begun(Message, frozen=True):
    """The target is loaded, and this is what its parameters may be."""

    target: Target
    inferred: Pickled[dict[str, Inferred]]


class Widened(Message, frozen=True):
    """The search begins with these modules in the scope besides those of the target."""

    scope: tuple[str, ...]
