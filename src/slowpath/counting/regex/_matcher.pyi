from collections.abc import Sequence
from typing import Any, Final, Self, final

API: Final[Any]  # a capsule for the hooks of native work

@final
class Machine:
    spent: int
    def __new__(
        cls,
        code: tuple[int, ...],
        tests: tuple[tuple[int, int, int, tuple[int, ...]], ...],
        groups: int,
        width: int,
        prefix: tuple[int, ...],
        overlap: tuple[int, ...],
        skip: int,
        whole: bool,
        first: int,
        anchored: bool,
        of_bytes: bool,
        possessive_opens: bool,
        weights: tuple[int, ...],
    ) -> Self: ...
    def match(
        self,
        text: Any,
        mode: int,
        pos: int = ...,
        endpos: int = ...,
        advance: bool = ...,
        limit: int = ...,
        /,
    ) -> tuple[int, tuple[tuple[int, int], ...] | None, int, tuple[int, ...]]: ...
    def cost(
        self, text: Any, mode: int, pos: int = ..., endpos: int = ..., count: int = ..., limit: int = ..., /
    ) -> int: ...

def category_spans(letter: str, /) -> Sequence[tuple[int, int]]: ...
def simple_cases(upper: bool, /) -> dict[int, int]: ...
def locale_bytes() -> tuple[bytes, bytes, bytes]: ...
