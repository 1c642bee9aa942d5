"""Other ways to look for costly inputs of at most 1,000 characters, each for some seconds, by counted cost.

`random` draws inputs; `hypothesis` maximises the cost with `target()`; `atheris` follows the coverage of the
counted code itself. All of them get the shapes that slowpath infers, run the same counted copy with the same
limit of ops, and keep the costliest input of at most 500 and of at most 1,000 characters. So that chance does
not pass for growth, cuts of the costliest input to 500 characters count for that length too. `recipe`
searches nothing: it runs a recipe of slowpath at the largest N that fits.

    python benchmarks/known/rivals_arms.py ARM ENTRY SECONDS FILE        writes JSON to FILE
    python benchmarks/known/rivals_arms.py recipe ENTRY RECIPE FILE      RECIPE: parameter -> expression, JSON
"""

from __future__ import annotations

import json
import os
import string
import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.search.probe import probed
from slowpath.shape.base import Shape
from slowpath.shape.choices import OneOf
from slowpath.shape.infer import explain
from slowpath.shape.sampler import Sampler
from slowpath.shape.strings import Blob, Text
from slowpath.target.load import load

HALF, FULL = 500, 1000  # characters
MAX_OPS = 20_000_000  # of one run
_CHARS = string.printable
_CUTS = 11  # places at which an input is cut


class Subject:
    """A counted copy of a target, its required parameters, and the costliest inputs so far."""

    def __init__(self, entry: str, seconds: float) -> None:
        loaded = load(entry, scope=(), build=Build.COUNT)
        self.meter = Meter(loaded, max_ops=MAX_OPS)
        with loaded.copies.installed():
            told = explain(loaded.function, given={}, owner=loaded.owner, guess_rest=True)
            inferred = probed(self.meter, told)
        needed = {each.name for each in loaded.target.parameters if each.required}
        needed |= {
            "self." + each.name.removeprefix("self.") for each in loaded.target.receiver if each.required
        }
        self.shapes: dict[str, Shape] = {
            name: _text_of(each.shape) for name, each in inferred.items() if name in needed
        }
        self.texts = [name for name, shape in self.shapes.items() if isinstance(shape, Text | Blob)]
        self.best = {HALF: 0, FULL: 0}
        self.runs = 0
        self._costliest: dict[str, Any] = {}
        self._seconds = seconds
        self._until: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the time is over, from the first run on."""
        return self._until is not None and time.monotonic() >= self._until

    def rest(self, random: Random, size: int) -> dict[str, Any]:
        """Random values of all parameters."""
        sampler = Sampler(random)
        return {name: shape.build(size, sampler, name) for name, shape in self.shapes.items()}

    def costs(self, values: Mapping[str, Any]) -> int:
        """Run an input; keep its cost where it is the best of its length."""
        if self._until is None:
            self._until = time.monotonic() + self._seconds
        cost, length = self.meter.run(values).cost, length_of(values)
        self.runs += 1
        for most, best in self.best.items():
            if length <= most and cost > best:
                self.best[most] = cost
                if most == FULL:
                    self._costliest = dict(values)
        return cost

    def result(self) -> dict[str, Any]:
        """What was reached, after cuts of the costliest input."""
        costliest = self._costliest
        for name in (each for each in self.texts if each in costliest):
            text = costliest[name]
            kept = len(text) - max(0, length_of(costliest) - HALF)
            for cut in range(0, kept + 1, max(1, kept // (_CUTS - 1))) if kept > 0 else ():
                self.costs({**costliest, name: text[:cut] + text[len(text) - kept + cut :]})
                self.costs({**costliest, name: text[cut : cut + kept]})
        return {"half": self.best[HALF], "full": self.best[FULL], "runs": self.runs}


def _text_of(shape: Shape) -> Shape:
    """The text among the alternatives of a shape, where there is one."""
    options = shape.options if isinstance(shape, OneOf) else ()
    return next((each for each in options if isinstance(each, Text | Blob)), shape)


def length_of(value: Any) -> int:
    """The characters, bytes and numbers of a value."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(length_of, value.values()))
    return sum(map(length_of, value)) if isinstance(value, list | tuple) else 1


