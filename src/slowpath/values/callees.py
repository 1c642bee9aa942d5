"""Callees that are code of the copies: they have no model, and lose nothing.

Every call of the trace build asks first, so the answer comes from types alone. It may be no for a callee
that `calls` then finds to stand for itself.
"""

from __future__ import annotations

import builtins
from types import FunctionType, MethodType
from typing import Any

_BUILTINS = vars(builtins)  # copied modules have others
_HEAP = 1 << 9  # the flag of types that are made at run time, as classes are
_NEW: Any = object.__new__
_INIT: Any = object.__init__


def is_copied(callee: Any) -> bool:
    """Tell whether a call of something runs code of the copies, and nothing else."""
    kind = type(callee)
    if kind is MethodType:
        callee = callee.__func__
        kind = type(callee)
    if kind is FunctionType:
        return callee.__builtins__ is not _BUILTINS
    return kind is type and _is_copied_class(callee)


def _is_copied_class(kind: Any) -> bool:
    """Tell whether a class has a constructor of the copies, or none."""
    if kind.__new__ is not _NEW or not kind.__flags__ & _HEAP or "__new__" in kind.__dict__:
        return False
    made = kind.__init__
    return made is _INIT or is_copied(made)
