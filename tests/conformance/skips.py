"""Tests of other people that are not run, each with its reason."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple


class Skip(NamedTuple):
    """`tests`: `subject/test`, with wildcards."""

    tests: str
    reason: str


_C = "asks for the C accelerator, which copies keep out"
_BUILTINS = "looks through `builtins`, which in a copy also holds the hooks, or replaces functions of it"

SKIPS = (
    Skip("heapq/*.test_c_functions", _C),
    Skip("statistics/*.test_c_functions", _C),
    Skip("typing/*.test_c_functions", _C),
    Skip("json/*.TestCTest.test_cjson", _C),
    Skip("json/*.test_speedups.*", _C),
    Skip("functools/*.TestCmpToKeyC.*", _C),
    Skip("functools/*.TestPartialC*", _C),
    Skip("functools/*.TestReduceC.*", _C),
    Skip("functools/*.TestLRUC.*", _C),
    Skip("collections/*.CPythonOrderedDict*", _C),
    Skip("dataclasses/*.test_field_named_like_builtin*", _BUILTINS),
    Skip("ast/*.ModuleStateTests.test_sys_modules", _BUILTINS),
    Skip(
        "language-sequences/*.test_bug_782369",
        "counts the references to a small number, which counters refer to as well",
    ),
    Skip(
        "tomllib/*.test_inline_table_recursion_limit",
        "needs the last level of recursion; on 3.11 a hook takes one",
    ),
    Skip(
        "language-suspension/*.test_throw_with_yield_from",
        "looks for the delegating frame on the stack while an exception passes the hook of `yield from`",
    ),
    Skip("language-inspection/*.test_code_hash_uses_bytecode", "compares bytecode"),
    Skip("sqlparse/tests/test_dos_prevention.py::*", "asserts on seconds"),
)


def is_skipped(test: str) -> bool:
    """Tell whether a test, as `subject/test`, is on the list."""
    return any(fnmatchcase(test, skip.tests) for skip in SKIPS)
