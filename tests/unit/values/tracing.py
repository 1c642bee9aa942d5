"""Runs of one program in both builds on all inputs of a small domain."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path as File
from typing import Any

from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import integer
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Path


class Fixed:
    """The shape of an argument that is always the same."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def build(self, size: int, maker: Any, name: str) -> Any:
        return self._value


@cache
def loaded(file: File, name: str, build: Build) -> Loaded:
    return load(f"{file}:{name}", build=build, more=trace_hooks if build is Build.TRACE else None)


def outcome(target: Loaded, arguments: dict[str, Any]) -> tuple[Any, str | None, int]:
    """The result, the error and the cost of a run of the count build."""
    result, raises = None, None
    with target.copies.installed():
        target.ledger.start(None)
        try:
            result = target.function(**arguments)
        except Exception as error:
            raises = f"{type(error).__name__}: {error}"
        finally:
            target.ledger.stop()
    return result, raises, target.ledger.ops()


def check(
    file: File,
    name: str,
    fixed: dict[str, Any],
    names: Sequence[str],
    domain: Sequence[int],
    costs: bool = True,
) -> int:
    """Check that a program does the same with plain and with symbolic numbers, and that its decisions tell
    what it does, and with `costs` what it costs; return the number of paths."""
    shapes: dict[str, Any] = {key: Fixed(value) for key, value in fixed.items()}
    shapes |= {key: integer(None, None) for key in names}
    counted, traced = loaded(file, name, Build.COUNT), loaded(file, name, Build.TRACE)
    tracer = Tracer(traced, shapes, 0)
    paths: dict[Any, list[Path]] = defaultdict(list)
    models = list(itertools.product(domain, repeat=len(names)))
    # The copies of a build are shown once: that takes longer than a run if the process has many modules.
    with tracer.installed():
        traces = [tracer.run(dict(enumerate(values))) for values in models]
    inputs = [{**fixed, **dict(zip(names, values, strict=True))} for values in models]
    with counted.copies.installed():
        outcomes = [outcome(counted, given) for given in inputs]
    for path, given, (result, raises, cost) in zip(traces, inputs, outcomes, strict=True):
        assert repr(path.result) == repr(result), given
        assert (path.raises, path.cost) == (raises, cost), given
        for condition, taken in zip(path.conditions, path.taken, strict=True):
            assert condition.holds(path.model) == bool(taken), (given, condition)
        paths[path.key()].append(path)
    for same in paths.values():
        first = same[0]
        for other in same[1:]:
            assert other.conditions == first.conditions, (first.model, other.model)
            assert other.cost == first.cost or not costs, (first.model, other.model)
    check_tree([path for same in paths.values() for path in same[:1]])
    return len(paths)


def check_tree(paths: list[Path]) -> None:
    """Paths form a tree: what follows the same answers to the same questions asks the same question."""
    asked: dict[Any, Any] = {}
    for path in paths:
        prefix: tuple[Any, ...] = ()
        for at, (site, condition, taken) in enumerate(
            zip(path.sites, path.conditions, path.taken, strict=True)
        ):
            question = (site, condition)
            known = asked.setdefault(prefix, question)
            assert known == question, f"decision {at} of {path.model} depends on more than was decided"
            prefix = hash((prefix, taken)), at, taken
        assert asked.setdefault(prefix, None) is None, f"{path.model} ends where another path goes on"
