"""What is left of a character's set under several memberships, and which of them leave nothing."""

from __future__ import annotations

from slowpath.expr.condition import Member
from slowpath.model.charset import CharSet


class Sets:
    """The set of each character variable, narrowed by memberships and widened again."""

    def __init__(self) -> None:
        self._left: dict[int, list[tuple[CharSet, CharSet, int]]] = {}  # what is left, by what, its place

    def narrow(self, member: Member, place: int) -> None:
        stack = self._left.setdefault(member.index, [])
        left = stack[-1][0] & member.chars if stack else member.chars
        stack.append((left, member.chars, place))

    def widen(self, index: int) -> None:
        """Take back the last `narrow` of a variable."""
        self._left[index].pop()

    def left(self, index: int) -> CharSet:
        stack = self._left.get(index)
        return stack[-1][0] if stack else CharSet.everything()

    def core(self, member: Member) -> set[int]:
        """Places of memberships that leave nothing of `member`, none of them idle."""
        needed: list[tuple[CharSet, int]] = []
        others = [(chars, place) for _, chars, place in self._left[member.index]]
        left = member.chars
        while left:  # each time the membership that takes the most away
            smallest, chars, place = min(
                ((left & chars, chars, place) for chars, place in others), key=lambda each: len(each[0])
            )
            needed.append((chars, place))
            left = smallest
        for each in needed[:-1]:
            rest = [other for other in needed if other is not each]
            left = member.chars
            for chars, _ in rest:
                left &= chars
            if not left:
                needed = rest
        return {place for _, place in needed}
