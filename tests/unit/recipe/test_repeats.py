"""The ways to repeat a short text."""

from __future__ import annotations

from slowpath.recipe.part import PartKind
from slowpath.recipe.repeats import numberings, pumps


def test_a_text_is_repeated_whole_by_stretches_and_by_halves() -> None:
    sources = {each.source for each in pumps(PartKind.TEXT, "<a>")}
    assert sources == {
        "'<a>' * N",
        r"'<a>\n' * N",
        "'<' * N + 'a>'",
        "'<' + 'a' * N + '>'",
        "'<a' + '>' * N",
        "'<a' * N + '>'",
        "'<' + 'a>' * N",
        "'<' * N + 'a>' * N",
        "'<a' * N + '>' * N",
    }


def test_a_line_is_not_ended_twice() -> None:
    assert [each.source for each in pumps(PartKind.BYTES, "\n")] == [r"b'\n' * N"]


def test_a_word_gets_a_number_and_a_number_is_replaced_by_others() -> None:
    sources = {each.source for each in numberings(PartKind.TEXT, "[k=7]")}
    assert r"''.join(f'[k{i}=7]\n' for i in range(N))" in sources
    assert "'[' + ''.join(f'k{i}=7,' for i in range(N)) + ']'" in sources
    assert "''.join(f'[k={i}]' for i in range(N))" in sources


def test_marks_alone_get_a_number_before_between_and_behind_them() -> None:
    assert [each.source for each in numberings(PartKind.TEXT, "<>")] == [
        "''.join(f'{i}<>' for i in range(N))",
        "''.join(f'<{i}>' for i in range(N))",
        "''.join(f'<>{i}' for i in range(N))",
    ]
    assert len(list(numberings(PartKind.TEXT, "<!---!>"))) == 4  # within the first marks
