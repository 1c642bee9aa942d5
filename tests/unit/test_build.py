"""The build of the C extensions: what it says without a compiler, and for which architectures it compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from hatch_build import EXTENSIONS, BuildError, build, for_architectures

ROOT = Path(__file__).parents[2]


def test_a_compiler_that_fails_is_told_with_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "/bin/false")
    with pytest.raises(BuildError, match="needs a C compiler") as caught:
        build(ROOT / "src" / f"{EXTENSIONS[0]}.c", tmp_path / "it.so")
    assert "apt install build-essential" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_no_compiler_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match="no C compiler found") as caught:
        build(ROOT / "src" / f"{EXTENSIONS[0]}.c", tmp_path / "it.so")
    assert "apt install build-essential" in str(caught.value)


def test_a_wheel_is_for_the_architecture_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["cc", "-arch", "arm64", "-arch", "x86_64", "-O2"]
    monkeypatch.delenv("ARCHFLAGS", raising=False)
    assert for_architectures(words) == words
    monkeypatch.setenv("ARCHFLAGS", "-arch arm64")
    assert for_architectures(words) == ["cc", "-O2", "-arch", "arm64"]
