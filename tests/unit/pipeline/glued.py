"""Stages for tests, and the module that glues them together."""

from __future__ import annotations

from pathlib import Path

from slowpath.pipeline.glue import write_glue
from slowpath.pipeline.stage import parse_stages

INSERTION_SORT = """
def sort(lines):
    out = []
    for line in lines:
        place = len(out)
        while place and out[place - 1] > line:
            place -= 1
        out.insert(place, line)
    return out
"""


def glued(folder: Path, module: str, source: str, *names: str) -> str:
    """Write a module of stages, and one that calls them behind each other; return the path of that one."""
    stages = folder / f"{module}.py"
    stages.write_text(source)
    file = folder / f"{module}_glue.py"
    file.write_text(write_glue(parse_stages([f"{stages}:{name}" for name in names])))
    return str(file)
