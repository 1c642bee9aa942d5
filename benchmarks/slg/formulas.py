"""Formulas in conjunctive normal form, from families that solvers find hard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses over the variables 1 to `variables`; a literal is a variable or its negative."""

    name: str
    variables: int
    clauses: tuple[Clause, ...]

    @property
    def signs(self) -> tuple[Clause, ...]:
        """The structure: 1 and -1 in the place of each literal."""
        return tuple(tuple(1 if literal > 0 else -1 for literal in clause) for clause in self.clauses)

    @property
    def chosen(self) -> list[int]:
        """The variables of all literals in order, counted from 0."""
        return [abs(literal) - 1 for clause in self.clauses for literal in clause]


def pigeonhole(holes: int, more: int = 1) -> Formula:
    """Some more pigeons than there are holes, each in one hole, none in that of another."""
    pigeons = range(holes + more)
    clauses = [tuple(1 + pigeon * holes + hole for hole in range(holes)) for pigeon in pigeons]
    for hole in range(holes):
        clauses += [
            (-(1 + one * holes + hole), -(1 + two * holes + hole)) for one, two in combinations(pigeons, 2)
        ]
    for pigeon in pigeons:
        clauses += [(-one, -two) for one, two in combinations(clauses[pigeon], 2)]
    return Formula(f"{len(pigeons)} pigeons, {holes} holes", len(pigeons) * holes, tuple(clauses))


def channels(tracks: int, nets: int) -> Formula:
    """Nets that get a track in each of two channels, where there are fewer tracks than nets."""
    clauses: list[Clause] = []
    for channel in range(2):
        first = 1 + channel * nets * tracks
        clauses += [tuple(first + net * tracks + track for track in range(tracks)) for net in range(nets)]
        for track in range(tracks):
            clauses += [
                (-(first + one * tracks + track), -(first + two * tracks + track))
                for one, two in combinations(range(nets), 2)
            ]
    return Formula(f"channels, {tracks} tracks, {nets} nets", 2 * nets * tracks, tuple(clauses))


def parity(length: int, differ: bool = True, seed: int = 0) -> Formula:
    """Two chains of exclusive ors over the same variables, in two orders, whose results `differ` or not."""
    order = list(range(1, length + 1))
    clauses: list[Clause] = []
    last = length
    for odd in (False, differ):
        sum_so_far = order[0]
        for each in order[1:-1]:
            last += 1
            clauses += xor((sum_so_far, each, last), odd=False)
            sum_so_far = last
        clauses += xor((sum_so_far, order[-1]), odd)
        Random(seed).shuffle(order)
    return Formula(f"{'parity' if differ else 'equal parity'} of {length}", last, tuple(clauses))


def xor(variables: Clause, odd: bool) -> list[Clause]:
    """The clauses that hold where an odd, or an even, number of variables is true."""
    found = []
    for bits in range(1 << len(variables)):
        if bits.bit_count() % 2 != odd:
            found.append(tuple(-each if bits >> place & 1 else each for place, each in enumerate(variables)))
    return found


def random_formula(variables: int, ratio: float = 4.25, seed: int = 0) -> Formula:
    """Clauses of three different variables, `ratio` times as many as there are variables."""
    rng = Random(seed)
    clauses = []
    for _ in range(round(variables * ratio)):
        chosen = rng.sample(range(1, variables + 1), 3)
        clauses.append(tuple(each * rng.choice((1, -1)) for each in chosen))
    return Formula(f"random 3-SAT, {variables}", variables, tuple(clauses))


def colouring(nodes: int, degree: float = 4.6, colours: int = 3, seed: int = 0) -> Formula:
    """A random graph whose nodes get one of the colours each, neighbours different ones."""
    clauses: list[Clause] = [
        tuple(1 + node * colours + each for each in range(colours)) for node in range(nodes)
    ]
    pairs = list(combinations(range(nodes), 2))
    for one, two in Random(seed).sample(pairs, round(nodes * degree / 2)):
        clauses += [(-(1 + one * colours + each), -(1 + two * colours + each)) for each in range(colours)]
    return Formula(f"{colours} colours, {nodes} nodes", nodes * colours, tuple(clauses))


def ordering(items: int) -> Formula:
    """A total order without a first item."""
    number = {pair: place for place, pair in enumerate(combinations(range(items), 2), 1)}

    def before(one: int, two: int) -> int:
        return number[one, two] if one < two else -number[two, one]

    clauses: list[Clause] = [
        tuple(before(other, item) for other in range(items) if other != item) for item in range(items)
    ]
    for three in combinations(range(items), 3):
        for one, two, last in (three, three[::-1]):
            clauses.append((-before(one, two), -before(two, last), -before(last, one)))
    return Formula(f"order of {items}", len(number), tuple(clauses))


FAMILIES: tuple[Callable[[], Formula], ...] = (
    lambda: pigeonhole(5),
    lambda: parity(10),
    lambda: random_formula(60),
    lambda: channels(3, 5),
    lambda: colouring(40),
    lambda: ordering(7),
    # Those below have the size of the paper's, and models: without learning the solver ends on no others.
    lambda: channels(13, 13),
    lambda: parity(350, differ=False),
    lambda: pigeonhole(18, more=0),
)


def instances() -> Iterable[Formula]:
    return (make() for make in FAMILIES)
