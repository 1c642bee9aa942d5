"""Small systems of linear conditions on integers, by eliminating one variable after the other.

Fourier and Motzkin's method: what bounds a variable from below is added to what bounds it from above,
until no variable is left; then values are chosen in the opposite order. Rows are divided by their common
divisor and rounded, which only integers allow. A contradiction of what is left is one of the conditions;
where values cannot be chosen, nothing is known. Values with one variable moved are tried first. It sets
up nothing, so a system of a few rows takes a tenth of the time that Z3 takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import gcd
from operator import mul

from slowpath.expr.condition import EQ, FALSE, LE, NE, TRUE, Compare, Condition
from slowpath.expr.variable import Integers, Value, Values, Variables
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict

# The limits end a question that elimination does not answer after 1 ms. Z3 takes 7 to 25 ms for random
# systems of 4 to 8 variables, and elimination answers two thirds of them in 0.2 ms.
MOST_VARIABLES = 8  # an elimination can square the number of rows
# Rows at any time of the elimination. 500 let it answer more systems of 4 variables (53 of 60, not 39),
# but no more with 6 or 8 variables, for twice the time.
MOST_ROWS = 120
MOST_SPLITS = 12  # != conditions turned into < or >: each doubles the work
MOST_CHOICES = 120  # values tried for variables, 15 for each of eight
# Values of one variable tried before any is eliminated: without them 2 of 60 random systems are answered,
# with 4 as many as with 50 (36).
FIRST = 4

Row = tuple[tuple[int, ...], int, int]  # coefficients, constant, places of conditions as bits: sum <= 0
Bounds = tuple[int, list[Row]]  # a variable, and the rows that bound it when the later ones have values


class Elimination:
    """Answers where few conditions compare linear forms of few integers."""

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        if len(conditions) > MOST_ROWS:
            return Unknown("too many conditions to eliminate variables")
        found: dict[int, int] = {}
        for place, condition in enumerate(conditions):
            if type(condition) is not Compare:
                if condition == FALSE:
                    return Unsat((place,))
                if condition == TRUE:
                    continue
                return Unknown("not only linear conditions")
            for index, _ in condition.parts:
                if index not in found:
                    if type(variables[index].domain) is not Integers or len(found) == MOST_VARIABLES:
                        return Unknown("not only few integers")
                    found[index] = len(found)
        return _System(found, conditions, variables, hint or {}).verdict()


class _System:
    """The rows of a question, over the variables that occur in it, numbered from 0."""

    def __init__(
        self, found: dict[int, int], conditions: Sequence[Condition], variables: Variables, hint: Values
    ) -> None:
        self._found = found
        self._hint = hint
        self._wanted = [hint.get(index, variables[index].default()) for index in found]
        self._differences: list[Row] = []
        self._rows: list[Row] = []
        self._last: tuple[int, ...] = ()
        self._splits = 0
        self._choices = 0
        for index, number in found.items():
            domain = variables[index].domain
            assert isinstance(domain, Integers)
            if domain.hi is not None:
                self._rows.append((self._unit(number, 1), -domain.hi, 0))
            if domain.lo is not None:
                self._rows.append((self._unit(number, -1), domain.lo, 0))
        for place, condition in enumerate(conditions):
            if isinstance(condition, Compare):
                self._enter(condition, 1 << place)

    def verdict(self) -> Verdict:
        answer = self._moved() or self._solved(self._rows)
        if answer is None:
            return Unknown("no values in the order of elimination")
        if isinstance(answer, int):
            return Unsat(tuple([place for place in range(answer.bit_length()) if answer >> place & 1]))
        values: dict[int, Value] = dict(self._hint)
        values.update(zip(self._found, answer, strict=True))
        return Model(values)

    def _unit(self, number: int, factor: int) -> tuple[int, ...]:
        return tuple([factor if each == number else 0 for each in range(len(self._found))])

    def _enter(self, condition: Compare, bit: int) -> None:
        factors = [0] * len(self._found)
        for index, factor in condition.parts:
            factors[self._found[index]] = factor
        row = (tuple(factors), condition.constant, bit)
        self._last = row[0]
        if condition.op is NE:
            self._differences.append(row)
            return
        self._rows.append(row)
        if condition.op is EQ:
            self._rows.append(_negated(row))
        else:
            assert condition.op is LE

    def _moved(self) -> list[int] | None:
        """The values wanted but for one variable of the last condition, if that is enough."""
        values = [int(value) for value in self._wanted]
        for number, factor in enumerate(self._last):
            if factor:
                wanted = values[number]
                for candidate in islice(candidates(*_interval(self._rows, number, values), wanted), FIRST):
                    values[number] = candidate
                    if not any(_is_zero(row, values) for row in self._differences):
                        return values
                values[number] = wanted
        return None

    def _solved(self, rows: list[Row]) -> list[int] | int | None:
        """Values, or the bits of a contradiction, or None where neither was found."""
        order = self._eliminated(rows)
        if not isinstance(order, list):
            return order
        values = [0] * len(self._found)
        if self._chosen(order, len(order) - 1, values):
            return self._mended(rows, values)
        return None

    def _mended(self, rows: list[Row], values: list[int]) -> list[int] | int | None:
        """The values; where a difference is violated, those with less or more than what it forbids."""
        for row in self._differences:
            if _is_zero(row, values):
                factors, constant, bits = row
                break
        else:
            return values
        self._splits += 1
        if self._splits > MOST_SPLITS:
            return None
        core: int | None = 0
        for side in ((factors, constant + 1, bits), _negated((factors, constant - 1, bits))):
            answer = self._solved([*rows, side])
            if isinstance(answer, list):
                return answer
            if answer is not None and not answer & bits:
                return answer
            core = None if answer is None or core is None else core | answer
        return core

    def _eliminated(self, rows: list[Row]) -> list[Bounds] | int | None:
        """What bounds each variable, in the order of elimination, or the bits of a contradiction."""
        tightest: dict[tuple[int, ...], Row] = {}
        for row in rows:
            core = _add(row, tightest)
            if core is not None:
                return core
        order: list[Bounds] = []
        left = set(range(len(self._found)))
        while left:
            number, above, below = _cheapest(left, tightest)
            if len(above) * len(below) + len(tightest) > MOST_ROWS:
                return None
            left.discard(number)
            order.append((number, above + below))
            for row in above + below:
                del tightest[row[0]]
            for upper in above:
                for lower in below:
                    core = _add(_sum(upper, lower, number), tightest)
                    if core is not None:
                        return core
        return order

    def _chosen(self, order: list[Bounds], place: int, values: list[int]) -> bool:
        """Choose values from the last variable on; whether all bounds leave one."""
        if place < 0:
            return True
        number, rows = order[place]
        low, high = _interval(rows, number, values)
        for candidate in candidates(low, high, int(self._wanted[number])):
            self._choices += 1
            if self._choices > MOST_CHOICES:
                return False
            values[number] = candidate
            if self._chosen(order, place - 1, values):
                return True
        return False


def _interval(rows: list[Row], number: int, values: list[int]) -> tuple[int | None, int | None]:
    """The least and the largest value that rows leave a variable; the least is larger where none is left."""
    values[number] = 0
    low: int | None = None
    high: int | None = None
    for factors, constant, _ in rows:
        factor = factors[number]
        rest = sum(map(mul, factors, values)) + constant
        if factor > 0:
            most = -rest // factor
            high = most if high is None or most < high else high
        elif factor:
            least = -(rest // factor)  # -rest / factor, rounded up
            low = least if low is None or least > low else low
        elif rest > 0:
            return 1, 0
    return low, high


def _is_zero(row: Row, values: list[int]) -> bool:
    total: int = sum(map(mul, row[0], values), row[1])
    return total == 0


def candidates(low: int | None, high: int | None, wanted: int) -> Iterator[int]:
    """Values between two bounds: the one nearest to what is wanted first, then further and further."""
    if low is not None and high is not None and low > high:
        return
    nearest = wanted
    if low is not None and nearest < low:
        nearest = low
    if high is not None and nearest > high:
        nearest = high
    yield nearest
    step = 1
    for _ in range(18):
        for candidate in (nearest + step, nearest - step):
            if (low is None or candidate >= low) and (high is None or candidate <= high):
                yield candidate
        step = step + 1 if step < 12 else step * 2


def _negated(row: Row) -> Row:
    factors, constant, bits = row
    return tuple([-factor for factor in factors]), -constant, bits


def _sum(upper: Row, lower: Row, number: int) -> Row:
    """A row without a variable that both bound."""
    p, q = -lower[0][number], upper[0][number]
    factors = tuple([p * x + q * y for x, y in zip(upper[0], lower[0], strict=True)])
    return factors, p * upper[1] + q * lower[1], upper[2] | lower[2]


def _add(row: Row, tightest: dict[tuple[int, ...], Row]) -> int | None:
    """Enter a row where none with the same coefficients is as tight; the bits of a contradiction."""
    factors, constant, bits = row
    divisor = gcd(*factors)
    if not divisor:
        return bits if constant > 0 else None
    if divisor != 1:
        factors = tuple([factor // divisor for factor in factors])
        constant = -(-constant // divisor)
    known = tightest.get(factors)
    if known is None or constant > known[1]:
        tightest[factors] = (factors, constant, bits)
    return None


def _cheapest(left: set[int], tightest: dict[tuple[int, ...], Row]) -> tuple[int, list[Row], list[Row]]:
    """The variable whose elimination makes the fewest rows, and the rows above and below it."""
    best: tuple[int, list[Row], list[Row]] | None = None
    least = 0
    for number in left:
        above = [row for row in tightest.values() if row[0][number] > 0]
        below = [row for row in tightest.values() if row[0][number] < 0]
        made = len(above) * len(below)
        if best is None or made < least:
            best, least = (number, above, below), made
        if not made:
            break
    assert best is not None
    return best
