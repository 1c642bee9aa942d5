"""Tasks in forked processes: what is heard, in which order, and what is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import slowpath
from slowpath.errors import WorkerError
from slowpath.run.pool import Pool
from tests.unit.children import children

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    before, processes = set(os.listdir("/proc/self/fd")), children()
    yield
    assert children() <= processes
    assert set(os.listdir("/proc/self/fd")) <= before


def squares(task: int) -> Iterator[int]:
    yield task
    yield task * task


def hear(work: Callable[[int], Iterable[Any]], note: Callable[[Any], None] = lambda reply: None) -> None:
    with Pool(work, 3) as pool:
        for call in pool.calls(range(5)):
            for reply in call:
                note(reply)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_replies_come_in_the_order_of_the_tasks(jobs: int) -> None:
    def work(task: int) -> Iterator[int]:
        time.sleep(0.02 * (task % 3 == 0))  # some are late
        yield from squares(task)

    with Pool(work, jobs) as pool:
        heard = [(call.task, list(call), call.died) for call in pool.calls(range(9))]
    assert heard == [(task, [task, task * task], False) for task in range(9)]


def test_a_pool_serves_again() -> None:
    with Pool(squares, 2) as pool:
        assert [list(call) for call in pool.calls([2])] == [[2, 4]]
        assert [list(call) for call in pool.calls([])] == []
        assert [list(call) for call in pool.calls([3, 4])] == [[3, 9], [4, 16]]


def test_tasks_and_functions_need_no_pickling() -> None:
    def work(task: Callable[[], int]) -> list[int]:
        return [task()]

    with Pool(work, 2) as pool:
        assert [list(call) for call in pool.calls([lambda: 1, lambda: 2])] == [[1], [2]]


def test_tasks_are_taken_when_their_process_can_begin() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(6):
            taken.append(task)
            yield task

    with Pool(squares, 2, ahead=2) as pool:
        seen = []
        for call in pool.calls(tasks()):
            seen.append(list(taken))
            list(call)
            assert taken == seen[-1]  # hearing a call to its end does not finish dealing with it
    assert seen == [[0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]]


def test_later_tasks_run_while_the_first_is_heard() -> None:
    reading, writing = os.pipe()

    def work(task: int) -> Iterator[str]:
        if task == 0:
            os.read(reading, 1)  # what the second task writes
        else:
            os.write(writing, b"x")
        yield "done"

    with Pool(work, 2) as pool:
        assert [list(call) for call in pool.calls(range(2))] == [["done"], ["done"]]
    os.close(reading)
    os.close(writing)


def test_large_replies_block_no_process() -> None:
    def work(task: int) -> Iterator[bytes]:
        for _ in range(3):
            yield bytes([task]) * 3_000_000

    with Pool(work, 2) as pool:
        heard = [[(reply[0], len(reply)) for reply in call] for call in pool.calls(range(5))]
    assert heard == [[(task, 3_000_000)] * 3 for task in range(5)]


def test_replies_are_heard_while_the_process_goes_on() -> None:
    reading, writing = os.pipe()

    def work(task: int) -> Iterator[str]:
        yield "first"
        os.read(reading, 1)
        yield "second"

    with Pool(work, 1) as pool:
        for call in pool.calls([0]):
            replies = iter(call)
            assert next(replies) == "first"
            os.write(writing, b"x")
            assert list(replies) == ["second"]
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("end", [lambda: os._exit(3), lambda: os.kill(os.getpid(), signal.SIGKILL)])
def test_a_process_that_dies_is_told_and_costs_its_own_task(end: Callable[[], Any]) -> None:
    def work(task: int) -> Iterator[int]:
        yield task
        if task == 1:
            end()
        yield -task

    with Pool(work, 2) as pool:
        heard = [(list(call), call.died) for call in pool.calls(range(3))]
    assert heard == [([0, 0], False), ([1], True), ([2, -2], False)]


def test_an_error_comes_with_its_traceback() -> None:
    def work(task: int) -> Iterator[int]:
        yield task
        raise ValueError("no more \udc80")

    replies: list[int] = []
    with pytest.raises(WorkerError, match=r"(?s)in work.*ValueError: no more") as caught:
        hear(work, replies.append)
    assert replies == [0]
    assert "test_pool.py" in caught.value.message


def test_a_reply_that_cannot_be_pickled_is_an_error() -> None:
    with pytest.raises(WorkerError, match="lambda"):
        hear(lambda task: [lambda: task])


def test_replies_are_pickled_as_the_caller_says() -> None:
    def work(task: int) -> list[Any]:
        return [lambda: task]

    with Pool(work, 1, pickled=lambda reply: b"I7\n.") as pool:
        assert [list(call) for call in pool.calls([1])] == [[7]]


def test_leaving_early_ends_the_processes() -> None:
    def work(task: int) -> Iterator[int]:
        yield os.getpid()
        time.sleep(60)

    processes = []
    with Pool(work, 2) as pool:
        for call in pool.calls(range(5)):
            processes.append(next(iter(call)))
            break
    with pytest.raises(ProcessLookupError):
        os.kill(processes[0], 0)


def test_an_interruption_ends_the_processes() -> None:
    def work(task: int) -> Iterator[int]:
        yield task
        time.sleep(60)

    def interrupted(reply: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hear(work, interrupted)


def test_unheard_replies_are_dropped() -> None:
    with Pool(squares, 2) as pool:
        assert [call.task for call in pool.calls(range(4))] == [0, 1, 2, 3]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux signals a hang-up")
def test_processes_end_with_the_parent_that_is_killed() -> None:
    source = """
import os, time
from slowpath.run.pool import Pool
from tests.unit.children import children

def work(task):
    yield os.getpid()
    time.sleep(60)

with Pool(work, 3) as pool:
    numbers = []
    for place, call in enumerate(pool.calls(range(3))):
        print(next(iter(call)), flush=True)
        if place == 0:
            pool.attend(wait=True)
            time.sleep(60)
"""
    home = str(Path(slowpath.__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": home}
    ) as parent:
        assert parent.stdout is not None
        number = int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == b""  # at the end: when no child holds the stream any more
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{number}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("a child outlived its parent")


@pytest.mark.parametrize("where", ["after_in_child", "after_in_parent"])
def test_an_interruption_amid_a_fork_waits_for_its_end(where: str) -> None:
    source = f"""
import os, signal
from slowpath.run.pool import Pool
from tests.unit.children import children

def work(task):
    yield task

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start it with SIGINT ignored
os.register_at_fork({where}=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    with Pool(work, 2) as pool:
        print([list(call) for call in pool.calls(range(3))])
except KeyboardInterrupt:
    print("interrupted", children())
"""
    home = os.pathsep.join([str(Path(slowpath.__file__).parents[1]), str(Path(__file__).parents[3])])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", source],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": home},
        check=False,
    )
    expected = "[[0], [1], [2]]\n" if where == "after_in_child" else "interrupted set()\n"
    assert (done.stdout, done.stderr) == (expected, "")
