from collections.abc import Callable
from typing import Any, Self, final

@final
class Sided:
    def __new__(
        cls,
        name: str,
        integer: type,
        real: type,
        turned: Callable[..., Any],
        ordinary: Callable[..., Any] | None = None,
    ) -> Self: ...
    def __call__(self, *arguments: Any) -> Any: ...
