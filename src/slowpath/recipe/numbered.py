"""Text that repeats a piece with another number each time: `''.join(f'a{i};' for i in range(N))`.

What is looked up among all that came before, or compared with it, is slow only if it is new each time. A pump
repeats the same piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from slowpath.recipe.part import PartKind, Pumped


@dataclass(frozen=True, slots=True)
class Numbered:
    """Text or bytes: a prefix; what stands before and what stands after each number below N; a suffix."""

    kind: PartKind
    pieces: tuple[str, str, str, str]

    @property
    def source(self) -> str:
        prefix, _, _, suffix = self.pieces
        terms = (self._written(prefix), self._joined, self._written(suffix))
        return " + ".join(term for term in terms if term)

    @property
    def weight(self) -> int:
        return 1 + sum(map(len, self.pieces))

    def length(self, size: int) -> int:
        prefix, before, after, suffix = map(len, self.pieces)
        digits, power = size, 10
        while power < size:  # numbers with one digit more
            digits += size - power
            power *= 10
        return prefix + size * (before + after) + digits + suffix

    @property
    def repeated(self) -> Pumped:
        """The same with the number zero each time."""
        prefix, before, after, suffix = self.pieces
        return Pumped(self.kind, (prefix, f"{before}0{after}", "", "", suffix))

    def with_piece(self, place: int, text: str) -> Numbered:
        """The same with another piece at a place."""
        one, two, three, four = (text if at == place else piece for at, piece in enumerate(self.pieces))
        return replace(self, pieces=(one, two, three, four))

    @property
    def _joined(self) -> str:
        _, before, after, _ = self.pieces
        if self.kind is PartKind.BYTES:
            template = f"{before.replace('%', '%%')}%d{after.replace('%', '%%')}"
            return f"b''.join({template.encode('latin-1')!r} % i for i in range(N))"
        if not before and not after:
            return "''.join(map(str, range(N)))"
        piece = f"{_literal(before)}{{i}}{_literal(after)}"
        return f"''.join(f{piece!r} for i in range(N))"

    def _written(self, text: str) -> str:
        if not text:
            return ""
        return repr(text) if self.kind is PartKind.TEXT else repr(text.encode("latin-1"))


def _literal(text: str) -> str:
    """A text as a formatted string spells it."""
    return text.replace("{", "{{").replace("}", "}}")
