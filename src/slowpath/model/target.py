"""What the user named."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class TargetKind(StrEnum):
    """What the name of a target stands for."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS_METHOD = "class method"
    STATIC_METHOD = "static method"
    CLASS = "class"


class Flow(StrEnum):
    """What calling the target gives: a value, or something that must be driven to its end."""

    PLAIN = "plain"
    GENERATOR = "generator"
    COROUTINE = "coroutine"
    ASYNC_GENERATOR = "async generator"


RECEIVER_ITSELF = "self"  # the label of the object that a method is called on, if it is given and not made


def told_by_owner(parameter: str, others: Collection[str], owner: str) -> str:
    """Return the class that a parameter of its constructor is told by; empty if its name tells it."""
    return owner if parameter in others else ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the target, or of the constructor of its receiver.

    `owner` is the class that a parameter of a constructor is told by, if the target has one of its name.
    """

    name: str
    kind: str  # inspect's name of the kind: "POSITIONAL_ONLY", "KEYWORD_ONLY", ...
    required: bool
    owner: str = ""

    @property
    def label(self) -> str:
        """What users call it; no other parameter of the target has that label."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True, slots=True)
class Target:
    """A located target. `spec` is what the user wrote; `file` and `line` are where it is defined."""

    spec: str
    module: str
    qualname: str
    kind: TargetKind
    flow: Flow
    file: str
    line: int
    parameters: tuple[Parameter, ...]
    receiver: tuple[Parameter, ...] = ()
    is_property: bool = False

    @property
    def labels(self) -> list[str]:
        """What users call its own parameters; those of the constructor of its receiver are not among them."""
        return [each.label for each in self.parameters]

    @classmethod
    def named(cls, spec: str) -> Target:
        """What is known of a target that is not loaded: what the user wrote."""
        module, _, qualname = spec.rpartition(":")
        return cls(spec, module, qualname, TargetKind.FUNCTION, Flow.PLAIN, "", 0, ())


class Build(StrEnum):
    """Which private copy runs.

    COUNT is near native speed. OBSERVE calls a hook per block and leaves all operations plain. TRACE costs
    what COUNT does, and lets symbolic values see the operations that their methods cannot catch. LOOPS is
    COUNT with a hook for each iteration of a loop, READS is LOOPS with one for each element that is read.
    """

    COUNT = "count"
    OBSERVE = "observe"
    TRACE = "trace"
    LOOPS = "loops"
    READS = "reads"

    @property
    def has_counters(self) -> bool:
        """Whether blocks count in slots and local variables, not by calls."""
        return self in (Build.COUNT, Build.LOOPS, Build.READS)

    @property
    def tells_loops(self) -> bool:
        """Whether loops tell of their iterations."""
        return self in (Build.LOOPS, Build.READS)
