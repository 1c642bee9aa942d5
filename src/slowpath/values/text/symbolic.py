"""What symbolic text and symbolic bytes have in common."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from slowpath.expr.condition import FALSE, Condition
from slowpath.values.items import settled
from slowpath.values.text.char import Part, Parts, all_same
from slowpath.values.text.kind import TextKind
from slowpath.values.trace import OURS, Trace


class SymChars:
    """Characters, some of which depend on the input; those of bytes are numbers below 256. It cannot change,
    so a copy is the value itself. A subclass names the builtin type as its `__class__`, as numbers do."""

    _kind: ClassVar[TextKind]
    parts: Parts
    trace: Trace

    def __new__(cls, parts: Sequence[Part], trace: Trace) -> Self:
        made: Self = cls._kind.base.__new__(cls, cls._kind.plain(parts))
        made.parts, made.trace = tuple(parts), trace
        return made

    def __hash__(self) -> int:
        if not sys._getframe(1).f_code.co_filename.startswith(OURS):  # C code looks it up
            self.trace.give_up(f"hash of {self._kind.name}")
        number: int = self._kind.base.__hash__(self)
        return number

    def equality(self, other: Any) -> Condition:
        """The condition that another value is equal."""
        kind = self._kind
        if not isinstance(other, kind.base) or len(other) != len(self.parts):
            return FALSE
        return all_same(self.parts, kind.parts(other))

    def __getitem__(self, key: Any) -> Any:
        key = settled(key)
        self._kind.base.__getitem__(self, key)  # raises where Python does
        return self._slice(key) if isinstance(key, slice) else self._item(self.parts[key])

    def __iter__(self) -> Iterator[Any]:
        # The iterator of a list tells how many are left, as that of a str does: native work depends on it.
        return iter([self._item(part) for part in self.parts])

    def _item(self, part: Part) -> Any:
        """A character as indexing gives it."""
        raise NotImplementedError

    def _slice(self, key: slice) -> Any:
        """The characters of a slice; the value itself if that is all of them."""
        chosen = self.parts[key]
        whole = len(chosen) == len(self.parts) and key.step in (None, 1)
        return self if whole else self._kind.make(chosen)

    def __getnewargs__(self) -> tuple[Any]:
        return (self._kind.plain(self.parts),)

    def __reduce__(self) -> tuple[Any, tuple[Any]]:
        return self._kind.base, self.__getnewargs__()

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, tuple[Any]]:
        return self.__reduce__()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self
