"""Text stays symbolic through parsers of the standard library: what decides deep in them is recorded.

A run of the trace build gives, raises and costs what one of the count build does, for the text of the case
and for those that decide otherwise at places all over its path; and these do go the other way there.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.inputs import describe
from slowpath.run.traced import Tracer
from slowpath.shape.library import text
from slowpath.target.load import Loaded, load
from slowpath.target.state import ModuleState
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Path
from tests.quality.text_targets import CASES, GROUPS, PATTERNS, Case

FLIPS = 8  # decisions of a path that are taken otherwise
DISPATCH = "\n\ndef run(function, s):\n    return globals()[function](s)\n"


class Named:
    """The shape of the name of a function."""

    def __init__(self, name: str) -> None:
        self._name = name

    def build(self, size: int, maker: Any, name: str) -> str:
        return self._name


class Targets:
    """The modules of all groups in both builds, each loaded once and as it was then."""

    def __init__(self, folder: File) -> None:
        self._folder = folder
        self._loaded: dict[tuple[str, Build], Loaded] = {}
        self._states: dict[tuple[str, Build], ModuleState] = {}

    def __call__(self, group: str, build: Build) -> Loaded:
        known = self._loaded.get((group, build))
        if known is None:
            file = self._folder / f"calls_of_{group.replace(' ', '_')}.py"
            file.write_text(GROUPS[group] + DISPATCH)
            known = self._loaded[group, build] = load(
                f"{file}:run",
                scope=tuple(group.split()),
                build=build,
                more=trace_hooks if build is Build.TRACE else None,
            )
            self._states[group, build] = ModuleState(known.copies.modules.values())
        self._states[group, build].restore()
        return known


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> Targets:
    return Targets(tmp_path_factory.mktemp("targets"))


def counted(loaded: Loaded, function: str, value: str) -> tuple[str, str | None, int]:
    """What a call gives, raises and costs in the count build."""
    result: Any = None
    raised: Exception | None = None
    with loaded.copies.installed():
        state = ModuleState(loaded.copies.modules.values())
        loaded.ledger.start(None)
        try:
            result = loaded.function(function, value)
        except Exception as error:
            raised = error
        finally:
            loaded.ledger.stop()
        cost = loaded.ledger.ops()
        state.restore()
        return repr(result), None if raised is None else describe(raised), cost


def check(loaded: Loaded, case: Case, path: Path) -> None:
    """A path gives, raises and costs what the count build does for its input."""
    value = "".join(chr(int(path.model[place])) for place in range(len(case.text)))
    assert (repr(path.result), path.raises, path.cost) == counted(loaded, case.function, value), value


@pytest.mark.parametrize("case", [*CASES, *PATTERNS], ids=lambda case: f"{case.group}:{case.function}")
def test_decisions_deep_in_parsers(targets: Targets, case: Case) -> None:
    plain, traced = targets(case.group, Build.COUNT), targets(case.group, Build.TRACE)
    size = len(case.text)
    shapes: dict[str, Any] = {"function": Named(case.function), "s": text(size, CharSet.everything())}
    tracer = Tracer(traced, shapes, size)
    explorer = Explorer(tracer.run)
    with tracer.installed():
        first = explorer.first({place: ord(character) for place, character in enumerate(case.text)})
        path = first.path
        check(plain, case, path)
        assert {reason for _, reason in path.lost} == case.lost
        asked = {tracer.sites.place(site)[1] for site in path.sites}
        assert all(asked & set(names.split("|")) for names in case.deep), asked
        places = range(0, len(path.taken), max(len(path.taken) // FLIPS, 1))
        others = [explorer.leave(first, place) for place in places]
        reached = [other.path for other in others if other is not None]
        for other in reached:
            check(plain, case, other)
    assert explorer.tally.divergences == 0
    assert len(reached) >= len(places) // 3
