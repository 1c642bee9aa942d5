"""Scenes of small targets, in which strategies can play."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.search.judge import Judge
from slowpath.search.recipes.parts import Parts
from slowpath.search.recipes.vocabulary import vocabulary
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

MAX_OPS = 200_000  # of one run


@dataclass(frozen=True)
class Staged:
    """A scene, and the judge of its recipes."""

    scene: Scene
    judge: Judge

    @property
    def meter(self) -> Meter:
        return self.scene.meter


def staged(
    file: Path,
    name: str,
    shapes: Mapping[str, Shape],
    *,
    optional: Collection[str] = (),
    seconds: float = 20.0,
    clock: Callable[[], float] = time.monotonic,
) -> Staged:
    """The scene of a function of a file, with a turn of so many seconds; its module is named as the file."""
    spec = f"{file}:{name}"
    loaded = load(spec, build=Build.COUNT)
    words = vocabulary([loaded.copies.modules[file.stem]], file.stem)
    random = Random(1)
    meter = Meter(loaded, max_ops=MAX_OPS)

    def traced() -> Loaded:
        return load(spec, build=Build.TRACE, more=trace_hooks)

    scene = Scene(
        loaded,
        meter,
        shapes,
        optional,
        random,
        clock,
        words,
        Parts(shapes, words, random, optional),
        traced,
        MAX_OPS // 2,
        until=clock() + seconds,
    )
    return Staged(scene, Judge(meter))


def proposed(strategy: Strategy, scene: Scene) -> list[Proposal]:
    """What a strategy proposes in its first turn: until it has nothing more, or gives the turn back."""
    return until_none(strategy.propose(scene))


def until_none(proposals: Iterator[Proposal | None]) -> list[Proposal]:
    """The proposals of one turn."""
    made: list[Proposal] = []
    while (proposal := next(proposals, None)) is not None:
        made.append(proposal)
    return made
