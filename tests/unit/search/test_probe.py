"""Which shapes a target takes, where nothing tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.run.counted import Meter
from slowpath.search.probe import probed
from slowpath.shape.infer import explain
from slowpath.target.load import load


@pytest.mark.parametrize(
    ("body", "first", "second"),
    [
        ("return x.upper().split('a')", "text(N)", "text(N)"),  # takes nothing else
        ("return [each for each in x if each]", "text(N)", "ints(N)"),
        ("buffer = bytearray(); buffer.extend(x[1:]); return len(buffer)", "ints(N)", "blob(N)"),
        ("return x + 1", "integer()", "integer()"),
    ],
)
def test_the_first_and_the_second_choice(tmp_path: Path, body: str, first: str, second: str) -> None:
    file = tmp_path / "takes.py"
    file.write_text(f"def f(x):\n    {body}\n")
    loaded = load(f"{file}:f")
    meter = Meter(loaded, max_ops=10_000)
    with loaded.copies.installed():
        told = explain(loaded.function, given={}, guess_rest=True)
        chosen = [probed(meter, told, other_kinds=other)["x"].shape.describe() for other in (False, True)]
    assert chosen == [first, second]
