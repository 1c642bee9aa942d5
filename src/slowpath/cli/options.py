"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from slowpath import config
from slowpath.config import Settings
from slowpath.errors import UsageError
from slowpath.oracle.remedy import extra
from slowpath.run import inputs as run_inputs
from slowpath.run.audit import PERMISSIONS
from slowpath.search import strategy_names

Command = TypeVar("Command", bound=Callable[..., Any])

TARGET = click.argument("target")


def whole(least: int | None = None) -> click.IntRange:
    """A whole number as an option takes it: at least so much, and what an order can carry at most."""
    return click.IntRange(min=-config.LARGEST if least is None else least, max=config.LARGEST)


INPUTS = click.option(
    "--input",
    "-i",
    "inputs",
    multiple=True,
    metavar="[NAME=]EXPR",
    help="A Python expression for a parameter; N is the size. NAME may be left out for a single "
    "parameter. A method also takes the parameters of its class, and self is the object itself.",
)
FORCE = click.option(
    "--force", is_flag=True, help="Let -o overwrite files that it did not write, or were edited."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")

ARGS = click.option(
    "--arg",
    "-a",
    "args",
    multiple=True,
    metavar="NAME=SHAPE",
    help="What a parameter may be, as text(N) or ints(N, 0, 100); else hints, doctests and calls tell "
    "(slowpath shapes lists them).",
)
REQUIRES = click.option("--requires", metavar="EXPR", help="A condition that admissible inputs meet.")
SEED = click.option("--seed", type=whole(), default=0, help="Start from a random input too.")
JOBS = click.option("--jobs", "-j", type=whole(1), default=1, help="Search in several processes.")
BUDGET = click.option("--budget", metavar="DURATION", help="How long to search.  [default: 60s]")
WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="NAME",
    help=f"Search without this (repeatable): {', '.join((config.KNOWLEDGE, *strategy_names()))}.",
)

WITHOUT_KNOWLEDGE = click.option(
    "--without",
    multiple=True,
    type=click.Choice([config.KNOWLEDGE]),
    help="Search without what slowpath knows before it starts: orders, tables, words, names.",
)

REMEDY = click.option(
    "--remedy/--no-remedy",
    default=None,
    help="Look for a change of the source that helps, and prove it.  [default: with -o, if libcst is there]",
)
SETUP = click.option(
    "--setup",
    "-s",
    multiple=True,
    metavar="CODE",
    help="Python that runs before the call and is not part of its cost (repeatable, a line each). N is "
    "the size, the names of the target's module are known, and inputs may use what it names.",
)
PREMISE = click.option(
    "--input",
    "-i",
    "inputs",
    multiple=True,
    metavar="NAME=EXPR",
    help="A Python expression in N for a parameter that is not searched (repeatable); it may use what the "
    "setup names, and self is the object that a method is called on.",
)
_RUN = (
    INPUTS,
    SETUP,
    click.option(
        "--program",
        "-p",
        metavar="CODE",
        default="",
        help="Setup and call in one, as find reports it: what is measured is the last statement, or begins "
        "at a line that ends in '# measured'.",
    ),
    click.option("--seconds", is_flag=True, help="Also time the plain target (CPU seconds, median)."),
)

_SETTINGS = (
    click.option("--scope", multiple=True, metavar="MODULE", help="Count in this module or package too."),
    click.option(
        "--allow",
        multiple=True,
        metavar="WHAT",
        help=f"What the target may do besides reading files: {', '.join(PERMISSIONS)}.",
    ),
    click.option("--cpu", metavar="SECONDS", help="CPU time of one run.  [default: 60]"),
    click.option("--time", metavar="SECONDS", help="Wall-clock time of one run.  [default: 120]"),
    click.option("--memory", metavar="SIZE", help="Memory that one run may take, as 512MB.  [default: 1GB]"),
    click.option("--recursion", metavar="N", help="Depth of the target's calls.  [default: 1000]"),
)


def size_option(default: int, what: str = "The value of N in shapes.") -> Callable[[Command], Command]:
    """The option --size of a verb that searches inputs of one size."""
    return click.option("--size", metavar="N", help=f"{what}  [default: {default}]")


def number_of_tests(default: int, what: str = "How many inputs.") -> Callable[[Command], Command]:
    """The option --tests."""
    return click.option("--tests", type=whole(1), default=default, show_default=True, help=what)


def max_ops_option(default: str) -> Callable[[Command], Command]:
    """The option --max-ops of a verb that makes many runs."""
    return click.option("--max-ops", metavar="OPS", help=f"End a run at this cost.  [default: {default}]")


def settings_options(command: Command) -> Command:
    """Add the options that say what the target may do and use."""
    return _with_options(command, _SETTINGS)


def run_options(command: Command) -> Command:
    """Add the options of a verb that runs the target on a given input."""
    return _with_options(command, _RUN)


def _with_options(command: Command, chosen: Sequence[Callable[[Command], Command]]) -> Command:
    for option in reversed(chosen):
        command = option(command)
    return command


def measure_option(what: str, *, several: bool = False) -> Callable[[Command], Command]:
    """The option --measure of a verb."""
    return click.option("--measure", "-m", multiple=several, metavar="MEASURE", help=what)


def settings(given: Mapping[str, Any]) -> Settings:
    """Return the settings of the project with the command's options in their place."""
    named = {name.replace("_", "-"): value for name, value in given.items()}
    return config.override(
        config.read(Path.cwd()), {name: value for name, value in named.items() if config.is_setting(name)}
    )


def run_arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options of `run_options` and `settings_options` are to a function of the API."""
    return {
        "inputs": run_inputs.parse(given["inputs"]),
        "setup": "\n".join(given["setup"]),
        "program": given["program"],
        "seconds": given["seconds"],
        "settings": settings(given),
    }


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options of a search are to its function of the API, besides the settings.

    --arg gives the shapes and --size the size; any other option has the name of the parameter.
    """
    found = {name: value for name, value in given.items() if not config.is_setting(name.replace("_", "-"))}
    found["shapes"] = _shapes(found.pop("args"))
    if "inputs" in found:
        found["inputs"] = run_inputs.parse(found["inputs"])
        found["setup"] = "\n".join(found["setup"])
    text = found.pop("size", None)
    return found if text is None else {**found, "size": size(text, "--size")}


def wants_remedy(remedy: bool | None, output: str | None) -> bool:
    """Return whether remedies are looked for: if that is asked for, or by default if files are written and
    libcst is installed. Raises UsageError if it is asked for and libcst is missing."""
    if remedy:
        extra.require()
    return output is not None and extra.is_available() if remedy is None else remedy


def _shapes(args: Sequence[str]) -> dict[str, str]:
    """Return parameter -> text of its shape, from texts NAME=SHAPE."""
    given: dict[str, str] = {}
    for text in args:
        name, equals, shape = text.partition("=")
        if not equals or not name.strip() or name.strip() in given:
            raise UsageError(f"--arg {text!r} names no parameter, or one twice", "Write --arg 'xs=ints(N)'.")
        given[name.strip()] = shape.strip()
    return given


def size(value: str | None, name: str) -> int | None:
    """Return a size that was given as text."""
    return None if value is None else config.count(value, name)
