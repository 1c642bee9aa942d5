"""Which input next?

A map of the folder, from the smallest thing to the largest:

- `recipes/`: what recipes are made of. `vocabulary`, `reading`: the words of the code that runs have reached.
  `genes`, `enclosed`, `parts`: the parts for one parameter and for all; `families`: expressions in N;
  `numbering`: values, objects and rows that differ; `collisions`: objects of one hash; `admitted`: whether
  parts are of the shapes that the user gave; `plainest`: what all others are made of.
- `probe`, `learning`, `receiver`: which shapes a target takes, what its refusals teach, and what else may be
  done with a method's receiver. `hinted`: which programs give their calls what hints name.
- `judge`: runs a recipe at three sizes; the second difference of its cost is its score. `reach`: the blocks
  that runs have come to.
- `archive`, `opening`: what was found so far; the sizes to begin with. `effort`: how much a process has done.
- `strategy`: what a strategy is, and the scene it plays in. `strategies/` has a module for each of them,
  `beam/`, `flip/`, `policy/` and `programs/` what four of them need. None imports another.
- `race`: strategies side by side under one budget.
- `catching`: whether what bends lasts, and the smallest and most natural recipe that shows it.
- `hunt`: one search in one process; `hunting`: the same as a child process, and its messages; `hunter`:
  the child seen from outside; `pack`, `role`: several of them.
- `ways/`: worst cases of a large size by path space, policies, input space and random inputs (`scale`).
- `loops/`: programs that drive nested loops (`loops`, `redundant`).
- `diff`: two implementations on one input. `baseline`: random inputs to compare with.
"""

from __future__ import annotations

from pathlib import Path


def strategy_names() -> list[str]:
    """Return the names of the strategies: the modules in the folder `strategies`."""
    files = [file for home in __path__ for file in Path(home, "strategies").glob("*.py")]
    return sorted(file.stem for file in files if file.stem != "__init__")
