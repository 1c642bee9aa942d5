"""Native work: what operations implemented in C cost, by the sizes of their operands and outcomes.

`hooks` makes the functions that rewritten code calls in the place of such operations. A hook performs exactly
the operation it stands for and adds its work, in thousandths of an op, to `work[site]`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from slowpath.counting.native._hooks import UNITS as UNIT_NAMES
from slowpath.counting.native._hooks import Hooks
from slowpath.counting.native.rules import SIZED_ITERATORS, clashes
from slowpath.counting.native.table import NAMES, REGEX_NAMES, TABLE
from slowpath.counting.native.units import UNITS

if TYPE_CHECKING:
    from slowpath.counting.regex._matcher import Machine

__all__ = ["HOOKS", "NAMES", "OPERATORS", "REGEX_NAMES", "hooks"]

Lost = dict[tuple[int, str], int]  # (site, function) -> calls whose work is not counted
Patterns = dict[tuple[str | bytes, int], "Machine | None"]  # of the sources of regular expressions and flags

# Patterns that are noted. A target may make a pattern of each input, and every noted one is reset before
# each run: 400 resets take 15 microseconds, a tenth of a short run.
MOST_PATTERNS: Final = 400

OPERATORS: Final[Mapping[type[ast.operator], str]] = MappingProxyType(
    {
        ast.Add: "add",
        ast.Sub: "sub",
        ast.Mult: "mul",
        ast.FloorDiv: "floordiv",
        ast.Mod: "mod",
        ast.Pow: "pow",
        ast.LShift: "lshift",
        ast.RShift: "rshift",
        ast.BitOr: "bitor",
        ast.BitAnd: "bitand",
        ast.BitXor: "bitxor",
    }
)

HOOKS: Final = (
    "call",
    "method",
    "pick",
    "taken",
    *OPERATORS.values(),
    *(f"i{name}" for name in OPERATORS.values()),
    "grown",
    "summed",
    "contains",
    *("eq", "ne", "lt", "le", "gt", "ge"),
    *("made", "delegate", "delitem", "setslice"),
)


def unlimited(exactly: bool) -> int:
    """Return the milli-ops left where there is no budget."""
    return 1 << 62


def hooks(
    work: list[int],
    heavy: Callable[[int], None],
    lost: Lost,
    left: Callable[[bool], int] = unlimited,
    patterns: Patterns | None = None,
) -> dict[str, Callable[..., Any]]:
    """Return the hooks by name; they charge `work`, call `heavy` after a large charge, and note in `lost`.
    Before an operation that may take for ever they ask how many milli-ops are `left`, at most or exactly,
    which raises where none are. The regular expressions that they match are entered in `patterns`.

    Beside the hooks, "total" returns the milli-ops charged by all of them since "reset" was called.
    """
    units = tuple(UNITS[name] for name in UNIT_NAMES)
    owner = Hooks(work, TABLE, units, heavy, lost, SIZED_ITERATORS, clashes, _machines(patterns), left)
    by_name: dict[str, Callable[..., Any]] = {name: getattr(owner, name) for name in HOOKS}
    return by_name | {"total": lambda: owner.total, "reset": owner.reset}


def _machines(noted: Patterns | None) -> Callable[[dict[Any, Any], object, Any, Any], object]:
    def entered(machines: dict[Any, Any], key: object, pattern: Any, flags: Any) -> object:
        # Not before a regular expression is used: the package reads tables of Unicode.
        from slowpath.counting.regex.machines import enter

        made = enter(machines, key, pattern, flags)
        if noted is not None and len(noted) < MOST_PATTERNS:
            if type(pattern) is re.Pattern:
                noted[pattern.pattern, pattern.flags] = made
            elif type(pattern) in (str, bytes):
                noted[pattern, int.__index__(flags) if issubclass(type(flags), int) else 0] = made
        return made

    return entered
