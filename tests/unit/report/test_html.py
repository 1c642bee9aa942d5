"""The HTML report: what it holds, that it needs nothing else, and that no text breaks out of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

from slowpath.model.cost import LineCost, Ops
from slowpath.model.find import Baseline, Beyond, StrategyFigures
from slowpath.model.growth import Growth, GrowthTerm
from slowpath.model.scenario import Scenario
from slowpath.report.chart import chart
from slowpath.report.html import page
from tests.unit.report import found


class Reader(HTMLParser):
    """Reads elements and texts, and complains about elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def headings(reader: Reader, texts: Sequence[str]) -> list[str]:
    return [text for text in reader.texts if text in texts]


def test_a_finding() -> None:
    text = page(found.report(found.FINDING, replace(found.FINDING, recipe={"xs": "[N] * N"})))
    reader = read(text)
    parts = ["The input", "Why", "Where the cost is", "Cases", "How it was found", "Not seen", "Search again"]
    assert headings(reader, parts) == [*parts[:3], *parts[1:3], *parts[3:]]
    for told in (
        "shop:dedupe",
        "O(n2)",  # the 2 is raised
        "1.6 s",
        "of CPU at N = 4,096",
        "16,777,216",
        "Line 4 of dedupe is executed 2,048 times.",
        "xs = list(range(N))",
        "xs = [N] * N",
        "90.0%",
        "×4.00",
        "stopped because: time budget",
        "ints(N)  (hint list[int])",
        "calls of C code",
        "slowpath find shop:dedupe --seed 3",
        "3.11.7",
        "shop 2.4",
        "2026-11-17 15:42 UTC",
        "60 s",
    ):
        assert told in "".join(reader.texts), told
    assert len([tag for tag, _ in reader.elements if tag == "svg"]) == 2
    assert len(text) < 30_000


def test_nothing_found() -> None:
    reader = read(page(found.report(advice="allow it with --allow files")))
    text = "".join(reader.texts)
    assert "Nothing found that grows faster than its input" in text
    assert "Allow it with --allow files." in text
    assert "xs = [0] * N" in text
    bare = read(page(found.report(growth=None, recipe=None, cases=(), lost=(), shapes={}, baseline=None)))
    assert "svg" not in {tag for tag, _ in bare.elements}


def test_it_needs_nothing_else() -> None:
    text = page(found.report(found.FINDING))
    attributes = {name for _, attrs in read(text).elements for name in attrs}
    assert not attributes & {"src", "href", "srcset", "data", "action", "onload", "onclick"}
    assert not re.search(r"url\(|@import|https?:", text)
    assert "default-src 'none'" in text


def test_no_text_breaks_out() -> None:
    plain, bad = read(page(found.report(found.FINDING))), read(page(found.hostile()))
    known = {tag for tag, _ in plain.elements}
    assert {tag for tag, _ in bad.elements} <= known
    assert "script" not in known
    text = page(found.hostile())
    assert text.encode().decode() == text  # a lone surrogate cannot be written
    assert all(char.isprintable() or char == "\n" for char in text)
    assert "\\x00\\x1b[31m\\u202e\\ud800" in "".join(bad.texts)


