"""Functions in the text of a module."""

from __future__ import annotations

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from slowpath.oracle.remedy.source import (
    FunctionSource,
    ModuleSource,
    is_name,
    method_of,
    number,
    positional,
    read,
    walk,
)

SOURCE = """
class Box:
    def get(self, key):
        return self.items.index(key, -1)

def outer():
    def inner(x):
        return x
    return inner

def grown(x):
    yield x
"""


def test_functions_are_found_by_their_qualified_names() -> None:
    method = FunctionSource(SOURCE, "Box.get")
    assert method.owner is not None
    assert method.owner.name.value == "Box"
    assert method.parameters == ["self", "key"]
    assert FunctionSource(SOURCE, "outer.<locals>.inner").parameters == ["x"]
    with pytest.raises(LookupError):
        FunctionSource(SOURCE, "Box.put")
    with pytest.raises(LookupError):
        FunctionSource(SOURCE, "Box")


def test_a_call_is_taken_apart() -> None:
    source = FunctionSource(SOURCE, "Box.get")
    (call,) = source.inside(cst.Call)
    called, given = method_of(call), positional(call, 2)
    assert called is not None
    assert given is not None
    assert source.code(called[0]) == "self.items"
    assert called[1] == "index"
    assert is_name(given[0], "key")
    assert number(given[1]) == -1
    assert positional(call, 1) is None


def test_names_of_attributes_and_keywords_are_not_read() -> None:
    source = FunctionSource("def f(a):\n    return a.b(c=a.d)\n", "f")
    assert [each.value for each in read(source.function.body, source)] == ["a", "a"]


def test_generators_and_functions_with_functions_inside_are_not_plain() -> None:
    assert FunctionSource(SOURCE, "Box.get").is_plain
    assert not FunctionSource(SOURCE, "outer").is_plain
    assert not FunctionSource(SOURCE, "grown").is_plain


def test_the_functions_of_a_module_share_its_tree() -> None:
    whole = ModuleSource(SOURCE)
    method, outer = FunctionSource(whole, "Box.get"), FunctionSource(whole, "outer")
    assert method.module is outer.module
    assert method.function in whole.parts
    assert [each.name.value for each in whole.definitions] == ["Box", "get", "outer", "inner", "grown"]
    assert [each.name.value for each in whole.classes] == ["Box"]
    assert {"Box", "items", "x"} <= whole.names


def test_parts_parents_and_lines_are_those_of_libcst() -> None:
    whole = ModuleSource(SOURCE)
    wrapper = MetadataWrapper(whole.module, unsafe_skip_copy=True)
    assert whole.parts == list(walk(whole.module))
    assert whole.parents == wrapper.resolve(ParentNodeProvider)
    assert whole.positions == wrapper.resolve(PositionProvider)
    assert FunctionSource(whole, "Box.get").lines(whole.classes[0]) == range(2, 5)


def test_names_that_functions_declare_as_global() -> None:
    whole = ModuleSource("def f():\n    global a, b\n    c = 1\n")
    assert whole.global_names == {"a", "b"}