def at_random(subject: Subject, file: Path) -> None:
    """Draw inputs: half of them as the shapes say, half of characters that can be typed."""
    random = Random(0)
    while not subject.is_over:
        size = random.choice((HALF, FULL)) // max(1, len(subject.texts))
        values = subject.rest(random, size)
        if random.random() < 0.5:
            for name in subject.texts:
                text = "".join(random.choices(_CHARS, k=size))
                values[name] = text if isinstance(subject.shapes[name], Text) else text.encode()
        subject.costs(values)
    file.write_text(json.dumps(subject.result()))


class _Over(BaseException):
    """The time is over: no Exception, so that Hypothesis lets it through."""


def by_hypothesis(subject: Subject, file: Path) -> None:
    """Maximise the cost with target(): inputs of any length, and of the largest, in turns."""
    from hypothesis import HealthCheck, Phase, given, seed, settings, target
    from hypothesis import strategies as st

    rest = subject.rest(Random(0), 2)
    most = FULL // max(1, len(subject.texts))

    def strategy(name: str, least: int) -> st.SearchStrategy[Any]:
        if isinstance(subject.shapes[name], Blob):
            return st.binary(min_size=least, max_size=most)
        return st.one_of(
            st.text(_CHARS, min_size=least, max_size=most), st.text(min_size=least, max_size=most)
        )

    def run(drawn: dict[str, Any]) -> None:
        if subject.is_over:
            raise _Over
        target(float(subject.costs({**rest, **drawn})))

    turn = 0
    try:
        while not subject.is_over:
            texts = {name: strategy(name, 0 if turn % 2 == 0 else most) for name in subject.texts}
            checked = settings(
                max_examples=1000,
                deadline=None,
                database=None,
                phases=[Phase.generate, Phase.target],
                suppress_health_check=list(HealthCheck),
            )(given(st.fixed_dictionaries(texts))(run))
            seed(turn)(checked)()
            turn += 1
    except _Over:
        pass
    file.write_text(json.dumps(subject.result()))


def by_atheris(subject: Subject, file: Path) -> None:
    """Follow the coverage of the counted code, with libFuzzer's own mutations."""
    import atheris  # type: ignore[import-untyped]

    for module in list(subject.meter.loaded.copies.modules.values()):
        holders = [vars(module), *(vars(each) for each in vars(module).values() if isinstance(each, type))]
        for holder in holders:
            for thing in list(holder.values()):
                if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
                    atheris.instrument_func(thing)
    rest = subject.rest(Random(0), 2)

    def run(data: bytes) -> None:
        if subject.is_over:
            file.write_text(json.dumps(subject.result()))
            os._exit(0)  # what is raised here would be a crash to libFuzzer
        provider = atheris.FuzzedDataProvider(data)
        share = len(data) // max(1, len(subject.texts))
        drawn = {
            name: provider.ConsumeBytes(share)
            if isinstance(subject.shapes[name], Blob)
            else provider.ConsumeUnicodeNoSurrogates(share)
            for name in subject.texts
        }
        subject.costs({**rest, **drawn})

    atheris.Setup(
        [sys.argv[0], f"-max_len={FULL + 1}", "-len_control=0", "-rss_limit_mb=0", "-timeout=60"], run
    )
    atheris.Fuzz()


def by_recipe(subject: Subject, recipe: Mapping[str, str], file: Path) -> None:
    """Run a recipe at the largest N that fits each length."""
    for most in subject.best:
        size = bisect_right(range(1, most + 1), most, key=lambda size: length_of(_at(recipe, size)))
        if size:
            subject.costs(_at(recipe, size))
    file.write_text(json.dumps(subject.result()))


def _at(recipe: Mapping[str, str], size: int) -> dict[str, Any]:
    return {name: eval(source, {"N": size}) for name, source in recipe.items()}


ARMS: dict[str, Callable[[Subject, Path], None]] = {
    "random": at_random,
    "hypothesis": by_hypothesis,
    "atheris": by_atheris,
}


def main(arm: str, entry: str, argument: str, name: str) -> None:
    """Let one arm search."""
    sys.dont_write_bytecode = True
    subject = Subject(entry, float(argument) if arm in ARMS else 0)
    with subject.meter.installed():
        if arm in ARMS:
            ARMS[arm](subject, Path(name))
        else:
            by_recipe(subject, json.loads(argument), Path(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
