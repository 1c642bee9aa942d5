"""Inputs from recorded leaves: a solver's model, or what another maker decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape.enumerator import nth_integer, nth_real
from slowpath.shape.maker import ClassRef, Maker, PlainMaker


class Replayer(PlainMaker):
    """Decides each leaf as recorded under its name; leaves without a record get their smallest value.

    Text and bytes are recorded as a whole (`s`) or by character (`s[2]`, a character or its code).
    Lengths stand under `len(xs)`, choices under `which(x)` and `has(d['key'])`.
    """

    def __init__(self, leaves: Mapping[str, Any]) -> None:
        self._leaves = leaves

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any:
        return self._within(name, self._leaves.get(name, nth_integer(0, lo, hi)), lo, hi)

    def real(self, name: str, lo: float | None, hi: float | None) -> Any:
        return self._within(name, self._leaves.get(name, nth_real(0, lo, hi)), lo, hi)

    def boolean(self, name: str) -> bool:
        return bool(self._leaves.get(name, False))

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        whole = self._leaves.get(name)
        if whole is None or len(whole) != length:
            default = alphabet.representative()
            parts = [self._leaves.get(f"{name}[{i}]", default) for i in range(length)]
            whole = "".join(chr(part) if isinstance(part, int) else part for part in parts)
        if any(character not in alphabet for character in set(whole)):
            raise ShapeError(f"{name} is recorded as {whole!r}, which the shape does not admit")
        return str(whole)

    def blob(self, name: str, length: int) -> bytes:
        whole = self._leaves.get(name)
        if whole is None or len(whole) != length:
            whole = [self._leaves.get(f"{name}[{i}]", 0) for i in range(length)]
        return bytes(whole)

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return int(self._within(name, self._leaves.get(name, 0), 0, count - 1))

    def length(self, name: str, lo: int, hi: int) -> int:
        return int(self._within(name, self._leaves.get(name, lo), lo, hi))

    def _within(self, name: str, value: Any, lo: Any, hi: Any) -> Any:
        if (lo is not None and value < lo) or (hi is not None and value > hi):
            raise ShapeError(f"{name} is recorded as {value}, which the shape does not admit")
        return value


class LeafRecorder:
    """Keeps in `leaves` what another maker decides, for a Replayer."""

    def __init__(self, inner: Maker) -> None:
        self._inner = inner
        self.leaves: dict[str, Any] = {}

    def integer(self, name: str, lo: int | None, hi: int | None) -> Any:
        return self._kept(name, self._inner.integer(name, lo, hi))

    def real(self, name: str, lo: float | None, hi: float | None) -> Any:
        return self._kept(name, self._inner.real(name, lo, hi))

    def boolean(self, name: str) -> Any:
        return self._kept(name, self._inner.boolean(name))

    def text(self, name: str, length: int, alphabet: CharSet) -> Any:
        return self._kept(name, self._inner.text(name, length, alphabet))

    def blob(self, name: str, length: int) -> Any:
        return self._kept(name, self._inner.blob(name, length))

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return int(self._kept(name, self._inner.choose(name, count, meaning)))

    def length(self, name: str, lo: int, hi: int) -> int:
        return int(self._kept(name, self._inner.length(name, lo, hi)))

    def const(self, source: str) -> Any:
        return self._inner.const(source)

    def expression(self, source: str) -> Any:
        return self._inner.expression(source)

    def gather(self, name: str, kind: str, items: Sequence[Any]) -> Any:
        return self._inner.gather(name, kind, items)

    def construct(self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]) -> Any:
        return self._inner.construct(name, ref, arguments, fields)

    def member(self, ref: ClassRef, name: str) -> Any:
        return self._inner.member(ref, name)

    def _kept(self, name: str, value: Any) -> Any:
        self.leaves[name] = value
        return value
