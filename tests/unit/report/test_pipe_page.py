"""The HTML report of `pipe`, and the files that it writes."""

from __future__ import annotations

import pytest

from slowpath.errors import UsageError
from slowpath.model.find import Baseline
from slowpath.model.pipe import PipeReport, PipeTest, ReplayNote, SummaryNote
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.report.pipe_page import check, page, write

REPORT = PipeReport(
    stages=("a:grep(_, '<b>')", "a:sort"),
    size=1000,
    shape="lists(text(10), N)",
    tests=(PipeTest("['<script>']", 400, (100, 300), (2, 0), 410),),
    baseline=Baseline(100, 7),
    single=(150, None),
    summaries=(SummaryNote("a:sort", 1000, 3, False, "grown", "lists(text(10), N)", 1.25),),
    stopped_because=StopReason.TIME,
    elapsed=3.0,
    composing=2.0,
    glue="def pipeline(data): ...\n",
    scope=("a",),
    lost=(Lost("a.py:3", "a <reason>", 1),),
    replay=(ReplayNote("sort", 0.5, 0.25),),
)


def test_the_page_has_the_figures_and_no_markup_from_outside():
    shown = page(REPORT)
    for part in ("400", "25%", "75%", "2 0", "4.0 times", "0.500 s of CPU", "grown", "def pipeline(data)"):
        assert part in shown
    assert "<script>" not in shown
    assert "a &lt;reason&gt;" in shown


def test_the_files_are_written_and_known_again(tmp_path):
    written = write(REPORT, tmp_path / "load")
    assert {path.name for path in written} == {
        "slowpath_pipeline.py",
        "test_pipeline_load.py",
        "pipeline.html",
    }
    check(tmp_path / "load")
    (tmp_path / "load" / "pipeline.html").write_text("edited")
    with pytest.raises(UsageError, match="edited since"):
        check(tmp_path / "load")
    write(REPORT, tmp_path / "load", force=True)
