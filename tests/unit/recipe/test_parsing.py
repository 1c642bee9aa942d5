"""A program is read from its source, or refused with a reason."""

from __future__ import annotations

import pytest

from slowpath.errors import InputError
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.statement import Assign, Do, Import, Repeat


def test_each_kind_of_statement() -> None:
    program = parse_program(
        "import os\nroot: Node = make()\nroot.text = 'a'\nfor i in range(N):\n    root.add(i)\nroot.run(*xs)"
    )
    kinds = [type(each) for each in program.statements]
    assert kinds == [Import, Assign, Assign, Repeat]
    assert isinstance(program.statements[3], Repeat)
    assert isinstance(program.statements[3].body[0], Do)
    assert program.statements[1] == parse_program("root = make()\nf()").statements[0]


def test_reading_a_property_is_measured_as_a_call() -> None:
    assert parse_program("x = Log(N)\nx.size  # measured") == parse_program("x = Log(N)\nx.size()")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "the program is empty"),
        ("f(", "the program is not Python"),
        ("x = f()", "what is measured is no call, but: x = f()"),
        ("f()\nx + 1", "what is measured is no call"),
        ("f()  # measured\nx = 1", "line 2 cannot be measured: x = 1"),
        ("x.f()  # measured\ny.close()", "line 2 cannot be measured"),
        ("x.f()  # measured\nx.close(1)", "line 2 cannot be measured"),
        ("for x in y:  # measured\n    f(x)\n    g(x)", "what is measured is no call"),
        ("while x:\n    f()\ng()", "line 1 is no statement of a program: while x:"),
        ("for i in range(9):\n    f()\ng()", "line 1 is no statement"),
        ("for n in range(N):\n    f()\ng()", "line 1 is no statement"),
        ("for i in range(N):\n    for i in range(N):\n        f()\ng()", "line 2 is no statement"),
        ("for i in range(N):\n    f()\nelse:\n    h()\ng()", "line 1 is no statement"),
    ],
)
def test_what_is_no_program(source: str, why: str) -> None:
    with pytest.raises(InputError) as error:
        parse_program(source)
    assert why in error.value.message
    assert "for i in range(N)" in error.value.hint


def test_repetitions_are_three_deep_at_most() -> None:
    source, indent = "", ""
    for index in "ijkl":
        source += f"{indent}for {index} in range(N):\n"
        indent += "    "
    with pytest.raises(InputError, match="line 4"):
        parse_program(f"{source}{indent}f()\ng()")
