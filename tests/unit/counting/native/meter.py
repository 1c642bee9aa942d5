"""Hooks with a ledger of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from slowpath.counting.native import hooks

SITE = 3


@dataclass
class Meter:
    """Hooks, and what they charged."""

    work: list[int] = field(default_factory=lambda: [0] * 8)
    heavy: list[int] = field(default_factory=list)
    lost: dict[tuple[int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hooks = hooks(self.work, self.heavy.append, self.lost)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        hook = self.hooks.get(name)
        if hook is None:
            raise AttributeError(name)
        return lambda *args, **kwargs: hook(SITE, *args, **kwargs)

    def method(self, name: str, receiver: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Look a method up by its hook, and call it."""
        return self.hooks["method"](SITE, name, receiver)(*args, **kwargs)

    def charged(self, name: str, *args: Any, **kwargs: Any) -> int:
        """Return the milli-ops that one operation charges."""
        before = self.work[SITE]
        getattr(self, name)(*args, **kwargs)
        return self.work[SITE] - before
