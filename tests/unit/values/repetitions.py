"""Programs that use a list of n elements."""

from __future__ import annotations

import copy
from typing import Any


def made(n: int) -> bool:
    return bool([0] * n)


def asked_for_its_length(n: int) -> int:
    return len([0, 1] * n)


def read(n: int) -> Any:
    return (n * [7])[0], ([1, 2] * n)[1]


def written(n: int) -> Any:
    room: list[Any] = [None] * n
    room[2] = "c"
    room[-1] = "z"
    return room[2]


def appended(n: int) -> Any:
    room = [0] * n
    room.append(5)
    return room[1], len(room)


def walked(n: int) -> int:
    total = 0
    for each in [3] * n:
        total += each
    return total


def grown(n: int) -> list[int]:
    room = [1] * n
    room += [2]
    room.insert(1, 3)
    room.extend([4])
    return room


def popped(n: int) -> Any:
    room = [1, 2] * n
    return room.pop(), room.pop(0), room


def sliced(n: int) -> Any:
    room = [1, 2] * n
    del room[0]
    room[1:2] = [9]
    return room[1:], room[::-1], room.copy(), list(room), sorted(room), tuple(room), copy.deepcopy(room)


def compared(n: int) -> Any:
    room = [1] * n
    return room == [1, 1], room > [1], 1 in room, room.count(1), sum(room)


def joined(n: int) -> Any:
    room, two = [1] * n, [2, 2]
    return two + room, room + two, room * 2


def described(n: int) -> Any:
    room = [1] * n
    return isinstance(room, list), type(room) is list, f"{len(room)}", repr(room), max(room), [*room]


def unpacked(n: int) -> Any:
    first, *rest = [1, 2] * n
    return first, rest


def indexed(n: int) -> Any:
    return ([1, 2, 3] * 2 * n)[n]
