"""Memoryviews of symbolic bytes: what they give depends on these, behaviour is that of plain ones."""

from __future__ import annotations

import io
from array import array
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.shape.library import blob
from slowpath.values.calls import modelled
from tests.unit.values.expressions import Expressions
from tests.unit.values.text.symbolic import Inputs, check

PLACES = st.one_of(st.none(), st.integers(-6, 6))
SLICES = st.builds(slice, PLACES, PLACES, st.sampled_from([None, 1, 2, -1, -3]))


@settings(max_examples=60)
@given(value=st.binary(min_size=1, max_size=5), slices=st.lists(SLICES, max_size=3), data=st.data())
def test_what_is_made_of_slices(value: bytes, slices: list[slice], data: st.DataObject) -> None:
    make = data.draw(st.sampled_from(["tobytes", "tolist", "hex", bytes, bytearray, list, tuple]))

    def operation(whole: Any) -> Any:
        view = modelled(memoryview)(whole)
        for each in slices:
            view = view[each]
        made = modelled(getattr(view, make))() if isinstance(make, str) else modelled(make)(view)
        return made == b"ab" if make in ("tobytes", bytes, bytearray) else made

    inputs = Inputs()
    check(inputs, operation, inputs.blob(value), exact=False)


WRITES = st.tuples(st.integers(0, 2), st.one_of(SLICES, st.integers(-5, 5)), st.binary(max_size=3))


@settings(max_examples=100)
@given(
    value=st.binary(min_size=1, max_size=4),
    slices=st.lists(SLICES, max_size=2),
    writes=st.lists(WRITES, max_size=3),
    data=st.data(),
)
def test_writes_are_seen_by_all_who_look(
    value: bytes, slices: list[slice], writes: list[tuple[int, Any, bytes]], data: st.DataObject
) -> None:
    symbolic = data.draw(st.booleans())

    def operation(given: Any) -> Any:
        box = modelled(bytearray)(given if symbolic else value)
        views = [modelled(memoryview)(box)]
        for each in slices:
            views.append(views[-1][each])
        out: list[Any] = []
        for which, key, written in writes:
            view = (*views, box)[which] if which < len(views) else box
            try:
                if isinstance(key, slice):
                    view[key] = modelled(memoryview)(given)[: len(written)]
                else:
                    view[key] = given[0]
            except (ValueError, IndexError, BufferError, TypeError) as error:
                out.append(type(error))
        return [*out, list(box), *(list(view) for view in views)]

    inputs = Inputs()
    check(inputs, operation, inputs.blob(value), exact=False)
    assert not inputs.lost


