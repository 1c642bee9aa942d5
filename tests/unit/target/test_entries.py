from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import TargetNotFound, TargetSyntaxError, UsageError
from slowpath.target.entries import callables, entries, modules

SOURCE = """
from typing import overload
try:
    import fast
except ImportError:
    def slow(): ...
def one(): ...
def _private(): ...
async def later(): ...
class Box:
    def __init__(self): ...
    def put(self, item): ...
    def _hide(self): ...
    @overload
    def get(self, key: int): ...
    def get(self, key): ...
    @property
    def size(self): ...
    @staticmethod
    def of(items): ...
    class Part:
        def fit(self): ...
class _Hidden:
    def show(self): ...
"""
OF_BOX = ["Box", "Box.put", "Box.get", "Box.of", "Box.Part", "Box.Part.fit"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "boxes"
    (folder / "inner").mkdir(parents=True)
    (folder / "tests").mkdir()
    for name, source in {
        "__init__.py": "def top(): ...\n",
        "box.py": SOURCE,
        "_private.py": "def no(): ...\n",
        "test_box.py": "def no(): ...\n",
        "__main__.py": "def no(): ...\n",
        "inner/__init__.py": "",
        "inner/deep.py": "def down(): ...\n",
        "tests/__init__.py": "def no(): ...\n",
    }.items():
        (folder / name).write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_module_has_its_functions_classes_and_methods(package: Path) -> None:
    names = ["slow", "one", "later", *OF_BOX]
    assert entries("boxes.box") == [f"boxes.box:{name}" for name in names]
    assert entries("boxes/box.py") == [f"boxes/box.py:{name}" for name in names]


def test_a_class_has_its_constructor_and_methods(package: Path) -> None:
    assert entries("boxes.box:Box") == [f"boxes.box:{name}" for name in OF_BOX]
    assert entries("boxes.box:Box.Part") == ["boxes.box:Box.Part", "boxes.box:Box.Part.fit"]


def test_a_function_or_what_the_source_does_not_define_is_its_own_entry(package: Path) -> None:
    for spec in ("boxes.box:one", "boxes/box.py:Box.put", "boxes.box:fast"):
        assert entries(spec) == [spec]


def test_a_package_has_what_its_public_modules_have(package: Path) -> None:
    found = entries("boxes")
    assert found[0] == "boxes:top"
    assert found[-1] == "boxes.inner.deep:down"
    assert not [each for each in found if each.endswith(":no")]
    by_file = [each.rpartition(":")[2] for each in entries("boxes/")]
    assert sorted(by_file) == sorted(each.rpartition(":")[2] for each in found)


def test_what_does_not_exist_is_a_mistake(package: Path) -> None:
    with pytest.raises(TargetNotFound, match="no module 'boxen'"):
        entries("boxen")
    with pytest.raises(TargetNotFound, match=r"no file 'box\.py'"):
        entries("box.py")
    (package / "empty.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match=r"no public function or class in 'boxes.empty'"):
        entries("boxes.empty")
    (package / "broken.py").write_text("def f(:\n")
    with pytest.raises(TargetSyntaxError, match="does not compile"):
        entries("boxes.broken")


def test_private_callables_are_listed_if_they_are_asked_for(package: Path) -> None:
    listed = {
        each for name, file in modules("boxes", private=True) for each in callables(name, file, private=True)
    }
    assert {
        "boxes._private:no",
        "boxes.box:_private",
        "boxes.box:Box._hide",
        "boxes.box:_Hidden.show",
    } <= listed
    assert not [each for each in listed if "__init__" in each or "test" in each]


def test_a_folder_that_is_no_module_is_read_file_by_file(package: Path) -> None:
    (package.parent / "some-code").mkdir()
    (package.parent / "some-code" / "deep.py").write_text("def down(): ...\n")
    assert [name for name, _ in modules("some-code")] == [str(Path("some-code", "deep.py"))]
