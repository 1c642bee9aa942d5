"""Programs that drive the loops of a target: what `slowpath loops` searches.

- `algorithm`: what a search algorithm is: it asks for programs to be rated, and learns from the answers.
  `algorithms/` has a module for each of them. They know nothing of programs.
- `variation`: crossover and mutation of programs.
- `fitness`: how far a run is from a goal.
"""

from __future__ import annotations

from pathlib import Path


def algorithm_names() -> list[str]:
    """Return the names of the algorithms: the modules in the folder `algorithms`."""
    files = [file for home in __path__ for file in Path(home, "algorithms").glob("*.py")]
    return sorted(file.stem for file in files if file.stem != "__init__")
