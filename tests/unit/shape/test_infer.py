from __future__ import annotations

import calendar
import colorsys
import difflib
import fnmatch
import heapq
import html
import importlib
import statistics
import string
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from slowpath.errors import InputRejected, ShapeError
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.shape.infer import explain, infer
from slowpath.shape.observed import shape_of_values
from slowpath.shape.sampler import Sampler

SOURCE = '''
"""A module with examples.

>>> total([1, 2], 0)
3
>>> words = ["a", "bc"]
>>> join(words, sep="-")
'a-bc'
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

def total(xs, start):
    return sum(xs, start)

def shown(page):
    if isinstance(page, bytes):
        page = page.decode()
    return page.strip()

def join(words, sep=", ", quote=False, limit=10, extra=None):
    return sep.join(words)

def hinted(xs: list[int], flag: bool = True, *more: int, **rest: str):
    return xs

def half(xs: list, key: "Callable[[int], int]" = None):
    """
    >>> half([("a", 1), ("b", 2)])
    """
    return xs

def undotted(names, header):
    """
    >>> undotted(["a", "b"],
                 "c")
    'c'
    >>> undotted(["a",
    """
    return header

def called(pairs, scale):
    return pairs

def caller():
    pairs = [(1, 2.5), (3, 4)]
    called(pairs, scale=2 ** 3)

def used(line, table):
    return line.strip().split(","), table.items()

def unknown(thing, other, note="x"):
    return thing

class Step(ABC):
    @abstractmethod
    def take(self): ...

def stepped(text: str, steps: Iterable[Step] | None = None, more: list[Step] = ()):
    return text

def needs(compare: "Callable[[int, int], int]"):
    return compare

class Stack:
    """
    >>> s = Stack([1, 2])
    >>> s.push("a", times=2)
    """
    def __init__(self, items, depth=3):
        self.items = items

    def push(self, item, times):
        return item

    def __call__(self, n: int):
        return n
'''
TESTS = """
import pytest
from sampled import unknown

def test_unknown():
    assert unknown({"a": 1}, b"x") == {}
    with pytest.raises(TypeError):
        unknown(1, 2)
"""


@pytest.fixture
def sampled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "sampled.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("sampled")
    del sys.modules["sampled"]


def told(function: Callable[..., Any], **options: Any) -> dict[str, str]:
    return {
        name: " ".join(filter(None, (each.shape.describe(), "<-", each.told_by.value, each.detail)))
        for name, each in explain(function, **({"given": {}} | options)).items()
    }


def test_hints_come_first(sampled: ModuleType) -> None:
    assert told(sampled.hinted) == {
        "xs": "ints(N) <- hint list[int]",
        "flag": "boolean() <- hint bool",
        "more": "tuples(integer(), N) <- hint *int",
    }


def test_objects_that_cannot_be_made_are_left_out(sampled: ModuleType) -> None:
    assert told(sampled.stepped) == {"text": "text(N) <- hint str"}


def test_doctests_tell(sampled: ModuleType) -> None:
    assert told(sampled.total) == {
        "xs": "ints(N) <- doctest of sampled",
        "start": "integer() <- doctest of sampled",
    }


def test_defaults_tell_and_text_is_one_of_those_seen(sampled: ModuleType) -> None:
    assert told(sampled.join) == {
        "words": "lists(text(N), N) <- doctest of sampled",
        "sep": "literal(', ', '-') <- doctest of sampled",
        "quote": "boolean() <- default False",
        "limit": "integer() <- default 10",
    }


def test_doctests_fill_in_what_hints_leave_open(sampled: ModuleType) -> None:
    assert told(sampled.half) == {"xs": "lists(row(text(N), integer()), N) <- doctest of half"}


def test_the_type_of_such_a_hint_stays_sure(sampled: ModuleType) -> None:
    told = explain(sampled.half, given={})["xs"]
    assert told.is_assumed
    assert told.has_sure_type
    assert not explain(sampled.called, given={})["pairs"].has_sure_type


def test_an_example_may_lack_the_dots_of_its_lines(sampled: ModuleType) -> None:
    assert told(sampled.undotted) == {
        "names": "lists(text(N), N) <- doctest of undotted",
        "header": "text(N) <- doctest of undotted",
    }


