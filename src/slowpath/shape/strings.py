"""Text and bytes of a length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ANY, check_alphabet, describe_alphabet, offending
from slowpath.shape.base import Inner, Length, Shape, check_kind, wrong_kind
from slowpath.shape.maker import Maker

BLOBS = {"bytes": "blob", "bytearray": "bytearrays", "memoryview": "memoryviews"}
_KINDS: dict[str, type] = {"bytes": bytes, "bytearray": bytearray, "memoryview": memoryview}


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """A str of a length, of characters of an alphabet."""

    length: Length
    alphabet: CharSet = ANY

    def __post_init__(self) -> None:
        check_alphabet(self.alphabet)

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        return maker.text(name, self.length.decide(size, maker, name), self.alphabet)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, str):
            return wrong_kind(value, "text", name)
        for place, character in offending(value, self.alphabet):
            return wrong_kind(character, f"one of {describe_alphabet(self.alphabet)}", f"{name}[{place}]")
        return self.length.fault(len(value), size, name)

    def render(self, value: Any) -> str:
        return str.__repr__(value)

    def describe(self) -> str:
        if self.alphabet == ANY:
            return f"text({self.length.describe()})"
        return f"text({self.length.describe()}, {describe_alphabet(self.alphabet)})"

    def inner(self) -> Inner:
        return [("", self.length)]


@dataclass(frozen=True, slots=True)
class Blob(Shape):
    """Bytes of a length, as a `bytes`, a `bytearray` or a `memoryview`."""

    length: Length
    kind: str = "bytes"

    def __post_init__(self) -> None:
        check_kind(self.kind, BLOBS, "bytes")

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        made = maker.blob(name, self.length.decide(size, maker, name))
        return made if self.kind == "bytes" else maker.gather(name, self.kind, [made])

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, bytes | bytearray | memoryview) or not isinstance(value, _KINDS[self.kind]):
            return wrong_kind(value, f"a {self.kind}", name)
        return self.length.fault(len(value), size, name)

    def render(self, value: Any) -> str:
        source = bytes.__repr__(bytes(value))
        return source if self.kind == "bytes" else f"{self.kind}({source})"

    def describe(self) -> str:
        return f"{BLOBS[self.kind]}({self.length.describe()})"

    def inner(self) -> Inner:
        return [("", self.length)]
