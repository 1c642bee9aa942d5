"""What code tells of its parameters."""

from __future__ import annotations

import io
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from slowpath.model.provenance import Provenance
from slowpath.shape import library as lib
from slowpath.shape.infer import explain
from slowpath.shape.usage import asked_as, guess, used_as


def first_line(source: Any) -> Any:
    return source.readline()


def saved(out: Any) -> None:
    out.write("a")


def lines(more: Any) -> list[str]:
    found = []
    while line := more():
        found.append(line)
    return found


def chosen(rows: Any, wanted: Any) -> list[Any]:
    return [row for row in rows if wanted(row)]


def compared(rows: Any, alike: Any) -> list[Any]:
    return [row for row, after in pairwise(rows) if alike(row, after)]


def digit_sum(amount: int) -> int:
    total = 0
    while amount:
        amount, last = divmod(amount, 10)
        total += last
    return total


def bits(mask: int) -> int:
    total = 0
    while mask > 0:
        total += mask & 1
        mask >>= 1
    return total


def without_flags(command: Any) -> Any:
    command = list(command)
    while "-v" in command:
        del command[command.index("-v")]
    return command


def boundary(environ: Any) -> Any:
    return environ["boundary"] + environ.get("end", "")


LENGTH = "Content-Length"


def header(headers: Any, name: str = "accept") -> Any:
    return headers[name] + headers.pop(LENGTH, "") + headers[len(name)]


def handed_on(somewhere: Any) -> Any:
    return first_line(somewhere)


class Safe:
    def __html__(self) -> str:
        return ""


def escaped(thing: Any) -> str:
    return str(thing.__html__()) if hasattr(thing, "__html__") else str(Safe)


def joined(addresses: Any) -> str:
    return ", ".join(addresses)


def table(rows: Any) -> Any:
    """
    >>> table([])
    """
    return rows


def parsed(args: Any = None, namespace: Any = None) -> Any:
    return list(args or ())


def walked(tree: Any, deep: bool = False, root: Any = None) -> Any:
    return tree


READER = "records('builtins:getattr', records('io:StringIO', text(N)), const('readline'))"
CALLBACK = "records('builtins:getattr', const('{0}'), const('format'))"


@pytest.mark.parametrize(
    ("function", "name", "shape", "how"),
    [
        (first_line, "source", "records('io:StringIO', text(N))", ".readline()"),
        (saved, "out", "records('io:StringIO')", ".write()"),
        (lines, "more", READER, "()"),
        (chosen, "wanted", "const(str)", "()"),
        (compared, "alike", CALLBACK, "()"),
        (digit_sum, "amount", "integer(0, 10 ** (8 * N))", ", which a loop divides"),
        (bits, "mask", "integer(0, 10 ** (8 * N))", ", which a loop divides"),
        (without_flags, "command", "lists(text(N), N)", ".index()"),
        (boundary, "environ", "entries(boundary=text(N), end=text(N))", "['boundary']"),
        (
            header,
            "headers",
            "entries(**{'accept': text(N), 'Content-Length': text(N)})",
            "['accept']",
        ),
        (handed_on, "somewhere", "records('io:StringIO', text(N))", " in first_line"),
    ],
)
def test_use_tells_the_shape(function: Any, name: str, shape: str, how: str) -> None:
    told = used_as(function, name)
    assert told is not None
    assert (told[0].describe(), told[1]) == (shape, how)


def test_names_of_many_things_are_lists_of_text() -> None:
    assert guess(joined, "addresses").describe() == "lists(text(N), N)"
    assert guess(chosen, "rows").describe() == "lists(text(N), N)"


def test_an_empty_list_does_not_tell_what_others_hold() -> None:
    assert explain(table, given={})["rows"].shape.describe() == "lists(text(N), N)"


def test_what_is_none_by_default_is_guessed_where_nothing_else_grows() -> None:
    told = explain(parsed, given={}, guess_rest=True)
    assert {name: (each.shape.describe(), each.told_by) for name, each in told.items()} == {
        "args": ("lists(text(N), N)", Provenance.SPARE)
    }
    assert set(explain(walked, given={}, guess_rest=True)) == {"tree", "deep"}


class Page:
    def __init__(self, html: Any, width: int = 80) -> None:
        self.html = html

    def render(self) -> Any:
        return self.html


class Pile(list[int]):
    pass


