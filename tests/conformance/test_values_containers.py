"""CPython's own tests of containers pass on recording containers with symbolic keys and elements."""

from __future__ import annotations

import importlib
import unittest
from collections import deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest

from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers
from slowpath.values import calls, ranges
from slowpath.values.elements import directly
from slowpath.values.integer import SymInt
from slowpath.values.recording import SymDefaultDict, SymDict, SymFrozenSet, SymOrderedDict, SymSet
from tests.conformance.subjects import has_tests
from tests.unit.values.text.symbolic import Inputs

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

_SUBCLASS = "makes subclasses of the type"
_BUILTIN = "asks for the builtin type itself"
MOST = 200  # variables of a test; it goes on with plain values
SKIPS = {
    "*Set.test_free_after_iterating": _SUBCLASS,
    "*.test_cyclical_repr": _BUILTIN,
    "*.test_do_not_rehash_dict_keys": "counts how often elements are hashed",
    "*.test_badcmp": "counts on an element that cannot be compared",
    "*OrderedDict.test_popitem": "gives popitem an argument, which an OrderedDict takes",
    "*.test_free_after_iterating": _SUBCLASS,
    "*.test_pickle*": "iterators are pickled as they are",
    "*.test_exhausted_iterator": _SUBCLASS,
    "*.test_contains_fake": "fakes that compare equal to anything",
    "Symbolic*.test_fromkeys": _SUBCLASS,
    "Symbolic*.test_subclass_with_custom_hash": _SUBCLASS,
    "Symbolic*.test_constructor_identity": "each call makes new symbolic elements",
    "Tuple.test_addmul": "tells a tuple of a subclass, which these are not, from its copy",
    "*.test_no_comdat_folding": "compares what cannot be compared in C code",
}


class Run:
    """The variables of one test."""

    inputs = Inputs()


def standing(value: Any) -> Any:
    """A symbolic value in the place of a plain one."""
    inputs = Run.inputs
    if len(inputs.model) > MOST:
        return value
    if type(value) is int and abs(value) < 1 << 60:
        index = inputs.trace.variable(f"i{len(inputs.model)}", Integers()).index
        inputs.model[index] = value
        return SymInt(value, Linear.variable(index), inputs.trace)
    if type(value) is str and 0 < len(value) < 20:
        return inputs.text(value)
    return value


class Standing(type):
    """Calling it makes a container of the class below with symbolic elements, and keys."""

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        kind: Any = cls.__bases__[0]
        plain = kind(*arguments, **options)
        if isinstance(plain, dict):
            made = kind(*arguments[:1]) if issubclass(kind, SymDefaultDict) else kind()
            made.update([(standing(key), value) for key, value in plain.items()])
            return made
        if isinstance(plain, deque):
            return deque(map(standing, plain), plain.maxlen)
        return kind(list(map(standing, plain)))

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__bases__[0])


class StandingList(list[Any], metaclass=Standing):
    pass


class StandingTuple(tuple[Any, ...], metaclass=Standing):
    __slots__ = ()


class StandingDeque(deque[Any], metaclass=Standing):
    pass


class StandingDict(SymDict, metaclass=Standing):
    pass


class StandingOrderedDict(SymOrderedDict, metaclass=Standing):
    pass


class StandingSet(SymSet, metaclass=Standing):
    pass


class StandingFrozenSet(SymFrozenSet, metaclass=Standing):
    pass


def symbolic_range(*arguments: Any) -> Any:
    return ranges.made(*map(standing, arguments))


def kind_of(*arguments: Any) -> Any:
    return calls.TYPES[type](directly, *arguments)


CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "Dict": ("test.mapping_tests:TestHashMappingProtocol", {"type2test": SymDict}),
    "SymbolicDict": ("test.mapping_tests:TestMappingProtocol", {"type2test": StandingDict}),
    "OrderedDict": ("test.mapping_tests:BasicTestMappingProtocol", {"type2test": SymOrderedDict}),
    "SymbolicOrderedDict": (
        "test.mapping_tests:BasicTestMappingProtocol",
        {"type2test": StandingOrderedDict},
    ),
    "Set": ("test.test_set:TestSet", {"thetype": SymSet, "basetype": set}),
    "FrozenSet": ("test.test_set:TestFrozenSet", {"thetype": SymFrozenSet, "basetype": frozenset}),
    "SymbolicSet": ("test.test_set:TestSet", {"thetype": StandingSet, "basetype": set}),
    "SymbolicFrozenSet": (
        "test.test_set:TestFrozenSet",
        {"thetype": StandingFrozenSet, "basetype": frozenset},
    ),
    "List": ("test.list_tests:CommonTest", {"type2test": StandingList}),
    "Tuple": ("test.seq_tests:CommonTest", {"type2test": StandingTuple}),
    "Deque": ("test.test_deque:TestSequence", {"type2test": StandingDeque}),
    "Range": ("test.test_range:RangeTest", {}),
}


def cases() -> Iterator[tuple[str, str]]:
    if not has_tests():
        return
    for name in CASES:
        for method in unittest.defaultTestLoader.getTestCaseNames(_case(name)):
            if not any(fnmatchcase(f"{name}.{method}", skipped) for skipped in SKIPS):
                yield name, method


def _case(name: str) -> Any:
    where, attributes = CASES[name]
    module, _, case = where.partition(":")
    return type(name, (getattr(importlib.import_module(module), case),), attributes)


@pytest.mark.parametrize(("name", "method"), list(cases()))
def test_of_cpython(name: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Run.inputs = Inputs()
    module = importlib.import_module(CASES[name][0].partition(":")[0])
    monkeypatch.setattr(module, "type", kind_of, raising=False)
    if name == "Range":
        monkeypatch.setattr(module, "range", symbolic_range, raising=False)
    result = unittest.TestResult()
    _case(name)(method).run(result)
    problems = [text for _, text in (*result.failures, *result.errors)]
    assert not problems, problems[0]
