"""CPython's own tests of its types pass in the trace build where their literals are symbolic values."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from slowpath.target.load import Loaded
from tests.conformance.literals import Literals, methods, problems, symbolic_copy
from tests.conformance.subjects import has_tests

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

CASES = """
    test_int        IntTestCases
    test_long       LongTest
    test_float      GeneralFloatCases RoundTestCase InfNanTest
    test_bool       BoolTest
    test_dict       DictTest
    test_set        TestSet TestFrozenSet TestBinaryOps TestUpdateOps TestMutate TestSubsetPartial
    test_slice      SliceTest
    test_range      RangeTest
    test_enumerate  EnumerateTestCase TestReversed TestStart
    test_math       MathTests IsCloseTests
"""

# With symbolic text in the place of literals; the module has another name since 3.13.
TEXTS = """
    test_unicode    UnicodeTest StringModuleTest
    test_str        StrTest StringModuleTest
"""

_IDENTITY = "asks C code for the identity of small ints, of which there is one of each"
_SAME = "counts on the text itself as the result, where C code finds nothing to change"
_LONG = "hundreds of thousands of operations on symbolic numbers"
_FILE = "reads a file beside the test module"
_GARBAGE = "asks which dictionaries are tracked by the garbage collector"
SKIPS = {
    "*.test_small_ints": _IDENTITY,
    "LongTest.test_*small_int*": _IDENTITY,
    "LongTest.test_from_bytes_small": _IDENTITY,
    "SliceTest.test_indices": _LONG,
    "RangeTest.test_issue11845": _LONG,
    "RangeTest.test_range_iterators": _LONG,
    "LongTest.test_bit_count": _LONG,
    "LongTest.test_bit_length": _LONG,
    "LongTest.test_bitop_identities": _LONG,
    "LongTest.test_correctly_rounded_true_division": _LONG,
    "LongTest.test_division": _LONG,
    "LongTest.test_format": _LONG,
    "LongTest.test_mixed_compares": _LONG,
    "MathTests.testDist": _LONG,
    "MathTests.testFactorial": _LONG,
    "MathTests.testFsum": _LONG,
    "MathTests.testIsqrt": _LONG,
    "MathTests.testRemainder": _LONG,
    "MathTests.test_prod": _LONG,
    "MathTests.test_sumprod_stress": _LONG,
    "MathTests.test_*testfile": _FILE,
    "*.test_expandtabs_optimization": _SAME,
    "*.test_repeat_id_preserving": _SAME,
    "*.test_replace_id": _SAME,
    "*.test_raiseMemError": "looks at the memory layout of text",
    "*.test_maketrans_translate": "lets C code, by `assertRaises`, ask for the exact type of a dictionary",
    "*.test_isidentifier_legacy": "makes text that is not ready, by a C function that 3.12 has no more",
    "*.test_isspace_invariant": _LONG,
    "*.test_codecs": _LONG,
    "TestFrozenSet.test_hash_effectiveness": _LONG,
    "DictTest.test_merge_and_mutate": _LONG,
    "DictTest.test_track_*": _GARBAGE,
}


def _cases(listed: str) -> Iterator[tuple[str, str, str]]:
    if not has_tests():
        return
    for line in listed.strip().splitlines():
        module, *names = line.split()
        for case in names:
            for method in methods(f"test.{module}", case):
                if not any(fnmatchcase(f"{case}.{method}", skipped) for skipped in SKIPS):
                    yield module, case, method


@cache
def _copy(module: str, literals: Literals) -> Loaded:
    return symbolic_copy(f"test.{module}", Path(mkdtemp(prefix="slowpath-literals-")), literals)


@pytest.mark.parametrize(("module", "case", "method"), list(_cases(CASES)))
def test_with_symbolic_literals(module: str, case: str, method: str) -> None:
    found = problems(_copy(module, Literals()), case, method)
    assert not found, found[0]


@pytest.mark.parametrize(("module", "case", "method"), list(_cases(TEXTS)))
def test_with_symbolic_texts(module: str, case: str, method: str) -> None:
    found = problems(_copy(module, Literals((str,))), case, method)
    assert not found, found[0]
