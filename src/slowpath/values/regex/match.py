"""Matches in symbolic text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NoReturn

from slowpath.values.blob import BLOB
from slowpath.values.regex.template import decide, replacement
from slowpath.values.text.kind import TextKind, checked
from slowpath.values.text.operations import plain
from slowpath.values.text.text import TEXT

SHOWN = 50  # characters of the matched text that a repr shows (`match_repr` in CPython's _sre.c)


def kind_of(value: Any) -> TextKind:
    """What a text is made of: characters or bytes."""
    return TEXT if isinstance(value, str) else BLOB


class SymMatch:
    """A match in symbolic text: the interpreter's own match in the plain text, and the text.

    Where it matched is decided, so places are plain; the texts of groups are pieces of the symbolic `text`:
    the string itself, or the bytes of a bytearray.
    """

    __slots__ = ("_found", "_text", "string")

    def __init__(self, found: re.Match[Any], string: Any, text: Any) -> None:
        self._found = found
        self._text = text
        self.string = string

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return re.Match

    re = property(attrgetter("_found.re"))
    pos = property(attrgetter("_found.pos"))
    endpos = property(attrgetter("_found.endpos"))
    lastindex = property(attrgetter("_found.lastindex"))
    lastgroup = property(attrgetter("_found.lastgroup"))
    regs = property(attrgetter("_found.regs"))

    def start(self, group: Any = 0, /) -> int:
        return self._found.start(group)

    def end(self, group: Any = 0, /) -> int:
        return self._found.end(group)

    def span(self, group: Any = 0, /) -> tuple[int, int]:
        return self._found.span(group)

    def group(self, *groups: Any) -> Any:
        if len(groups) > 1:
            return tuple([self[group] for group in groups])
        return self[groups[0] if groups else 0]

    def __getitem__(self, group: Any, /) -> Any:
        start, end = self._found.span(group)
        return None if start < 0 else kind_of(self._text).slice(self._text, start, end)

    def groups(self, default: Any = None) -> tuple[Any, ...]:
        return tuple(self._or(default, range(1, len(self.regs))))

    def groupdict(self, default: Any = None) -> dict[str, Any]:
        names = self._found.re.groupindex
        return dict(zip(names, self._or(default, names), strict=True))

    def _or(self, default: Any, groups: Any) -> Iterator[Any]:
        for group in groups:
            text = self[group]
            yield default if text is None else text

    def expand(self, template: Any) -> Any:
        decide(template)
        made = self._found.expand(plain(template))  # raises where Python does
        found = replacement(template, self.re, kind_of(self._text))(self.__getitem__)
        return checked(found, made, "expand()", self._text)

    def __repr__(self) -> Any:
        shown = repr(self[0])[:SHOWN]
        return f"<re.Match object; span={self.span()!r}, match=" + shown + ">"

    def __copy__(self) -> SymMatch:
        return self

    def __deepcopy__(self, memo: Any) -> SymMatch:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot pickle 're.Match' object")

    __reduce__ = __reduce_ex__  # type: ignore[assignment]


SymMatch.__name__ = SymMatch.__qualname__ = "Match"
SymMatch.__module__ = "re"
