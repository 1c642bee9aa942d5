"""The HTML report in a real browser, where there is one."""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.find import FindReport
from slowpath.model.scan import ScanReport, SlowSite
from slowpath.model.stop import StopReason
from slowpath.report.html import page
from slowpath.report.index import index
from tests.unit.report import found, reports

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTHS = (400, 1280)  # pixels of a phone and of a desk
PROBE = """<script>
const errors = [];
addEventListener("error", (event) => errors.push(event.message));
addEventListener("load", () => {
  const wide = document.documentElement.scrollWidth, view = document.documentElement.clientWidth;
  const box = document.querySelector("svg").getBoundingClientRect();
  const dots = [...document.querySelectorAll("svg .dot")].map((dot) => dot.getBoundingClientRect());
  const inside = dots.every((dot) => dot.left >= box.left && dot.right <= box.right && dot.top >= box.top);
  const colours = [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color];
  const long = [...document.querySelectorAll(".wide")].filter((each) => each.scrollWidth > each.clientWidth);
  const scrolled = long.map((each) => getComputedStyle(each).backgroundAttachment.split(", ").pop());
  const table = document.querySelector("table.sortable"), orders = [];
  const order = () => orders.push([...table.tBodies[0].rows].map((row) => row.cells[0].innerText).join());
  const sort = (column) => { table.tHead.rows[0].cells[column].firstChild.click(); order(); };
  if (table) { order(); [4, 4, 3].forEach(sort); }
  const seen = {orders, wide, view, inside, dots: dots.length, colours, scrolled, errors};
  parent.document.body.setAttribute("data-at-" + innerWidth, JSON.stringify(seen));
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


def framed(text: str) -> str:
    """A page that shows the report at each width, with a script that measures it; the policy of the report
    would not let it run. A window of a browser has 500 pixels at least, a frame can have fewer."""
    policy = text[text.index("<meta http-equiv") : text.index("<title>")]
    probed = html.escape(text.replace(policy, "").replace("</head>", PROBE + "</head>"))
    frames = [f'<iframe srcdoc="{probed}" style="width:{each}px;height:900px"></iframe>' for each in WIDTHS]
    return f'<meta charset="utf-8"><body>{"".join(frames)}'


def measured(folder: Path, report: FindReport | ScanReport, *options: str) -> list[dict[str, Any]]:
    """What the report looks like at each width."""
    shown = index(report, {}) if isinstance(report, ScanReport) else page(report)
    dom = opened(folder, framed(shown), *options)
    seen = []
    for width in WIDTHS:
        text = dom.partition("<body")[2].partition(f'data-at-{width}="')[2].partition('"')[0]
        seen.append(json.loads(html.unescape(text)))
        assert seen[-1]["errors"] == []
        assert seen[-1]["wide"] <= seen[-1]["view"]  # the page itself is not scrolled sideways
    return seen


def long_lines(report: FindReport) -> FindReport:
    """A report with a line of code that is wider than any screen."""
    wide = replace(reports.LINES[0], source="x = " + "f(a) + " * 60)
    return replace(report, findings=(replace(report.findings[0], lines=(wide, *reports.LINES[1:])),))


LIGHT = ["rgb(255, 255, 255)", "rgb(29, 33, 38)"]
DARK = ["rgb(21, 24, 28)", "rgb(227, 230, 234)"]


@pytest.mark.parametrize(("colours", "options"), [(LIGHT, ()), (DARK, ("--force-dark-mode",))])
def test_it_fits_a_phone_and_a_desk_in_light_and_dark(
    tmp_path: Path, colours: list[str], options: tuple[str, ...]
) -> None:
    for seen in measured(tmp_path, long_lines(found.report(found.FINDING)), *options):
        assert (seen["dots"], seen["inside"]) == (9, True)
        assert seen["colours"] == colours
        assert {*seen["scrolled"]} == {"scroll"}  # the hot lines: a shade at the edge says that there is more


def test_the_index_of_a_scan_fits_and_a_click_sorts_it(tmp_path: Path) -> None:
    """By seconds, the largest first; the smallest first; by the target, from A."""
    finding = found.FINDING
    slower = replace(finding, site="/src/shop.py:9", seconds=((1024, 1.0), (4096, 16.0)))
    sites = (SlowSite("shop:b", ("shop:b",), finding), SlowSite("shop:a", ("shop:a",), slower))
    reports_ = tuple(
        replace(found.report(each.finding), target=replace(reports.TARGET, spec=each.target))
        for each in sites
    )
    report = ScanReport("shop", 2, (), sites, elapsed=1.0, stopped_because=StopReason.TIME, reports=reports_)
    for seen in measured(tmp_path, report):
        assert seen["orders"] == ["1,2", "2,1", "1,2", "2,1"]


def test_hostile_texts_fit_too(tmp_path: Path) -> None:
    measured(tmp_path, found.hostile())


def test_a_browser_reads_what_was_written(tmp_path: Path) -> None:
    dom = opened(tmp_path, page(found.hostile()))
    assert "<script" not in dom
    assert dom.count("<svg") == 1
    assert "alert(1)" in dom  # as text
