"""The input of a run: a Python expression for each parameter, in which N stands for the size.

Parameters of the constructor that makes a method's receiver are spelled `self.name`. A method may be called
more than once on its receiver: `each.name` is a list with an argument for each call, and `then.name=()` calls
the method `name` of the receiver at the end. The arguments of methods that are called first are spelled
`before.method.parameter`, or `before.each.method.parameter` for a list with an argument for each call.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slowpath.errors import InputError, UsageError
from slowpath.model.target import Parameter, Target, TargetKind

SIZE = "N"
RECEIVER, EACH, THEN, BEFORE = "self.", "each.", "then.", "before."
BEFORE_EACH = BEFORE + EACH
UNNAMED = ""

_NAMED = re.compile(
    r"\s*((?:self\.|each\.|then\.|before\.(?:each\.)?\w+\.)?[^\W\d]\w*)\s*=(?!=)(.*)", re.DOTALL
)


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


def check_size(size: int | None, inputs: Mapping[str, str]) -> None:
    """Raise where the size makes no sense, or is missing."""
    if size is not None and size < 1:
        raise UsageError(f"the size must be at least 1, not {size}", "Try --size 1000.")
    if size is None and needs_size(inputs):
        raise InputError("the input uses N, but no size is given", "Add --size, for example --size 1000.")


def resolve(target: Target, inputs: Mapping[str, str]) -> dict[str, str]:
    """Return the inputs with every one named, or raise with all that does not fit the parameters."""
    named = dict(inputs)
    if UNNAMED in named:
        named = {_sole(target, named): named.pop(UNNAMED), **named}
    known = {**_by_name(target.parameters), **_by_name(target.receiver, RECEIVER)}
    repeated = _repeated(target)
    is_method = target.kind is TargetKind.METHOD
    problems = [
        _unknown(name, {**known, **repeated})
        for name in named
        if name not in known and name not in repeated and not (is_method and name.startswith((THEN, BEFORE)))
    ]
    missing = [
        name
        for name, parameter in known.items()
        if parameter.required and name not in named and EACH + name not in named
    ]
    if missing:
        problems.append(f"no input for {_listed(missing)}")
    problems += _gaps(target.parameters, named, "") + _gaps(target.receiver, named, RECEIVER)
    if problems:
        options = " ".join(f"--input '{name}=...'" for name in missing)
        raise InputError(
            f"{target.spec}: " + "; ".join(problems),
            f"Add {options}" if missing else f"Its parameters are: {', '.join(known) or 'none'}.",
        )
    return named


def evaluate(inputs: Mapping[str, str], size: int | None) -> dict[str, Any]:
    """Return parameter -> value. An expression sees builtins and N, nothing else."""
    values = {}
    for name, expression in inputs.items():
        names: dict[str, Any] = {"__builtins__": builtins, SIZE: size}
        try:
            values[name] = eval(_compile(name, expression), names)
        except MemoryError:
            raise
        except BaseException as error:
            hint = "An input may use builtins and N only; text is quoted." if _is_name(error) else ""
            raise InputError(
                f"{_label(name)} cannot be built: {_shortened(expression)}\n  {describe(error)}", hint
            ) from None
    return values


def arguments(
    parameters: Sequence[Parameter], values: Mapping[str, Any], prefix: str = ""
) -> tuple[list[Any], dict[str, Any]]:
    """Return the positional and keyword arguments that give each parameter its value.

    Parameters that a call needs are given by their position, as most callers do: what decorates a function
    may look for them there.
    """
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    spread = any(p.kind == "VAR_POSITIONAL" and prefix + _plain(p) in values for p in parameters)
    gap = False
    for parameter in parameters:
        name = _plain(parameter)
        if prefix + name not in values:
            gap = True
            continue
        value = values[prefix + name]
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
            keywords[name] = value
    return positional, keywords


def _several(parameter: Parameter, kind: Callable[[Any], Any], value: Any) -> Any:
    try:
        return kind(value)
    except (TypeError, ValueError):
        wanted = "a list" if kind is list else "a dict"
        raise InputError(
            f"parameter {parameter.name!r} takes {wanted} of arguments, not {_shortened(repr(value))}",
            f"Write --input '{_plain(parameter)}={'[...]' if kind is list else '{...}'}'.",
        ) from None


def rounds(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what varies from call to call of a method: an item of each list under `each.`, if any."""
    lists = {name.removeprefix(EACH): value for name, value in values.items() if name.startswith(EACH)}
    if not lists:
        return [{}]
    return [dict(zip(lists, items, strict=True)) for items in zip(*lists.values(), strict=False)]


