"""What code does with the parts of a parameter."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slowpath.shape.body import Body
from slowpath.shape.infer import explain
from slowpath.shape.parts import loops_over
from slowpath.shape.usage import used_as


def body(source: str) -> Body:
    tree = ast.parse(source)
    return Body(tree, None, tuple(ast.walk(tree)))


@pytest.mark.parametrize(
    ("source", "items"),
    [
        ("for x in rows: pass", ["x"]),
        ("for x in others: pass", []),
        ("[y for z in others for y in rows]", ["y"]),
        ("{k: v for k, v in rows}", ["(k, v)"]),
        ("for i, x in enumerate(rows): pass", ["x"]),
        ("for i, (a, b) in enumerate(sorted(rows, key=len)): pass", ["(a, b)"]),
        ("for x in rows.items(): pass", []),
        ("for x in zip(rows, rows): pass", []),
        ("sorted(rows, key=lambda x: x[0])", ["x"]),
        ("rows.sort(key=lambda x: x[0])", ["x"]),
        ("list(map(lambda x: x[0], rows))", ["x"]),
        ("called(rows, lambda x: x[0])", []),
        ("sorted(others, key=lambda x: x[0])", []),
        ("for x in rows:\n    for y in reversed(rows): pass", ["x", "y"]),
    ],
)
def test_what_stands_for_an_item(source: str, items: list[str]) -> None:
    assert [ast.unparse(item) for item, _ in loops_over(body(source), "rows")] == items


def test_the_code_is_that_of_the_loop() -> None:
    ((_, loop),) = loops_over(body("for x in rows:\n    x['a']\nfor x in others:\n    x['b']"), "rows")
    assert loop.keys("x") == ["a"]


def seen(events: Any) -> list[Any]:
    found: list[Any] = []
    for event in events:
        if (event["id"], event.get("kind")) not in found:
            found.append((event["id"], event.get("kind")))
    return found


def merged(spans: Any) -> int:
    return sum(high - low for low, high in sorted(spans))


def labels(pairs: Any) -> str:
    return ",".join(name.upper() * count for name, count in pairs)


def asked(items: Any) -> int:
    return sum(item["a"] for item in items) if isinstance(items, list) else 0


def counted(words: Any) -> int:
    return sum(word.isdigit() for word in words)


def billed(order: Any) -> int:
    total = 0
    for line in order["lines"]:
        for other in order.get("lines", []):
            if line["sku"] == other["sku"]:
                total += line["quantity"]
    return total


def kept(event: Any) -> list[Any]:
    rows = event["rows"]
    return [row for place, row in enumerate(rows) if row not in rows[:place]]


def count(node: Any) -> int:
    return 1 + sum(count(each) for each in node["children"])


class Span:
    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high


def widths(spans: Any) -> list[int]:
    return [Span(0, 0).low + each.high - each.low for each in spans]


@pytest.mark.parametrize(
    ("function", "name", "shape", "how"),
    [
        (seen, "events", "lists(entries(id=text(N), kind=text(N)), N)", "[i]['id']"),
        (merged, "spans", "lists(row(integer(), integer()), N)", ", whose items are unpacked into 2"),
        (labels, "pairs", "lists(row(text(N), integer()), N)", ", whose items are unpacked into 2"),
        (
            billed,
            "order",
            "entries(lines=lists(entries(sku=text(N), quantity=integer()), N))",
            "['lines']",
        ),
        (kept, "event", "entries(rows=lists(text(N), N))", "['rows']"),
        (
            count,
            "node",
            "entries(children=lists(entries(children=lists(entries(children=const([])), N)), N))",
            "['children']",
        ),
        (
            widths,
            "spans",
            f"lists(records({f'{__name__}:Span'!r}, low=integer(), high=integer()), N)",
            "[i].high",
        ),
    ],
    ids=["mappings", "rows", "rows with text", "within a mapping", "by another name", "recursion", "objects"],
)
def test_items_tell_the_shape_of_a_list(function: Any, name: str, shape: str, how: str) -> None:
    told = used_as(function, name)
    assert told is not None
    assert (told[0].describe(), told[1]) == (shape, how)


@pytest.mark.parametrize(("function", "name"), [(asked, "items"), (counted, "words")])
def test_items_that_may_be_something_else_tell_nothing(function: Any, name: str) -> None:
    assert used_as(function, name) is None


def hinted(events: list[dict[str, Any]], limit: int = 3) -> list[str]:
    return [event["id"] for event in events][:limit]


def documented(rows: Any) -> list[Any]:
    """Sort rows.

    :param rows: list of what has a name
    """
    return sorted(rows, key=lambda row: row["name"])


def contradicted(events: list[str]) -> list[Any]:
    return [event["id"] for event in events]  # type: ignore[index]


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (hinted, "lists(entries(id=text(N)), N)"),
        (documented, "lists(entries(name=text(N)), N)"),
        (contradicted, "lists(text(N), N)"),
    ],
)
def test_use_tells_what_a_hint_or_a_description_leaves_open(function: Any, shape: str) -> None:
    (told, *_) = explain(function, given={}).values()
    assert told.shape.describe() == shape
