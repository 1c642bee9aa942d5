"""Expressions over symbolic inputs, run in both builds: same outcome, same cost, and nothing lost unsaid.

What a run gives depends on its decisions and on the forms of its result alone: where two inputs decide the
same way, the symbolic result of the one, evaluated for the other, is what the other gives.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from slowpath.expr.variable import Values
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.values.blob import SymBytes
from slowpath.values.path import Path
from tests.unit.values.text.symbolic import under
from tests.unit.values.tracing import check_tree, loaded, outcome

Domains = Mapping[str, tuple[Shape, Sequence[Any]]]  # by parameter: its shape, and values of it


@dataclass(frozen=True, slots=True)
class Explored:
    """What runs of one expression on all inputs decided, and what they lost."""

    paths: int
    decisions: int  # of the longest path
    lost: frozenset[str]


class Expressions:
    """A module with one function for each of some expressions."""

    def __init__(self, file: File, domains: Domains, expressions: Sequence[str], head: str = "") -> None:
        names = ", ".join(domains)
        lines = [f"    lambda {names}: {each}," for each in expressions]
        called = f"def run(which, {names}):\n    return CASES[which]({names})\n"
        file.write_text("\n".join([head, "CASES = [", *lines, "]", "", called]))
        self._file = file
        self._domains = domains
        self._places = {each: place for place, each in enumerate(expressions)}

    def check(self, expression: str, costs: bool = True) -> Explored:
        """Run an expression on all inputs, and check each run.

        Without `costs`, inputs of one path may differ in their cost: they differ in the digits of a number.
        """
        counted = loaded(self._file, "run", Build.COUNT)
        traced = loaded(self._file, "run", Build.TRACE)
        which = self._places[expression]
        shapes: dict[str, Any] = {"which": _Fixed(which)}
        shapes |= {name: shape for name, (shape, _) in self._domains.items()}
        tracer = Tracer(traced, shapes, 0)
        runs: dict[Any, list[tuple[Path, Any]]] = defaultdict(list)
        given = list(self._inputs())
        # The copies of a build are shown once: that takes longer than a run if the process has many modules.
        with tracer.installed():
            traces = [tracer.run(dict(enumerate(_leaves(list(inputs.values()))))) for inputs in given]
        with counted.copies.installed():
            outcomes = [outcome(counted, {"which": which, **inputs}) for inputs in given]
        for inputs, path, (result, raises, cost) in zip(given, traces, outcomes, strict=True):
            assert repr(seen(path.result, path.model)) == repr(seen(result, {})), (expression, inputs)
            assert repr(path.result) == repr(result), (expression, inputs)
            assert (_kind(path.raises), path.cost) == (_kind(raises), cost), (expression, inputs)
            for condition, taken in zip(path.conditions, path.taken, strict=True):
                assert condition.holds(path.model) == bool(taken), (expression, inputs, condition)
            runs[path.key()].append((path, result))
        for same in runs.values():
            self._compare(expression, same, costs)
        if not any(path.lost for same in runs.values() for path, _ in same):
            check_tree([same[0][0] for same in runs.values()])
        paths = [path for same in runs.values() for path, _ in same]
        lost = frozenset(reason for path in paths for _, reason in path.lost)
        return Explored(len(runs), max(len(path.taken) for path in paths), lost)

    def _inputs(self) -> Iterator[dict[str, Any]]:
        for values in itertools.product(*(values for _, values in self._domains.values())):
            yield dict(zip(self._domains, values, strict=True))

    def _compare(self, expression: str, same: list[tuple[Path, Any]], costs: bool) -> None:
        """Check that the first run of a path tells what the others give."""
        first = same[0][0]
        for other, result in same[1:]:
            where = (expression, first.model, other.model)
            assert other.conditions == first.conditions, where
            if not first.lost:
                assert other.cost == first.cost or not costs, where
                assert _kind(other.raises) == _kind(first.raises), where
                assert repr(seen(first.result, other.model)) == repr(seen(result, {})), where


class _Fixed:
    """The shape of an argument that is always the same."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def build(self, size: int, maker: Any, name: str) -> Any:
        return self._value


def _kind(raises: str | None) -> str | None:
    """The type of an error; its text may tell its input."""
    return None if raises is None else raises.partition(":")[0].rpartition(".")[2]


def _leaves(value: Any) -> list[Any]:
    """The variables of an input."""
    match value:
        case str():
            return [ord(character) for character in value]
        case bytes():
            return list(value)
        case list() | tuple():
            return [leaf for part in value for leaf in _leaves(part)]
    return [value]


def seen(value: Any, model: Values) -> Any:
    """What can be seen of a result under a model, as lists; of a plain one, whatever the model."""
    if isinstance(value, dict):
        return [type(value).__name__, *((seen(key, model), seen(each, model)) for key, each in value.items())]
    if isinstance(value, bytearray):
        parts = getattr(value, "parts", None)
        return bytes(value) if parts is None else under(SymBytes(parts, None), model)  # type: ignore[arg-type]
    if isinstance(value, list | tuple | deque):
        return [type(value).__name__, *(seen(each, model) for each in value)]
    if isinstance(value, set | frozenset):
        return [type(value).__name__, sorted(repr(seen(each, model)) for each in value)]
    if dataclasses.is_dataclass(value):
        return [type(value).__name__, *(seen(each, model) for each in vars(value).values())]
    return under(value, model)
