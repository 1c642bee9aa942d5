from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.report.index import index
from slowpath.report.output import write_scan
from tests.unit.report.found import FINDING, HOSTILE
from tests.unit.report.test_scan import REPORT, SITE, SPEC


def test_it_has_every_place_and_what_was_not_searched() -> None:
    page = index(REPORT, {SPEC: "shop_dedupe.html"})
    assert page.count('id="place-1"') == page.count('href="#place-1"') == 1
    assert 'href="shop_dedupe.html"' in page
    for told in (
        "list(range(N))",
        "shop.deep:f5",
        "shop:clean",
        "had more to try",
        "shop:refuses",
        "shop.bad",
    ):
        assert told in page
    assert "2 targets were not begun" in page


def test_only_its_own_script_may_run() -> None:
    page = index(replace(REPORT, package=HOSTILE, unread=((HOSTILE, HOSTILE),)), {})
    (script,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in page
    assert "default-src 'none'" in page


def test_what_a_baseline_has_is_marked() -> None:
    assert "In the baseline" in index(replace(REPORT, new=frozenset()), {})
    assert "In the baseline" not in index(replace(REPORT, new=frozenset({FINDING.site})), {})


def test_a_scan_writes_an_index_and_a_guard_for_each_target(tmp_path: Path) -> None:
    written = {path.name for path in write_scan(REPORT, tmp_path)}
    assert written == {"index.html", "test_shop_dedupe_growth.py", "shop_dedupe.html"}
    write_scan(REPORT, tmp_path)
    (tmp_path / "index.html").write_text("edited")
    with pytest.raises(UsageError, match=r"index\.html"):
        write_scan(replace(REPORT, findings=(SITE,)), tmp_path)
