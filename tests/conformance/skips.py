"""Tests of other people that are not run, each with its reason."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from slowpath.model.target import Build


class Skip(NamedTuple):
    """`tests`: `subject/test`, with wildcards. `builds`: those that leave it out."""

    tests: str
    reason: str
    builds: tuple[Build, ...] = (Build.COUNT, Build.TRACE)


_C = "asks for the C accelerator, which copies keep out"
_BUILTINS = "looks through `builtins`, which in a copy also holds the hooks, or replaces functions of it"
_TYPE = "lets code that is not copied ask for the exact type of a container that a copy made"
_FRAMES = "counts frames, of which hooks of the trace build are some: levels of recursion, `stacklevel`"
_PROFILE = "lists the calls that a profiler sees"
_SPECIAL = "calls a special method itself, with arguments that it does not take"
_LAYOUT = "looks at the memory layout of a container"
_WORK = "does much work of a kind that other tests do less of"
_BY_VALUE = "pickles functions by value, with globals but without the builtins that hold the hooks"
_TRACE = (Build.TRACE,)

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
    Skip(
        "boltons/tests/test_socketutils.py::test_socketutils_netstring",
        "fails if it takes more than 10 ms to send a message",
    ),
    Skip("attrs/tests/test_3rd_party.py::TestCloudpickleCompat::*", _BY_VALUE),
    Skip("attrs/tests/test_funcs.py::TestAsTuple::test_recurse_retain", _TYPE, _TRACE),
    Skip("collections/*.TestChainMap.test_union_operators", _TYPE, _TRACE),
    Skip("dataclasses/*.TestCase.test_helper_asdict*", _TYPE, _TRACE),
    Skip("functools/*.test_setstate_subclasses", _TYPE, _TRACE),
    Skip("json/*.test_object_pairs_hook*", _TYPE, _TRACE),
    Skip("typing/*.CollectionsAbcTests.test_*_instantiation", _TYPE, _TRACE),
    Skip("language-control/*.test_recursion_in_except_handler", _FRAMES, _TRACE),
    Skip("language-control/*.testSettingException", _FRAMES, _TRACE),
    Skip("re/*.test_symbolic_refs_errors", _FRAMES, _TRACE),
    Skip("tomllib/*.test_inline_array_recursion_limit", _FRAMES, _TRACE),
    Skip("language-inspection/*.test_sneaky_frame_object", _FRAMES, _TRACE),
    Skip("language-inspection/*.test_sys_setprofile.*", _PROFILE, _TRACE),
    Skip("language-iteration/*.test_reduce_mutating_builtins_iter", _BUILTINS, _TRACE),
    Skip("language-functions/*.CFunctionCallsErrorMessages.test_varargs*", _SPECIAL, _TRACE),
    Skip("language-mappings/*.DictTest.test_track_*", _LAYOUT, _TRACE),
    Skip("language-mappings/*.test_sizeof_exact", _LAYOUT, _TRACE),
    Skip("language-bytes/*.ByteArrayTest.test_sq_item", _LAYOUT, _TRACE),
    Skip("language-sets/*Subclass.test_do_not_rehash_dict_keys", _TYPE, _TRACE),
    Skip("language-text/*.test_maketrans_translate", _TYPE, _TRACE),
    Skip("json/*.test_unicode_decode", _WORK, _TRACE),
    Skip("language-iteration/*.test_itertools.*.test_combinat*", _WORK, _TRACE),
    Skip("language-iteration/*.test_itertools.*.test_permutations", _WORK, _TRACE),
    Skip("language-sequences/*.test_deque.*.test_gc_doesnt_blowup", _WORK, _TRACE),
    Skip("language-sequences/*.test_deque.*.test_long_steadystate_*", _WORK, _TRACE),
    Skip("language-sequences/*.test_range.*.test_range_iterators", _WORK, _TRACE),
    Skip("language-sequences/*.test_tuple.*.test_bug7466", _WORK, _TRACE),
    Skip("language-sets/*.test_hash_effectiveness", _WORK, _TRACE),
    Skip("language-text/*.test_find_periodic_pattern", _WORK, _TRACE),
    Skip("statistics/*.test_overlap", _WORK, _TRACE),
    Skip("language-algorithms/*.test_deprecated_N_format", _FRAMES, _TRACE),
    Skip("zipfile/*.test_implied_dirs_performance", _WORK, _TRACE),
    Skip("zipfile/*.test_joinpath_constant_time", _WORK, _TRACE),
    Skip(
        "language-bytes/*.ByteArrayTest.test_iterator_pickling*",
        "pickles an iterator over a bytearray",
        _TRACE,
    ),
    Skip(
        "language-iteration/*.test_bytearray_join_with_misbehaving_iterator",
        "changes a bytearray while it is joined",
        _TRACE,
    ),
)


def is_skipped(test: str, build: Build) -> bool:
    """Tell whether a test, as `subject/test`, is on the list of a build."""
    return any(build in skip.builds and fnmatchcase(test, skip.tests) for skip in SKIPS)
