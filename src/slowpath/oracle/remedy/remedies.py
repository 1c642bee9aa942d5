"""From a finding to a remedy: the costly functions, the changes that rules propose, and their trials."""

from __future__ import annotations

import difflib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.model.redundancy import Remedy
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run.client import Worker

if TYPE_CHECKING:
    from slowpath.oracle.remedy.source import ModuleSource

# The costliest functions that are looked at: a call that is made again costs little where it is made, so the
# function that can be helped may be two or three calls above the one that takes the cost.
_FUNCTIONS = 6
_STEPS = 2  # changes one after the other: the first may show what else is done again
_TURN = 0.6  # of the time left, for one trial: the careful form of a change comes after the plain one
_LEAST_SECONDS = 1.0  # for a trial: with less it could not be finished

Place = tuple[str, str]  # a file, and the qualified name of a function in it
Listener = Callable[[str], None]


def remedy_for(
    suspect: Suspect,
    worker: Worker,
    seconds: float,
    listener: Listener = lambda doing: None,
    clock: Callable[[], float] = time.monotonic,
) -> Remedy | None:
    """Return the best change that proved itself within so many seconds, or None.

    `worker` runs the target as it is, in the scope of the suspect.
    """
    from slowpath.oracle.remedy.trial import Trial

    end = clock() + seconds
    read: dict[str, ModuleSource] = {}
    for file, function in places(suspect):
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        trial = Trial(suspect, worker, text, clock)
        tried: set[str] = {text}
        for new in _proposals(text, function, suspect, read):
            left = end - clock()
            if left < _LEAST_SECONDS:
                return None
            if new in tried:
                continue
            tried.add(new)
            listener(f"trying a remedy in {function}")
            found = trial.remedy(
                file, new, unified(text, new, file), max(_TURN * left, _LEAST_SECONDS), listener
            )
            if found is not None:
                return found
    return None


def places(suspect: Suspect) -> list[Place]:
    """The functions that take the cost, the costliest first. The source of each can be read."""
    shares: dict[Place, int] = {}
    for line in suspect.lines:
        place = (line.file, line.function)
        shares[place] = shares.get(place, 0) + line.ops
    costly = sorted(shares, key=lambda place: -shares[place])
    return [place for place in costly[:_FUNCTIONS] if place[1] and os.path.isfile(place[0])]


def _proposals(text: str, function: str, suspect: Suspect, read: dict[str, ModuleSource]) -> Iterator[str]:
    """The text of the module with each change that a rule proposes; then with two of them.

    `read` keeps the module as it is: the costly functions often stand in one file.
    """
    import libcst

    from slowpath.oracle.remedy.rule import rules
    from slowpath.oracle.remedy.source import FunctionSource, ModuleSource

    chosen = rules(suspect.kinds)
    waiting, seen = [text], {text}
    for _ in range(_STEPS):
        found: list[str] = []
        for before in waiting:
            try:
                whole = read.get(before) or ModuleSource(before)
                source = FunctionSource(whole, function)
            except (LookupError, libcst.ParserSyntaxError):
                continue
            if before == text:
                read[text] = whole
            for rule in chosen:
                for edits in rule.propose(source):
                    new = edits.result()
                    if new not in seen:
                        seen.add(new)
                        found.append(new)
                        yield new
        waiting = found


def unified(old: str, new: str, file: str) -> str:
    """The change as a unified diff; paths are relative to the current directory or the import path."""
    name = _relative(file)
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _relative(file: str) -> str:
    roots = [os.getcwd(), *sorted((each for each in sys.path if each), key=len, reverse=True)]
    for root in roots:
        base = os.path.join(os.path.abspath(root), "")
        if file.startswith(base):
            return file[len(base) :].replace(os.sep, "/")
    return os.path.basename(file)
