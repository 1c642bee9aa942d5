"""What to do where a search finds nothing: a few random inputs tell why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.errors import TargetError
from slowpath.model.run import End, Run
from slowpath.model.target import Target, TargetKind
from slowpath.oracle.advice import advice
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, dicts, integer, ints, lists, text


class Runs:
    """A worker whose runs end as they are told to, one after the other."""

    target = Target.named("m:f")

    def __init__(self, *runs: Run) -> None:
        self._runs = list(runs)
        self.lengths: list[int] = []

    def run(self, inputs: Mapping[str, str], size: int | None, max_ops: int, seconds: float) -> Run:
        self.lengths.append(len(eval([*inputs.values()][-1])))
        if not self._runs:
            raise TargetError("no worker", "Start one.")
        return self._runs.pop(0)


def ended(end: End, ops: int = 7, raises: str | None = None, detail: str = "") -> Run:
    exception = None if raises is None else raises.partition(":")[0]
    return Run(end, {"ops": ops}, (), (), raises, detail, exception=exception)


def told(*runs: Run, shapes: Mapping[str, Shape] | None = None, **options: Any) -> str:
    worker: Any = Runs(*runs)
    return advice(worker, {"s": text()} if shapes is None else shapes, Random(0), **options)


def test_random_inputs_of_three_lengths_are_run() -> None:
    worker = Runs(*[ended(End.RETURNED, ops) for ops in (1, 2, 3)])
    assert advice(worker, {"s": text()}, Random(0)) == ""  # type: ignore[arg-type]
    assert worker.lengths == [1, 8, 64]


def test_nothing_to_vary() -> None:
    worker: Any = SimpleNamespace(target=Target.named("m:load"))
    assert "no parameters to vary" in advice(worker, {}, Random(0))
    worker.target = replace(Target.named("m:Chain.to_list"), kind=TargetKind.METHOD)
    assert "neither the target nor Chain takes anything" in advice(worker, {}, Random(0))
    assert advice(worker, {}, Random(0)).endswith("--setup 'chain = ...' --input self=chain")
    assert "no parameter has inputs of growing size" in told(grows=False)


def test_what_is_refused_is_told() -> None:
    refused = ended(End.REFUSED, detail="tried to write /tmp/x; allow it with --allow files")
    assert told(ended(End.RETURNED), refused, ended(End.RETURNED)) == refused.detail


@pytest.mark.parametrize("end", [End.BUDGET, End.CPU, End.TIME, End.MEMORY])
def test_even_the_smallest_input_is_stopped(end: End) -> None:
    runs = [ended(end), ended(End.RETURNED), ended(End.RETURNED)]
    assert told(*runs).startswith(f"even a random input of length 1 is stopped by the {end.value}: ")
    assert told(*reversed(runs)) == ""  # a large input may be stopped


def test_every_run_ends_its_process() -> None:
    died = ended(End.DIED, detail="os._exit(3)")
    assert told(died, died, died) == "every run ends its process: os._exit(3)"
    assert told(ended(End.RETURNED), died, died) == ""


@pytest.mark.parametrize(
    ("raised", "shapes", "remedy"),
    [
        ("ValueError: bad digit", {"s": text()}, "say what it takes, for example --arg 's=text(N"),
        ("ValueError: bad digit", {"xs": ints()}, "say what it takes, for example --arg 'xs=ints(N"),
        (
            "ValueError: bad digit",
            {"flag": boolean(), "s": text()},
            "say what it takes, for example --arg 's=",
        ),
        ("ValueError: bad digit", {"s": blob()}, "say what it takes more closely than --arg 's=blob(N)'"),
        ("EOFError: no more", {"s": text()}, "it may wait for standard input"),
        ("FileNotFoundError: 'x'", {"s": text()}, "it may open files by their names"),
    ],
)
def test_every_input_makes_it_raise(raised: str, shapes: dict[str, Shape], remedy: str) -> None:
    said = told(*[ended(End.RAISED, raises=raised)] * 3, shapes=shapes)
    assert said.startswith(f"random inputs all raise, the last one {raised}: ")
    assert remedy in said


def test_no_shape_of_another_kind_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slowpath.oracle.advice.EXAMPLES", {"ints": "ints(N, 0, 100)"})
    runs = [ended(End.RAISED, raises="ValueError: bad")] * 3
    said = told(*runs, shapes={"s": text()})
    assert said.endswith("more closely than --arg 's=text(N)' (slowpath shapes lists what it may be)")
    assert told(*runs, shapes={"s": text(), "xs": ints()}).endswith("for example --arg 'xs=ints(N, 0, 100)'")


def test_no_shape_with_other_parts_is_recommended() -> None:
    runs = [ended(End.RAISED, raises="ValueError: bad")] * 3
    for shape in (lists(text()), dicts(text(), lists(integer()))):
        assert f"more closely than --arg 'x={shape.describe()}'" in told(*runs, shapes={"x": shape})
    assert "for example --arg 'x=dicts(text(3), integer(), N)'" in told(
        *runs, shapes={"x": dicts(text(), integer())}
    )


def test_a_long_message_is_cut() -> None:
    said = told(*[ended(End.RAISED, raises="ValueError: " + "x" * 500)] * 3)
    assert "x" * 80 + "..." in said
    assert "x" * 100 not in said


def test_a_cost_that_never_changes() -> None:
    said = told(*[ended(End.RETURNED, 1_234)] * 3)
    assert said.startswith("random inputs of lengths 1 to 64 all cost 1,234 ops: if the work")
    assert "--scope" in said
    worker: Any = Runs(*[ended(End.RETURNED, 1_234)] * 3)
    worker.target = replace(Target.named("m:Chain.find"), kind=TargetKind.METHOD)
    assert "must hold something first, build one with --setup 'chain" in advice(
        worker, {"s": text()}, Random(0)
    )


def test_an_error_of_the_worker_is_the_advice() -> None:
    assert told() == "no worker\nStart one."


def test_nothing_is_wrong() -> None:
    runs = [ended(End.RETURNED), ended(End.RAISED, raises="ValueError"), ended(End.RETURNED, 9)]
    assert told(*runs) == ""


def test_a_search_that_many_inputs_return_for_knows_what_the_target_takes() -> None:
    raised = ended(End.RAISED, raises="ValueError: bad digit")
    assert told(raised, raised, raised, returned=0.01)
    assert told(raised, raised, raised, returned=0.3) == ""
    assert told(ended(End.TIME), returned=0.3) == ""  # another process was in the way
    assert told(returned=0.3) == ""  # what was made at random could not be built
