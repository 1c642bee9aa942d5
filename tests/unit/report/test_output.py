"""What `find -o` writes, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.redundancy import Remedy
from slowpath.report import output
from slowpath.report.visible import comment, markup, visible
from tests.unit.report import found
from tests.unit.report import test_redundant as redundant


def test_files_are_named_after_the_target(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    written = output.write(found.report(found.FINDING), folder)
    assert written == [folder / "test_shop_dedupe_growth.py", folder / "shop_dedupe.html"]
    assert sorted(folder.iterdir()) == sorted(written)
    assert written[1].read_text().splitlines()[1] == "<!DOCTYPE html>"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("shop.carts:Cart.add", "shop_carts_Cart_add.diff"),
        ("shop.carts", "shop_carts.diff"),
        ("shop/carts.py", "shop_carts.diff"),
    ],
)
def test_remedies_of_redundant_work_are_written(tmp_path: Path, spec: str, name: str) -> None:
    remedy = Remedy("--- a\n+++ b\n", "equal on 9 inputs", "O(n^2)", "O(n)")
    helped = replace(redundant.REPORT, target=spec, findings=(replace(redundant.FOUND, remedy=remedy),))
    assert output.write_diff(helped, tmp_path) == [tmp_path / name]
    assert (tmp_path / name).read_text().endswith("# equal on 9 inputs\n--- a\n+++ b\n")
    output.check_diff(tmp_path, spec)
    assert output.write_diff(redundant.REPORT, tmp_path) == []


def test_hostile_texts_can_be_written(tmp_path: Path) -> None:
    written = output.write(found.hostile(), tmp_path)
    assert len(written) == 2
    assert {path.parent for path in written} == {tmp_path}
    output.check(tmp_path, found.hostile().target.spec)  # they are known to be ours


def test_where_nothing_grows_there_is_no_guard(tmp_path: Path) -> None:
    written = output.write(found.report(growth=None, recipe=None), tmp_path)
    assert [path.suffix for path in written] == [".html"]


@pytest.mark.parametrize("name", ["test_shop_dedupe_growth.py", "shop_dedupe.html"])
def test_only_our_files_are_overwritten(tmp_path: Path, name: str) -> None:
    output.write(found.report(found.FINDING), tmp_path)
    output.write(found.report(), tmp_path)
    path = tmp_path / name
    path.write_text(path.read_text() + "\n")
    before = path.read_text()
    with pytest.raises(UsageError, match="was edited since") as caught:
        output.write(found.report(), tmp_path)
    assert "--force" in caught.value.hint
    assert path.read_text() == before
    output.write(found.report(), tmp_path, force=True)
    assert path.read_text() != before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write to")
def test_folders_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(UsageError, match="is a file"):
            output.check(folder, "shop:dedupe")
    output.check(tmp_path / "not" / "yet", "shop:dedupe")
    assert not (tmp_path / "not").exists()
    with pytest.raises(UsageError, match="cannot write to '/proc/nowhere'") as caught:
        output.check(Path("/proc/nowhere"), "shop:dedupe")
    assert "another folder" in caught.value.hint


def test_visible_texts() -> None:
    assert visible("naïve — 文\n\t") == "naïve — 文\n\t"
    assert visible("a\x00\x1b\u202e\ud800\U000e0001") == "a\\x00\\x1b\\u202e\\ud800\\U000e0001"
    assert markup("<a b='c'>&\x07") == "&lt;a b=&#x27;c&#x27;&gt;&amp;\\x07"
    assert comment(["one\ntwo", "three"], "  ") == "  # one two\n  # three\n"


def test_a_remedy_is_written_beside_the_guard(tmp_path: Path) -> None:
    remedy = Remedy("--- a/shop.py\n+++ b/shop.py\n", "equal on 9 inputs", "O(n^2)", "O(n)")
    written = output.write(found.report(replace(found.FINDING, remedy=remedy)), tmp_path)
    assert written[2] == tmp_path / "shop_dedupe.diff"
    assert written[2].read_text().splitlines()[1:] == [
        "# equal on 9 inputs",
        "--- a/shop.py",
        "+++ b/shop.py",
    ]
    output.check(tmp_path, "shop:dedupe")  # it is known to be ours
