"""Which input next?

A map of the folder, from the smallest thing to the largest:

- `vocabulary`, `reading`: the words of the code that runs have reached.
- `probe`, `receiver`: which shapes a target takes, and what else may be done with a method's receiver.
- `genes`, `enclosed`, `parts`: the parts that recipes are made of, for one parameter and for all; `admitted`:
  whether they are of the shapes that the user gave.
- `judge`: runs a recipe at three sizes; the second difference of its cost is its score.
- `archive`, `opening`: what was found so far; the sizes to begin with.
- `strategy`: what a strategy is, and the scene it plays in. `strategies/` has a module for each of them,
  `beam/`, `flip/`, `policy/` and `programs/` what four of them need. None imports another.
- `race`: strategies side by side under one budget.
- `hunt`: one search in one process; `hunting`: the same as a child process, and its messages; `hunter`:
  the child seen from outside; `pack`, `role`: several of them.
- `ways/`: worst cases of a large size by path space, policies, input space and random inputs (`scale`).
- `diff`: two implementations on one input. `baseline`: random inputs to compare with.
"""

from __future__ import annotations

from pathlib import Path


def strategy_names() -> list[str]:
    """Return the names of the strategies: the modules in the folder `strategies`."""
    files = [file for home in __path__ for file in Path(home, "strategies").glob("*.py")]
    return sorted(file.stem for file in files if file.stem != "__init__")
