"""A stage of a shell pipeline: a Python command with its options, and the real command that it stands for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

COMMANDS = "slowpath_unix"


class StreamKind(Enum):
    """What goes from one stage to the next."""

    LINES = "lines"  # list[str], without newlines
    TEXT = "text"  # str
    BYTES = "bytes"
    ENTRIES = "entries"  # a tree as data: list of (path, size, mode)


@dataclass(frozen=True, slots=True)
class Form:
    """A function that performs a command, and what it takes and returns."""

    module: str
    function: str
    takes: StreamKind
    gives: StreamKind

    def resolve(self) -> Callable[..., Any]:
        """The function itself."""
        function: Callable[..., Any] = getattr(
            importlib.import_module(f"{COMMANDS}.{self.module}"), self.function
        )
        return function


@dataclass(frozen=True, slots=True)
class ShellStage:
    """A function with fixed options. `argv` is the real command; it is empty for a stage that converts."""

    form: Form
    options: tuple[tuple[str, Any], ...] = ()
    argv: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """The function, as targets are named."""
        return f"{COMMANDS}.{self.form.module}:{self.form.function}"

    def describe(self) -> str:
        """The stage as `slowpath pipe` takes it: the target, `_` for its input, and its options."""
        options = "".join(f", {name}={value!r}" for name, value in self.options)
        return f"{self.target}(_{options})"

    def apply(self, value: Any) -> Any:
        """What the stage makes of an input."""
        return self.form.resolve()(value, **dict(self.options))


# How a value that one stage gives becomes one that the next takes.
CONVERSIONS: dict[tuple[StreamKind, StreamKind], tuple[Form, ...]] = {
    (StreamKind.TEXT, StreamKind.LINES): (Form("text", "lines_of", StreamKind.TEXT, StreamKind.LINES),),
    (StreamKind.LINES, StreamKind.TEXT): (Form("text", "text_of", StreamKind.LINES, StreamKind.TEXT),),
    (StreamKind.TEXT, StreamKind.BYTES): (Form("text", "bytes_of", StreamKind.TEXT, StreamKind.BYTES),),
    (StreamKind.LINES, StreamKind.BYTES): (
        Form("text", "text_of", StreamKind.LINES, StreamKind.TEXT),
        Form("text", "bytes_of", StreamKind.TEXT, StreamKind.BYTES),
    ),
    (StreamKind.BYTES, StreamKind.TEXT): (Form("text", "text_of_bytes", StreamKind.BYTES, StreamKind.TEXT),),
    (StreamKind.BYTES, StreamKind.LINES): (
        Form("text", "text_of_bytes", StreamKind.BYTES, StreamKind.TEXT),
        Form("text", "lines_of", StreamKind.TEXT, StreamKind.LINES),
    ),
}
