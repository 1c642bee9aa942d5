from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath_unix.xargs import words_of, xargs
from tests.unit.slowpath_unix.gnu import assert_same

# Words of echo do not begin with a dash here: the real one reads options.
QUOTED = st.lists(
    st.sampled_from(["a", "b c", "'b  c'", '"d e"', r"f\ g", "  ", "\t", "''", "é", 'x"y"z', r"\\"]),
    max_size=8,
).map(" ".join)
LINES = st.lists(QUOTED, max_size=4).map(lambda lines: "".join(f"{line}\n" for line in lines).encode())


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=LINES)
@pytest.mark.parametrize("line", ["xargs", "xargs echo x", "xargs -n 2", "xargs -n1 echo y"])
def test_echo_writes_the_bytes_of_the_real_one(line: str, data: bytes) -> None:
    assert_same(line, data)


def test_grep_in_a_book_for_each_line(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("ann:1\nbob:2\nann:3\n\n.\n")
    for line in ("xargs -I foo grep foo {}", "xargs -ifoo grep -v foo: {}", "xargs -I % grep -c -E ^% {}"):
        for data in (b"ann\nbob\n", b"", b"\n  \n ann \nx\n", b"a.*[13]\n", b"'ann'\n"):
            assert_same(line.replace("{}", str(tmp_path / "book")), data)


def test_a_function_is_applied_to_some_words_at_a_time() -> None:
    assert xargs(["a b", "c"], lambda words: [str(len(words))], count=2) == ["2", "1"]
    assert xargs([], lambda words: [str(len(words))], count=2) == ["0"]


def test_an_open_quote_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="quote"):
        words_of("a 'b")