def dots(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', svg)]


def test_a_power_is_a_straight_line_of_its_slope() -> None:
    places = dots(chart(found.QUADRATIC))
    assert len(places) == 9
    steps = {(round(x2 - x1, 0), round(y1 - y2, 0)) for (x1, y1), (x2, y2) in pairwise(places)}
    assert len(steps) == 1
    names = re.findall(r">(n[²³]?)</text>", chart(found.QUADRATIC))
    assert names == ["n", "n²", "n³"]


def test_an_exponential_is_one_on_linear_sizes() -> None:
    growth = Growth(
        tuple((n, 2**n) for n in range(2, 20)), "O(2^n)", None, 0.9, terms=(GrowthTerm(1.0, base=2.0),)
    )
    places = dots(chart(growth))
    rises = [y1 - y2 for (_, y1), (_, y2) in pairwise(places)]
    assert max(rises) - min(rises) < 0.3
    assert "n²" not in chart(growth)


def test_the_baseline_is_drawn_inside_the_frame() -> None:
    svg = chart(found.QUADRATIC, Baseline(3, 5))
    (y,) = re.findall(r'class="diamond" d="M459 ([\d.]+)l', svg)
    assert 14 < float(y) <= 266
    assert "costliest of 5 random inputs: 3 ops" in svg
    assert chart(replace(found.QUADRATIC, points=((8, 64),))) == ""


def test_the_evidence_and_what_is_beyond() -> None:
    short = replace(found.FINDING, seconds=(), beyond=Beyond(4096, "RecursionError"))
    assert "Counted, up to N = 2,048; from N = 4,096 on: RecursionError.</p>" in page(found.report(short))


def test_an_input_that_no_caller_would_write() -> None:
    assert "No caller would write this input" in page(found.report(replace(found.FINDING, natural=False)))
    assert "No caller" not in page(found.report(found.FINDING))


def test_large_results() -> None:
    text = page(found.report(large_results=(found.LARGE,)))
    read(text)
    assert "A large result" in text
    assert "N = 1,024: 1,048,576 characters and items come back, for 4,194,304 ops." in text


def test_what_takes_no_time_to_speak_of_is_told() -> None:
    minor = replace(found.FINDING, seconds=((2048, 0.0101),), beyond=Beyond(4096, "RecursionError"))
    assert "Minor: about 0.01 s for 100,000" in page(found.report(minor))
    assert "Minor" not in page(found.report(found.FINDING))


def test_a_search_that_means_nothing() -> None:
    text = page(found.report(growth=None, inconclusive="0 of <9> inputs", advice="say --arg"))
    read(text)
    assert "Inconclusive</p><p>0 of &lt;9&gt; inputs.</p><p>Say --arg.</p>" in text
    assert "Nothing found" not in text


def test_a_program_is_shown_as_code_with_its_command() -> None:
    made = replace(found.FINDING, scenario=Scenario("x = Box()\nx.add(N)"), recipe={"xs": "x"})
    shown = page(found.report(made, large_results=(replace(found.LARGE, scenario=Scenario("y = N")),)))
    assert "<pre>x = Box()\nx.add(N)\ndedupe(" in shown
    assert "--program" in shown
    assert "<pre>y = N\ndedupe(" in shown


def test_the_reason_is_a_sentence_with_the_line_below_it() -> None:
    odd = replace(found.FINDING, code="x = f(a[1], '<b>',")
    text = page(found.report(odd))
    told = "<p>Line 4 of dedupe is executed 2,048 times.</p><pre>x = f(a[1], &#x27;&lt;b&gt;&#x27;,</pre>"
    assert f"<h3>Why</h3>{told}" in text


def test_lines_that_cost_little_are_folded() -> None:
    lines = [LineCost("/src/shop.py", 4, "dedupe", Ops(99_000), Ops(0), 9, "a" * 500)]
    lines += [LineCost("/src/shop.py", 10 + i, "dedupe", Ops(400), Ops(0), 1, "pass") for i in range(2)]
    text = page(found.report(replace(found.FINDING, lines=tuple(lines))))
    read(text)
    shown, _, rest = text.partition("2 more lines with 0.8% of the cost together</summary>")
    assert shown.count("pass") == 0
    assert rest.count("<code>pass</code>") == 2
    assert "a" * 500 in shown  # long code is scrolled, not cut


def test_strategies_tell_what_they_found() -> None:
    figures = StrategyFigures("flip", 7, 5, 40, 0.5)
    text = page(found.report(found.FINDING, strategies=(*found.report().strategies, figures)))
    rows = re.findall(r'<tr><td class="text">(evolve|flip)</td>(.*?)</tr>', text)
    cells = {name: re.findall(r"<td>(.*?)</td>", row) for name, row in rows}
    assert cells == {
        "evolve": ["1,234", "0", "4.2 s", "16,777,216", "1"],
        "flip": ["7", "5", "0.5 s", "40", ""],
    }


def test_a_long_exception_is_shortened() -> None:
    text = page(found.report(replace(found.FINDING, raises="ValueError: " + "no\n" * 200)))
    assert "It raises ValueError: no no" in text
    assert "no " * 60 not in text


def test_a_command_can_be_typed() -> None:
    odd = replace(found.FINDING, recipe={"xs": "'a' * N"})
    assert "slowpath grow shop:dedupe --input &quot;xs=&#x27;a&#x27; * N&quot;" in page(found.report(odd))
