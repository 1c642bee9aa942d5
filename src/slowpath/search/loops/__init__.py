"""Programs that drive the loops of a target: what `slowpath loops` searches.

- `algorithm`: what a search algorithm is: it asks for things to be rated, and learns from the answers;
  `ranking`: which of them to keep. `algorithms/` has a module for each. They know nothing of programs.
- `gathering`, `material`: what programs are made of; `solutions`: inputs of the concolic engine.
- `operations`, `variation`: mutation and crossover of programs.
- `fitness`: how far a run is from a goal. `rating`: how far a program is, by runs of small and large sizes.
- `search`: one search for the goals of one target. `rounds`: many of them, side by side. `bench`: the targets
  in the loop build.
"""

from __future__ import annotations

from pathlib import Path


def algorithm_names() -> list[str]:
    """Return the names of the algorithms: the modules in the folder `algorithms`."""
    files = [file for home in __path__ for file in Path(home, "algorithms").glob("*.py")]
    return sorted(file.stem for file in files if file.stem != "__init__")
