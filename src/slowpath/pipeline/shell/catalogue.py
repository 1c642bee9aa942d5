"""The commands that a shell pipeline may use, and how their options are read."""

from __future__ import annotations

import getopt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from slowpath.errors import UsageError
from slowpath.pipeline.shell.stage import Form, StreamKind


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option by its letter and its long name. If it takes an argument, `read` makes the value of it."""

    letter: str
    name: str
    keyword: str
    read: Callable[[str], Any] | None = None


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command: its options, the keywords that its operands stand for, and the functions that perform it."""

    name: str
    forms: tuple[Form, ...]
    options: tuple[CommandOption, ...] = ()
    operands: tuple[str, ...] = ()
    optional: int = 0  # how many operands, from the last one, may be missing
    numbers: str = ""  # the keyword that an option such as -9 stands for

    def parse(self, words: Iterable[str]) -> dict[str, Any]:
        """The keywords of a command line. Raise UsageError if it has unknown options or too many operands."""
        words = list(words)
        keywords: dict[str, Any] = {}
        if self.numbers and words and words[0][:1] == "-" and _is_count(words[0][1:]):
            keywords[self.numbers] = int(words.pop(0)[1:])
        letters = "".join(option.letter + (":" if option.read else "") for option in self.options)
        names = [option.name + ("=" if option.read else "") for option in self.options]
        try:
            given, operands = getopt.gnu_getopt(words, letters, names)
        except getopt.GetoptError as error:
            raise self.unknown(error) from None
        for spelled, argument in given:
            option = next(each for each in self.options if spelled in (f"-{each.letter}", f"--{each.name}"))
            keywords[option.keyword] = self.read(option, argument)
        least = len(self.operands) - self.optional
        if not least <= len(operands) <= len(self.operands):
            wanted = " ".join(self.operands) or "no operands"
            raise UsageError(
                f"{self.name}: has operands {operands!r}, but takes {wanted}",
                "A pipeline reads its input from the command before; name no files.",
            )
        return keywords | dict(zip(self.operands, operands, strict=False))

    def read(self, option: CommandOption, argument: str) -> Any:
        if option.read is None:
            return True
        try:
            return option.read(argument)
        except ValueError as error:
            raise UsageError(f"{self.name}: option -{option.letter}: {error}") from None

    def unknown(self, error: getopt.GetoptError) -> UsageError:
        is_long = f"--{error.opt}" in error.msg
        known = ", ".join(f"-{option.letter}" for option in self.options) or "no options"
        if "requires argument" in error.msg or "must not have" in error.msg:
            return UsageError(f"{self.name}: {error.msg}", f"It takes {known}.")
        names = [f"--{option.name}" for option in self.options if option.name.startswith(error.opt)]
        if is_long and names:
            return UsageError(
                f"{self.name}: option --{error.opt} is ambiguous", f"Write {' or '.join(names)}."
            )
        dash = "--" if is_long else "-"
        return UsageError(f"{self.name}: option {dash}{error.opt} is not supported", f"It takes {known}.")


def count(text: str) -> int:
    """Return a number that is not negative."""
    if not _is_count(text):
        raise ValueError(f"{text!r} is no number from 0 up")
    return int(text)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _lines(module: str, function: str = "") -> Form:
    return Form(module, function or module, StreamKind.LINES, StreamKind.LINES)


def _text(module: str) -> Form:
    return Form(module, module, StreamKind.TEXT, StreamKind.TEXT)


def _switches(*spelled: str) -> tuple[CommandOption, ...]:
    """Options without an argument: the letter, the long name, and the keyword unless that is the name."""
    return tuple(
        CommandOption(letter, name, *other or (name,)) for letter, name, *other in map(str.split, spelled)
    )


GREP_OPTIONS = _switches(
    "E extended-regexp extended",
    "F fixed-strings fixed",
    "i ignore-case ignore_case",
    "v invert-match invert",
    "c count",
)

SPECS = {
    spec.name: spec
    for spec in (
        CommandSpec("sort", (_lines("sort"),), _switches("r reverse", "n numeric-sort numeric", "u unique")),
        CommandSpec("grep", (_lines("grep"),), GREP_OPTIONS, ("pattern",)),
        CommandSpec(
            "cut",
            (_lines("cut"),),
            (
                CommandOption("d", "delimiter", "delimiter", str),
                CommandOption("f", "fields", "fields", str),
                CommandOption("c", "characters", "characters", str),
                *_switches("s only-delimited only_delimited"),
            ),
        ),
        CommandSpec("cat", (_lines("cat", "cat_lines"), _text("cat")), _switches("n number")),
        CommandSpec("uniq", (_lines("uniq"),), _switches("c count", "d repeated")),
        CommandSpec(
            "tr",
            (_text("tr"),),
            _switches("c complement", "d delete", "s squeeze-repeats squeeze"),
            ("first", "second"),
            optional=1,
        ),
        CommandSpec(
            "wc",
            (_text("wc"), _lines("wc", "wc_lines")),
            _switches("l lines newlines", "w words", "c bytes characters"),
        ),
        CommandSpec(
            "head",
            (_lines("head", "head_lines"), _text("head")),
            (CommandOption("n", "lines", "count", count),),
            numbers="count",
        ),
        CommandSpec("tee", (_lines("tee", "tee_lines"), _text("tee"))),
        CommandSpec("gzip", (Form("gzip", "gzip", StreamKind.BYTES, StreamKind.BYTES),), numbers="level"),
        CommandSpec("zip", (Form("zip", "zip_stream", StreamKind.BYTES, StreamKind.BYTES),), numbers="level"),
    )
}
FIND = Form("find", "find", StreamKind.ENTRIES, StreamKind.LINES)
XARGS_ECHO = _lines("xargs", "xargs_echo")
XARGS_GREP = _lines("xargs", "xargs_grep")
NAMES = (*sorted([*SPECS, "find", "xargs"]),)
