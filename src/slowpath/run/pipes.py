"""How a process that the client starts takes up its work."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.run.audit import Audit
from slowpath.run.tether import tether


@dataclass(frozen=True, slots=True)
class Pipes:
    """The ends that a process got: requests come in, replies go out, and `life` closes with the client."""

    requests: int
    replies: int
    life: int

    @property
    def all(self) -> tuple[int, int, int]:
        return self.requests, self.replies, self.life


def taken_up(arguments: Sequence[str]) -> tuple[Pipes, Audit]:
    """Take up the pipes whose numbers are the process's arguments: request, reply and life.

    From here on the process ends with its client, no process that the target starts has the pipes, and
    nothing is written next to the target's source. What the target does is watched from when the audit is
    armed.
    """
    pipes = Pipes(*map(int, arguments))
    tether(pipes.life)
    for fd in pipes.all:
        os.set_inheritable(fd, False)
    sys.dont_write_bytecode = True
    audit = Audit()
    audit.install()
    return pipes, audit
