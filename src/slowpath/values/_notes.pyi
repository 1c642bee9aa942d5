from collections.abc import Callable, Mapping
from typing import Any

class Noting:
    def __init__(
        self,
        function: Any,
        perform: Callable[..., Any],
        note: Callable[[Any, tuple[Any, ...], Mapping[str, Any]], None],
    ) -> None: ...
    def __call__(self, *arguments: Any, **options: Any) -> Any: ...
