"""A program is made to grow."""

from __future__ import annotations

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.statement import lines
from slowpath.search.programs.variants import distinct, grown, longer

SMALL = "import os\nx = make('a')\nx.add(1, ['b'], f'c{x}')\nx.run('d')"


def test_statements_are_repeated_equal_and_distinct() -> None:
    setups = [each.setup for each in grown(parse_program(SMALL))]
    start = "import os\nx = make('a')\nfor i in range(N):\n    "
    assert f"{start}x.add(1, ['b'], f'c{{x}}')" in setups
    assert f"{start}x.add(i, ['b'], f'c{{x}}')" in setups
    assert "import os\nfor i in range(N):\n    x = make(f'a{i}')\n    x.add(i, ['b'], f'c{x}')" in setups
    assert not any(each.startswith("for") for each in setups)  # an import is not repeated


def test_texts_and_lists_become_longer() -> None:
    sources = {each.source for each in grown(parse_program(SMALL), ["%"])}
    first = "import os\nx = make({})\nx.add(1, {}, f'c{{x}}')\nx.run({})  # measured"
    for made, added, run in (
        ("'a' * N", "['b']", "'d'"),
        ("'%' * N", "['b']", "'d'"),
        ("'a'", "['b'] * N", "'d'"),
        ("'a'", "['b' * N]", "'d'"),
        ("'a'", "['b']", "'%' * N"),
    ):
        assert first.format(made, added, run) in sources


def test_every_variant_is_a_program() -> None:
    for each in grown(parse_program(SMALL), ["{", "'"]):
        assert parse_program(each.source) == each


def test_what_is_distinct_depends_on_the_round() -> None:
    statement = parse_program("x.add('{', True, 7, None)\nf()").statements[0]
    assert list(lines([distinct(statement)])) == ["x.add(f'{{{i}', True, i, None)"]
    loop = parse_program("for i in range(N):\n    f()\nf()").statements[0]
    assert distinct(loop) == loop


def test_values_that_are_no_calls() -> None:
    (assigned,) = parse_program("x = ['a']\nf()").statements
    sources = [each.source for each in longer(assigned.value, ())]  # type: ignore[union-attr]
    assert sorted(sources) == ["['a' * N]", "['a'] * N"]
