"""The measures a user can ask for, and what they come to after a run.

    measure  =  term ("+" term)*        0.5*ops + 0.5*memory
    term     =  [number "*"] atom
    atom     =  ops | instructions | memory | allocated | calls[:function] | iterations[:line] | module:Class

`instructions` are `ops` without native work: what a path costs by its blocks alone.

A class of the user's own (`module:Class`) is made anew for every run and hears it as a `Listener`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from slowpath.counting.ledger import Ledger
from slowpath.counting.observer import Listener, Observer
from slowpath.errors import MeasureError
from slowpath.model.cost import Number
from slowpath.model.site import Site, SiteKind
from slowpath.model.target import Build

BUILDS = {
    "ops": Build.COUNT,
    "calls": Build.COUNT,
    "iterations": Build.COUNT,
    "instructions": Build.COUNT,
    "memory": Build.OBSERVE,
    "allocated": Build.OBSERVE,
}
COUNTED = {"calls": SiteKind.FUNCTION, "iterations": SiteKind.LOOP}
_TERM = re.compile(r"\s*(?:(?P<factor>\d+\.?\d*|\.\d+)\s*\*\s*)?(?P<atom>[^\s*+]+)\s*")


@dataclass(frozen=True, slots=True)
class MeasureAtom:
    """An elementary measure: `calls:parse` has the name `calls` and the part `parse`."""

    text: str
    name: str
    part: str
    build: Build


@dataclass(frozen=True, slots=True)
class Measure:
    """A weighted sum of atoms."""

    text: str
    terms: tuple[tuple[Number, MeasureAtom], ...]

    @property
    def atoms(self) -> tuple[MeasureAtom, ...]:
        return tuple(atom for _, atom in self.terms)

    @property
    def builds(self) -> frozenset[Build]:
        return frozenset(atom.build for atom in self.atoms)

    def combine(self, values: Mapping[str, Number]) -> Number:
        """Return the sum, given the value of each atom by its text."""
        return sum(factor * values[atom.text] for factor, atom in self.terms)


def parse(text: str) -> Measure:
    """Return the measure that a text describes."""
    terms = []
    for piece in text.split("+"):
        match = _TERM.fullmatch(piece)
        if match is None:
            raise MeasureError(
                f"'{text}' is not a measure", "Examples: ops, calls:parse, 0.5*ops+0.5*memory."
            )
        factor = match["factor"]
        weight: Number = 1 if factor is None else float(factor) if "." in factor else int(factor)
        terms.append((weight, _atom(match["atom"])))
    return Measure(text, tuple(terms))


def _atom(text: str) -> MeasureAtom:
    name, _, part = text.partition(":")
    if name in BUILDS:
        if part and name not in ("calls", "iterations"):
            raise MeasureError(f"'{name}' takes no part, but got ':{part}'", f"Write '{name}'.")
        if name == "iterations" and part and not part.rpartition(":")[2].isdigit():
            raise MeasureError(f"'{part}' is not a line", "Write iterations:12 or iterations:parser.py:12.")
        return MeasureAtom(text, name, part, BUILDS[name])
    if part:
        return MeasureAtom(text, name, part, Build.OBSERVE)
    import difflib

    close = difflib.get_close_matches(name, BUILDS, 1)
    hint = (
        f"Did you mean '{close[0]}'?"
        if close
        else f"Known: {', '.join(BUILDS)}; or your own as module:Class."
    )
    raise MeasureError(f"no measure '{name}'", hint)


def listener(atom: MeasureAtom) -> Listener:
    """Make the user's measure that an atom names."""
    try:
        made: Listener = getattr(importlib.import_module(atom.name), atom.part)()
    except (ImportError, AttributeError, TypeError) as error:
        hint = "A measure of your own is a class that needs no arguments: see docs/how-to/measures.md."
        raise MeasureError(f"cannot make the measure '{atom.text}': {error}", hint) from error
    missing = [name for name in ("block", "audit", "value") if not callable(getattr(made, name, None))]
    if missing:
        raise MeasureError(
            f"the measure '{atom.text}' lacks {', '.join(missing)}",
            "See docs/how-to/measures.md for what it must have.",
        )
    return made


def evaluate(
    atom: MeasureAtom, ledger: Ledger, observer: Observer, listeners: Mapping[str, Listener]
) -> Number:
    """Return what an atom comes to after a run of its build."""
    match atom.name:
        case "ops":
            return ledger.ops()
        case "instructions":
            return ledger.instructions()
        case "calls" | "iterations":
            total = sum(count for site, count in ledger.reached(COUNTED[atom.name]) if counts(site, atom))
            if not total:
                _check_part(atom, ledger.sites)
            return total
        case "memory":
            return observer.memory
        case "allocated":
            return observer.allocated
    return listeners[atom.text].value()


def _check_part(atom: MeasureAtom, sites: Iterable[Site]) -> None:
    """Raise if an atom names a function, or the line of a loop, that the counted modules do not have."""
    known = [site for site in sites if site.kind is COUNTED[atom.name]]
    if not atom.part or any(counts(site, atom) for site in known):
        return
    if atom.name == "iterations":
        raise MeasureError(
            f"no loop begins at line {atom.part} of the counted modules",
            "Name the line of a 'for' or 'while', or count in more modules with --scope.",
        )
    import difflib

    names = dict.fromkeys(site.function.rpartition(".")[2] for site in known)
    close = difflib.get_close_matches(atom.part, names, 1)
    raise MeasureError(
        f"no function '{atom.part}' in the counted modules",
        f"Did you mean 'calls:{close[0]}'?" if close else "Count in more modules with --scope.",
    )


def counts(site: Site, atom: MeasureAtom) -> bool:
    """Tell whether `calls` or `iterations` counts how often a site is reached."""
    if site.kind is not COUNTED[atom.name]:
        return False
    return _is_called(site, atom.part) if site.kind is SiteKind.FUNCTION else _is_at(site, atom.part)


def _is_called(site: Site, name: str) -> bool:
    return not name or site.function == name or site.function.endswith(f".{name}")


def _is_at(site: Site, part: str) -> bool:
    file, _, line = part.rpartition(":")
    return not part or (site.line == int(line) and site.file.endswith(file))
