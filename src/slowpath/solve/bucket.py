"""Linear rows on a few integers, whose variables are eliminated as the rows come.

Fourier and Motzkin's step, in the order of Dechter, "Bucket Elimination: A Unifying Framework for
Reasoning" (Artificial Intelligence, 1999): a row stands in the bucket of the first of its variables. A new
row is added to those of its bucket that bound the variable from the other side, and the sums go on to
later buckets. So the questions of a depth-first search share the elimination of what they have in common,
and each enters one condition. Rows are divided by their common divisor and rounded, and a number that is
excluded at the edge of a row moves the edge: only integers allow that. Values are chosen from the last
bucket to the first. Where none can be chosen, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from operator import add, mul
from typing import Any

from slowpath.expr.condition import EQ, LE, NE, Compare, Condition
from slowpath.expr.variable import Integers, Values, Variables
from slowpath.solve.elimination import candidates
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict

# Z3, which is asked next, takes 7 to 25 ms for random systems of 4 to 8 variables; buckets answer 56 of
# 60 in 0.4 to 2 ms.
MOST_VARIABLES = 8  # an elimination can square the number of rows
MOST_CONDITIONS = 500  # entered at a time; each is a bit of the sets of conditions that rows come from
# Rows that one condition may make; without the rest, values are found less often. 600 take four times as
# long and answer 57 to 59 of 60.
MOST_SUMS = 80
# Values tried for variables; of 60 systems of 8 variables 10 answer 47, 120 answer 56, 1,000 answer 58.
MOST_CHOICES = 120

Factors = tuple[int, ...]  # of the variables, by their numbers
Row = tuple[Factors, int, int]  # factors, constant, places of conditions as bits: sum + constant <= 0
Side = dict[Factors, tuple[int, int]]  # constant and bits of the tightest row
Apart = dict[Factors, tuple[tuple[int, int], ...]]  # constants with which the sum is not zero, and bits

_NOTHING = Unknown("no values in the order of elimination")


class Bucket:
    """The rows whose first variable is one and the same: bounds above and below it, sums that are not zero
    (their first factor is positive), and sums that are."""

    __slots__ = ("above", "apart", "below", "ties")

    def __init__(self) -> None:
        self.above: Side = {}
        self.below: Side = {}
        self.apart: Apart = {}
        self.ties: Side = {}


class Buckets:
    """Follows a stack of conditions, of which it takes those that compare linear forms of its variables."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        integers = [each.index for each in variables if type(each.domain) is Integers]
        self._begin(integers if len(integers) <= MOST_VARIABLES else [])

    def covers(self, condition: Compare) -> bool:
        """Tell whether all variables of a condition have buckets."""
        return all(map(self._numbers.__contains__, condition.variables()))

    def start(self, indices: set[int], alone: bool) -> bool:
        """Give some variables buckets, alone or beside those that have one, and enter the conditions anew;
        whether they are few, and integers."""
        if len(indices) > MOST_VARIABLES:
            return False
        if any(type(self._variables[index].domain) is not Integers for index in indices):
            return False
        both = indices.union(self._numbers)
        self._begin(sorted(indices if alone or len(both) > MOST_VARIABLES else both))
        return True

    def keep(self, count: int) -> None:
        """Take back all conditions but the first ones."""
        if len(self._marks) > count:
            mark, places = self._marks[count]
            self._undo(mark)
            del self._marks[count:], self._places[places:]

    def follow(self, conditions: Sequence[Condition]) -> bool:
        """Enter the conditions that are new; whether they tie no other variables to those in buckets."""
        numbers, marks, places = self._numbers, self._marks, self._places
        for place in range(len(marks), len(conditions)):
            condition = conditions[place]
            mark = (len(self._log), len(places))
            if type(condition) is Compare and len(places) < MOST_CONDITIONS:
                known = [index in numbers for index, _ in condition.parts]
                if all(known):
                    self._enter(condition, 1 << len(places))
                    places.append(place)
                elif any(known):
                    return False
            marks.append(mark)
        return True

    def solve(self, condition: Compare, hint: Values) -> Verdict:
        """A model of what was entered and of one condition more, which the hint violates."""
        mark, bit = len(self._log), 1 << len(self._places)
        wanted: list[Any] = [hint[index] for index in self._numbers]
        core = 0
        lost = False
        for rows in _alternatives(self._factors(condition), condition, bit):
            answer = self._added(rows)
            values = self._chosen(wanted) if answer is None else None
            self._undo(mark)
            if values is not None:
                model = Model(hint)
                model.update(zip(self._numbers, values, strict=True))
                return model
            if answer is None:
                lost = True
            elif answer & bit:
                core |= answer
            else:
                return self._unsat(answer)
        return _NOTHING if lost else self._unsat(core)

    def _begin(self, indices: Sequence[int]) -> None:
        """Let these variables have buckets, and no conditions be entered."""
        self._numbers = {index: number for number, index in enumerate(indices)}
        self._buckets = [Bucket() for _ in indices]
        self._log: list[tuple[dict[Factors, Any], Factors, Any]] = []  # table, key, what was there
        self._marks: list[tuple[int, int]] = []  # before each condition: lengths of the log and of the places
        self._places: list[int] = []  # of the conditions that were entered
        for number, index in enumerate(indices):
            domain = self._variables[index].domain
            assert isinstance(domain, Integers)
            unit = tuple([int(each == number) for each in range(len(indices))])
            if domain.hi is not None:
                self._buckets[number].above[unit] = (-domain.hi, 0)
            if domain.lo is not None:
                self._buckets[number].below[_opposite(unit)] = (domain.lo, 0)

    def _unsat(self, core: int) -> Unsat:
        """The contradiction of the conditions that bits stand for; the new one has the next place."""
        places = [*self._places, len(self._marks)]
        return Unsat(tuple([place for number, place in enumerate(places) if core >> number & 1]))

    def _undo(self, mark: int) -> None:
        log = self._log
        while len(log) > mark:
            table, key, before = log.pop()
            if before is None:
                del table[key]
            else:
                table[key] = before

    def _set(self, table: dict[Factors, Any], key: Factors, value: Any) -> None:
        self._log.append((table, key, table.get(key)))
        table[key] = value

    def _factors(self, condition: Compare) -> Factors:
        factors = [0] * len(self._numbers)
        for index, factor in condition.parts:
            factors[self._numbers[index]] = factor
        return tuple(factors)

    def _enter(self, condition: Compare, bit: int) -> None:
        """Enter a condition; no contradiction comes of it, because a model satisfies all that is entered."""
        factors = self._factors(condition)
        if condition.op is NE:
            self._exclude(factors, condition.constant, bit)
        else:
            (rows,) = _alternatives(factors, condition, bit)
            self._added(rows)

    def _added(self, rows: list[Row]) -> int | None:
        """Enter rows and their sums with others; the bits of a contradiction."""
        log = self._log
        for factors, constant, bits in rows:  # grows while it is read
            divisor = gcd(*factors)
            if divisor != 1:
                factors = tuple([factor // divisor for factor in factors])
                constant = -(-constant // divisor)
            number = _first(factors)
            lead, bucket = factors[number], self._buckets[number]
            side, others = (bucket.above, bucket.below) if lead > 0 else (bucket.below, bucket.above)
            known = side.get(factors)
            if known is not None and constant <= known[0]:
                continue
            if bucket.apart:
                constant, bits = self._edge(bucket.apart, factors, lead, constant, bits)
            log.append((side, factors, known))
            side[factors] = (constant, bits)
            if len(rows) <= MOST_SUMS:
                core = self._combine((factors, constant, bits), number, others, rows)
                if core is not None:
                    return core
        return None

    def _combine(self, row: Row, number: int, others: Side, rows: list[Row]) -> int | None:
        """Append to `rows` the sums of a row with `others`, which bound its first variable from the other
        side; the bits of a contradiction."""
        factors, constant, bits = row
        tie: Row | None = None
        for other, (other_constant, other_bits) in others.items():
            p, q = abs(other[number]), abs(factors[number])
            if p == q:
                total, rest = tuple(map(add, factors, other)), constant + other_constant
            else:
                total = tuple([p * x + q * y for x, y in zip(factors, other, strict=True)])
                rest = p * constant + q * other_constant
            both = bits | other_bits
            if any(total):
                rows.append((total, rest, both))
            elif rest > 0:
                return both
            elif not rest:
                tie = (factors, constant, both)
        return None if tie is None else self._tie(self._buckets[number], number, tie)

    def _tie(self, bucket: Bucket, number: int, tie: Row) -> int | None:
        """Enter that a sum is zero, for what is excluded in its bucket; the bits of a contradiction."""
        self._set(bucket.ties, tie[0], tie[1:])
        for factors, constants in list(bucket.apart.items()):
            for constant, bits in constants:
                core = self._exclude(*_replaced((factors, constant, bits), tie, number))
                if core is not None:
                    return core
        return None

    def _exclude(self, factors: Factors, constant: int, bits: int) -> int | None:
        """Let a sum not be zero: a row whose edge that is becomes tighter. The bits of a contradiction."""
        divisor = gcd(*factors)
        if divisor != 1:
            if not divisor:
                return None if constant else bits
            if constant % divisor:
                return None
            factors, constant = tuple([factor // divisor for factor in factors]), constant // divisor
        number = _first(factors)
        if factors[number] < 0:
            factors, constant = _opposite(factors), -constant
        bucket = self._buckets[number]
        for side, key, edge in (
            (bucket.above, factors, constant),
            (bucket.below, _opposite(factors), -constant),
        ):
            row = side.get(key)
            if row is not None and row[0] >= edge:
                return self._added([(key, edge + 1, row[1] | bits)]) if row[0] == edge else None
        self._set(bucket.apart, factors, (*bucket.apart.get(factors, ()), (constant, bits)))
        for tied, rest in list(bucket.ties.items()):
            core = self._exclude(*_replaced((factors, constant, bits), (tied, *rest), number))
            if core is not None:
                return core
        return None

    def _edge(self, apart: Apart, factors: Factors, lead: int, constant: int, bits: int) -> tuple[int, int]:
        """The constant and bits of a row whose edge is not excluded; what it implies is excluded no more."""
        key = factors if lead > 0 else _opposite(factors)
        excluded = apart.get(key)
        if excluded:
            sign = 1 if lead > 0 else -1
            for edge, why in sorted([(sign * each, why) for each, why in excluded]):
                if edge == constant:
                    constant += 1
                    bits |= why
            self._set(apart, key, tuple([each for each in excluded if sign * each[0] >= constant]))
        return constant, bits

    def _chosen(self, wanted: list[int]) -> list[int] | None:
        """Values as near to those wanted as the buckets let them be, or None where none were found."""
        values = list(wanted)
        tried = [_left(self._buckets[-1], len(values) - 1, values, wanted[-1])]
        for _ in range(MOST_CHOICES):
            number = len(values) - len(tried)
            value = next(tried[-1], None)
            if value is None:
                tried.pop()
                if not tried:
                    return None
                continue
            values[number] = value
            if not number:
                return values
            number -= 1
            tried.append(_left(self._buckets[number], number, values, wanted[number]))
        return None


def _alternatives(factors: Factors, condition: Compare, bit: int) -> list[list[Row]]:
    """The rows that a condition is, or those of its alternatives."""
    constant, op = condition.constant, condition.op
    if op is LE:
        return [[(factors, constant, bit)]]
    if op is EQ:
        return [[(factors, constant, bit), (_opposite(factors), -constant, bit)]]
    return [[(factors, constant + 1, bit)], [(_opposite(factors), 1 - constant, bit)]]


def _opposite(factors: Factors) -> Factors:
    return tuple([-factor for factor in factors])


def _replaced(row: Row, tie: Row, number: int) -> Row:
    """A row without a variable that a sum that is zero tells."""
    p, q = tie[0][number], row[0][number]
    factors = tuple([p * x - q * y for x, y in zip(row[0], tie[0], strict=True)])
    return factors, p * row[1] - q * tie[1], row[2] | tie[2]


def _first(factors: Factors) -> int:
    """The number of the first variable that has a factor."""
    number = 0
    while not factors[number]:
        number += 1
    return number


def _left(bucket: Bucket, number: int, values: list[int], wanted: int) -> Iterator[int]:
    """What a bucket leaves of a variable when later ones have values, the nearest to what is wanted first."""
    values[number] = 0
    low: int | None = None
    high: int | None = None
    for factors, (constant, _) in bucket.above.items():
        most = -(sum(map(mul, factors, values)) + constant) // factors[number]
        high = most if high is None or most < high else high
    for factors, (constant, _) in bucket.below.items():
        least = -((sum(map(mul, factors, values)) + constant) // factors[number])  # rounded up
        low = least if low is None or least > low else low
    excluded: set[int] = set()
    for factors, constants in bucket.apart.items():
        total, lead = sum(map(mul, factors, values)), factors[number]
        excluded.update([-(total + each) // lead for each, _ in constants if (total + each) % lead == 0])
    if (low is None or low <= wanted) and (high is None or wanted <= high) and wanted not in excluded:
        yield wanted
    for candidate in candidates(low, high, wanted):
        if candidate != wanted and candidate not in excluded:
            yield candidate