def drained(rest: Any) -> None:
    while rest:
        rest.pop()


def shown(thing: Any) -> Any:
    return thing.render()


def test_what_containers_do_tells_no_class_of_its_own() -> None:
    assert used_as(drained, "rest") is None


def test_an_object_is_of_the_class_that_has_its_methods() -> None:
    told = used_as(shown, "thing")
    assert told is not None
    assert told[0].describe() == f"records('{__name__}:Page', html=text(N))"


def test_what_is_asked_for_need_not_be_there() -> None:
    assert used_as(escaped, "thing") is None


def aligned(text: Any, side: Any, fill: Any = "space") -> Any:
    if side == "left":
        return text.ljust(9)
    if side in {"right", "middle"}:
        return text.rjust(9)
    return fill == "dots"


WAYS = {"fast": 1, "slow": 2}


def sent(text: Any, way: Any = None) -> Any:
    return _sent(text.upper(), way)


def _sent(text: Any, way: Any) -> Any:
    return WAYS[way]


def switched(way: Any) -> int:
    match way:
        case "on":
            return 1
        case "off":
            return 0
    return -1


def turned(text: str, way: str, sign: str, kept: str = "all") -> str:
    if way == "up" or sign == "+":
        return text.upper() + sign
    if way != "down":
        raise ValueError(f"no way {way}")
    return text if kept == "some" else ""


def read(path: Any = None) -> Any:
    return "" if path == "-" else path


@pytest.mark.parametrize(
    ("function", "name", "described"),
    [
        (aligned, "side", "literal('left', 'right', 'middle')"),
        (aligned, "fill", "literal('space', 'dots')"),
        (sent, "way", "literal(None, 'fast', 'slow')"),
        (switched, "way", "literal('on', 'off')"),
        (turned, "text", "text(N)"),
        (turned, "way", "literal('down', 'up')"),
        (turned, "sign", "text(N)"),
        (turned, "kept", "literal('all', 'some')"),
    ],
)
def test_an_option_is_one_of_the_words_that_it_is_compared_with(
    function: Any, name: str, described: str
) -> None:
    assert explain(function, given={}, guess_rest=True)[name].shape.describe() == described


def test_one_word_beside_none_is_no_choice() -> None:
    assert explain(read, given={}, guess_rest=True)["path"].told_by is Provenance.SPARE


def whole(rows: Any) -> Any:
    return part_of(rows, 0, len(rows) - 1)


def part_of(rows: Any, here: int, there: int) -> Any:
    return rows[here] if here == there else part_of(rows, here + 1, there)


