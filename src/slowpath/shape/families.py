"""Inputs by an expression in N: structures whose parts depend on each other, such as graphs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape.base import Shape
from slowpath.shape.formula import SIZE
from slowpath.shape.maker import Maker


@dataclass(frozen=True, slots=True)
class Families(Shape):
    """One of some expressions in N. Whatever a value is, it cannot be told whether it comes of one."""

    sources: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.sources:
            raise ShapeError("family() admits nothing", "Give an expression: family('list(range(N))').")
        for each in self.sources:
            try:
                compile(each, "<family>", "eval")
            except (SyntaxError, ValueError):
                raise ShapeError(
                    f"{each!r} is not a Python expression", "Use builtins and N alone."
                ) from None

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        count = len(self.sources)
        which = maker.choose(f"which({name})", count) if count > 1 else 0
        return maker.expression(re.sub(rf"\b{SIZE}\b", str(size), self.sources[which]))

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        return None

    def render(self, value: Any) -> str:
        return repr(value)

    def describe(self) -> str:
        return f"family({', '.join(map(repr, self.sources))})"

    @property
    def grows(self) -> bool:
        return any(re.search(rf"\b{SIZE}\b", each) for each in self.sources)
