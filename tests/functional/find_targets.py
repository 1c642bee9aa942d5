"""Targets of the tests of `slowpath find`: a slow one, one that is not, and some that make a search hard."""

import os
import socket
import time


def dedupe(items: list[int]) -> list[int]:
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen


def letters(text: str) -> int:
    found = 0
    for char in text:
        if char == "a":
            found += 1
    return found


def subsets(items: list[int]) -> int:
    if not items:
        return 1
    return subsets(items[1:]) + subsets(items[1:])


def indented(text: str, by: str) -> str:
    """N lines, each indented by N characters, make N * N characters."""
    return "\n".join(by + line for line in text.split("\n"))


def indented_once(text: str, by: str) -> str:
    """As `indented`, but each line once: there is a list of those that were seen."""
    seen: list[str] = []
    for line in text.split("\n"):
        if line not in seen:
            seen.append(line)
    return "\n".join(by + line for line in text.split("\n"))


def words(text: str) -> list[str]:
    """Every way to write a text with letters doubled or not."""
    if not text:
        return [""]
    return [first + rest for rest in words(text[1:]) for first in (text[0], 2 * text[0])]


def depth(text: str) -> int:
    """How deep brackets are nested, with the rest of the text searched at each level."""
    if not text.startswith("["):
        return 0
    closing = sum(1 for char in text if char == "]" for _ in range(2))
    return 1 + depth(text[1:]) + 0 * closing


def refuses(text: str) -> None:
    """Whatever it is given, it looks at all pairs and raises."""
    equal = sum(1 for one in text for other in text if one == other)
    raise ValueError(f"{equal} pairs")


def endless(text: str) -> None:
    while True:
        pass


def tags(text: str) -> int:
    """An opening bracket without a closing one is looked at for ever."""
    at = 0
    while at < len(text):
        at = text.find(">", at) + 1 if text[at] == "<" else at + 1
    return at


def always_raises(text: str) -> None:
    raise ValueError("not what I want")


def constant(text: str) -> int:
    return 7


def nothing() -> int:
    return 1


def switch(on: bool) -> bool:
    return not on


def reads(path: str) -> str:
    with open(f"/nowhere/{path}") as file:
        return file.read()


def writes(text: str) -> None:
    with open("written.txt", "w") as file:
        file.write(text)


def writes_to(path: str) -> None:
    with open(path, "w") as file:
        file.write("x")


def connects(host: str) -> bytes:
    return socket.create_connection((host, 80)).recv(1)


def exits_hard(text: str) -> None:
    os._exit(3)


def sleeps(text: str) -> None:
    time.sleep(1000)
