"""Inputs from every small path of both versions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath.model.growth import Growth
from slowpath.model.provenance import Provenance
from slowpath.oracle.remedy.paths import LARGEST, explored
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.shape.infer import Inferred
from slowpath.shape.syntax import parse_shape


def test_paths_of_either_version_have_an_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = "def target(items: list[int]) -> int:\n    return sum(1 for item in items if item > 5)\n"
    file = tmp_path / "counted_items.py"
    file.write_text(source)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    suspect = Suspect(
        "counted_items:target",
        {"items": "[0] * N"},
        Growth(((1, 1),), "O(n)", 1.0, 1.0),
        (),
        {"items": Inferred(parse_shape("ints(N)"), Provenance.HINT)},
    )
    changed = source.replace("item > 5", "item > 5 or item == -77")
    seen = explored(suspect, {str(file): changed}, 30.0)
    assert [each.size for each in seen] == [*range(1, LARGEST + 1)]
    assert all(each.complete for each in seen)
    assert {"items": "[-77]"} in seen[0].inputs
    assert len(seen[1].inputs) >= 4 + 9
