"""`slowpath scan`, as users call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.functional.command import Cli

SHOP = """
def unique(items: list[int]) -> list[int]:
    seen: list[int] = []
    for item in items:
        add(seen, item)
    return seen


def add(seen: list[int], item: int) -> None:
    if item not in seen:
        seen.append(item)
"""


def test_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    arguments = ("scan", "shop.py", "--include", "*:unique", "--budget", "60s", "--jobs", "1")
    done = cli(*arguments, "--per-target", "60s", "--json", "-o", "found")
    assert done.code == 1, done.err
    (finding,) = done.document["findings"]
    assert (finding["function"], finding["class"]) == ("add", "O(n^2)")
    assert finding["entries"] == ["shop.py:unique"]
    assert {each.suffix for each in (tmp_path / "found").iterdir()} == {".py", ".html"}


def test_workers_of_a_cluster_find_the_same(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    (tmp_path / "shop.py").write_text(SHOP)
    arguments = ("scan", "shop.py", "--budget", "90s", "--per-target", "30s", "--fresh", "--json")
    found = []
    for more in (("--jobs", "2"), ("--cluster", "local:2")):
        done = cli(*arguments, "--include", "*:unique", *more)
        assert done.code == 1, done.err
        found.append(
            [(each["function"], each["class"], each["entries"]) for each in done.document["findings"]]
        )
    assert found[0] == found[1] == [("add", "O(n^2)", ["shop.py:unique"])]


def test_mistakes(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "bad.json").write_text("[]")
    for arguments, told in (
        (("nothing_there",), "no module 'nothing_there'"),
        (("shop.py", "--include", "x"), "--include"),
        (("shop.py", "--per-target", "soon"), "--per-target"),
        (("shop.py", "--baseline", "bad.json"), "slowpath scan --json"),
        (("shop.py", "-o", "shop.py"), "is a file"),
        (("shop.py", "--cluster", "10.0.0.1"), "--cluster tcp://HOST:PORT"),
    ):
        done = cli("scan", *arguments)
        assert done.code == 2
        assert told in done.err
        assert "Traceback" not in done.err
