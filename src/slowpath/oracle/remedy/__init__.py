"""What would help: changes of the target's source, each proven before it is shown.

- `source`, `loop`: a function as its author wrote it, and its loops.
- `names`, `purity`, `invariance`: what its text says for sure of names, side effects and rounds of a loop.
- `edits`: a change of that text; formatting and comments stay.
- `rule`: what proposes changes. `rules/` has a module for each rule. None imports another.
- `material`: inputs on which both versions must agree; `paths`: inputs from every small path of both.
- `trial`: runs both versions, and compares results, exceptions, arguments and growth.
- `remedies`: from a finding to a remedy.

Everything that imports libcst, which is an extra, is imported inside the function that needs it.
"""

from __future__ import annotations

from pathlib import Path


def rule_names() -> list[str]:
    """Return the names of the rules: the modules in the folder `rules`."""
    files = [file for home in __path__ for file in Path(home, "rules").glob("*.py")]
    return sorted(file.stem for file in files if file.stem != "__init__")
