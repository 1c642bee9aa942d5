from collections.abc import Callable, Mapping
from typing import Any, Self, final

@final
class Noting:
    def __new__(
        cls,
        function: Any,
        perform: Callable[..., Any],
        note: Callable[[Any, tuple[Any, ...], Mapping[str, Any]], None],
        skip_plain: bool = False,
    ) -> Self: ...
    def __call__(self, *arguments: Any, **options: Any) -> Any: ...