HEAD = """
import binascii
import functools
import io
import math
import re
import struct

def loop(v):
    total = 0
    for each in v:
        if each == 97:
            total += 1
    return total

def opened(b):
    with memoryview(b) as v:
        return v[0] == 97, v.readonly, v.format, v.itemsize, v.shape, v.strides, v.ndim, v.nbytes, len(v)

def after(b):
    v = memoryview(b)
    v.release()
    return v[0]

def packed(b):
    box = bytearray(4)
    struct.pack_into("<H", memoryview(box)[1:], 1, b[0] + b[1])
    return bytes(box)

def filled(b):
    box = bytearray(b"xyz")
    view = memoryview(box)
    view[1:] = b
    view[0] = b[1]
    box[2] = b[0]
    return box, view.tolist(), view[::-1].tobytes()

def grown(b):
    box = bytearray(b)
    view = memoryview(box)
    box.append(1)

def kinds(b):
    v = memoryview(b)
    return type(v) is memoryview, isinstance(v, memoryview), type(v).__name__, v.obj is b, v == v, v != v
"""
CASES = [
    "memoryview(b)[0] > 97",
    "memoryview(b)[-1:].tobytes()",
    "[each for each in memoryview(b)]",
    "loop(memoryview(b))",
    "97 in memoryview(b)",
    "memoryview(b) == b'ab'",
    "memoryview(b) != b'ab'",
    "b'ab' == memoryview(b)",
    "memoryview(b)[:1] == memoryview(b)[1:]",
    "bytearray(b) == memoryview(b'ab')",
    "memoryview(b'ab') == b",
    "b != memoryview(b'ab')",
    "bytearray(b'ab') == memoryview(b)",
    "memoryview(b) == 'ab'",
    "memoryview(b) == b'abc'",
    "memoryview(b).hex()",
    "memoryview(b).hex('-')",
    "memoryview(b).tolist()",
    "bytes(memoryview(b))",
    "bytearray(memoryview(b)[1:])",
    "list(memoryview(b))",
    "tuple(memoryview(b)[::-1])",
    "sum(memoryview(b)) > 195",
    "max(memoryview(b))",
    "sorted(memoryview(b))",
    "list(zip(memoryview(b), b))",
    "list(map(chr, memoryview(b)))",
    "list(reversed(memoryview(b)))",
    "len(memoryview(b)[1:])",
    "memoryview(b).cast('b').tolist()",
    "memoryview(b).cast('c')[0]",
    "memoryview(b).cast('c').cast('B')[1]",
    "memoryview(memoryview(b))[1]",
    "memoryview(b).toreadonly().readonly",
    "memoryview(bytearray(b)).toreadonly()[0]",
    "struct.unpack('>H', memoryview(b))",
    "struct.unpack_from('B', memoryview(b), 1)",
    "struct.unpack_from('<H', memoryview(bytearray(b)))[0] == 24930",
    "int.from_bytes(memoryview(b), 'big')",
    "b'-'.join([memoryview(b), b'x'])",
    "b'-'.join(memoryview(b)[place:] for place in range(2))",
    "b + memoryview(b)",
    "bytearray(b'x') + memoryview(b)",
    "b.find(memoryview(b)[1:])",
    "b'abab'.find(memoryview(b))",
    "bytearray(b'ab').startswith(memoryview(b))",
    "str(memoryview(b), 'ascii')",
    "int(memoryview(b'1')) + memoryview(b)[0]",
    "re.match(b'a+', memoryview(b))",
    "re.findall(b'[ab]', memoryview(b)[::1])",
    "binascii.hexlify(memoryview(b))",
    "io.BytesIO(memoryview(b)).read()",
    "opened(b)",
    "opened(bytearray(b))",
    "after(b)",
    "packed(b)",
    "filled(b)",
    "grown(b)",
    "kinds(b)",
    "kinds(bytearray(b))",
    "memoryview(b)[5]",
    "memoryview(b)['a']",
    "memoryview(b)[0:1][0:1][0]",
    "memoryview(b) < b",
    "(repr(memoryview(b))[:11], str(memoryview(b))[:11], f'{memoryview(b)}'[:11])",
    "ascii(memoryview(b))[:11]",
    "ord(memoryview(b)[:1])",
    "b.center(5, memoryview(b)[:1])",
    "bytearray(b).ljust(5, memoryview(b)[:1])",
    "b.decode(memoryview(b))",
    "int(memoryview(b'12'), 10)",
    "int(memoryview(b'12'))",
    "min(memoryview(b), memoryview(b))",
    "min(memoryview(b), key=lambda each: -each)",
    "sum(memoryview(b), 5)",
    "sum([], memoryview(b)) == b",
    "b.partition(memoryview(b'a'))[::2]",
    "b'xaby'.rpartition(memoryview(b))[1] == b'ab'",
    "bytearray(b'xaby').partition(memoryview(b))",
    "b.split(memoryview(b'a'))",
    "b.replace(memoryview(b'a'), memoryview(b))",
    "b.startswith((memoryview(b'a'), b'b'))",
    "bytearray(b) < memoryview(b'ab')",
    "memoryview(b'a') in b",
    "io.StringIO(memoryview(b))",
    "io.BytesIO().write(memoryview(b))",
    "bytes(memoryview(b), 'ascii')",
    "(any(memoryview(b)), all(memoryview(b)))",
    "set(memoryview(b)) == {97}",
    "list(enumerate(memoryview(b)))",
    "[*memoryview(b)]",
    "hash(memoryview(b'ab')) == hash(b'ab')",
    "b'x' + memoryview(b)",
    "functools.reduce(max, memoryview(b))",
    "math.prod(memoryview(b)) > 9000",
    "{1}.union(memoryview(b))",
    "isinstance(memoryview(b), (bytes, bytearray))",
    "memoryview(3)",
    "memoryview()",
    "memoryview(b).__setitem__(0, 1)",
    "memoryview(bytearray(b)).__setitem__(0, 300)",
    "memoryview(bytearray(b)).__setitem__(0, 2 * b[0])",
    "memoryview(bytearray(b)).__setitem__(slice(0, 1), b)",
]


@pytest.fixture(scope="module")
def expressions(tmp_path_factory: pytest.TempPathFactory) -> Expressions:
    file: File = tmp_path_factory.mktemp("views") / "views.py"
    values = [b"aa", b"ab", b"bb", b"ba", b"\x80a"]
    return Expressions(file, {"b": (blob(2), values)}, CASES, head=HEAD)


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_lost(expressions: Expressions, case: str) -> None:
    assert not expressions.check(case).lost


def test_the_decisions_are_about_the_bytes_of_the_slice() -> None:
    inputs = Inputs()
    view = modelled(memoryview)(inputs.blob(b"abcd"))
    assert modelled(view[1:][1:3].tobytes)().isdigit() is False
    assert inputs.trace.conditions[0].variables() == (2,)


def test_other_views_are_plain() -> None:
    inputs = Inputs()
    view = modelled(memoryview)(inputs.blob(b"abcd"))
    assert modelled(view.cast("H").tolist)() == memoryview(b"abcd").cast("H").tolist()
    assert inputs.lost == ["memoryview.cast()"]
    assert type(modelled(memoryview)(array("B", b"ab"))) is memoryview


def test_c_code_borrows_the_buffer() -> None:
    inputs = Inputs()
    view = modelled(memoryview)(inputs.blob(b"abcd"))
    assert b"".join([view]) == b"abcd"
    assert inputs.lost == ["the buffer of a memoryview"]
    borrowed = memoryview(view)
    with pytest.raises(BufferError):
        view.release()
    borrowed.release()
    view.release()


def test_what_c_code_writes_is_plain() -> None:
    inputs = Inputs()
    box = modelled(bytearray)(inputs.blob(b"abcd"))
    view = modelled(memoryview)(box)[1:]
    assert io.BytesIO(b"xy").readinto(view) == 2
    assert inputs.lost == ["the buffer of a memoryview"]
    assert [type(each) for each in box] == [int] * 4
    assert list(box) == list(b"axyd")


def test_the_hash_is_noted() -> None:
    inputs = Inputs()
    value = inputs.blob(b"ab")
    assert {b"ab": 1}[modelled(memoryview)(value)] == 1
    assert inputs.lost[0] == "hash of bytes"
    with pytest.raises(ValueError, match="cannot hash writable"):
        hash(modelled(memoryview)(modelled(bytearray)(value)))
