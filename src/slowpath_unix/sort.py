"""sort: a merge sort of blocks that an insertion sort has put in order."""

from __future__ import annotations

# Insertion is cheaper than merging below it.
BLOCK = 16

Number = tuple[bool, str, str]  # whether it is negative, the digits before the point, and those behind


def sort(
    lines: list[str], *, reverse: bool = False, numeric: bool = False, unique: bool = False
) -> list[str]:
    """Return the lines in order: by bytes, or by the number at their start if `numeric`.

    Lines of equal numbers are in the order of their bytes. Of lines that compare equal, `unique` keeps one.
    """
    order = LineOrder(numeric, reverse, unique)
    runs = [order.inserted(lines[start : start + BLOCK]) for start in range(0, len(lines), BLOCK)]
    while len(runs) > 1:
        merged = [order.merged(runs[i], runs[i + 1]) for i in range(0, len(runs) - 1, 2)]
        if len(runs) % 2:
            merged.append(runs[-1])
        runs = merged
    result = runs[0] if runs else []
    return order.distinct(result) if unique else result


class LineOrder:
    """Compares lines as the options ask for."""

    def __init__(self, numeric: bool, reverse: bool, unique: bool) -> None:
        self.numeric = numeric
        self.reverse = reverse
        self.unique = unique

    def after(self, first: str, second: str) -> bool:
        """Whether the first line belongs behind the second: never if they compare equal."""
        if self.reverse:
            first, second = second, first
        if not self.numeric:
            return first > second
        sign = compared(number_of(first), number_of(second))
        if sign == 0 and not self.unique:
            return first > second
        return sign > 0

    def same(self, first: str, second: str) -> bool:
        """Whether two lines compare equal."""
        if not self.numeric:
            return first == second
        return compared(number_of(first), number_of(second)) == 0

    def inserted(self, lines: list[str]) -> list[str]:
        """The lines in order, each put behind those that it does not come before."""
        for i in range(1, len(lines)):
            line = lines[i]
            place = i
            while place > 0 and self.after(lines[place - 1], line):
                lines[place] = lines[place - 1]
                place -= 1
            lines[place] = line
        return lines

    def merged(self, left: list[str], right: list[str]) -> list[str]:
        """Two runs as one; what compares equal stays in its order."""
        if not self.after(left[-1], right[0]):
            return left + right
        result: list[str] = []
        i = j = 0
        while i < len(left) and j < len(right):
            if self.after(left[i], right[j]):
                result.append(right[j])
                j += 1
            else:
                result.append(left[i])
                i += 1
        result += left[i:]
        result += right[j:]
        return result

    def distinct(self, lines: list[str]) -> list[str]:
        """Ordered lines without those that compare equal to the one before."""
        result: list[str] = []
        for line in lines:
            if not result or not self.same(result[-1], line):
                result.append(line)
        return result


def number_of(line: str) -> Number:
    """Return the number at the start of a line, behind blanks and a minus sign; zero if there is none."""
    place = 0
    while place < len(line) and (line[place] == " " or line[place] == "\t"):
        place += 1
    negative = place < len(line) and line[place] == "-"
    if negative:
        place += 1
    while place < len(line) and line[place] == "0":
        place += 1
    end = digits_end(line, place)
    whole = line[place:end]
    fraction = ""
    if end < len(line) and line[end] == ".":
        stop = digits_end(line, end + 1)
        while stop > end + 1 and line[stop - 1] == "0":
            stop -= 1
        fraction = line[end + 1 : stop]
    if whole == "" and fraction == "":
        negative = False
    return negative, whole, fraction


def digits_end(line: str, place: int) -> int:
    """Return the end of the digits that begin at a place."""
    while place < len(line) and "0" <= line[place] <= "9":
        place += 1
    return place


def compared(first: Number, second: Number) -> int:
    """Return 1, 0 or -1 as the first number is larger, equal or smaller."""
    if first[0] != second[0]:
        return -1 if first[0] else 1
    sign = -1 if first[0] else 1
    if len(first[1]) != len(second[1]):
        return sign if len(first[1]) > len(second[1]) else -sign
    if first[1] != second[1]:
        return sign if first[1] > second[1] else -sign
    if first[2] != second[2]:
        return sign if first[2] > second[2] else -sign
    return 0
