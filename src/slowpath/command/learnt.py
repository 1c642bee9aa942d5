"""What the searches of a scan learn from others: programs that work, and which inner functions are slow.

A program that works tells how objects are made, what texts are accepted, and what a method may be given. A
search takes it as one more example of how the package is used, beside its tests and documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from slowpath.model.find import FindReport
from slowpath.model.site import file_and_line
from slowpath.recipe.usage import imported
from slowpath.target.locate import parse
from slowpath.target.outlook import COMMON, reaching

_MOST = 40  # examples of one search: each is read, and travels with the order


class Learnt:
    """What some reports tell of how targets are used. Equal reports tell the same, in whatever order they
    came."""

    def __init__(self, reports: Mapping[str, FindReport]) -> None:
        found = sorted(reports.items(), key=lambda each: (not each[1].findings, each[0]))
        self._usages = {(spec, source): None for spec, report in found for source in report.usages}
        self._known: dict[str, tuple[str, ...]] = {}  # by the place of a target

    def examples_for(self, target: str) -> tuple[str, ...]:
        """Return examples for a target: those of its module first, then those of modules close by."""
        place = _place(target)
        if place not in self._known:
            ordered = sorted(self._usages, key=lambda each: _distance(place, _place(each[0])))
            written = (_written(source, spec, target) for spec, source in ordered)
            self._known[place] = tuple(islice((each for each in written if each), _MOST))
        return self._known[place]

    def news_since(self, before: Learnt) -> set[str]:
        """Return the targets that show something which they did not show before."""
        return {spec for spec, _ in self._usages.keys() - before._usages.keys()}


def _place(spec: str) -> str:
    return spec.rpartition(":")[0]


def _written(source: str, spec: str, target: str) -> str:
    """A usage as the module of a target reads it; empty if that cannot import what is used."""
    if _place(spec) == _place(target):
        return source
    used, user = parse(spec), parse(target)
    return imported(source, used.module) if used.root in (None, user.root) else ""


def _distance(one: str, other: str) -> int:
    """How many steps lie between two modules in their package."""
    first, second = one.split("."), other.split(".")
    common = 0
    while common < min(len(first), len(second)) and first[common] == second[common]:
        common += 1
    return len(first) + len(second) - 2 * common


def reaching_slow(reports: Iterable[FindReport], modules: Iterable[tuple[str, Path]]) -> set[str]:
    """Return the callables of some modules that may call a function in which something slow was found."""
    known = list(modules)
    places = {str(file.resolve()): name for name, file in known}
    slow = set()
    for report in reports:
        for each in report.findings:
            name = places.get(str(Path(file_and_line(each.site)[0]).resolve()))
            if name is not None:
                slow.add(f"{name}:{each.function}")
    return reaching(slow, known, COMMON)
