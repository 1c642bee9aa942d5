"""A program as a use of one target: what its measured call gives to each parameter."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.slot import RECEIVER_ITSELF
from slowpath.model.target import Parameter, Target, TargetKind
from slowpath.recipe.expression import Argument, Call
from slowpath.recipe.program import Program
from slowpath.run.setup import Unmade


@dataclass(frozen=True, slots=True)
class Use:
    """A program whose measured call is one of the target; `inputs` are its arguments by parameter."""

    program: Program
    inputs: tuple[tuple[str, str], ...]

    @property
    def sources(self) -> dict[str, str]:
        """Parameter -> expression, as a run takes it; `self` is the receiver."""
        return dict(self.inputs)

    @property
    def setup(self) -> str:
        """The code that makes what the expressions use."""
        return self.program.setup

    @property
    def weight(self) -> int:
        """How hard it is to read."""
        return self.program.weight

    @property
    def swelling(self) -> float:
        """The power of N by which grows what it makes."""
        return float(self.program.swelling)

    def length(self, size: int) -> int:
        """How large the input is at a size."""
        return self.program.length(size)

    def values(self, size: int) -> Unmade:
        """How a run makes the input of a size."""
        return Unmade(self.setup, self.inputs, size)


def use_of(program: Program, target: Target) -> Use | None:
    """Return a program as a use of a target; None if its measured call cannot be one."""
    call = program.measured
    receiver = call.receiver
    name = target.qualname.rpartition(".")[2]
    if call.function.source.rpartition(".")[2] != name:
        return None
    given = _bound(call, target.parameters)
    if given is None:
        return None
    if target.kind is TargetKind.METHOD:
        if receiver is None:
            return None
        given = {RECEIVER_ITSELF: receiver.source, **given}
    return Use(program, tuple(given.items()))


def _bound(call: Call, parameters: tuple[Parameter, ...]) -> dict[str, str] | None:
    """The arguments of a call by parameter; None if they do not fit.

    What is spread must be all that a parameter of such a kind gets.
    """
    spread = [each for each in call.arguments if each.name in ("*", "**")]
    named = {each.name: each for each in call.arguments if each.name.strip("*")}
    positional = [each for each in call.arguments if not each.name]
    given: dict[str, str] = {}
    rest = next((each for each in parameters if each.kind == "VAR_POSITIONAL"), None)
    by_position = [each for each in parameters if each.kind in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")]
    given |= {each.name: one.value.source for each, one in zip(by_position, positional, strict=False)}
    left = positional[len(by_position) :]
    if left:
        if rest is None:
            return None
        given[rest.name] = _listed(left)
    for each in spread:
        kind = "VAR_POSITIONAL" if each.name == "*" else "VAR_KEYWORD"
        name = next((one.name for one in parameters if one.kind == kind), None)
        if name is None or name in given or (each.name == "*" and len(positional) < len(by_position)):
            return None
        given[name] = each.value.source
    known = {each.name for each in parameters if each.kind in ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")}
    if not set(named) <= known - set(given):
        return None
    given |= {name: each.value.source for name, each in named.items()}
    missing = [each for each in parameters if each.required and each.name not in given]
    return None if missing else given


def _listed(arguments: list[Argument]) -> str:
    return f"[{', '.join(each.value.source for each in arguments)}]"
