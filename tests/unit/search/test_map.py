"""The map of the folder `search`."""

from __future__ import annotations

import re
from pathlib import Path

from slowpath import search


def test_the_map_names_every_module_and_folder() -> None:
    (home,) = map(Path, search.__path__)
    inside = {each.stem for each in home.glob("*.py")} | {
        f"{each.parent.name}/" for each in home.glob("*/*.py")
    }
    named = set(re.findall(r"`([a-z_]+/?)`", search.__doc__ or ""))
    assert inside - {"__init__"} <= named
