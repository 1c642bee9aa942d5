"""A child that does as it is told."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from slowpath.errors import UsageError
from slowpath.run.frames import Message
from slowpath.run.link import Link
from slowpath.run.pool import Pool


class Say(Message, frozen=True):
    """What the child is to do."""

    what: str


class Said(Message, frozen=True):
    """What the child did."""

    what: str


def serve(link: Link) -> None:
    """Do what is asked, until nobody asks."""
    while (request := link.receive(Say)) is not None:
        if request.what == "usage":
            raise UsageError("a mistake", "a hint")
        if request.what == "bug":
            raise ValueError("ours")
        if request.what == "die":
            os._exit(3)
        if request.what == "hang":
            time.sleep(60)
        if request.what == "search":
            link.heed_interrupts()
            for said in _search(link):
                link.send(Said(said))
        if request.what == "search in a pool":
            link.heed_interrupts()
            pool: Pool[int, str] = Pool(lambda task: _search(link), 2)
            with pool:
                for call in pool.calls(range(2)):
                    for said in call:
                        link.send(Said(said))
        print("printed", request.what)
        link.send(Said(request.what))


def _search(link: Link) -> Iterator[str]:
    deadline = link.clock() + 60
    yield "searching"
    while link.clock() < deadline:
        time.sleep(0.01)
    yield "what it has"