def test_call_sites_tell(sampled: ModuleType) -> None:
    line = SOURCE.splitlines().index("    called(pairs, scale=2 ** 3)") + 1
    assert told(sampled.called) == {
        "pairs": f"lists(row(integer(), real()), N) <- call at sampled.py:{line}",
        "scale": f"integer() <- call at sampled.py:{line}",
    }


def test_methods_called_on_a_parameter_tell(sampled: ModuleType) -> None:
    assert told(sampled.used) == {
        "line": "text(N) <- use of line.strip()",
        "table": "dicts(text(N), text(N), N) <- use of table.items()",
    }


def test_when_nothing_tells_the_error_shows_what_to_add(sampled: ModuleType) -> None:
    with pytest.raises(ShapeError) as error:
        explain(sampled.unknown, given={})
    assert "'thing', 'other' of unknown" in error.value.message
    assert "--arg 'thing=text(N)' --arg 'other=text(N)'" in error.value.hint
    assert told(sampled.unknown, given={"thing": "ints(3)", "other": "const(1)"}) == {
        "thing": "ints(3) <- --arg",
        "other": "const(1) <- --arg",
    }


def test_a_function_is_made_if_it_is_needed(sampled: ModuleType) -> None:
    hint = "collections.abc.Callable[[int, int], int]"
    assert told(sampled.needs) == {"compare": f"const(lambda a, b: a) <- hint {hint}"}
    assert "key" not in told(sampled.half)


