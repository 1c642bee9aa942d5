from collections.abc import Callable
from typing import Any

class Sided:
    def __init__(
        self,
        name: str,
        integer: type,
        real: type,
        turned: Callable[..., Any],
        ordinary: Callable[..., Any] | None = None,
    ) -> None: ...
    def __call__(self, *arguments: Any) -> Any: ...
