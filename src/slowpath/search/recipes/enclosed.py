"""Parts that grow inside an object: the text of a stream, the list that a class is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from slowpath.recipe.part import Part, Wrapped


class PartMaker(Protocol):
    """What makes the parts of one argument."""

    @property
    def grows(self) -> bool: ...
    def starts(self) -> Sequence[Part]: ...
    def attacks(self) -> Sequence[Part]: ...
    def other(self, part: Part, mates: Sequence[Part]) -> Part: ...
    def made(self, part: Part) -> bool: ...
    def sweep(self) -> Iterator[Part]: ...


@dataclass(frozen=True, slots=True)
class Enclosed:
    """Makes objects by a call in which one argument varies and the others stay."""

    frame: Wrapped
    inner: PartMaker

    @property
    def grows(self) -> bool:
        return self.inner.grows

    def starts(self) -> Sequence[Part]:
        return [self._around(part) for part in self.inner.starts()]

    def attacks(self) -> Sequence[Part]:
        return [self._around(part) for part in self.inner.attacks()]

    def other(self, part: Part, mates: Sequence[Part]) -> Part:
        return self._around(self.inner.other(_within(part), [_within(each) for each in mates]))

    def made(self, part: Part) -> bool:
        """Whether a part is such an object."""
        return (
            isinstance(part, Wrapped)
            and replace(part, inner=self.frame.inner) == self.frame
            and self.inner.made(part.inner)
        )

    def sweep(self) -> Iterator[Part]:
        return map(self._around, self.inner.sweep())

    def _around(self, part: Part) -> Part:
        return replace(self.frame, inner=part)


def enclosed(
    call: str, arguments: Sequence[tuple[str, PartMaker]], ends: tuple[str, str] = ("", "")
) -> Iterator[Enclosed]:
    """Yield what makes objects by a call, for each argument that grows.

    Each argument has a label, as "name=" or ""; all of them stand between the two ends.
    """
    plain = [label + maker.starts()[0].source for label, maker in arguments]
    for place, (label, maker) in enumerate(arguments):
        if maker.grows:
            before = ends[0] + "".join(f"{each}, " for each in plain[:place]) + label
            after = "".join(f", {each}" for each in plain[place + 1 :]) + ends[1]
            yield Enclosed(Wrapped(call, maker.starts()[0], before, after), maker)


def _within(part: Part) -> Part:
    assert isinstance(part, Wrapped)
    return part.inner
