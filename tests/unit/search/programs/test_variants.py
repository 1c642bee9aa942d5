"""A program is made to grow."""

from __future__ import annotations

import itertools

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.statement import lines
from slowpath.search.programs.variants import distinct, grown, grown_twice, longer, mixed, pumped

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
    assert sorted(sources) == ["['a ' * N]", "['a' * N]", "['a'] * N"]


def test_one_line_or_one_word_of_a_text_is_repeated() -> None:
    program = parse_program("s = 'a: b\\n\\nbody'\nf(s, 'x y', f'{s} z', '1')")
    assert [each.source.partition("  #")[0] for each in pumped(program)] == [
        "s = 'a: b\\n' * N + '\\nbody'\nf(s, 'x y', f'{s} z', '1')",
        "s = 'a: b\\n' + '\\n' * N + 'body'\nf(s, 'x y', f'{s} z', '1')",
        "s = 'a: b\\n\\n' + 'body' * N\nf(s, 'x y', f'{s} z', '1')",
        "s = 'a: ' * N + 'b\\n\\nbody'\nf(s, 'x y', f'{s} z', '1')",
        "s = 'a: ' + 'b\\n\\n' * N + 'body'\nf(s, 'x y', f'{s} z', '1')",
        "s = 'a: b\\n\\nbody'\nf(s, 'x ' * N + 'y', f'{s} z', '1')",
        "s = 'a: b\\n\\nbody'\nf(s, 'x ' + 'y' * N, f'{s} z', '1')",
    ]


def test_all_ways_to_grow_take_turns() -> None:
    first = [each.source for each in itertools.islice(mixed(parse_program("s = ['x y']\nf(s)")), 3)]
    assert first[0].startswith("for i in range(N):\n    s =")
    assert "['x y' * N]" in first[1] or "['x y'] * N" in first[1]
    assert "'x ' * N + 'y'" in first[2]


def test_bytes_are_pumped_as_texts_are() -> None:
    assert [each.source for each in pumped(parse_program("f(b'a b')"))] == [
        "f(b'a ' * N + b'b')  # measured",
        "f(b'a ' + b'b' * N)  # measured",
    ]


def test_two_things_grow() -> None:
    program = parse_program("x = Jar()\nx.put('a')\nr = Request('b/c')\nx.get(r)")
    found = [each.source.partition("  #")[0] for each in grown_twice(program)]
    assert "x = Jar()\nfor i in range(N):\n    x.put(f'a{i}')\nr = Request('b/' + 'c' * N)\nx.get(r)" in found
    assert all(each.count("N") == 2 for each in found)
