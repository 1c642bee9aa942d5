"""The shell pipelines of the studies give what the real commands give."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.replay import missing, replay

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture
def subjects(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("compslg.subjects")
    for name in [each for each in sys.modules if each.partition(".")[0] == "compslg"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["phones", "passwords"])
def test_same_output_as_the_real_commands(subjects: Any, name: str) -> None:
    pipeline = subjects.PIPELINES[name]
    stages = parse_shell(pipeline.stages)
    if absent := missing(stages):
        pytest.skip(f"this machine has no {absent}")
    value = pipeline.plain(40, Random(0))
    real = replay(stages, value).output
    for stage in stages:
        value = stage.apply(value)
    assert real == "".join(f"{line}\n" for line in value).encode()
    assert real


@pytest.mark.parametrize("name", ["backup", "mail", "records", "names"])
def test_each_stage_of_a_tree_pipeline_takes_what_the_one_before_puts_out(subjects: Any, name: str) -> None:
    pipeline = subjects.PIPELINES[name]
    found = subjects.costs(pipeline, 12 if name == "backup" else 4)
    assert len(found) == {"backup": 3, "mail": 5, "records": 4}.get(name, len(found))
    assert all(cost > 0 for cost in found.values())
