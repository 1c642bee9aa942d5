"""What a searching process does where several search one target."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """One alone does everything. Side by side, they do not do the same in the same order."""

    ALL = "all"
    SWEEP = "sweep"  # short pumps in the order of their words, and offspring; no scouts
    SCOUT = "scout"  # scouts first, then offspring; other kinds of input where the kind is guessed
    BREED = "breed"  # offspring alone

    @property
    def sweeps(self) -> bool:
        return self in (Role.ALL, Role.SWEEP)

    @property
    def scouts(self) -> bool:
        return self in (Role.ALL, Role.SCOUT)

    @property
    def other_kinds(self) -> bool:
        return self is Role.SCOUT

    @property
    def untraced(self) -> Role:
        """The same without the trace build."""
        return {Role.ALL: Role.SWEEP, Role.SCOUT: Role.BREED}.get(self, self)
