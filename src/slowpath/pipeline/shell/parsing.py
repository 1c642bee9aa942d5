"""A shell command line, parsed to stages."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slowpath.errors import UsageError
from slowpath.pipeline.shell.catalogue import (
    FIND,
    GREP_OPTIONS,
    NAMES,
    SPECS,
    XARGS_ECHO,
    XARGS_GREP,
    CommandSpec,
)
from slowpath.pipeline.shell.catalogue import count as read_count
from slowpath.pipeline.shell.stage import CONVERSIONS, Form, ShellStage, StreamKind
from slowpath.pipeline.shell.words import split

# A value of each kind on which a stage checks its options.
_EMPTY: dict[StreamKind, Any] = {
    StreamKind.LINES: [],
    StreamKind.TEXT: "",
    StreamKind.BYTES: b"",
    StreamKind.ENTRIES: [],
}
_FIND_TESTS = {"-name": "name", "-size": "size", "-type": "kind"}


def parse_shell(line: str, *, start: StreamKind | None = None) -> tuple[ShellStage, ...]:
    """Return the stages of a pipeline such as `grep -E '[0-9]{10}' | sort | uniq -c`.

    If a command has a form for lines and one for text, the stage has the one that fits the stage before it.
    If no form fits, a stage between them converts. `start` says what the pipeline gets; without it, the first
    form of the first command decides. A file that `xargs grep` names is read now.
    """
    stages: list[ShellStage] = []
    flow = start
    for place, words in enumerate(split(line)):
        for stage in _command(words, flow, first=place == 0):
            try:
                stage.apply(_EMPTY[stage.form.takes])
            except ValueError as error:
                raise UsageError(f"{words[0]}: {error}") from None
            stages.append(stage)
            flow = stage.form.gives
    return tuple(stages)


def spelled(stages: Sequence[ShellStage]) -> str:
    """The command line of stages, with every word quoted that needs it."""
    return " | ".join(shlex.join(stage.argv) for stage in stages if stage.argv)


def _command(words: list[str], flow: StreamKind | None, *, first: bool) -> list[ShellStage]:
    """The stages of one command: conversions, and the command itself."""
    name, *rest = words
    if name == "find":
        return [_find(rest, first)]
    if name == "xargs":
        form, options = _xargs(rest)
        forms: tuple[Form, ...] = (form,)
    elif name in SPECS:
        spec = SPECS[name]
        if name == "cat" and first and rest and not rest[-1].startswith("-"):
            rest = rest[:-1]  # the file that is read is what the pipeline gets
        options = spec.parse(rest)
        forms = spec.forms
        rest = _arguments(spec, rest)
    else:
        raise UsageError(f"no command {name!r} in slowpath", f"There are {', '.join(NAMES)}.")
    form = next((each for each in forms if each.takes is flow), forms[0])
    between = () if flow in (None, form.takes) or flow is None else CONVERSIONS.get((flow, form.takes))
    if between is None:
        raise UsageError(f"{name} cannot read the {flow.value if flow else ''} that come before it")
    stage = ShellStage(form, _bytewise(options), (name, *rest))
    return [*(ShellStage(each) for each in between), stage]


def _arguments(spec: CommandSpec, rest: list[str]) -> list[str]:
    """The arguments of the real command: zip is told that it is a filter, and says nothing."""
    return [*rest, "-q", "-", "-"] if spec.name == "zip" else rest


def _find(words: list[str], first: bool) -> ShellStage:
    if not first:
        raise UsageError("find: reads a tree, not the output of a command", "Let it be the first command.")
    start = [words[0]] if words and not words[0].startswith("-") else ["."]
    tests = words[1:] if words and not words[0].startswith("-") else words
    options: dict[str, str] = {}
    for i in range(0, len(tests), 2):
        if tests[i] not in _FIND_TESTS:
            raise UsageError(
                f"find: test {tests[i]} is not supported",
                f"It takes {', '.join(_FIND_TESTS)}, one folder first.",
            )
        if i + 1 == len(tests):
            raise UsageError(f"find: {tests[i]} needs a value")
        if _FIND_TESTS[tests[i]] in options:
            raise UsageError(f"find: {tests[i]} is given twice", "Each test is given once.")
        options[_FIND_TESTS[tests[i]]] = tests[i + 1]
    return ShellStage(FIND, _bytewise(options), ("find", *start, *tests))


def _xargs(words: list[str]) -> tuple[Form, dict[str, Any]]:
    """The form and the options of `xargs [-n NUMBER] [echo WORDS]` or `xargs -I WORD grep PATTERN FILE`."""
    number, replaced = 0, ""
    while words and words[0].startswith("-"):
        option, value, words = words[0][:2], words[0][2:], words[1:]
        if option not in ("-n", "-I", "-i"):
            raise UsageError(f"xargs: option {option} is not supported", "It takes -n and -I.")
        if not value and option != "-i":
            if not words:
                raise UsageError(f"xargs: option {option} needs a value")
            value, words = words[0], words[1:]
        if option == "-n":
            number = _positive(value)
        else:
            replaced = value or "{}"
    command = words[0] if words else "echo"
    if command == "echo" and not replaced:
        return XARGS_ECHO, {"words": tuple(words[1:]), "count": number}
    if command == "grep" and replaced and not number:
        return XARGS_GREP, _xargs_grep(words[1:], replaced)
    raise UsageError(
        f"xargs: {shlex.join(words) or 'echo'} is not supported with these options",
        "It runs 'echo', with -n or without, and 'grep PATTERN FILE' with -I.",
    )


def _xargs_grep(words: list[str], replaced: str) -> dict[str, Any]:
    spec = CommandSpec("xargs grep", (XARGS_GREP,), GREP_OPTIONS, ("pattern", "book"))
    options = spec.parse(words)
    try:
        text = Path(options["book"]).read_bytes().decode("latin-1")
    except OSError as error:
        raise UsageError(f"xargs grep: {options['book']} cannot be read: {error.strerror}") from None
    lines = text.split("\n")
    return {"replaced": replaced} | options | {"book": lines[:-1] if lines[-1] == "" else lines}


def _bytewise(options: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The options with a character for each byte, as in the C locale."""
    return tuple((name, _as_bytes(value)) for name, value in options.items())


def _as_bytes(value: Any) -> Any:
    if isinstance(value, str):
        return os.fsencode(value).decode("latin-1")
    return tuple(map(_as_bytes, value)) if isinstance(value, tuple) else value


def _positive(value: str) -> int:
    try:
        number = read_count(value)
    except ValueError as error:
        raise UsageError(f"xargs: option -n: {error}") from None
    if number == 0:
        raise UsageError("xargs: option -n: 0 is no number of words", "Write 1 or more.")
    return number
