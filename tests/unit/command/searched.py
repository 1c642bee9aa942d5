"""A search whose hunters, workers and clock are not real."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, Self

import pytest

from slowpath.command import find, verifying
from slowpath.command.find import FindOrder, run
from slowpath.errors import InputError
from slowpath.model.find import (
    Case,
    Finding,
    FindReport,
    StrategyFigures,
    Unended,
)
from slowpath.model.growth import Growth
from slowpath.model.provenance import Provenance
from slowpath.model.run import Lost
from slowpath.oracle.verify import Verified
from slowpath.search.hunter import Key, key
from slowpath.search.hunting import Accepted, Caught, FoundUnending
from slowpath.shape.infer import Inferred
from slowpath.shape.library import text
from tests.unit.command.fakes import FakeWorker, ran

SHAPES = {"s": Inferred(text(), Provenance.HINT, "str")}


def caught(source: str, score: float = 1.0, site: str = "m.py:3") -> Caught:
    return Caught({"s": source}, score, 4.0, site, "f", "evolve", (1, 2))


def grown(exponent: float | None, cost: int = 1_000) -> Growth:
    return Growth(((50, cost // 4), (100, cost)), "O(2^n)" if exponent is None else "O(n^x)", exponent, 1.0)


def verdict(catch: Caught, exponent: float | None, cost: int = 1_000) -> Verified:
    """What fresh processes say of a catch: it is a finding if its exponent is 2 or unknown."""
    growth = grown(exponent, cost)
    finding = Finding(
        catch.recipe,
        growth,
        (),
        None,
        "",
        catch.site,
        catch.function,
        (),
        None,
        catch.found_by,
        scenario=catch.scenario,
    )
    case = Case(100, catch.recipe, cost, None, None, "digest", catch.found_by)
    return Verified(finding, exponent is None or exponent >= 1.5, case)


@dataclass
class FakePack:
    """Hunters that catch what they are given, one step of a second each time they are listened to."""

    steps: list[Any] = field(default_factory=list)
    ends: bool = True  # when there are no more steps
    now: float = 0.0
    caught: dict[Key, Caught] = field(default_factory=dict)
    unending: list[FoundUnending] = field(default_factory=list)
    inferred: Mapping[str, Inferred] = field(default_factory=lambda: SHAPES)
    strategies: tuple[StrategyFigures, ...] = (StrategyFigures("evolve", 30, 0, 9, 0.5),)
    lost: tuple[Lost, ...] = ()
    grows: bool = True
    tried: tuple[int, int] = (900, 800)
    returned: int = 2_500
    blocks: tuple[int, int] = (7, 9)
    accepted_as: Accepted | None = None
    ended: bool = False
    gave_up: bool = False
    is_loaded: bool = True
    begins: bool = True
    deadline: float = 0.0
    spare: int = 0  # hunters that can join
    joined: list[float] = field(default_factory=list)  # when others joined
    speed: float = 1.0  # the share of the time that a busy machine gives a hunter

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    @property
    def worked(self) -> float:
        return self.speed * self.now

    @property
    def first(self) -> Self:
        return self  # all its hunters are one

    def begin(self) -> bool:
        return self.begins

    def listen(self, seconds: float) -> bool:
        self.now += 1.0
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, KeyboardInterrupt):
            raise step
        if isinstance(step, Caught):
            self.caught[key(step.recipe, step.scenario)] = step
        if isinstance(step, dict):
            self.unending.append(FoundUnending(step))
        return isinstance(step, Caught)

    def join(self) -> bool:
        if self.spare:
            self.spare -= 1
            self.joined.append(self.now)
            return True
        return False

    @property
    def is_over(self) -> bool:
        return self.ends and not self.steps

    def inferred_for(self, name: Key) -> Mapping[str, Inferred]:
        assert name in self.caught
        return self.inferred


class Searched:
    """A search whose hunters, workers and clock are not real."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pack: FakePack) -> None:
        self.pack = pack
        self.worker = FakeWorker(lambda inputs: ran(len(eval(inputs["s"]))))
        self.verified: list[str] = []
        self.waited: list[str] = []
        self.said: list[str] = []
        self.made: list[dict[str, Any]] = []  # the options of each worker
        self.started: list[Any] = []
        self.verdicts: Callable[[Caught], Verified | None] = lambda catch: verdict(catch, 2.0)
        self.memories: Callable[[str], Growth | None] = lambda source: None
        self.weighed: list[str] = []
        self.no_end: Callable[[Mapping[str, str]], bool] = lambda recipe: True
        monkeypatch.setattr(find, "time", SimpleNamespace(monotonic=lambda: pack.now))
        monkeypatch.setattr("slowpath.command.order.Worker", self._worker)
        monkeypatch.setattr(find, "Pack", self._pack)
        monkeypatch.setattr(verifying, "verified", self._verify)
        monkeypatch.setattr(verifying, "with_memory", self._weigh)
        monkeypatch.setattr(verifying, "unended", self._wait)
        monkeypatch.setattr(find, "neighbours", lambda file, module: ())

    def _worker(self, spec: str, **options: Any) -> FakeWorker:
        self.made.append(options)
        return self.worker

    def _pack(self, order: Any, jobs: int, deadline: float, tell: Any) -> FakePack:
        self.started.append(order)
        return self.pack

    def _verify(
        self, catch: Caught, worker: Any, seconds: float, *, timed: bool, only_memory: bool
    ) -> Verified | None:
        assert worker is self.worker
        self.verified.append(catch.recipe["s"])
        return self.verdicts(catch)

    def _weigh(self, seen: Verified, worker: Any, seconds: float) -> Finding:
        assert worker is self.worker
        source = seen.finding.recipe["s"]
        self.weighed.append(source)
        return replace(seen.finding, memory=self.memories(source))

    def _wait(self, found: FoundUnending, worker: Any, seconds: float, *, timed: bool) -> Unended | None:
        self.waited.append(found.recipe["s"])
        return Unended(found.recipe, 10, 4.0) if self.no_end(found.recipe) else None

    def report(self, seconds: float = 60.0, **fields: Any) -> FindReport:
        return run(FindOrder(spec="m:f", seconds=seconds, max_ops=100, **fields), self.said.append)


def recipes(report: FindReport) -> list[str]:
    return [each.recipe["s"] for each in report.findings]


def refused(*anything: Any) -> Any:
    raise InputError("the receiver cannot be made: ValueError: no")
