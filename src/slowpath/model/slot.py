"""Where an input goes: into the call of the target, or into another call on the receiver of a method.

Users name a slot by a text: a parameter of the target by its own name, one of the constructor of the receiver
by `self.name`, and the receiver itself, if it is not to be made, by `self`. A method may be called more than
once on its receiver: `each.name` is a list with an argument for each call, and `then.name` calls the method
`name` of the receiver at the end. The arguments of methods that are called first are
`before.method.parameter`, or `before.each.method.parameter` for a list with an argument for each call. This
module is the only one that knows these texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

# What the name of a slot looks like, as a regular expression.
NAME_PATTERN = r"(?:self\.|each\.|then\.|before\.(?:each\.)?\w+\.)?[^\W\d]\w*"

RECEIVER_ITSELF = "self"  # the slot of the object that a method is called on, if it is not to be made

_BETWEEN = "."


class SlotRole(Enum):
    """Which call an input is an argument of. The value begins the names of such slots."""

    TARGET = ""
    RECEIVER = "self."  # the constructor of the receiver
    EACH = "each."  # the target, once for each item of a list
    THEN = "then."  # a method that is called at the end; it has no arguments
    BEFORE = "before."  # a method that is called first
    BEFORE_EACH = "before.each."  # the same, once for each item of a list

    def slot_name(self, parameter: str) -> str:
        """The name of the slot of a parameter, for the roles that have no method: quicker than a Slot."""
        return f"{self._value_}{parameter}"


# Every run asks for the roles of its inputs, and to look up a member of an Enum takes longer than the answer.
_RECEIVER, _EACH, _THEN = SlotRole.RECEIVER, SlotRole.EACH, SlotRole.THEN
_BEFORE, _BEFORE_EACH = SlotRole.BEFORE, SlotRole.BEFORE_EACH


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter, by the call that it belongs to.

    `method` is that of THEN, BEFORE and BEFORE_EACH, else empty; `parameter` is empty for THEN.
    """

    role: SlotRole
    method: str = ""
    parameter: str = ""

    @staticmethod
    @lru_cache(maxsize=4096)  # every run asks for the few names of its target
    def parse(name: str) -> Slot:
        """Return the slot that a text names. What begins like no other role is a parameter of the target."""
        start, dot, rest = name.partition(_BETWEEN)
        match start + dot:
            case SlotRole.RECEIVER.value:
                return Slot(SlotRole.RECEIVER, parameter=rest)
            case SlotRole.EACH.value:
                return Slot(SlotRole.EACH, parameter=rest)
            case SlotRole.THEN.value:
                return Slot(SlotRole.THEN, rest)
            case SlotRole.BEFORE.value:
                return _first(rest) or Slot(SlotRole.TARGET, parameter=name)
        return Slot(SlotRole.TARGET, parameter=name)

    def __str__(self) -> str:
        between = _BETWEEN if self.method and self.parameter else ""
        return f"{self.role.value}{self.method}{between}{self.parameter}"

    @property
    def is_of_receiver(self) -> bool:
        """Whether the constructor of the receiver takes it."""
        return self.role is _RECEIVER

    @property
    def is_for_each(self) -> bool:
        """Whether its input is a list with an argument for each of many calls of the target."""
        return self.role is _EACH

    @property
    def is_last(self) -> bool:
        """Whether it stands for a method that is called at the end."""
        return self.role is _THEN

    @property
    def is_filling(self) -> bool:
        """Whether a method takes it that is called before the target."""
        return self.role is _BEFORE or self.role is _BEFORE_EACH

    @property
    def is_repeated(self) -> bool:
        """Whether its input is a list with an argument for each of many calls, of whichever method."""
        return self.role is _EACH or self.role is _BEFORE_EACH


def _first(rest: str) -> Slot | None:
    """The slot of a method that is called first; a method may be called `each` itself."""
    match rest.split(_BETWEEN):
        case [method, parameter]:
            return Slot(SlotRole.BEFORE, method, parameter)
        case ["each", method, parameter]:
            return Slot(SlotRole.BEFORE_EACH, method, parameter)
    return None
