"""The module of a pipeline runs callers as far as their call, branches behind their stage, files by path."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.glue import stage_name, write_glue
from slowpath.pipeline.stage import parse_stages

SOURCE = """
def report(lines, most):
    if most < 0:
        raise ValueError("too few")
    if most == 0:
        return "nothing"
    return rank([line for line in lines if line], most)[::-1]

def rank(lines, most=None):
    return sorted(lines)[:most]

def upper(text):
    return text.upper()

def letters(text):
    yield from text

def counted(letters):
    return sum(1 for _ in letters)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The stages, in a module that is found by its path alone."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "glue_stages", raising=False)
    file = tmp_path / "glue_stages.py"
    file.write_text(SOURCE)
    return file


def run_glue(file: Path, *stages: str) -> dict[str, Any]:
    """What the module of some stages of the file defines."""
    texts = [stage.replace("FILE", str(file)) for stage in stages]
    names: dict[str, Any] = {}
    exec(write_glue(parse_stages(texts)), names)
    return names


def test_a_caller_hands_over_what_it_first_calls_the_other_with(file: Path) -> None:
    names = run_glue(file, "FILE:report@rank(_, 2)", "FILE:rank")
    lines = ["b", "", "c", "a"]
    assert names[stage_name(0)](lines) == (False, ["b", "c", "a"])
    assert names["pipeline"](lines, 1) == ["b", "c", "a"]
    assert names["pipeline"](lines) == ["b", "a"]  # the caller goes on behind the call
    assert names[stage_name(1)](["b", "c", "a"]) == (False, ["a", "b", "c"])


@pytest.mark.parametrize(("most", "error"), [(0, LookupError), (-1, ValueError)])
def test_a_caller_that_does_not_call_the_other_is_an_error_and_changes_nothing(
    file: Path, most: int, error: type[Exception]
) -> None:
    names = run_glue(file, f"FILE:report@rank(_, {most})", "FILE:rank")
    with pytest.raises(error):
        names[stage_name(0)](["a"])
    assert names["module_1"].rank(["b", "a"]) == ["a", "b"]  # the function is itself again


def test_branches_take_the_whole_output_of_a_lazy_stage(file: Path) -> None:
    names = run_glue(file, "FILE:letters", "{FILE:counted, builtins:sorted | FILE:counted}")
    assert names["pipeline"]("cab", 1) == ["c", "a", "b"]
    assert [names["pipeline"]("cab", count) for count in (2, 3, 4)] == [3, ["a", "b", "c"], 3]
    assert names["pipeline"]("cab") == 3
    assert names[stage_name(0)]("cab") == (True, ["c", "a", "b"])


def test_files_are_found_by_their_folder_which_is_named_once(file: Path) -> None:
    before = len(sys.path)
    names = run_glue(file, "FILE:upper", "FILE:rank(_, most=2)", "html:escape")
    assert sys.path[:-before] == [str(file.parent)]
    assert names["pipeline"]("cab", 2) == ["A", "B"]
    assert "sys.path" not in write_glue(parse_stages(["html:escape"]))


def test_a_method_of_a_class_is_a_stage(file: Path) -> None:
    names = run_glue(file, "FILE:upper", "builtins:str.split(_, 'A')")
    assert names["pipeline"]("cab") == ["C", "B"]


def write(file: Path, source: str) -> Path:
    """A file with a source, in folders that are made for it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    return file


def check_refused(texts: list[str], *files: Path) -> None:
    with pytest.raises(UsageError) as raised:
        write_glue(parse_stages(texts))
    assert all(f"'{file}'" in raised.value.message for file in files)
    assert raised.value.hint == "Rename one of the two files."


def test_two_files_of_one_module_name_are_refused(tmp_path: Path) -> None:
    first, second = (write(tmp_path / each / "glue_same.py", "def f(x): ...") for each in "ab")
    check_refused([f"{first}:f", f"{second}:f"], first, second)
    for folder in "ab":
        write(tmp_path / folder / "glue_pack" / "__init__.py", "")
    first, second = (write(tmp_path / each / "glue_pack" / "same.py", "def f(x): ...") for each in "ab")
    check_refused([f"{first}:f", f"{second}:f"], first, second)


def test_a_file_that_hides_the_module_of_another_stage_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, hiding = (write(tmp_path / each / "glue_same.py", "def f(x): ...") for each in "ab")
    other = write(tmp_path / "b" / "glue_other.py", "def f(x): ...")
    check_refused([f"{other}:f", f"{hidden}:f"], hidden, hiding)
    monkeypatch.setattr(sys, "path", [str(hidden.parent), *sys.path])
    check_refused(["glue_same:f", f"{other}:f"], hidden, hiding)
    assert "import glue_same" in write_glue(parse_stages(["glue_same:f", f"{hidden}:f"]))  # one file


def test_files_of_one_name_in_two_packages_are_two_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    stages = []
    for name in ("glue_one", "glue_two"):
        write(tmp_path / name / "__init__.py", "")
        stages.append(f"{write(tmp_path / name / 'same.py', f'def f(x): return x + {name!r}')}:f")
    assert run_glue(tmp_path, *stages)["pipeline"]("x") == "xglue_oneglue_two"
