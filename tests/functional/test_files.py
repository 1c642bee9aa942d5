"""Files and folders as inputs: `--arg 'path=file(text(N))'`."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import slowpath
from slowpath import files
from slowpath.config import Settings
from slowpath.model.run import End
from slowpath.recipe.writing import written_program

TARGETS = Path(__file__).with_name("file_targets.py")
MAKER = "__import__('slowpath.files', fromlist=['']).file"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, which commands leave empty."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def explored(name: str, shapes: Mapping[str, str]) -> tuple[list[dict[str, str]], bool]:
    report = slowpath.cases(f"{TARGETS}:{name}", shapes=shapes, size=2)
    return [dict(row.inputs) for row in report.cases], report.complete


def test_find_sees_a_quadratic_parser_of_a_file(temporary: Path) -> None:
    report = slowpath.find(
        f"{TARGETS}:split",
        shapes={"path": "file(text(N))"},
        settings=Settings(budget=8),
        measure="ops",
        jobs=1,
        patience=0.5,
    )
    assert report.recipe is not None
    assert ";" in report.recipe["path"]
    assert report.recipe["path"].startswith(f"{MAKER}(")
    assert report.growth is not None
    assert report.growth.words == "O(n^2)"
    assert list(temporary.iterdir()) == []
    source = written_program(report.target, report.recipe)
    first, second, third = source.splitlines()
    assert first == "from slowpath import files"
    assert second.startswith("path = files.file(")
    assert third == "split(path)  # measured"
    assert slowpath.cost(report.target.spec, program=source, size=20).run.raises is None


def test_cost_and_grow_take_the_expression() -> None:
    source = f"{MAKER}(';' * N)"
    counted = slowpath.cost(f"{TARGETS}:split", inputs={"path": source}, size=50)
    assert counted.run.raises is None
    grown = slowpath.grow(f"{TARGETS}:comments", inputs={"path": f"{MAKER}('#' * N)"}, to=64)
    assert grown.growth.words == "O(1)"


def test_cases_follow_the_content_of_a_file() -> None:
    inputs, complete = explored("split", {"path": 'file(text(N, "a;"))'})
    assert complete
    assert sorted(each["path"] for each in inputs) == [
        f"{MAKER}('{two}')" for two in (";;", ";a", "a;", "aa")
    ]


@pytest.mark.parametrize(
    ("name", "shapes", "count"),
    [
        ("distinct", {"path": 'file(text(N, "a\\n"))'}, 4),  # a path of pathlib, by the hint
        ("magic", {"path": "file(blob(N))"}, 2),
        ("comments", {"path": 'file(text(N, "#\\n"))'}, 4),
        ("matching", {"folder": 'tree(N, text(2, "ab"))'}, 4),
        ("same", {"first": 'file(text(1, "ab"))', "second": 'file(text(1, "ab"))'}, 2),
    ],
)
def test_cases_follow_what_is_read(name: str, shapes: dict[str, str], count: int) -> None:
    inputs, complete = explored(name, shapes)
    assert (len(inputs), complete) == (count, True)


@pytest.mark.parametrize(("name", "followed"), [("descriptor", False), ("split", False), ("comments", True)])
def test_what_is_not_followed_is_told(name: str, followed: bool) -> None:
    # Descriptors are not modelled, nor are line ends that are translated; `comments` keeps them.
    report = slowpath.cases(f"{TARGETS}:{name}", shapes={"path": 'file(text(N, "a\\r"))'}, size=2)
    assert report.complete == followed
    assert any("content of a file" in each.reason for each in report.lost) != followed


def test_the_target_writes_the_file_of_its_input_and_no_other(tmp_path: Path) -> None:
    report = slowpath.cost(f"{TARGETS}:overwrite", inputs={"path": f"{MAKER}('abc')"})
    assert (report.run.end, report.run.raises) == (End.RETURNED, None)
    other = tmp_path / "other.txt"
    other.write_text("abc")
    report = slowpath.cost(f"{TARGETS}:overwrite", inputs={"path": repr(str(other))})
    assert "--allow files" in str(report.run.detail or report.run.raises)
    assert other.read_text() == "abc"


def test_each_run_finds_the_file_of_its_input_as_it_was() -> None:
    report = slowpath.grow(f"{TARGETS}:appended", inputs={"path": f"{MAKER}('abc' + 'a' * (N - N))"}, to=64)
    assert len({cost for _, cost in report.growth.points}) == 1


def test_commands_need_no_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise PermissionError

    monkeypatch.setattr(files, "made_folder", refuse)
    assert slowpath.cost(f"{TARGETS}:split", inputs={"path": repr(str(TARGETS))}).run.raises is None
