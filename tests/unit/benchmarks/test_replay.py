"""Findings are run again by the plain function alone; the exponent is told by the largest sizes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("replay")
    for name in ("replay", "natural"):
        sys.modules.pop(name, None)


def points(replay: Any, power: float, swelling: float = 1.0) -> list[Any]:
    return [replay.Point(n, int(n**swelling), 1e-4 * n**power) for n in (10, 20, 40, 80, 160)]


@pytest.mark.parametrize("power", [1.0, 2.0, 3.0])
def test_the_exponent_is_that_of_the_points(replay: Any, power: float) -> None:
    assert replay.exponent(points(replay, power), 0) == pytest.approx(power)


def test_a_cost_is_compared_with_what_the_input_holds(replay: Any) -> None:
    assert replay.exponent(points(replay, 2.0, 2.0), 0) == pytest.approx(1.0)


def test_a_run_that_does_not_end_takes_more_than_all_its_time(replay: Any) -> None:
    seen = [replay.Point(10, 10, 0.01), replay.Point(20, 20, replay.MOST, ended=False)]
    assert replay.exponent(seen, 1e-3) > 9


def test_an_explosion_may_have_no_long_run_before_it(replay: Any) -> None:
    seen = [replay.Point(6, 6, 1e-5), replay.Point(9, 9, replay.MOST, ended=False)]
    assert replay.exponent(seen, 1e-3) > 9


def test_only_points_that_end_alike_are_compared(replay: Any) -> None:
    seen = [
        replay.Point(size, size, 1.0, raises=how)
        for size, how in ((2, None), (3, "KeyError"), (4, "KeyError"))
    ]
    assert [each.size for each in replay.alike(seen)] == [3, 4]


def test_short_runs_tell_nothing(replay: Any) -> None:
    assert replay.exponent(points(replay, 2.0), 1e9) is None


def test_inputs_may_use_others_by_name(replay: Any) -> None:
    assert replay.values_at({"hi": "len(xs) - 1", "xs": "[0] * N"}, 4) == {"hi": 3, "xs": [0] * 4}


def test_the_function_is_called_as_its_callers_do(replay: Any) -> None:
    call = replay.called("textwrap:TextWrapper.wrap")
    assert call({"width": 3, "text": "ab cd"}) == ["ab", "cd"]
    assert call({"TextWrapper.width": 3, "text": "ab cd"}) == ["ab", "cd"]
    assert replay.called("os.path:join")({"a": "a", "p": ["b", "c"]}) == "a/b/c"


def test_a_run_has_a_process_of_its_own(replay: Any) -> None:
    finding = replay.Finding("bisect:bisect", {"a": "list(range(N))", "x": "N"})
    point = replay.apart(finding, 9, "ops")
    assert (point.size, point.ended, point.raises) == (9, True, None)


def test_what_a_setup_makes_is_used(replay: Any) -> None:
    recipe = {"self": "made", "text": "'ab ' * N"}
    finding = replay.Finding("textwrap:TextWrapper.wrap", recipe, "made = TextWrapper(N)")
    run, values = finding.prepared(3)
    assert run() == ["ab", "ab", "ab"]
    assert values["text"] == "ab ab ab "


def test_other_calls_on_a_receiver_are_part_of_the_run(replay: Any) -> None:
    before, after = "heap = list(range(N))", "for x in range(N):  # measured\n    heappush(heap, x)"
    finding = replay.Finding("heapq:heappush", None, "", f"{before}\n{after}\nheap[2 * N]")
    run, _ = finding.prepared(4)
    with pytest.raises(IndexError):  # all of it was run
        run()


def test_class_methods_need_no_object(replay: Any) -> None:
    assert replay.called("collections:ChainMap.fromkeys")({"iterable": "ab"})["a"] is None


def test_a_finding_is_true_if_it_grows_fast_enough(replay: Any) -> None:
    natural = importlib.import_module("natural")
    found = [natural.Replay({}, each) for each in (2.0, 1.4, 1.2, None)]
    assert [each.is_true for each in found] == [True, True, False, False]
    told = natural.summary([natural.Outcome("p.m:f", True, 4, replays=tuple(found))])
    assert (told["replayed"], told["true"]) == (4, 2)
    assert "n^1.2" in natural.line(natural.Outcome("p.m:f", True, 4, replays=tuple(found)))


def test_inputs_are_accepted_if_the_target_returned(replay: Any) -> None:
    natural = importlib.import_module("natural")
    report = {"findings": [], "returned": 0, "tried": 7, "advice": "", "inconclusive": None}
    assert natural.judged("p.m:f", report).why == "0 of 7 inputs returned"
    assert not natural.judged("p.m:f", report).accepted
    assert natural.judged("p.m:f", {**report, "returned": 1}).accepted


def test_a_busy_machine_makes_seconds_longer(replay: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    natural = importlib.import_module("natural")
    monkeypatch.setattr(natural, "share", lambda: 0.25)
    assert natural.slowness() == 4.0


def test_the_share_of_a_core_is_a_part_of_it(replay: Any) -> None:
    assert 0.1 <= importlib.import_module("natural").share(0.01) <= 1.0
