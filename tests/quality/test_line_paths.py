"""Exploration against an oracle that knows nothing of it: the lines that the plain function executes.

Brute force runs the plain function on every input of a small domain and keeps the sequence of lines in Python
code. Every sequence must be that of some case, or the exploration must say that it is not complete.
"""

from __future__ import annotations

import fnmatch
import gc
import importlib.util
import inspect
import itertools
import re
import sys
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

from slowpath.explore.cases import Metered, metered
from slowpath.explore.example import build_example
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import ExploreLimits
from slowpath.explore.widening import widened
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, integer, ints, text
from tests.quality import library_programs

FILE = Path(library_programs.__file__)
DOMAINS = dict(re.findall(r"^def (\w+)\(.*?# (.*)$", FILE.read_text(), re.MULTILINE))
ACCELERATORS = ("_bisect", "_heapq", "_json", "_statistics")
# Modules that keep what they computed for inputs before, or that every run goes through.
UNTRACED = re.compile(r"/(re/|enum|functools|abc|typing|codecs|encodings/|copyreg|_collections|contextlib)")
MOST_RUNS = 150
SIZE = 3
# Programs that C code, a module that is shared, or a limit on runs hides something of. Of all others every
# path is found.
INCOMPLETE = frozenset(
    """
    dedent literal base64_of base85_of matched normal os_normal path_over pathlike percent rows is_word
    printable crc date float_hex named compared getter pattern read_lines environment attribute
    array_of month weekday decimal_of day later degrees cached random_of environment_item real_of
    """.split()  # noqa: SIM905
)

Inputs = dict[str, Any]
Lines = tuple[tuple[str, int], ...]


@cache
def plain() -> ModuleType:
    """The programs with pure-Python libraries of their own."""
    kept = dict(sys.modules)
    for name in list(sys.modules):
        if name.partition(".")[0] in {"bisect", "heapq", "json", "statistics"}:
            del sys.modules[name]
    for name in ACCELERATORS:
        sys.modules[name] = None  # type: ignore[assignment]  # cannot be imported
    try:
        spec = importlib.util.spec_from_file_location("plain_programs", FILE)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["plain_programs"] = module  # data classes look for it
        spec.loader.exec_module(module)
    finally:
        sys.modules.clear()
        sys.modules.update(kept)
    return module


def shapes_of(name: str) -> tuple[dict[str, Shape], Iterator[Inputs]]:
    """The shape of each parameter, and all inputs."""
    first, _, length = DOMAINS[name].rpartition(" ")
    number = re.fullmatch(r"(\d+)\.\.(\d+)", first)
    low, high = map(int, number.groups()) if number else (0, 0)
    parts: list[Any] = [] if number else sorted(set(eval(first)))
    shapes: dict[str, Shape] = {}
    values: dict[str, Any] = {}
    for parameter in inspect.signature(getattr(library_programs, name)).parameters:
        several = [itertools.product(parts or range(low, high + 1), repeat=int(length))]
        if parameter == "s":
            shapes[parameter] = text(int(length), "".join(parts))
            values[parameter] = ["".join(each) for each in several[0]]
        elif parameter == "b":
            shapes[parameter] = blob(int(length))
            values[parameter] = [bytes(each) for each in several[0]]
        elif parameter == "xs":
            shapes[parameter] = ints(int(length), low, high)
            values[parameter] = [list(each) for each in several[0]]
        else:
            shapes[parameter] = integer(low, high)
            values[parameter] = list(range(low, high + 1))
    chosen = itertools.product(*values.values())
    return shapes, (dict(zip(values, each, strict=True)) for each in chosen)


def lines_of(name: str, inputs: Mapping[str, Any]) -> Lines:
    """The lines of Python code that the plain function executes, in order."""
    lines: list[tuple[str, int]] = []

    def follow(frame: FrameType, event: str, argument: object) -> Any:
        file = frame.f_code.co_filename
        if UNTRACED.search(file) or file.startswith("<"):
            return None
        if event == "line":
            lines.append((file, frame.f_lineno))
        return follow

    function: Callable[..., Any] = getattr(plain(), name)
    _forget()
    given = {key: list(value) if isinstance(value, list) else value for key, value in inputs.items()}
    before = sys.gettrace()
    gc.disable()  # finalizers, and what listens to collections, are Python code too
    sys.settrace(follow)
    try:
        function(**given)
    except Exception as error:
        lines.append((type(error).__name__, 0))
    finally:
        sys.settrace(before)
        gc.enable()
    return tuple(lines)


def _forget() -> None:
    """Let no run find the results of others."""
    for module in (plain(), fnmatch, urllib.parse):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


@contextmanager
def explored(name: str, shapes: Mapping[str, Shape]) -> Iterator[Exploration]:
    """The exploration that `cases` makes."""

    def prepare(scope: tuple[str, ...]) -> Metered:
        return metered(f"{FILE}:{name}", scope)

    _, target = widened(prepare(()), prepare, lambda made: (made.loaded, shapes), (), SIZE)
    yield Exploration(target.loaded, shapes, SIZE, ExploreSettings(limits=ExploreLimits(runs=MOST_RUNS)))


@pytest.mark.parametrize("name", DOMAINS)
def test_the_lines_of_every_input_are_those_of_a_case_or_something_is_lost(name: str) -> None:
    shapes, every = shapes_of(name)
    inputs_of_all = list(every)
    lines_of(name, inputs_of_all[0])  # what only the first run does
    brute = {lines_of(name, inputs): inputs for inputs in inputs_of_all}
    with explored(name, shapes) as exploration:
        found = {
            lines_of(name, build_example(path.model, path.variables, shapes, SIZE))
            for path in exploration.paths()
        }
    missing = [inputs for lines, inputs in brute.items() if lines not in found]
    assert exploration.tally.complete == (name not in INCOMPLETE)
    if exploration.tally.complete:
        assert not exploration.lost()
        assert not missing
    else:
        assert exploration.lost() or exploration.tally.stopped is not None
    if "b" not in shapes:  # bytes of all values are explored
        assert found <= set(brute)
