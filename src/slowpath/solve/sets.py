"""What is left of a character's set under several memberships, and which of them leave nothing."""

from __future__ import annotations

from slowpath.expr.condition import Member
from slowpath.model.charset import CharSet


class Sets:
    """The sets of character variables, narrowed by memberships; the latest can be undone."""

    def __init__(self) -> None:
        self._stacks: dict[int, list[tuple[CharSet, CharSet, int]]] = {}  # what is left, by what, its place
        self._log: list[int] = []

    def mark(self) -> int:
        """The present state, for `undo`."""
        return len(self._log)

    def undo(self, mark: int) -> None:
        """Take back what was narrowed since `mark`."""
        while len(self._log) > mark:
            self._stacks[self._log.pop()].pop()

    def narrow(self, member: Member, place: int) -> CharSet:
        """What is left of a variable's set under one more membership."""
        stack = self._stacks.setdefault(member.index, [])
        left = stack[-1][0] & member.chars if stack else member.chars
        stack.append((left, member.chars, place))
        self._log.append(member.index)
        return left

    def core(self, index: int) -> set[int]:
        """Places of memberships that leave nothing, none of them idle; the latest is one of them."""
        *others, (_, left, place) = self._stacks[index]
        first = left
        needed = [(left, place)]
        while left:  # each time the membership that takes the most away
            left, chars, place = min(
                ((left & chars, chars, place) for _, chars, place in others), key=lambda each: len(each[0])
            )
            needed.append((chars, place))
        for each in needed[1:-1]:
            rest = [other for other in needed if other is not each]
            left = first
            for chars, _ in rest:
                left &= chars
            if not left:
                needed = rest
        return {place for _, place in needed}
