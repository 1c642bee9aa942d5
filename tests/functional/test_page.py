"""The HTML report in a real browser, where there is one."""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.find import FindReport
from slowpath.report.html import page
from tests.unit.report import found

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROBE = """<script>
addEventListener("error", (event) => document.title += " ERROR " + event.message);
addEventListener("load", () => {
  const wide = document.documentElement.scrollWidth, view = document.documentElement.clientWidth;
  const box = document.querySelector("svg").getBoundingClientRect();
  const dots = [...document.querySelectorAll("svg .dot")].map((dot) => dot.getBoundingClientRect());
  const inside = dots.every((dot) => dot.left >= box.left && dot.right <= box.right && dot.top >= box.top);
  const colours = [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color];
  document.body.dataset.seen = JSON.stringify({wide, view, inside, dots: dots.length, colours});
});
</script>"""


def browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium here: the HTML report is not opened in a browser")
    return found


def opened(folder: Path, text: str, *options: str) -> str:
    """The document as the browser has it after loading."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    command = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        *options,
        "--dump-dom",
        path.as_uri(),
    ]
    # What the browser starts must not outlive it with our pipes: output goes to files.
    with open(folder / "dom", "wb") as dom, open(folder / "err", "wb") as err:
        env = {**os.environ, "HOME": str(folder)}
        subprocess.run(command, stdout=dom, stderr=err, env=env, timeout=60, check=True)
    return (folder / "dom").read_text(encoding="utf-8")


def probed(text: str) -> str:
    """The page with a script that measures it; its policy would not let it run."""
    policy = text[text.index("<meta http-equiv") : text.index("<title>")]
    return text.replace(policy, "").replace("</head>", PROBE + "</head>")


def measured(folder: Path, report: FindReport, *options: str) -> dict[str, Any]:
    dom = opened(folder, probed(page(report)), *options)
    assert "ERROR" not in dom.partition("</title>")[0].rpartition("<title>")[2]
    seen = dom.partition('data-seen="')[2].partition('"')[0]
    measures: dict[str, Any] = json.loads(html.unescape(seen))
    return measures


@pytest.mark.parametrize("report", [found.report(found.FINDING), found.hostile()], ids=["plain", "hostile"])
def test_it_fits_a_phone_and_is_drawn(tmp_path: Path, report: FindReport) -> None:
    seen = measured(tmp_path, report, "--window-size=500,900")
    assert seen["wide"] <= seen["view"]
    assert (seen["dots"], seen["inside"]) == (9, True)
    assert seen["colours"] == ["rgb(255, 255, 255)", "rgb(29, 33, 38)"]


def test_it_follows_dark_mode(tmp_path: Path) -> None:
    seen = measured(tmp_path, found.report(found.FINDING), "--force-dark-mode")
    assert seen["colours"] == ["rgb(21, 24, 28)", "rgb(227, 230, 234)"]


def test_a_browser_reads_what_was_written(tmp_path: Path) -> None:
    dom = opened(tmp_path, page(found.hostile()))
    assert "<script" not in dom
    assert dom.count("<svg") == 1
    assert "alert(1)" in dom  # as text