def earlier(values: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls of methods of the receiver that come first, each with its arguments by name."""
    given: dict[str, dict[str, Any]] = {}
    lists: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        if name.startswith(BEFORE):
            method, parameter = filled_by(name)
            given.setdefault(method, {})
            (lists if name.startswith(BEFORE_EACH) else given).setdefault(method, {})[parameter] = value
    calls: list[tuple[str, dict[str, Any]]] = []
    for method, arguments in given.items():
        items = lists.get(method)
        rows = [()] if items is None else zip(*items.values(), strict=False)
        calls += [(method, {**arguments, **dict(zip(items or (), row, strict=True))}) for row in rows]
    return calls


def filled_by(name: str) -> tuple[str, str]:
    """Return the method that is called first, and its parameter, of a name under `before.`"""
    method, _, parameter = name.removeprefix(BEFORE).removeprefix(EACH).rpartition(".")
    return method, parameter


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
    free = [p for p in target.parameters if _plain(p) not in inputs]
    required = [p for p in free if p.required]
    if len(required) == 1 or (not required and free):
        return _plain((required or free)[0])
    if not free:
        given = _listed([name for name in inputs if name])
        raise InputError(
            f"{target.spec} takes no further input than {given}"
            if given
            else f"{target.spec} takes no input",
            "Leave out the input without a name.",
        )
    names = [_plain(p) for p in required]
    options = " ".join(f"--input '{name}=...'" for name in names)
    raise InputError(f"{target.spec} has {len(names)} parameters to fill: {_listed(names)}", f"Use {options}")


def _unknown(name: str, known: Mapping[str, Parameter]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"no parameter {name!r}" + (f" (did you mean {close[0]!r}?)" if close else "")


def _gaps(parameters: Sequence[Parameter], inputs: Mapping[str, str], prefix: str) -> list[str]:
    """Return a problem for each optional parameter left out before one that is passed by position."""
    problems: list[str] = []
    skipped: list[str] = []
    spread = any(p.kind == "VAR_POSITIONAL" and prefix + _plain(p) in inputs for p in parameters)
    for parameter in parameters:
        by_position = parameter.kind in ("POSITIONAL_ONLY", "VAR_POSITIONAL") or (
            spread and parameter.kind == "POSITIONAL_OR_KEYWORD"
        )
        name = prefix + _plain(parameter)
        if not by_position:
            continue
        if name in inputs and skipped:
            problems.append(f"{name!r} is passed by position, so {_listed(skipped)} needs an input too")
            skipped = []
        elif name not in inputs and not parameter.required and parameter.kind != "VAR_POSITIONAL":
            skipped.append(name)
    return problems


def _repeated(target: Target) -> dict[str, Parameter]:
    """The parameters that a call for each item may have: those of a method, by position or by name."""
    if target.kind is not TargetKind.METHOD:
        return {}
    plain = [each for each in target.parameters if not each.kind.startswith("VAR_")]
    return _by_name(plain, EACH)


def _by_name(parameters: Sequence[Parameter], prefix: str = "") -> dict[str, Parameter]:
    return {prefix + _plain(parameter): parameter for parameter in parameters}


def _plain(parameter: Parameter) -> str:
    return parameter.name.removeprefix(RECEIVER)


def _label(name: str) -> str:
    return f"the input {name!r}" if name else "the input"


def _listed(names: Mapping[str, Any] | Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names if name)


def _is_name(error: BaseException) -> bool:
    return isinstance(error, NameError)


def _shortened(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
