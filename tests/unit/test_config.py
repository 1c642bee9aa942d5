from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath import config
from slowpath.config import Settings
from slowpath.errors import UsageError
from slowpath.run.limits import Limits


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60s", 60), ("2m", 120), ("1h", 3600), ("500ms", 0.5), ("1.5", 1.5), (60, 60), (".5s", 0.5)],
)
def test_duration(text: object, seconds: float) -> None:
    assert config.duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "s", "60 parsecs", "1e", "--5", "nan", "inf", True, "5 s s"])
def test_what_is_no_duration(text: object) -> None:
    with pytest.raises(UsageError, match="a duration such as"):
        config.duration(text)


@pytest.mark.parametrize("text", ["0", "-1s", "0.0m", -3])
def test_durations_are_positive(text: object) -> None:
    with pytest.raises(UsageError, match="more than zero"):
        config.duration(text)


@pytest.mark.parametrize(
    ("text", "size"), [("512MB", 512 << 20), ("2gb", 2 << 30), ("1 KB", 1024), (1000, 1000)]
)
def test_memory(text: object, size: int) -> None:
    assert config.memory(text) == size


@pytest.mark.parametrize(
    ("text", "number"), [("1000", 1000), ("200M", 200_000_000), ("1e6", 10**6), ("1_000", 1000)]
)
def test_count(text: object, number: int) -> None:
    assert config.count(text, "--size") == number


def test_a_count_is_whole() -> None:
    with pytest.raises(UsageError, match="--size must be a whole number"):
        config.count("1.5", "--size")


def write(folder: Path, table: str) -> None:
    (folder / "pyproject.toml").write_text(f"[project]\nname = 'x'\n[tool.slowpath]\n{table}\n")


def test_read_takes_the_nearest_file(tmp_path: Path) -> None:
    write(
        tmp_path,
        "scope = ['a', 'b']\ncpu = 5\nmemory = '10MB'\nmax-ops = '5M'\nbudget = '10s'\nmeasure = 'calls'",
    )
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    assert config.read(folder) == Settings(
        scope=("a", "b"),
        measures=("calls",),
        max_ops=5_000_000,
        budget=10.0,
        limits=Limits(cpu=5, memory=10 << 20),
    )
    (folder / "pyproject.toml").write_text("")
    assert config.read(folder) == Settings()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("speed = 3", "no setting 'speed'"),
        ("cpu = -1", "cpu must be more than zero"),
        ("scope = 3", "scope must be a text or a list"),
        ("allow = ['all']", "no permission 'all'"),
        ("cpu = ", "Invalid value"),
    ],
)
def test_bad_settings_name_the_file(tmp_path: Path, table: str, message: str) -> None:
    write(tmp_path, table)
    with pytest.raises(UsageError, match=message) as caught:
        config.read(tmp_path)
    assert "pyproject.toml" in caught.value.message


def test_options_override_settings_and_add_to_lists() -> None:
    settings = Settings(scope=("a",), allow=("files",), max_ops=5, limits=Limits(cpu=1))
    changed = config.override(
        settings,
        {"scope": ("b",), "allow": (), "max-ops": None, "cpu": "7", "time": None, "measure": ("ops",)},
    )
    assert changed == Settings(
        scope=("a", "b"), allow=("files",), max_ops=5, measures=("ops",), limits=Limits(cpu=7)
    )


def test_a_fraction_of_a_second_of_cpu_is_one() -> None:
    assert config.override(Settings(), {"cpu": "0.2"}).limits.cpu == 1


@pytest.mark.parametrize(
    "make", [lambda: Settings(budget=-1), lambda: Settings(max_ops=0), lambda: Limits(cpu=0)]
)
def test_limits_of_programs_are_positive_too(make: Callable[[], object]) -> None:
    with pytest.raises(UsageError, match="more than zero"):
        make()


def test_the_reference_shows_every_setting(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
    (example,) = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert set(tomllib.loads(example)["tool"]["slowpath"]) == set(config._KEYS)
    (tmp_path / "pyproject.toml").write_text(example)
    assert config.read(tmp_path).budget == 120


def test_what_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nslowpath = 3\n")
    with pytest.raises(UsageError, match="must be a table, not 3"):
        config.read(tmp_path)
    (tmp_path / "pyproject.toml").write_text("tool = 3\n")
    assert config.read(tmp_path) == config.Settings()
