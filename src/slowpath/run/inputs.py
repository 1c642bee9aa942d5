"""The input of a run: a Python expression for each parameter, in which N stands for the size.

Parameters are known by their labels: those of the constructor of a method's receiver too, and the receiver
itself, if it is given, as `self`.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slowpath.errors import InputError, InputRejected, UsageError
from slowpath.model.scenario import Scenario
from slowpath.model.slot import (
    PartKey,
    RunValues,
    Slot,
    SlotRole,
    closed_by,
    fed_by,
    for_each,
    is_filling,
    is_for_each,
)
from slowpath.model.target import RECEIVER_ITSELF, Parameter, Target, TargetKind
from slowpath.model.unbuilt import Unbuilt

SIZE = "N"
UNNAMED = ""
_ITSELF = Parameter(RECEIVER_ITSELF, "POSITIONAL_ONLY", True)

LABEL_PATTERN = r"(?:[^\W\d]\w*\.)?[^\W\d]\w*"  # of a parameter: its name, or Class.name
_NAMED = re.compile(rf"\s*({LABEL_PATTERN})\s*=(?!=)(.*)", re.DOTALL)


def parse(texts: Sequence[str]) -> dict[str, str]:
    """Return parameter -> expression. An expression given without a name stands under UNNAMED."""
    inputs: dict[str, str] = {}
    for text in texts:
        match = _NAMED.fullmatch(text)
        name, expression = (match[1], match[2].strip()) if match else (UNNAMED, text.strip())
        if name in inputs and name == UNNAMED:
            raise InputError(
                f"{len(texts)} inputs, of which several have no name",
                "Name each input: --input 'name=expression'.",
            )
        if name in inputs:
            raise InputError(f"the input {name!r} is given twice", "Give each parameter one expression.")
        _compile(name, expression)
        inputs[name] = expression
    return inputs


def check_syntax(inputs: Mapping[str, str]) -> None:
    """Raise where an expression does not parse."""
    for name, expression in inputs.items():
        _compile(name, expression)


def needs_size(inputs: Mapping[str, str]) -> bool:
    """Say whether an expression uses N."""
    return any(
        isinstance(node, ast.Name) and node.id == SIZE
        for expression in inputs.values()
        for node in ast.walk(ast.parse(expression, mode="eval"))
    )


def check_size(size: int | None, inputs: Mapping[str, str], *, also: bool = False) -> None:
    """Raise where the size makes no sense, or is missing; `also` tells that something else uses it."""
    if size is not None and size < 1:
        raise UsageError(f"the size must be at least 1, not {size}", "Try --size 1000.")
    if size is None and (also or needs_size(inputs)):
        raise InputError("the input uses N, but no size is given", "Add --size, for example --size 1000.")


def resolve(target: Target, inputs: Mapping[str, str]) -> dict[str, str]:
    """Return the inputs with every one named, or raise with all that does not fit the parameters."""
    named = dict(inputs)
    if UNNAMED in named:
        named = {_sole(target, named): named.pop(UNNAMED), **named}
    is_method = target.kind is TargetKind.METHOD
    made = is_method and RECEIVER_ITSELF in named
    receiver = {RECEIVER_ITSELF: _ITSELF} if made else _by_label(target.receiver)
    known = {**_by_label(target.parameters), **receiver}
    problems = [_unknown(name, known) for name in named if name not in known]
    missing = [name for name, parameter in known.items() if parameter.required and name not in named]
    if missing:
        problems.append(f"no input for {_listed(missing)}")
    problems += _gaps(_by_label(target.parameters), named)
    problems += _gaps(receiver, named)
    if problems:
        options = " ".join(f"--input '{name}=...'" for name in missing)
        raise InputError(
            f"{target.spec}: " + "; ".join(problems),
            f"Add {options}" if missing else f"Its parameters are: {', '.join(known) or 'none'}.",
        )
    return named


def check_known(target: Target, labels: Sequence[str]) -> None:
    """Raise InputError if some labels are none of the target's parameters."""
    made = target.kind is TargetKind.METHOD and RECEIVER_ITSELF in labels
    receiver = [_ITSELF] if made else target.receiver
    known = _by_label([*target.parameters, *receiver])
    problems = [_unknown(label, known) for label in labels if label not in known]
    if problems:
        raise InputError(
            f"{target.spec}: " + "; ".join(problems), f"Its parameters are: {', '.join(known) or 'none'}."
        )


