"""On generated programs the copies behave as the source does, and cost the same in every run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import slowpath
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.target.load import Loaded
from tests.property.programs import PARAMETERS, write_inputs, write_program
from tests.unit.target.project import BUILDS, Project, run

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")

SEEDS = st.integers(0, 10**9)
ROOMS = st.integers(1, 24)
EXAMPLES = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


def text(value: object) -> str:
    return re.sub(r"0x[0-9a-f]+", "0x", repr(value))


def behaviour(function: Any, arguments: tuple[str, ...]) -> dict[str, str]:
    """Return what a call gives or raises, and what becomes of its arguments."""
    values = [eval(argument) for argument in arguments]
    try:
        outcome = {"returns": text(function(*values))}
    except Exception as error:
        outcome = {"raises": f"{type(error).__name__}: {re.sub(r'0x[0-9a-f]+', '0x', str(error))}"}
        cause = error.__context__
        if cause is not None:
            outcome["context"] = f"{type(cause).__name__}: {cause}"
    return outcome | dict(zip(PARAMETERS, map(text, values), strict=True))


def plain_function(source: str) -> Any:
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, "program.py", "exec"), names)
    return names["f"]


def counted(loaded: Loaded, arguments: tuple[str, ...]) -> tuple[dict[str, str], list[int]]:
    """Return the behaviour of a run and the executions of each block."""
    result = behaviour(lambda *values: run(loaded, *values), arguments)
    counts = loaded.ledger.executions()
    return result, [counts[site.index] for site in loaded.ledger.sites if site.kind is SiteKind.BLOCK]


def load_both(source: str, folder: str) -> list[Loaded]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        project = Project(Path(folder))
        project.write(program=source)
        with project.open():
            return [project.load("program:f", build) for build in BUILDS]


@given(SEEDS, ROOMS)
@EXAMPLES
def test_copies_behave_as_the_source_and_cost_the_same_again(seed: int, room: int) -> None:
    source, arguments = write_program(seed, room), write_inputs(seed)
    note(source)
    note(f"f{arguments}")
    expected = behaviour(plain_function(source), arguments)
    with tempfile.TemporaryDirectory() as folder:
        count, observe = load_both(source, folder)
    result, blocks = counted(count, arguments)
    assert result == expected
    ops, lines, lost = count.ledger.ops(), count.ledger.lines(), count.ledger.lost()
    assert 0 <= ops - sum(line.ops for line in lines) <= len(lines)
    assert ops > 0
    assert counted(count, arguments) == (result, blocks)
    assert (count.ledger.ops(), count.ledger.lines(), count.ledger.lost()) == (ops, lines, lost)
    observed, observed_blocks = counted(observe, arguments)
    assert observed == expected
    rests = [bool(site.rest) for site in count.ledger.sites if site.kind is SiteKind.BLOCK]
    pairs = list(zip(blocks, observed_blocks, rests, strict=True))
    assert [one for one, _, rest in pairs if not rest] == [other for _, other, rest in pairs if not rest]
    # A block that an exception cuts short counts as a whole, with the `else` that would have come.
    assert all(one >= other for one, other, _ in pairs)
    if "returns" in result and "try" not in source.partition("def f(")[2] and "with" not in source:
        assert blocks == observed_blocks


@given(SEEDS, st.integers(0, 3_000))
@settings(EXAMPLES, max_examples=60)
def test_a_budget_stops_at_the_same_place_again(seed: int, budget: int) -> None:
    source, arguments = write_program(seed, 24), write_inputs(seed)
    with tempfile.TemporaryDirectory() as folder:
        count, _ = load_both(source, folder)

    def ending() -> tuple[str, list[int], int]:
        values = [eval(argument) for argument in arguments]
        try:
            run(count, *values, budget=budget)
            end = "returned"
        except BaseException as error:
            end = type(error).__name__
        return end, count.ledger.executions(), count.ledger.ops()

    first = ending()
    assert ending() == first
    run_free = counted(count, arguments)
    assert first[0] == "BudgetExceeded" or first[1] == count.ledger.executions()
    assert counted(count, arguments) == run_free


SAMPLE = range(25)
CHILD = """
import json, sys, tempfile, warnings
warnings.simplefilter("ignore")
from tests.property.test_programs import costs
print(json.dumps(costs(int(sys.argv[1]), int(sys.argv[2]))))
"""


def costs(first: int, last: int) -> list[list[int]]:
    """Return what programs cost in this process: ops, memory and allocated."""
    found = []
    for seed in range(first, last):
        arguments = write_inputs(seed)
        with tempfile.TemporaryDirectory() as folder:
            count, observe = load_both(write_program(seed), folder)
        counted(count, arguments)
        observer = observe.copies.observer
        for _ in range(2):  # what a first run caches does not belong to the second
            values = [eval(argument) for argument in arguments]
            with observe.copies.installed():
                observe.ledger.start()
                observer.start()
                try:
                    observe.function(*values)
                except Exception:
                    pass
                finally:
                    observer.stop()
                    observe.ledger.stop()
        found.append([count.ledger.ops(), observer.memory, observer.allocated])
    return found


def in_fresh_process(seed: str) -> list[list[int]]:
    source = Path(slowpath.__file__).parents[1]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{source}{os.pathsep}{root}"}
    command = [sys.executable, "-c", CHILD, str(SAMPLE.start), str(SAMPLE.stop)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    answer: list[list[int]] = json.loads(done.stdout)
    return answer


def test_fresh_processes_cost_the_same() -> None:
    first, second = in_fresh_process("0"), in_fresh_process("0")
    assert len({ops for ops, _, _ in first}) > 10
    assert first == second
    assert all(0 <= memory <= allocated for _, memory, allocated in first)


def test_the_generator_writes_programs_of_all_kinds() -> None:
    ends = {"returns": 0, "raises": 0}
    everything = ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(150):
            source = write_program(seed)
            assert source == write_program(seed)
            everything += source.partition("def f(")[2]
            result = behaviour(plain_function(source), write_inputs(seed))
            ends["returns" if "returns" in result else "raises"] += 1
    assert min(ends.values()) > 25
    for part in (
        "while",
        "try",
        "finally",
        "else",
        "elif",
        "for",
        "with",
        "nonlocal",
        "yield",
        "lambda",
        "del",
        "break",
    ):
        assert f"{part}" in everything, part


def test_builds_are_those_that_count() -> None:
    assert BUILDS == (Build.COUNT, Build.OBSERVE)