def middle(rows: Any, low: Any, high: Any) -> Any:
    return rows[(low + high) // 2]


def merged(left: Any, right: Any) -> Any:
    return [*left, *right]


def test_a_bound_is_the_length_of_another_argument() -> None:
    told = explain(part_of, given={}, guess_rest=True)
    assert told["here"].shape.describe() == "const(0)"
    assert told["there"].shape.describe() == "integer(N - 1, N - 1)"
    assert told["there"].told_by is Provenance.CALL


def test_the_ends_of_a_stretch_are_known_by_name() -> None:
    told = explain(middle, given={}, guess_rest=True)
    assert told["low"].shape.describe() == "const(0)"
    assert told["high"].shape.describe() == "integer(N - 1, N - 1)"
    assert explain(merged, given={}, guess_rest=True)["left"].told_by is Provenance.GUESS


def clamped(number: int, low: int, high: int) -> int:
    return low if number < low else min(number, high)


def test_a_hint_is_narrowed_only_where_inputs_are_guessed() -> None:
    assert explain(part_of, given={"rows": "ints(N)"})["there"].shape.describe() == "integer()"
    assert explain(turned, given={})["way"].shape.describe() == "text(N)"
    assert explain(clamped, given={}, guess_rest=True)["low"].shape.describe() == "integer()"


class Link:
    def __init__(self, value: str) -> None:
        self.value = value
        self.follower: Link | None = None


def length(head: Any) -> int:
    link, count = head, 0
    current = head
    while current:
        current, count = current.follower, count + 1
    return count if link else 0


def test_an_object_is_known_by_the_attributes_that_its_class_assigns() -> None:
    told = used_as(length, "head")
    assert told is not None
    assert told[0].describe() == f"records('{__name__}:Link', value=text(N))"


def diagonal(cells: Any) -> list[Any]:
    return [cells[place][place] for place in range(min(len(cells), len(cells[0])))]


def marked(seen: Any, place: Any) -> None:
    seen[place] = True


def test_a_list_of_lists_is_known_by_its_indices() -> None:
    told = used_as(diagonal, "cells")
    assert told is not None
    assert told[0].describe() == "lists(ints(N), N)"


def test_what_gets_new_items_is_no_text() -> None:
    assert guess(marked, "seen").describe() == "ints(N)"


def number_or_text(x: Any) -> Any:
    return x if isinstance(x, int) else str(x) if isinstance(x, (float, str)) else None


def handed_over(x: Any) -> Any:
    return number_or_text(x)


def tree(node: Any) -> int:
    return sum(map(tree, node)) if isinstance(node, list | tuple) else 1


def several(thing: Any) -> Any:
    if isinstance(thing, Mapping):
        return list(thing)
    return thing if isinstance(thing, str) else None


def stream(source: Any) -> Any:
    return io.BytesIO(source) if isinstance(source, bytes) else source


def first_bytes(source: Any) -> Any:
    source = stream(source)
    return source.read(8)


def named_file(source: Any) -> Any:
    source = open(source) if isinstance(source, str) else source  # noqa: SIM115
    return source.read(8)


def decoded(lines: Any, encoding: str = "utf-8") -> Any:
    if isinstance(lines, bytes):
        lines = lines.decode(encoding)
    return lines


def as_text(s: Any) -> Any:
    return s.decode() if isinstance(s, bytes) else s


def decoded_elsewhere(lines: Any) -> Any:
    lines = as_text(lines)
    return lines[0]


def no_text(q: Any) -> Any:
    if isinstance(q, str):
        raise TypeError("no text")
    return sum(q)


@pytest.mark.parametrize(
    ("function", "name", "shape", "how"),
    [
        (number_or_text, "x", "text(N)", "isinstance(x, str)"),
        (handed_over, "x", "text(N)", "isinstance(x, str)"),
        (tree, "node", "ints(N)", "isinstance(node, list)"),
        (several, "thing", "one_of(text(N), dicts(text(N), text(N), N))", "isinstance(thing, str)"),
    ],
)
def test_code_asks_for_a_type(function: Any, name: str, shape: str, how: str) -> None:
    told = asked_as(function, name)
    assert told is not None
    assert (told[0].describe(), told[1]) == (shape, how)
    inferred = explain(function, given={}, guess_rest=True)[name]
    assert (inferred.shape, inferred.told_by, inferred.is_asked_for) == (told[0], Provenance.TEST, True)


@pytest.mark.parametrize("function", [decoded, decoded_elsewhere])
def test_bytes_that_are_decoded_may_be_text(function: Any) -> None:
    assert explain(function, given={}, guess_rest=True)["lines"].shape == lib.text()


def test_a_type_that_code_refuses_is_not_asked_for() -> None:
    assert asked_as(no_text, "q") is None


def test_what_is_read_as_a_file_may_be_bytes_but_a_text_is_its_name() -> None:
    assert explain(first_bytes, given={}, guess_rest=True)["source"].shape.describe() == "blob(N)"
    assert "StringIO" in explain(named_file, given={}, guess_rest=True)["source"].shape.describe()


class Sheet:
    def __init__(self, rows: Any = None, other: Any = None, title: Any = None) -> None:
        self.rows = rows
        self.second = other
        self.title = title

    def add(self) -> list[Any]:
        return [self.rows[place][0] + self.second[place][0] for place in range(len(self.rows[0]))]

    def shown(self) -> str:
        return f"{self.title}: {self.rows}"


def test_methods_tell_what_a_constructor_keeps() -> None:
    for name in ("rows", "other"):
        assert used_as(Sheet, name) == (lib.lists(lib.ints()), " in add")
    assert used_as(Sheet, "title") is None


def test_all_that_an_object_is_used_for_is_given_if_nothing_else_grows() -> None:
    told = explain(Sheet.add, given={}, owner=Sheet, guess_rest=True)
    assert {name: each.shape.describe() for name, each in told.items()} == {
        "rows": "lists(ints(N), N)",
        "other": "lists(ints(N), N)",
    }
    assert {each.told_by for each in told.values()} == {Provenance.SPARE}
