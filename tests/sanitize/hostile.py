"""Operands whose special methods do harm: they raise, change the other operands, collect garbage, and call
hooks themselves.

A `World` makes the same operands and the same harm from a seed. If the hooks run code of the target as often
and in the same order as the plain operations do, two worlds of one seed stay alike.
"""

from __future__ import annotations

import gc
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

BIG = sys.hash_info.modulus * 3 + 5
MOST_ACTS = 300  # then every method raises: a list that grows while it is walked must end


# Containers that methods change. CPython 3.11 crashes if an OrderedDict is cleared while its keys are hashed.
_CHANGED = frozenset({list, dict, set, deque, bytearray})


class Harm(Exception):
    """Raised by the methods of hostile operands."""


class World:
    """Operands, and what their methods do. `nested` is the operation that methods perform themselves."""

    def __init__(self, seed: int, nested: Callable[[Any, Any], Any]) -> None:
        self.random = Random(seed)
        self.nested = nested
        self.log: list[tuple[str, int]] = []
        self.made = 0
        self.depth = 0
        self.boxes: list[Any] = []

    def act(self, hostile: Any, name: str) -> int:
        """Note a call of a method, do some harm, and return a number from 0 to 9."""
        self.log.append((name, hostile.number))
        if len(self.log) > MOST_ACTS:
            raise Harm("enough")
        kind = self.random.randrange(24)
        if kind == 0:
            raise Harm(name)
        if kind <= 2 and self.boxes:
            self._change(self.random.choice(self.boxes))
        elif kind == 3:
            gc.collect(0)
        elif kind == 4 and self.depth < 2 and self.boxes:
            self.depth += 1
            try:
                self.nested(self.random.choice(self.boxes), self.random.choice(self.boxes))
            finally:
                self.depth -= 1
        return self.random.randrange(10)

    def _change(self, box: Any) -> None:
        how = self.random.randrange(4)
        if how == 0:
            box.clear()
        elif isinstance(box, set):
            box.add(self.random.randrange(9))
        elif isinstance(box, dict):
            box[self.random.randrange(9)] = self.hostile()
        elif how == 1 and box:
            box.pop()
        elif isinstance(box, bytearray):
            box.append(97)
        else:
            box.append(self.hostile())

    # -- operands ------------------------------------------------------------------------------

    def hostile(self) -> Hostile:
        self.made += 1
        return Hostile(self, self.made)

    def scalar(self) -> Any:
        kind = self.random.randrange(14)
        if kind < 3:
            return self.random.randrange(-3, 12)
        if kind < 6:
            return "".join(self.random.choice("ab ,é%s") for _ in range(self.random.randrange(9)))
        if kind < 8:
            return bytes(self.random.choice(b"ab ,") for _ in range(self.random.randrange(6)))
        choices: tuple[Any, ...] = (None, 0.5, True, BIG, (BIG, 1), "x" * 40)
        return self.random.choice(choices)

    def item(self) -> Any:
        return self.hostile() if self.random.random() < 0.4 else self.scalar()

    def items(self, most: int = 7) -> list[Any]:
        return [self.item() for _ in range(self.random.randrange(most))]

    def keys(self) -> list[Any]:
        """Keys that a table can have; hashing the hostile ones may do harm."""
        kept: dict[Any, None] = {}
        for key in self.items():
            try:
                kept[key] = None
            except Exception:
                continue
        return list(kept)

    def operand(self, depth: int = 2) -> Any:
        kind = self.random.randrange(20)
        if kind < 3:
            return self.hostile()
        if kind < 7 or depth == 0:
            return self.scalar()
        made = self._container(kind, depth)
        if type(made) in _CHANGED:
            self.boxes.append(made)
        return made

    def _container(self, kind: int, depth: int) -> Any:
        nested = [self.operand(depth - 1) for _ in range(self.random.randrange(4))]
        try:
            match kind:
                case 7 | 8:
                    return self.items() + nested
                case 9:
                    return HostileList(self, self.items())
                case 10:
                    return tuple(self.items() + nested)
                case 11:
                    return set(self.keys())
                case 12:
                    return frozenset(self.keys())
                case 13 | 14:
                    return dict.fromkeys(self.keys(), nested)
                case 15:
                    return OrderedDict.fromkeys(self.keys())
                case 16:
                    return deque(self.items())
                case 17:
                    return HostileDict(self, dict.fromkeys(self.keys(), 1))
                case 18:
                    lazy: tuple[Any, ...] = (iter, reversed, enumerate)
                    return self.random.choice(lazy)(self.items())
                case _:
                    return bytearray(b"ab ,")
        except Exception:  # a key's own
            return nested


def _noting(name: str, answer: Callable[[World, int], Any]) -> Callable[..., Any]:
    def method(self: Any, *others: Any) -> Any:
        return answer(self.world, self.world.act(self, name))

    return method


def _iterator(world: World, number: int) -> Iterator[Any]:
    return iter([world.scalar() for _ in range(number)])


_TRUTHS: dict[str, Callable[[World, int], Any]] = {
    **{f"__{name}__": lambda world, number: number > 4 for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    "__contains__": lambda world, number: number > 4,
    "__bool__": lambda world, number: number > 4,
}
_VALUES: dict[str, Callable[[World, int], Any]] = {
    "__index__": lambda world, number: number,
    "__len__": lambda world, number: number,
    "__length_hint__": lambda world, number: number,
    "__hash__": lambda world, number: hash(BIG) if number > 4 else number,
    "__iter__": _iterator,
    "__str__": lambda world, number: "h" * number,
    "__repr__": lambda world, number: "h" * number,
    "__call__": lambda world, number: number if number > 2 else "text",
    **{
        f"__{side}{name}__": lambda world, number: NotImplemented if number > 5 else number
        for name in ("add", "sub", "mul", "mod", "floordiv", "or", "and", "xor", "lshift", "rshift", "pow")
        for side in ("", "r", "i")
    },
}


class Hostile:
    """An object of which every method does harm. When it dies it calls a hook, on operands of its own."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number

    def __format__(self, spec: str) -> str:
        return "f" * self.world.act(self, "__format__")

    def __copy__(self) -> Hostile:
        return self

    def __deepcopy__(self, memo: object) -> Hostile:
        return self

    def __del__(self) -> None:
        self.world.nested([self.number, "x" * 40], [self.number, "x" * 39 + "y"])


class HostileList(list[Any]):
    """A list that answers for itself."""

    number = -1

    def __init__(self, world: World, items: list[Any]) -> None:
        super().__init__(items)
        self.world = world


class HostileDict(dict[Any, Any]):
    """A dict that answers for itself."""

    number = -2

    def __init__(self, world: World, items: dict[Any, Any]) -> None:
        super().__init__(items)
        self.world = world


for _name, _answer in {**_TRUTHS, **_VALUES}.items():
    setattr(Hostile, _name, _noting(_name, _answer))
for _class in (HostileList, HostileDict):
    for _name in ("__eq__", "__ne__", "__lt__", "__len__", "__contains__", "__iter__", "__bool__"):
        setattr(_class, _name, _noting(_name, {**_TRUTHS, **_VALUES}[_name]))
    setattr(_class, "__hash__", None)  # noqa: B010
    setattr(_class, "__deepcopy__", lambda self, memo: self)  # noqa: B010
    setattr(_class, "__copy__", lambda self: self)  # noqa: B010
