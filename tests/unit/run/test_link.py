"""The child's end of the line: its requests, its clock, and what it says when it fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.run import frames
from slowpath.run.frames import Failed
from slowpath.run.link import Link, run
from tests.unit.run.forked import forked
from tests.unit.run.serving import Said, Say


def served(serve: Callable[[Link], None], *asked: Say) -> list[Any]:
    """What a child says that serves so, in a process of its own: a link changes its process."""
    requests, asking = os.pipe()
    answers, replies = os.pipe()
    life, alive = os.pipe()
    for each in asked:
        frames.write(asking, frames.frame(each))
    os.close(asking)

    def child() -> None:
        os.close(alive)
        for fd in (requests, replies, life):
            os.set_inheritable(fd, True)  # as they are in a process that was started with them
        run(serve, [str(fd) for fd in (requests, replies, life)])

    # The end of the pipe that keeps the child alive stays open here until it has ended.
    assert forked(child) is None
    os.close(replies)
    said = []
    while (document := frames.read(answers)) is not None:
        said.append(frames.decoder(Said | Failed).decode(document))
    for fd in (requests, answers, life, alive):
        os.close(fd)
    return said


def echo(link: Link) -> None:
    while (request := link.receive(Say)) is not None:
        link.send(Said(request.what))


def test_requests_come_in_and_messages_go_out() -> None:
    assert served(echo, Say("one"), Say("two")) == [Said("one"), Said("two")]


def test_a_message_that_is_framed_already_is_passed_on() -> None:
    def serve(link: Link) -> None:
        link.write(frames.frame(Said("framed")))

    assert served(serve) == [Said("framed")]


def usage(link: Link) -> None:
    raise UsageError("no such parameter", "Name another.")


def ours(link: Link) -> None:
    raise ValueError("a fault")


def starved(link: Link) -> None:
    raise MemoryError


@pytest.mark.parametrize(
    ("serve", "kind", "message", "hint"),
    [
        (usage, "UsageError", "no such parameter", "Name another."),
        (ours, "WorkerError", "slowpath failed: ValueError: a fault", "please report it"),
        (starved, "WorkerError", "no memory left", "--memory"),
    ],
)
def test_an_error_is_the_last_message(
    serve: Callable[[Link], None], kind: str, message: str, hint: str
) -> None:
    (failed,) = served(serve)
    assert (failed.kind, failed.message) == (kind, message)
    assert hint in failed.hint
    assert ("in ours" in failed.traceback) is (serve is ours)


def test_after_an_interruption_every_deadline_is_over() -> None:
    def serve(link: Link) -> None:
        link.heed_interrupts()
        deadline = link.clock() + 1e6
        before = link.clock() >= deadline
        os.kill(os.getpid(), signal.SIGINT)
        after = link.clock() >= deadline
        late = link.clock() + 1e6  # a deadline that is set only now
        link.send(Said(f"{before} {after} {link.clock() >= late} {link.interrupted}"))

    assert served(serve) == [Said("False True True True")]


def test_a_target_s_processes_do_not_inherit_the_line() -> None:
    def serve(link: Link) -> None:
        link.send(Said(str([os.get_inheritable(fd) for fd in link.fds])))

    assert served(serve) == [Said("[False, False, False]")]
