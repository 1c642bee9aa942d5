"""Workers in this process, and a search for a remedy with them: no process is started."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.redundancy import Remedy
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.remedy import trial
from slowpath.oracle.remedy.paths import SizeSeen
from slowpath.oracle.remedy.remedies import remedy_for
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run.call import prepared
from slowpath.run.inputs import describe, evaluate
from slowpath.run.outcome import digest
from slowpath.run.setup import run_setup
from slowpath.run.volume import Kept
from slowpath.scaling.growth import fit
from slowpath.scaling.series import Series
from slowpath.shape.infer import explain
from slowpath.target.load import load


class Local:
    """Stands for a worker: it runs the target in this process."""

    def __init__(self, spec: str, *, changed: Mapping[str, str] | None = None, **_: Any) -> None:
        self.loaded = load(spec, changed=changed)
        self.target = self.loaded.target
        self._setup = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return

    def with_scenario(self, scenario: Scenario, build_ops: int | None = None) -> Self:
        other = copy.copy(self)
        other._setup = scenario.setup
        return other

    def run(
        self,
        inputs: Mapping[str, str],
        size: int | None = None,
        max_ops: int | None = None,
        seconds: float | None = None,
    ) -> Run:
        (run,) = self.outcomes([inputs], size, max_ops, seconds)
        return run

    def outcomes(
        self,
        several: Iterable[Mapping[str, str]],
        size: int | None = None,
        max_ops: int | None = None,
        seconds: float | None = None,
    ) -> list[Run]:
        with self.loaded.copies.installed():
            return [self._run(inputs, size, max_ops) for inputs in several]

    def _run(self, inputs: Mapping[str, str], size: int | None, max_ops: int | None) -> Run:
        loaded, kept, left = self.loaded, Kept(), list[Any]()
        state = loaded.copies.state()
        state.restore()
        try:
            names = None
            if self._setup:
                names, _ = run_setup(self._setup, size, self.target.module, self._define)
            values = evaluate(dict(inputs), size, names)
            call = prepared(self.target, loaded.function, loaded.owner, values, keep=kept, made=left.append)
        except (InputError, InputRejected) as error:
            return Run(End.REFUSED, {}, (), (), detail=str(error))
        end, raises, exception = End.RETURNED, None, None
        loaded.ledger.start(max_ops)
        try:
            call()
        except BudgetExceeded:
            end = End.BUDGET
        except BaseException as error:
            end, raises, exception = End.RAISED, describe(error), type(error).__name__
        finally:
            loaded.ledger.stop()
        outcome = digest([len(kept.items), *kept.items, raises, *left, *values.values()])
        ledger = loaded.ledger
        return Run(
            end, {"ops": ledger.ops()}, ledger.lines(), (), raises, exception=exception, outcome=outcome
        )

    def _define(self, source: str, names: dict[str, Any]) -> None:
        self.loaded.copies.define(source, names)


def remedy(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    source: str,
    recipe: Mapping[str, str],
    *,
    name: str = "target",
    setup: str = "",
    paths: Sequence[SizeSeen] = (),
) -> Remedy | None:
    """Look for a remedy for the function `target` of a module, on a family of inputs."""
    module = f"subject_{abs(hash(source))}"
    file = folder / f"{module}.py"
    file.write_text(source)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.setattr(trial, "Worker", Local)
    monkeypatch.setattr(trial, "explored", lambda *_: list(paths))
    monkeypatch.setattr(trial, "RANDOM", 100)
    monkeypatch.chdir(folder)
    spec = f"{module}:{name}"
    worker = Local(spec)
    loaded = worker.loaded
    with loaded.copies.installed():
        inferred = explain(loaded.function, given={}, owner=loaded.owner, guess_rest=True)
    ready: Any = worker.with_scenario(Scenario(setup))
    series = Series(ready, recipe, "ops", 150_000, 60.0)
    series.extend()
    growth = fit(series.points)
    run = ready.run(recipe, growth.points[-1][0])
    suspect = Suspect(spec, recipe, growth, run.lines, inferred, scenario=Scenario(setup))
    any_worker: Any = worker
    return remedy_for(suspect, any_worker, 60.0)
