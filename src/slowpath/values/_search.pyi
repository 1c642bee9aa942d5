from collections.abc import Callable, Iterable
from typing import Any, Self, final

_Reader = Callable[[Any], Iterable[Any]]

@final
class HeldSearch:
    def __new__(
        cls,
        plain: tuple[type, ...],
        leaves: tuple[type, ...],
        items: tuple[type, ...],
        reading: Callable[[type], tuple[bool, bool, bool, tuple[_Reader | None, ...]]],
        most: int,
    ) -> Self: ...
    def __call__(self, values: tuple[Any, ...] | list[Any], objects: int, /) -> Any: ...
