from __future__ import annotations

from pathlib import Path

from slowpath.search.programs.objects import takes_objects
from slowpath.shape.library import text
from slowpath.target.load import load
from tests.unit.search.programs.trees import written


def test_methods_take_objects_and_functions_of_texts_do_not(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert takes_objects(load(f"{file}:Node.depths").target, {})
    assert not takes_objects(load(f"{file}:child").target, {"node": text(), "name": text()})
