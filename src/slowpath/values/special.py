"""What special methods of the target answer: C code takes a plain number where these give a symbolic one.

The trace build passes what `__len__`, `__index__` and the like return through `told`.
"""

from __future__ import annotations

import dis
import sys
from types import FrameType
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.values.integer import SymInt
from slowpath.values.items import exactly
from slowpath.values.real import SymFloat

_TRUTH = frozenset(
    number
    for name, number in dis.opmap.items()
    if name in ("TO_BOOL", "UNARY_NOT") or ("JUMP" in name and ("_TRUE" in name or "_FALSE" in name))
)


def told(answer: Any) -> Any:
    """What a special method answers, as a plain number: which one it is is decided.

    Where a branch asks an object for its truth, it is decided whether the length is zero.
    """
    if type(answer) is not SymInt and type(answer) is not SymFloat:
        return answer
    frame = sys._getframe(1)
    if frame.f_back is not None and frame.f_back.f_code is ask.__code__:
        return answer
    method = frame.f_code.co_name
    if type(answer) is SymFloat:
        answer.trace.give_up(f"{method}()")
        return float.__pos__(answer)
    assert type(answer) is SymInt
    if method == "__hash__":
        answer.trace.give_up("hash of an object")
        return int.__index__(answer)
    if method == "__len__" and _is_condition(frame.f_back) and answer >= 0:
        return int(answer.trace.decide(compare(answer.form, ">", 0), int.__gt__(answer, 0)))
    return exactly(answer)


def _is_condition(frame: FrameType | None) -> bool:
    """Tell whether a frame stands where a condition is asked for its truth."""
    return frame is not None and frame.f_code.co_code[frame.f_lasti] in _TRUTH


def ask(method: Any, owner: Any) -> Any:
    """What a special method of an object answers, symbolic where it is."""
    return method(owner)
