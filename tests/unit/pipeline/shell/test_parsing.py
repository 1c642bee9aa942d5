from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.shell.catalogue import NAMES
from slowpath.pipeline.shell.parsing import parse_shell, spelled
from slowpath.pipeline.shell.stage import StreamKind


def test_stages_name_a_function_and_its_options() -> None:
    stages = parse_shell("grep -iE '[0-9]{10}' | sort -nr | uniq --count")
    assert [stage.describe().removeprefix("slowpath_unix.") for stage in stages] == [
        "grep:grep(_, ignore_case=True, extended=True, pattern='[0-9]{10}')",
        "sort:sort(_, numeric=True, reverse=True)",
        "uniq:uniq(_, count=True)",
    ]
    assert spelled(stages) == "grep -iE '[0-9]{10}' | sort -nr | uniq --count"


def test_stages_that_do_not_fit_get_a_conversion_between_them() -> None:
    stages = parse_shell("cat | tr a b | sort | head -3 | gzip -9")
    assert [stage.form.function for stage in stages] == [
        "cat_lines", "text_of", "tr", "lines_of", "sort", "head_lines", "text_of", "bytes_of", "gzip",
    ]  # fmt: skip
    assert [before.form.gives for before in stages[:-1]] == [stage.form.takes for stage in stages[1:]]
    assert parse_shell("cat | wc")[-1].form.takes is StreamKind.LINES
    assert [stage.form.function for stage in parse_shell("cat | wc", start=StreamKind.TEXT)] == ["cat", "wc"]


def test_a_file_that_cat_reads_is_the_input() -> None:
    (stage,) = parse_shell("cat -n /var/log/secure.log")
    assert stage.argv == ("cat", "-n")


def test_find_reads_a_tree_and_xargs_a_book(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("a\nb")
    stages = parse_shell(f"find /dir -size +10k -name '*.txt' | xargs -I foo grep -i foo {tmp_path / 'book'}")
    assert stages[0].form.takes is StreamKind.ENTRIES
    assert dict(stages[0].options) == {"size": "+10k", "name": "*.txt"}
    assert dict(stages[1].options) == {
        "replaced": "foo",
        "ignore_case": True,
        "pattern": "foo",
        "book": ["a", "b"],
    }


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("sortt", ["'sortt'", "sort"]),
        ("sort | awk 1", ["'awk'", ", ".join(NAMES)]),
        ("sort -k 2", ["sort", "-k", "-r, -n, -u"]),
        ("sort --key=2", ["sort", "--key"]),
        ("sort file", ["sort", "'file'"]),
        ("grep", ["grep", "pattern"]),
        ("grep -E '(a'", ["grep", "open group"]),
        (r"grep '\d'", ["grep", r"\d"]),
        ("grep -E '[[:nope:]]'", ["grep", "nope"]),
        ("cut -d", ["cut", "-d requires argument"]),
        ("cut -f 0", ["cut", "'0'"]),
        ("cut -d ab -f 1", ["cut", "'ab'"]),
        ("cut", ["cut", "fields"]),
        ("head -n x", ["head", "-n", "'x'"]),
        ("tr a", ["tr", "two sets"]),
        ("tr z-a b", ["tr", "z-a"]),
        ("tr a '[:digit:]'", ["tr", "digit"]),
        ("gzip -2", ["gzip", "level 2"]),
        ("sort | find /d", ["find", "first command"]),
        ("find /d -exec rm", ["find", "-exec"]),
        ("find /d -name", ["find", "-name"]),
        ("find /d -size 10K", ["find", "'10K'"]),
        ("xargs rm", ["xargs", "rm"]),
        ("xargs -P 4 echo", ["xargs", "-P"]),
        ("xargs -n 0 echo", ["xargs", "-n"]),
        ("xargs -I x grep x /no/such/file", ["xargs grep", "/no/such/file"]),
    ],
)
def test_mistakes_name_the_command_and_the_cause(line: str, parts: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        parse_shell(line)
    for part in parts:
        assert part in str(caught.value)
