"""Elements of an HTML page."""

from __future__ import annotations

from slowpath.report.element import code, folded, pairs, paragraph, raised, section, table


def test_a_paragraph_is_a_sentence() -> None:
    assert paragraph("line 4 of <f> is hot") == "<p>Line 4 of &lt;f&gt; is hot.</p>"
    assert paragraph("It ends.", "faint") == '<p class="faint">It ends.</p>'


def test_powers_are_raised_and_texts_stay_texts() -> None:
    assert raised("O(n^2 log n)") == "O(n<sup>2</sup> log n)"
    assert raised("about n^1.7") == "about n<sup>1.7</sup>"
    assert raised("1.62^n<") == "1.62<sup>n</sup>&lt;"


def test_a_table_has_numbers_texts_and_code() -> None:
    made = table(("N", "input"), [("8", "a<b")], text=(1,), code=(1,))
    assert "<th>N</th>" in made
    assert '<td>8</td><td class="text"><code>a&lt;b</code></td>' in made
    assert table(("N",), []) == ""


def test_pairs_without_a_text_are_left_out() -> None:
    assert pairs([("a", "1"), ("b", "")], "facts") == '<dl class="facts"><div><dt>a</dt><dd>1</dd></div></dl>'
    assert pairs([("b", "")], "facts") == ""


def test_frames() -> None:
    assert section("T", "b") == "<section><h2>T</h2>b</section>"
    assert folded("s", code("x < 1")) == "<details><summary>s</summary><pre>x &lt; 1</pre></details>"
