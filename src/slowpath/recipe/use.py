"""A program as a use of one target: what its measured call gives to each parameter."""

from __future__ import annotations

import builtins
from dataclasses import dataclass

from slowpath.errors import InputError
from slowpath.model.scenario import ONE_CALL, Feed, Scenario
from slowpath.model.target import RECEIVER_ITSELF, Parameter, Target, TargetKind
from slowpath.recipe.expression import SIZE, Argument, Call, Expression
from slowpath.recipe.parsing import split
from slowpath.recipe.place import free_names
from slowpath.recipe.program import MeasuredLoop, Program
from slowpath.recipe.writing import receiver_name
from slowpath.run.setup import Unmade


@dataclass(frozen=True, slots=True)
class Use:
    """A program whose measured call is one of the target; `inputs` are its arguments by parameter."""

    program: Program
    inputs: tuple[tuple[str, str], ...]
    scenario: Scenario = ONE_CALL

    @property
    def sources(self) -> dict[str, str]:
        """Parameter -> expression, as a run takes it; `self` is the receiver."""
        return dict(self.inputs)

    @property
    def setup(self) -> str:
        """The code that makes what the expressions use."""
        return self.scenario.setup

    @property
    def weight(self) -> int:
        """How hard it is to read."""
        return self.program.weight

    @property
    def swelling(self) -> float:
        """The power of N by which grows what it makes."""
        return float(self.program.swelling)

    @property
    def feeding(self) -> str:
        """The setup, and what is fed to the receiver without calls of the target; empty if nothing is."""
        feed = self.scenario.feed
        if feed is None:
            return ""
        call = f"{self.sources[RECEIVER_ITSELF]}.{feed.method}"
        return f"{self.setup}\nfor each in {feed.items}:\n    {call}(each)"

    def length(self, size: int) -> int:
        """How large the input is at a size."""
        return self.program.length(size)

    def values(self, size: int) -> Unmade:
        """How a run makes the input of a size."""
        return Unmade(self.scenario, self.inputs, size)


def use_of(program: Program, target: Target) -> Use | None:
    """Return a program as a use of a target; None if its measured call cannot be one."""
    found = _bound_rounds(program.measured, program.rounds, target)
    if found is None:
        return None
    given, each = found
    scenario = Scenario(program.setup, each, program.closing, _feed(program.rounds))
    return Use(program, tuple(given.items()), scenario)


def inputs_of(source: str, target: Target) -> tuple[dict[str, str], Scenario]:
    """Return a source as inputs of a target and a scenario, or raise InputError.

    What builds may be any Python, unlike in a `Program`, which a search can change.
    """
    found = split(source)
    bound = _bound_rounds(found.call, found.rounds, target)
    if bound is None:
        raise InputError(
            f"what the program measures is no call of {target.spec}: {found.call.source}",
            "Its last statement calls the target, with arguments that fit its parameters.",
        )
    inputs, setup = (bound[0], found.setup) if found.setup else _built_first(bound[0], target)
    return inputs, Scenario(setup, bound[1], found.closing, _feed(found.rounds))


def _feed(rounds: MeasuredLoop | None) -> Feed | None:
    """What a loop calls before each call of the target."""
    if rounds is None or rounds.feed is None or rounds.fed is None:
        return None
    method = rounds.feed.function.source.rpartition(".")[2]
    return Feed(method, _listed_rounds(rounds.feed.arguments[0].value.source, rounds))


def _built_first(inputs: dict[str, str], target: Target) -> tuple[dict[str, str], str]:
    """The inputs of a program that builds nothing before its call, and a setup: expressions know builtins
    and N alone, a setup knows the names of the target's module."""
    lines = []
    for label, source in inputs.items():
        if free_names(source) - {SIZE, *dir(builtins)}:
            name = receiver_name(target) if label == RECEIVER_ITSELF else label
            lines.append(f"{name} = {source}")
            inputs = {**inputs, label: name}
    return inputs, "\n".join(lines)


def _bound_rounds(
    call: Call, rounds: MeasuredLoop | None, target: Target
) -> tuple[dict[str, str], tuple[str, ...]] | None:
    """The arguments of a call of a target by parameter, and the parameters whose argument is a list with one
    for each round. None if it is no such call."""
    if call.function.source.rpartition(".")[2] != target.qualname.rpartition(".")[2]:
        return None
    given = _bound(call, target.parameters)
    if given is None:
        return None
    each: tuple[str, ...] = ()
    if rounds is not None and rounds.feed is not None:
        if rounds.names.names & call.names or target.kind is not TargetKind.METHOD:
            return None
    elif rounds is not None:
        spread = {one.name for one in target.parameters if one.kind.startswith("VAR_")}
        varying = [name for name, source in given.items() if Expression(source).names & rounds.names.names]
        each = tuple(varying or list(given)[:1])
        if not each or set(each) & spread:
            return None
        given |= {name: _listed_rounds(given[name], rounds) for name in each}
    if target.kind is TargetKind.METHOD:
        if call.receiver is None or (rounds is not None and call.receiver.names & rounds.names.names):
            return None
        given = {RECEIVER_ITSELF: call.receiver.source, **given}
    return given, each


def _listed_rounds(source: str, rounds: MeasuredLoop) -> str:
    """The list of what an expression is in each round."""
    if source == rounds.names.source:
        return rounds.items.source
    return f"[{source} for {rounds.names.source} in {rounds.items.source}]"


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
