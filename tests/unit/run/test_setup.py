"""A setup runs as if it stood in the target's module, and says where it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath import files
from slowpath.errors import BudgetExceeded, InputError
from slowpath.run.setup import FILE, check, import_modules, run_setup, uses_size


def build(source: str, names: dict[str, Any]) -> int:
    exec(compile(source, FILE, "exec"), names)
    return 5


def run(source: str, size: int | None = 3) -> dict[str, Any]:
    names, cost = run_setup(source, size, "fractions", build)
    assert cost == 5
    return names


def test_names_of_the_module_and_imports_are_known() -> None:
    import fractions

    names = run("import os.path\nhalf = Fraction(1, N)\nxs = []\nfor i in range(N): xs.append(i)")
    assert names["half"] == fractions.Fraction(1, 3)
    assert names["xs"] == [0, 1, 2]
    assert names["os"].path
    assert "half" not in vars(fractions)


def test_modules_are_imported_in_the_folder_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, here = tmp_path / "own", Path.cwd()
    own.mkdir()
    (tmp_path / "writes_at_import.py").write_text("open('made', 'w').close()\nraise OSError('in vain')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(files, "folder", lambda: str(own))
    import_modules("x = 1\nimport writes_at_import", build)
    assert [each.name for each in own.iterdir()] == ["made"]
    assert Path.cwd() == here


@pytest.mark.parametrize(
    ("source", "told", "hint"),
    [
        ("x = 1\ny = x / 0", "line 2: y = x / 0\n  ZeroDivisionError", ""),
        ("x = unknown", "line 1: x = unknown\n  NameError", "names of fractions"),
        ("def f():\n    raise ValueError(7)\nf()", "line 2: raise ValueError(7)\n  ValueError: 7", ""),
        ("Fraction('x')", "line 1: Fraction('x')\n  ValueError", ""),
        ("raise SystemExit", "line 1: raise SystemExit", ""),
    ],
)
def test_an_error_names_its_line(source: str, told: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        run(source)
    assert told in error.value.message
    assert hint in error.value.hint


@pytest.mark.parametrize("error", [MemoryError, BudgetExceeded])
def test_what_a_limit_ends_is_passed_on(error: type[BaseException]) -> None:
    def ended(source: str, names: dict[str, Any]) -> None:
        raise error

    with pytest.raises(error):
        run_setup("x = 1", 1, "fractions", ended)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = (", "'(' was never closed\n  x = (\n      ^"),
        ("x = 1\nreturn x", "'return' outside function"),
        ("\0", "null bytes"),
    ],
)
def test_what_does_not_compile(source: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        check(source)
    assert told in error.value.message
    check("x = 1")
    check("")


def test_whether_a_setup_uses_the_size() -> None:
    assert uses_size("for i in range(N): pass")
    assert not uses_size("n = 'N'")
