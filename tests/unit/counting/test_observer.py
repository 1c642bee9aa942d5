from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import slowpath
from slowpath.model.site import Site
from slowpath.model.target import Build
from slowpath.target.load import Loaded
from tests.unit.target.project import Project

PROGRAM = """
    def build(n):
        return list(range(1000, 1000 + n))

    def appended(n):
        out = []
        for i in range(1000, 1000 + n):
            out.append(i)
        return out

    def freed(n):
        for i in range(10):
            chunk = bytearray(n)
            del chunk
        return None

    def kept(n):
        chunks = []
        for i in range(10):
            chunks.append(bytearray(n))
        return None

    def spike(n):
        x = 1
        y = len(bytearray(n))
        z = 2
        return y

    def nothing(n):
        for i in range(5):
            pass
        return None

    def failing(n):
        kept = bytearray(n)
        raise ValueError(n)

    def comprehended(n):
        return [[i] for i in range(n)]

    def recursive(n):
        return [] if n == 0 else [recursive(n - 1)]
"""


@pytest.fixture
def project(tmp_path):
    with Project(tmp_path).open() as project:
        project.write(program=PROGRAM)
        yield project


def observed(loaded: Loaded, *args: object, listeners=()) -> tuple[int, int]:
    """Return the memory and the allocation of a run."""
    observer = loaded.copies.observer
    with loaded.copies.installed():
        loaded.ledger.start()
        observer.start(listeners)
        try:
            loaded.function(*args)
        except ValueError:
            pass
        finally:
            observer.stop()
            loaded.ledger.stop()
    return observer.memory, observer.allocated


@pytest.mark.parametrize("name", ["build", "appended", "comprehended"])
def test_memory_grows_with_what_is_built(project: Project, name: str) -> None:
    loaded = project.load(f"program:{name}", Build.OBSERVE)
    small, large = observed(loaded, 1_000)[0], observed(loaded, 8_000)[0]
    assert small >= 1_000 * 8
    assert 7 <= large / small <= 9.5


def test_freeing_is_seen(project: Project) -> None:
    size = 1_000_000
    memory, allocated = observed(project.load("program:freed", Build.OBSERVE), size)
    assert size <= memory < 1.1 * size
    assert 10 * size <= allocated < 10.1 * size
    memory, allocated = observed(project.load("program:kept", Build.OBSERVE), size)
    assert 10 * size <= memory <= allocated < 10.1 * size


def test_a_peak_inside_one_block_is_seen(project: Project) -> None:
    memory, allocated = observed(project.load("program:spike", Build.OBSERVE), 500_000)
    assert 500_000 <= memory <= allocated < 510_000


def test_memory_of_a_run_that_fails(project: Project) -> None:
    memory, _ = observed(project.load("program:failing", Build.OBSERVE), 300_000)
    assert memory >= 300_000


def test_what_takes_nothing_costs_next_to_nothing(project: Project) -> None:
    memory, allocated = observed(project.load("program:nothing", Build.OBSERVE), 1)
    assert 0 <= memory <= allocated < 2_000


@pytest.mark.parametrize(
    "name", ["build", "appended", "freed", "kept", "comprehended", "recursive", "failing"]
)
def test_repeated_runs_take_the_same(project: Project, name: str) -> None:
    loaded = project.load(f"program:{name}", Build.OBSERVE)
    observed(loaded, 200)  # what the first run caches
    runs = [observed(loaded, 200) for _ in range(4)]
    assert all(0 < memory <= allocated for memory, allocated in runs)
    for values in zip(*runs, strict=True):
        # CPython keeps freed objects for reuse, so a few may be there or not; fresh processes are exact.
        assert max(values) - min(values) <= 256


def test_listeners_hear_every_block_in_order(project: Project) -> None:
    class Listener:
        def __init__(self) -> None:
            self.heard: list[int] = []

        def block(self, site: Site) -> None:
            self.heard.append(site.line)

        def audit(self, event, arguments) -> None:
            pass

        def value(self) -> int:
            return len(self.heard)

    listener = Listener()
    loaded = project.load("program:freed", Build.OBSERVE)
    with_listener = observed(loaded, 100_000, listeners=[listener])
    assert listener.heard == [12] + [13] * 10
    assert sum(loaded.ledger.executions()) == listener.value()
    silent = observed(loaded, 100_000)
    assert abs(with_listener[0] - silent[0]) < 2_000


CHILD = """
import json, sys
from pathlib import Path
from slowpath.model.target import Build
from tests.unit.counting.test_observer import observed
from tests.unit.target.project import Project

with Project(Path(sys.argv[1])).open() as project:
    names = ("build", "appended", "freed", "kept", "comprehended", "recursive", "nothing")
    print(json.dumps({name: observed(project.load(f"program:{name}", Build.OBSERVE), 150) for name in names}))
"""


def test_fresh_processes_take_the_same(project: Project) -> None:
    path = os.pathsep.join(map(str, (Path(slowpath.__file__).parents[1], Path(__file__).parents[3])))
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": path}

    def answer() -> dict[str, list[int]]:
        command = [sys.executable, "-c", textwrap.dedent(CHILD), str(project.root)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found: dict[str, list[int]] = json.loads(done.stdout)
        return found

    first = answer()
    assert answer() == first
    assert all(0 <= memory <= allocated for memory, allocated in first.values())
