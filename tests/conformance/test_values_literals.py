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

_IDENTITY = "asks C code for the identity of small ints, of which there is one of each"
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
    "TestFrozenSet.test_hash_effectiveness": _LONG,
    "DictTest.test_merge_and_mutate": _LONG,
    "DictTest.test_track_*": _GARBAGE,
}


def _cases() -> Iterator[tuple[str, str, str]]:
    if not has_tests():
        return
    for line in CASES.strip().splitlines():
        module, *names = line.split()
        for case in names:
            for method in methods(f"test.{module}", case):
                if not any(fnmatchcase(f"{case}.{method}", skipped) for skipped in SKIPS):
                    yield module, case, method


@cache
def _copy(module: str) -> Loaded:
    return symbolic_copy(f"test.{module}", Path(mkdtemp(prefix="slowpath-literals-")), Literals())


@pytest.mark.parametrize(("module", "case", "method"), list(_cases()))
def test_with_symbolic_literals(module: str, case: str, method: str) -> None:
    found = problems(_copy(module), case, method)
    assert not found, found[0]
