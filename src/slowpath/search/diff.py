"""Two implementations on one input: the differential oracle of Zhang, Elbaum and Dwyer (ASE 2011, III.B).

A joint run is a run of the old implementation and then one of the new on the same symbolic input; its path
is the two paths in a row, and its cost is how far their costs are apart. A beam searches over joint runs.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from slowpath.explore.exhaustive import Clock, Explorer, Run
from slowpath.explore.limits import ExploreLimits
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.search.beam.states import CostedInput, is_whole
from slowpath.search.beam.target import BeamTarget
from slowpath.shape.inputs import build_inputs
from slowpath.shape.sampler import Sampler
from slowpath.solve.chain import options_within
from slowpath.values.path import Cut, Path

NEW_SITES = 1 << 32  # is added to the numbers of the new implementation's sites
RATIO, DIFFERENCE = "ratio", "difference"
MOST_DRAWN = 300  # random inputs: what one in a hundred shows is missed once in twenty times


@dataclass(frozen=True, slots=True)
class JointPath(Path):
    """The paths of two implementations on one input."""

    old: Path | None = None
    new: Path | None = None


@dataclass(slots=True)
class Pair:
    """Runs both implementations, and keeps up to `most` inputs on which their results differ."""

    old: BeamTarget
    new: BeamTarget
    by: str
    most: int
    runs: int = 0
    differing: list[Path] = field(default_factory=list)

    def run(self, values: Values, known: Sequence[Condition] = ()) -> Path:
        """Run an input through both."""
        self.runs += 1
        old, new = self.old.run(values, ()), self.new.run(values, ())
        sites = array("q", old.sites)
        sites.extend(site + NEW_SITES for site in new.sites)
        cuts = {old.cut, new.cut}
        path = JointPath(
            old.model,
            old.variables,
            [*old.conditions, *new.conditions],
            old.taken + new.taken,
            sites,
            old.costs + new.costs,
            new.cost,
            cut=Cut.REJECTED if Cut.REJECTED in cuts else old.cut or new.cut,
            lost=old.lost,
            old=old,
            new=new,
        )
        if len(self.differing) < self.most and results(path) is not None:
            self.differing.append(path)
        return path

    def judge(self, path: Path) -> Number:
        """How far apart the costs of a joint run are; ratios are in thousandths."""
        assert isinstance(path, JointPath)
        assert path.old is not None
        assert path.new is not None
        old, new = self.old.judge(path.old), self.new.judge(path.new)
        return 1000 * new // max(old, 1) if self.by == RATIO else new - old


@dataclass(frozen=True, slots=True)
class Enumerated:
    """What an enumeration saw: whether all joint paths, and the inputs whose costs are furthest apart."""

    complete: bool
    costliest: list[CostedInput]


def enumerated(pair: Pair, joint: Run, seconds: float, count: int, clock: Clock) -> Enumerated:
    """Enumerate the paths of the new implementation, of the old one, and of both in a row.

    A difference on a narrow path changes no cost that a beam could follow. Either implementation alone has
    fewer paths than both, and the input of each runs on both: `joint` makes such runs.
    """
    found: list[CostedInput] = []
    runs = (pair.new.run, pair.old.run, joint)
    complete = False
    end = clock() + seconds
    for number, run in enumerate(runs):
        left = max(end - clock(), 0.0) / (len(runs) - number)
        explorer = Explorer(run, ExploreLimits(seconds=left), options_within(left), clock)
        for path in explorer.paths():
            both = path if run is joint else joint(path.model, ())
            if is_whole(both):
                found.append(CostedInput(both.model, pair.judge(both)))
        found = sorted(found, key=lambda each: each.cost, reverse=True)[:count]
        complete = explorer.tally.complete
    return Enumerated(complete, found)


def drawn(pair: Pair, joint: Run, seed: int, seconds: float, clock: Clock) -> list[CostedInput]:
    """Run random inputs, at least one, and return those that both end on.

    The input of a path shows what both return for it, not for others of that path: `x % 25` differs from
    `x % 26` on few numbers, and both ask nothing. Shapes that build inputs of several structures have none.
    """
    sampler, reader = Sampler(Random(seed)), pair.old.reader()
    found: list[CostedInput] = []
    end = clock() + seconds
    for number in range(MOST_DRAWN):
        if number and clock() >= end:
            break
        values = reader.values(build_inputs(pair.old.shapes, pair.old.size, sampler))
        if values is None:
            break
        both = joint(values, ())
        if is_whole(both):
            found.append(CostedInput(values, pair.judge(both)))
    return found


def results(path: Path) -> tuple[str, str] | None:
    """What the two implementations return or raise, where that differs and both came to an end."""
    assert isinstance(path, JointPath)
    old, new = path.old, path.new
    assert old is not None
    assert new is not None
    if old.cut is not None or new.cut is not None:
        return None
    if old.raises or new.raises:
        alike = old.exception == new.exception
    else:
        alike = _alike(old.result, new.result)
    return None if alike else (_told(old), _told(new))


def _alike(old: Any, new: Any) -> bool:
    """Whether two results are equal; objects that do not say what equal means are, if their types are."""
    try:
        if old == new:
            return True
    except Exception:
        return repr(old) == repr(new)
    if all("__eq__" not in vars(base) for base in type(old).__mro__[:-1]):
        return type(old).__qualname__ == type(new).__qualname__
    return repr(old) == repr(new)  # of NaN


def _told(path: Path) -> str:
    # The text of a symbolic result is symbolic, too.
    return path.raises or str.__str__(repr(path.result))