def test_tests_beside_the_module_tell_but_not_what_they_expect_to_raise(
    sampled: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_sampled.py").write_text(TESTS)
    assert told(sampled.unknown) == {
        "thing": "dicts(text(N), integer(), N) <- call at test_sampled.py:6",
        "other": "blob(N) <- call at test_sampled.py:6",
    }


def test_methods_have_a_receiver(sampled: ModuleType) -> None:
    assert told(sampled.Stack.push, owner=sampled.Stack) == {
        "item": "text(N) <- doctest of Stack",
        "times": "integer() <- doctest of Stack",
        "items": "ints(N) <- doctest of Stack",
        "depth": "integer() <- default 3",
    }
    assert told(sampled.Stack) == {
        "items": "ints(N) <- doctest of Stack",
        "depth": "integer() <- default 3",
    }
    given = {"items": "ints(7)", "item": "boolean()"}
    assert told(sampled.Stack.push, owner=sampled.Stack, given=given)["items"] == "ints(7) <- --arg"


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"xs": "text(N)"}, "xs: text(N) contradicts the type hint list[int]", "--arg 'xs=ints(N)'"),
        ({"xs": "lists(text(N), N)"}, "contradicts the type hint list[int]", "--arg 'xs=ints(N)'"),
        ({"flag": "integer()"}, "flag: integer() contradicts the type hint bool", "boolean()"),
        ({"flg": "ints(N)"}, "no parameter 'flg' (did you mean 'flag'?)", "xs, flag, more, rest"),
        ({"xs": "intz(N)"}, "xs: no shape 'intz'", "ints(N"),
        ({"xs": "ints(N, 5, 3)"}, "xs: integer(5, 3) admits no number", "integer(3, 5)"),
    ],
)
def test_what_does_not_fit_is_an_error(
    sampled: ModuleType, given: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(ShapeError) as error:
        infer(sampled.hinted, given=given)
    assert message in error.value.message
    assert hint in error.value.hint


def test_given_shapes_may_be_narrower_than_hints(sampled: ModuleType) -> None:
    given = {"xs": "ints(3, 0, 9)", "flag": "const(True)", "more": "const((1, 2))"}
    assert told(sampled.hinted, given=given) == {name: f"{text} <- --arg" for name, text in given.items()}


STDLIB: list[tuple[Callable[..., Any], dict[str, str]]] = [
    (textwrap.dedent, {"text": "text(N)"}),
    (statistics.median, {"data": "ints(N)"}),
    (difflib.get_close_matches, {"word": "text(N)", "possibilities": "lists(text(N), N)"}),
    (html.escape, {"s": "text(N)"}),
    (fnmatch.translate, {"pat": "text(N)"}),
    (heapq.merge, {"iterables": "tuples(ints(N), N)"}),
    (colorsys.rgb_to_hsv, {}),
    (calendar.monthrange, {"year": "integer()", "month": "integer()"}),
    (heapq.nsmallest, {"n": "integer()", "iterable": "ints(N)"}),
    (string.capwords, {"s": "text(N)"}),
]  # fmt: skip


@pytest.mark.parametrize(("function", "expected"), STDLIB, ids=lambda each: getattr(each, "__name__", ""))
def test_functions_of_the_standard_library(function: Callable[..., Any], expected: dict[str, str]) -> None:
    """Each is inferred, or the error shows the very options that it needs."""
    try:
        shapes = infer(function, given={})
    except ShapeError as error:
        shown = dict(each.split("=", 1) for each in error.hint.split("'")[1::2])
        assert shown
        assert {name: shown[name] for name in expected if name in shown}.items() <= expected.items()
        shapes = infer(function, given=shown)
    else:
        found = {name: shape.describe() for name, shape in shapes.items()}
        assert found.items() >= expected.items()
    for seed in range(3):
        for name, shape in shapes.items():
            value = shape.build(4, Sampler(Random(seed)), name)
            assert shape.admits(value, 4)


def test_the_receiver_of_a_method_of_the_standard_library() -> None:
    matcher = difflib.SequenceMatcher
    shapes = infer(matcher.ratio, given={}, owner=matcher)
    assert shapes["a"].describe() == shapes["b"].describe() == "text(N)"
    values = {name: shape.build(5, Sampler(Random(1)), name) for name, shape in shapes.items()}
    made = matcher(**{name.removeprefix("self."): value for name, value in values.items()})
    assert 0 <= made.ratio() <= 1


def test_each_parameter_has_a_note_for_the_report(sampled: ModuleType) -> None:
    assert {name: each.note for name, each in explain(sampled.total, given={}).items()} == {
        "xs": ShapeNote("ints(N)", Provenance.DOCTEST, "sampled"),
        "start": ShapeNote("integer()", Provenance.DOCTEST, "sampled"),
    }


@pytest.mark.parametrize(
    ("values", "described"),
    [
        ([1, 2.5], "real()"),
        ([1, None], "optional(integer())"),
        (["a", b"b"], "text(N)"),
        ([True, 1], "one_of(boolean(), integer())"),
        ([[1], []], "ints(N)"),
        ([[]], "ints(N)"),
        ([[1], ["a"], ["b"]], "lists(text(N), N)"),
        ([[1, "a"]], "lists(one_of(integer(), text(N)), N)"),
        ([(1, "a")], "row(integer(), text(N))"),
        ([(1, 2, 3, 4)], "tuples(integer(), N)"),
        ([(1,), (1, 2)], "tuples(integer(), N)"),
        ([{"a": 1.5}], "dicts(text(N), real(), N)"),
        ([{1}, frozenset()], "one_of(sets(integer(), N), frozensets(integer(), N))"),
        ([[[[[1]]]]], "lists(lists(ints(N), N), N)"),
        ([object()], None),
        ([None], "const(None)"),
        ([], None),
    ],
)
def test_values_are_examples_of_a_shape(values: list[Any], described: str | None) -> None:
    shape = shape_of_values(values)
    assert (shape and shape.describe()) == described


def test_classes_that_refuse_their_arguments_reject_the_input() -> None:
    shapes = infer(statistics.NormalDist, given={})
    assert set(shapes) == {"mu", "sigma"}
    with pytest.raises(InputRejected):
        infer(len, given={"obj": "records('statistics:NormalDist', const(0), const(-1))"})["obj"].build(
            1, Sampler(Random(0)), "x"
        )


class _Lazy:
    """Text that is made when it is looked at, and cannot be."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not configured")

    __hash__ = None  # type: ignore[assignment]


def test_a_default_is_not_compared() -> None:
    def never_called_elsewhere(text: str, message: object = _Lazy()) -> str:
        return text

    assert list(infer(never_called_elsewhere, given={"text": "text(N)"})) == ["text"]


def test_what_may_be_decoded_is_text(sampled: ModuleType) -> None:
    assert told(sampled.shown) == {"page": "text(N) <- use of page, which may be decoded"}