def evaluate(
    inputs: Mapping[str, str], size: int | None, names: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return parameter -> value. An expression sees builtins and N, and nothing else but what a setup made
    the names of."""
    values = {}
    for name, expression in inputs.items():
        known: dict[str, Any] = {"__builtins__": builtins, SIZE: size} if names is None else names
        try:
            values[name] = eval(_compile(name, expression), known)
        except MemoryError:
            raise
        except BaseException as error:
            only = "builtins and N only" if names is None else "builtins, N and what the setup names"
            hint = f"An input may use {only}; text is quoted." if _is_name(error) else ""
            raise InputError(
                f"{_label(name)} cannot be built: {_shortened(expression)}\n  {describe(error)}", hint
            ) from None
    return values


def arguments(parameters: Sequence[Parameter], values: RunValues) -> tuple[list[Any], dict[str, Any]]:
    """Return the positional and keyword arguments that give each parameter its value in a call.

    Parameters that the call needs are given by their position, as most callers do: what decorates a function
    may look for them there. Raises InputRejected if a value could not be built.
    """
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    named = _by_label(parameters)
    spread = "VAR_POSITIONAL" in [each.kind for name, each in named.items() if name in values]
    gap = False
    for name, parameter in named.items():
        if name not in values:
            gap = True
            continue
        value = values[name]
        if type(value) is Unbuilt:
            raise InputRejected(f"{_label(name)} cannot be built: {value.why}")
        by_position = spread or (parameter.required and not gap)
        if parameter.kind == "VAR_POSITIONAL":
            positional.extend(_several(parameter, list, value))
        elif parameter.kind == "VAR_KEYWORD":
            keywords.update(_several(parameter, dict, value))
        elif parameter.kind == "POSITIONAL_ONLY" or (
            by_position and parameter.kind == "POSITIONAL_OR_KEYWORD"
        ):
            positional.append(value)
        else:
            gap = True
            keywords[parameter.name] = value
    return positional, keywords


def _several(parameter: Parameter, kind: Callable[[Any], Any], value: Any) -> Any:
    try:
        return kind(value)
    except (TypeError, ValueError):
        wanted = "a list" if kind is list else "a dict"
        raise InputError(
            f"parameter {parameter.name!r} takes {wanted} of arguments, not {_shortened(repr(value))}",
            f"Write --input '{parameter.name}={'[...]' if kind is list else '{...}'}'.",
        ) from None


def all_sources(inputs: Mapping[str, str], scenario: Scenario) -> dict[str, str]:
    """Return the expressions that a run evaluates: those of its inputs, and of what it feeds."""
    fed = {} if scenario.feed is None else {scenario.feed.label: scenario.feed.items}
    return {**inputs, **fed}


def slotted(values: Mapping[str, Any], scenario: Scenario) -> RunValues:
    """Return the values of a run as its calls take them: those of a scenario in their slots."""
    if scenario.is_one_call:
        return values
    given: dict[PartKey, Any] = {
        for_each(name) if name in scenario.each else name: value for name, value in values.items()
    }
    if scenario.feed is not None:
        given[fed_by(scenario.feed.method)] = given.pop(scenario.feed.label)
    return given | {closed_by(name): () for name in scenario.closing}


def rounds(values: RunValues) -> list[dict[str, Any]] | None:
    """Return what varies from call to call of the target; None if it is not called for each item of lists."""
    lists = {
        key.parameter: value for key, value in values.items() if isinstance(key, Slot) and is_for_each(key)
    }
    if not lists:
        return None
    return [dict(zip(lists, items, strict=True)) for items in zip(*lists.values(), strict=False)]


def earlier(values: RunValues) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls of methods of the receiver that come first, each with its arguments by name."""
    given: dict[str, dict[str, Any]] = {}
    lists: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        if isinstance(key, Slot) and is_filling(key):
            given.setdefault(key.method, {})
            once = key.role is SlotRole.FILLING
            (given if once else lists).setdefault(key.method, {})[key.parameter] = value
    calls: list[tuple[str, dict[str, Any]]] = []
    for method, arguments in given.items():
        items = lists.get(method)
        rows = [()] if items is None else zip(*items.values(), strict=False)
        calls += [(method, {**arguments, **dict(zip(items or (), row, strict=True))}) for row in rows]
    return calls


def describe(error: BaseException) -> str:
    """Return an exception in one line: "ValueError: bad digit"."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = "(its text cannot be made)"
    return f"{name}: {_shortened(text)}" if text else name


def _compile(name: str, expression: str) -> Any:
    try:
        return compile(expression, "<input>", "eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        lines = [f"{_label(name)} is not a Python expression: {getattr(error, 'msg', None) or error}"]
        line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
        shown = expression.splitlines() or [""]
        if line and column and line <= len(shown) and len(shown[line - 1]) <= 200:
            lines += [f"  {shown[line - 1]}", "  " + " " * (column - 1) + "^"]
        raise InputError("\n".join(lines), "Quote it for the shell: --input 'list(range(N))'.") from None


def _sole(target: Target, inputs: Mapping[str, str]) -> str:
    """Return the name of the parameter that an input without a name is for."""
    free = [p for p in target.parameters if p.name not in inputs]
    required = [p for p in free if p.required]
    if len(required) == 1 or (not required and free):
        return (required or free)[0].name
    if not free:
        given = _listed([name for name in inputs if name])
        raise InputError(
            f"{target.spec} takes no further input than {given}"
            if given
            else f"{target.spec} takes no input",
            "Leave out the input without a name.",
        )
    names = [p.name for p in required]
    options = " ".join(f"--input '{name}=...'" for name in names)
    raise InputError(f"{target.spec} has {len(names)} parameters to fill: {_listed(names)}", f"Use {options}")


def _unknown(name: str, known: Mapping[str, Parameter]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"no parameter {name!r}" + (f" (did you mean {close[0]!r}?)" if close else "")


def _gaps(parameters: Mapping[str, Parameter], inputs: Mapping[str, str]) -> list[str]:
    """Return a problem for each optional parameter left out before one that is passed by position."""
    problems: list[str] = []
    skipped: list[str] = []
    spread = any(each.kind == "VAR_POSITIONAL" and name in inputs for name, each in parameters.items())
    for name, parameter in parameters.items():
        by_position = parameter.kind in ("POSITIONAL_ONLY", "VAR_POSITIONAL") or (
            spread and parameter.kind == "POSITIONAL_OR_KEYWORD"
        )
        if not by_position:
            continue
        if name in inputs and skipped:
            problems.append(f"{name!r} is passed by position, so {_listed(skipped)} needs an input too")
            skipped = []
        elif name not in inputs and not parameter.required and parameter.kind != "VAR_POSITIONAL":
            skipped.append(name)
    return problems


def _by_label(parameters: Sequence[Parameter]) -> dict[str, Parameter]:
    """The parameters of a call by what users call them."""
    return {each.label: each for each in parameters}


def _label(name: str) -> str:
    return f"the input {name!r}" if name else "the input"


def _listed(names: Mapping[str, Any] | Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names if name)


def _is_name(error: BaseException) -> bool:
    return isinstance(error, NameError)


def _shortened(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
