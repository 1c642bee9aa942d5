"""Names that stand for one plain value are replaced by it."""

from __future__ import annotations

import pytest

from slowpath.recipe.parsing import parse_program
from slowpath.search.programs.inlining import inlined


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("url = 'u'\nx = make(url)\nx.get(url)", "x = make('u')\nx.get('u')  # measured"),
        ("n = 1\nn = 2\nf(n)", "n = 1\nn = 2\nf(n)  # measured"),
        ("n = [1]\nf(n)", "n = [1]\nf(n)  # measured"),
        (
            "a = 'a'\nfor i in range(N):  # measured\n    x.put(a)\n    x.get()",
            "for i in range(N):  # measured\n    x.put('a')\n    x.get()",
        ),
    ],
)
def test_what_is_replaced(source: str, expected: str) -> None:
    assert inlined(parse_program(source)).source == expected
