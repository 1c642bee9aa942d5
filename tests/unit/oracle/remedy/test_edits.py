"""Changes of a text that leave everything else as it is."""

from __future__ import annotations

import libcst as cst
import pytest

from slowpath.oracle.remedy.edits import Edits, with_import
from slowpath.oracle.remedy.source import FunctionSource

SOURCE = '''"""A module."""

import os


def target(a, b):
    # about the sum
    c = (a +   b)  # odd spaces stay
    return c


def other():
    return    1
'''


def edits() -> Edits:
    return Edits(FunctionSource(SOURCE, "target"))


def test_an_expression_is_replaced_and_the_rest_stays() -> None:
    change = edits()
    (add,) = change.source.inside(cst.BinaryOperation)
    change.replace(add.left, "(a * 2)")
    assert change.result() == SOURCE.replace("(a +   b)", "((a * 2) +   b)")


def test_what_replaces_a_part_may_quote_changed_parts_of_it() -> None:
    change = edits()
    (add,) = change.source.inside(cst.BinaryOperation)
    change.replace(add.left, "x")
    change.replace(add, lambda quote: f"f({quote(add.left)}, {quote(add.right)})")
    assert "c = f(x, b)  # odd" in change.result()


def test_a_statement_in_front_leaves_the_comment_where_it_belongs() -> None:
    change = edits()
    statement = change.source.statement(change.source.inside(cst.Assign)[0])
    assert statement is not None
    change.before(statement, "d = 0")
    change.after(statement, "e = 1")
    assert (
        "    d = 0\n    # about the sum\n    c = (a +   b)  # odd spaces stay\n    e = 1\n" in change.result()
    )


def test_a_statement_is_removed() -> None:
    change = edits()
    statement = change.source.statement(change.source.inside(cst.Assign)[0])
    assert statement is not None
    change.remove(statement)
    assert "about the sum" not in change.result()


def test_fresh_names_mean_nothing_else() -> None:
    change = edits()
    assert change.fresh("c") == "c_2"
    assert change.fresh("c") == "c_3"
    assert change.fresh("list") == "list_2"
    assert change.fresh("d") == "d"


def test_an_import_is_added_once_and_in_order() -> None:
    change = edits()
    assert change.need("import heapq")
    assert change.need("import heapq")
    assert change.need("import os")
    assert change.result() == SOURCE.replace("import os\n", "import heapq\nimport os\n")


def test_a_name_that_is_taken_is_not_imported() -> None:
    change = Edits(FunctionSource(SOURCE.replace("other", "heapq"), "target"))
    assert not change.need("import heapq")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\n", "import bisect\nx = 1\n"),
        ('"""A."""\nx = 1\n', '"""A."""\n\nimport bisect\nx = 1\n'),
        (
            "from __future__ import annotations\n\nx = 1\n",
            "from __future__ import annotations\n\nimport bisect\n\nx = 1\n",
        ),
        (
            "import abc\nimport sys\n\nimport third\n",
            "import abc\nimport bisect\nimport sys\n\nimport third\n",
        ),
        ("from abc import ABC\n", "import bisect\nfrom abc import ABC\n"),
    ],
)
def test_imports_stand_at_the_top(before: str, after: str) -> None:
    assert with_import(before, "import bisect") == after


def test_a_decorator_stands_on_the_function() -> None:
    change = edits()
    change.decorate("cache")
    assert "\n\n@cache\ndef target(a, b):" in change.result()
