"""Targets of the functional tests: well-behaved ones first, then those that are not."""

import asyncio
import builtins
import os
import socket
import subprocess
import sys
import threading
import time


def dedupe(items):
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen


def total(n):
    result = 0
    for i in range(n):
        result += i
    return result


def exponential(n):
    return 1 if n < 2 else exponential(n - 1) + exponential(n - 2)


async def awaited(n):
    await asyncio.sleep(0)
    return total(n)


async def produced(n):
    for i in range(n):
        yield i


def generated(n):
    for i in range(n):
        yield total(i)


def shapes(first, /, second, *rest, flag=False, **more):
    assert (first, second, rest, flag, more) == (1, 2, (3, 4), True, {"key": 5})


class Box:
    def __init__(self, items, *, limit=10):
        self.items = items
        self.limit = limit

    def has(self, x):
        return x in self.items

    @classmethod
    def filled(cls, n):
        return cls([0] * n)

    @staticmethod
    def pair(a, b):
        return a, b


def rejects(items):
    for _ in items:
        pass
    raise ValueError("bad digit")


def rejects_large(n):
    if n > 100:
        raise ValueError("too large")
    return total(n)


def prints(n):
    for _ in range(n):
        print("to standard output")
        sys.stderr.write("to standard error\n")
    os.write(1, b"to descriptor 1\n")
    return n


def recurses(n):
    return recurses(n + 1)


def deep(n):
    return 0 if n == 0 else deep(n - 1) + 1


def loops(n):
    while True:
        n += 1


def sleeps(n):
    time.sleep(1000)


def stubborn(n):
    while True:
        try:
            loops(n)
        except BaseException:
            pass


def eats(n):
    held = []
    while True:
        held.append(bytearray(1_000_000))


def exits(n):
    sys.exit(3)


def exits_hard(n):
    os._exit(3)


def crashes(n):
    import ctypes

    ctypes.string_at(0)


def starts_thread(n):
    thread = threading.Thread(target=total, args=(n,))
    thread.start()
    thread.join()


def starts_process(n):
    subprocess.run(["true"], check=True)


def leaves_process(n):
    subprocess.Popen(["sleep", "1000"])


def forks(n):
    if os.fork() == 0:
        time.sleep(1000)


def writes(path):
    try:
        with open(path, "w") as file:
            file.write("x")
    except OSError:
        return "swallowed"


def removes(path):
    os.remove(path)


def connects(n):
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", 9))


def patches(n):
    for name in ("len", "sum", "sorted", "isinstance", "print", "map", "zip"):
        setattr(builtins, name, None)
    sys.stdout = None
    sys.modules.clear()
    return n


def takes_nothing():
    return 1
