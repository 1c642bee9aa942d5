"""A loop that can end before it has gone over everything looks for something."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from slowpath.oracle.search_loops import ends_early


def is_search(folder: Path, source: str) -> bool:
    """Whether the loop in the line with `# here` is one."""
    file = folder / "loops.py"
    text = textwrap.dedent(source)
    file.write_text(text)
    (line,) = [number for number, each in enumerate(text.splitlines(), 1) if each.endswith("# here")]
    return ends_early(f"{file}:{line}")


@pytest.mark.parametrize(
    "body",
    [
        "break",
        "return x",
        "raise ValueError",
        "if x:\n            pass\n        elif xs:\n            break",
        "with x:\n            break",
        "try:\n            pass\n        except KeyError:\n            break",
        "try:\n            pass\n        finally:\n            return 1",
        "for y in xs:\n            return y",  # it leaves both
        "while x:\n            raise ValueError",
        "match x:\n            case 1:\n                break",
        "match x:\n            case 1:\n                pass\n            case _:\n                return x",
        "for y in xs:\n            pass\n        else:\n            break",  # it stands behind the inner loop
        "while x:\n            pass\n        else:\n            break",
    ],
)
@pytest.mark.parametrize("head", ["for x in xs", "while True"])
def test_a_loop_that_is_left_from_its_body(tmp_path: Path, head: str, body: str) -> None:
    assert is_search(tmp_path, f"def f(xs, x=0):\n    {head}:  # here\n        {body}\n")


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "continue",
        "for y in xs:\n            break",  # it leaves the inner loop alone
        "while x:\n            try:\n                f()\n            except OSError:\n                break",
        "for y in xs:\n            match y:\n                case 1:\n                    break",
        "match x:\n            case 1:\n                continue",
        "def g():\n            return x",
        "class G:\n            def g(self):\n                raise ValueError",
    ],
)
def test_a_loop_that_goes_over_everything(tmp_path: Path, body: str) -> None:
    assert not is_search(tmp_path, f"def f(xs):\n    for x in xs:  # here\n        {body}\n")


def test_what_stands_behind_a_loop_does_not_leave_it(tmp_path: Path) -> None:
    assert not is_search(
        tmp_path,
        "def f(xs):\n    for x in xs:  # here\n        pass\n    else:\n        return 1\n    return 2\n",
    )


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("xs[i] != x", True),
        ("i < n and xs[i] < x", True),
        ("node.key != x", True),
        ("i < n", False),
        ("i < len(xs)", False),  # it goes on to the end
        ("xs", False),
    ],
)
def test_a_while_loop_ends_early_by_what_it_reads(tmp_path: Path, test: str, expected: bool) -> None:
    source = f"def f(xs, x, i, n, node):\n    while {test}:  # here\n        i += 1\n"
    assert is_search(tmp_path, source) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("any(x > 1 for x in xs)", True),
        ("next((x for x in xs if x), None)", True),
        ("sum(x for x in xs)", False),
        ("any([x > 1 for x in xs])", False),  # the list is made first
        ("[x for x in xs]", False),
    ],
)
def test_a_generator_ends_early_if_what_takes_from_it_does(
    tmp_path: Path, expression: str, expected: bool
) -> None:
    assert is_search(tmp_path, f"def f(xs):\n    return {expression}  # here\n") is expected


def test_only_the_loop_of_that_line_counts(tmp_path: Path) -> None:
    source = """
    def f(xs):
        for x in xs:  # here
            for y in xs:
                if x == y:
                    break
        for z in xs:
            break
    """
    assert not is_search(tmp_path, source)
    assert ends_early(f"{tmp_path / 'loops.py'}:4")


@pytest.mark.parametrize("content", [None, b"for x in:\n", b"\xff\xfe for\n", b"\0"])
def test_source_that_cannot_be_read_tells_nothing(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "broken.py"
    if content is not None:
        file.write_bytes(content)
    assert not ends_early(f"{file}:1")
