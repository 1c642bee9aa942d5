"""What C code without a model makes of symbolic text is noted, and only that."""

from pathlib import Path
from typing import Any

import pytest

from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks

SOURCE = """
import csv, functools, io, unicodedata

@functools.lru_cache
def is_ab(word):
    return word == "ab"

CASES = [
    lambda s: is_ab(s),
    lambda s: (is_ab(s[:2]), is_ab(s[2:])),
    lambda s: list(csv.reader(io.StringIO(s))),
    lambda s: list(csv.reader(s.splitlines())),
    lambda s: csv.writer(io.StringIO()).writerow([s]),
    lambda s: hasattr(s, "encode"),
    lambda s: hasattr(1, s),
    lambda s: unicodedata.lookup(s),
    lambda s: str.upper(s).find("A"),
    lambda s: io.StringIO(s).readline(),
]

def run(which, s):
    return CASES[which](s)
"""
EXPECTED = [
    set(),
    {"a cache of results"},
    {"csv.reader()"},
    {"csv.reader()"},
    {"writer.writerow()"},
    set(),
    {"builtins.hasattr()"},
    {"unicodedata.lookup()"},
    set(),
    set(),
]


class Which:
    """The shape of the number of a case."""

    def __init__(self, which: int) -> None:
        self._which = which

    def build(self, size, maker, name):
        return self._which


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    file: Path = tmp_path_factory.mktemp("unmodelled") / "cases.py"
    file.write_text(SOURCE)
    return load(f"{file}:run", build=Build.TRACE, more=trace_hooks)


@pytest.mark.parametrize("which", range(len(EXPECTED)))
def test_what_is_lost(traced, which):
    shapes: dict[str, Any] = {"which": Which(which), "s": text(4, CharSet.everything())}
    tracer = Tracer(traced, shapes, 4)
    path = tracer.run(dict(enumerate(b"abab")))
    assert {reason for _, reason in path.lost} == EXPECTED[which]
