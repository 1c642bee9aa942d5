"""Functions that a worker runs: they leave something behind, end their process, or do not end at all."""

from __future__ import annotations

import functools
import itertools
import os
import random
import time
from pathlib import Path

FILE = Path(__file__)

calls: list[int] = []


def remembers(n: int) -> list[int]:
    calls.append(n)
    return [n for _ in range(10 * len(calls))]


@functools.cache
def cached(n: int) -> int:
    return sum(i for i in range(n))


def shuffles(n: int) -> list[int]:
    random.shuffle(items := list(range(n)))
    return [one for one, other in itertools.pairwise(items) if one > other]


def changes(n: int) -> list[int]:
    os.environ["LEFT"] = os.environ.get("LEFT", "") + "x"
    return [n for _ in os.environ["LEFT"]]


def forgets(n: int) -> list[int]:
    import tabnanny

    seen = [n for _ in range(1 + ("seen" in vars(tabnanny)))]
    vars(tabnanny).update(seen=1)
    return seen


def pids(n: int) -> None:
    os.write(1, f"{os.getpid()} ".encode())


def raises_at(n: int, at: int) -> int:
    if n == at:
        raise ValueError(n)
    return n


def exits_at(n: int, at: int) -> list[int]:
    if n == at:
        os._exit(5)
    return [n for _ in range(n)]


def sleeps_at(n: int, at: int) -> int:
    if n == at:
        time.sleep(60)
    return n


def kills_the_worker(n: int) -> None:
    os.kill(os.getppid(), 9)
