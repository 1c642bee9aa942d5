"""Programs as examples: of a small size, with constants worked out."""

from __future__ import annotations

from slowpath.recipe.usage import imported, usage


def test_it_is_of_a_small_size() -> None:
    program = "box = Box('#' + 'ab' * N)\nfor i in range(N):\n    box.put(i)\nbox.take()  # measured"
    assert usage(program) == "box = Box('#ababab')\nfor i in range(3):\n    box.put(i)\nbox.take()"


def test_only_constants_are_worked_out() -> None:
    assert usage("f(x + 'a' * N, N - 1, [0] * 10**9)") == "f(x + 'aaa', 3 - 1, [0] * 10 ** 9)"
    assert usage("f('a' * 5000 * N)") == "f('a' * 5000 * 3)"


def test_what_is_long_or_no_python_is_no_example() -> None:
    assert usage(f"f({'x' * 3000!r})") == ""
    assert usage("f(") == ""


def test_other_modules_import_what_it_uses() -> None:
    assert imported("box = Box(len([i for i in range(3)]))\nbox.take()", "shop.boxes") == (
        "from shop.boxes import Box\nbox = Box(len([i for i in range(3)]))\nbox.take()"
    )
    assert imported("sort(key=lambda x: x)", "shop") == "from shop import sort\nsort(key=lambda x: x)"
    assert imported("import shop.units\nshop.units.f()", "shop") == "import shop.units\nshop.units.f()"
    assert imported("len('a')", "shop") == "len('a')"
