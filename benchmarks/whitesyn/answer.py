"""What `slowpath loops` answers, asked through its command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalogue import HERE, Place

GRACE = 60  # seconds beyond the budget after which a search is ended
INCONCLUSIVE = 3


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a search came with one goal."""

    site: str
    function: str
    depth: int
    wanted: int
    iterations: int
    program: str | None
    blocked_by: str | None

    @property
    def is_reached(self) -> bool:
        return self.iterations >= self.wanted

    def is_at(self, place: Place) -> bool:
        """Whether the goal is the loop at a place."""
        file, _, line = self.site.rpartition(":")
        return Path(file).name == place.file and line == str(place.line)


@dataclass(frozen=True, slots=True)
class Answer:
    """The goals of a target; `note` is set if there is no answer to speak of."""

    target: str
    goals: tuple[Reached, ...]
    seconds: float
    unreachable: int = 0
    note: str = ""

    @property
    def reached(self) -> int:
        return sum(each.is_reached for each in self.goals)

    def at(self, place: Place) -> Reached | None:
        """The goal at a place that came furthest, or None."""
        found = [each for each in self.goals if each.is_at(place)]
        return max(found, key=lambda each: each.iterations, default=None)


def ask(
    target: str,
    *,
    depth: int,
    iterations: int,
    budget: float,
    seed: int = 0,
    options: Sequence[str] = (),
    folders: Sequence[str | Path] = (HERE,),
) -> Answer:
    """Run `slowpath loops` on a target that can be imported from some folders."""
    command = [sys.executable, "-m", "slowpath", "loops", target, "--json", "--depth", str(depth)]
    command += ["--iterations", str(iterations), "--budget", f"{budget:g}s", "--seed", str(seed)]
    command += ["--fresh", *options]
    path = os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=budget + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(target, (), budget + GRACE, note="no answer")
    seconds = time.monotonic() - begun
    if done.returncode not in (0, 1, INCONCLUSIVE) or not done.stdout.startswith("{"):
        lines = done.stderr.strip().splitlines()
        told = [each for each in lines if "rror" in each] or lines or [f"exit code {done.returncode}"]
        return Answer(target, (), seconds, note=told[-1][:200])
    return answer_of(json.loads(done.stdout), seconds)


def answer_of(document: dict[str, Any], seconds: float) -> Answer:
    """Read the JSON of `slowpath loops`."""
    names = Reached.__dataclass_fields__
    goals = tuple(Reached(**{name: each[name] for name in names}) for each in document["goals"])
    note = str(document.get("inconclusive") or "")
    return Answer(document["target"], goals, seconds, document["unreachable"], note)
