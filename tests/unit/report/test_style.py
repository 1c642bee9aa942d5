"""The style sheet needs nothing else, names only colours that it defines, and has them for dark screens."""

from __future__ import annotations

import re

from slowpath.report.html import page
from slowpath.report.style import STYLE
from tests.unit.report.found import FINDING, LARGE, report


def defined(block: str) -> dict[str, str]:
    """The variables of a block, and their values."""
    return dict(re.findall(r"(--\w+):([^;}]+)", block))


def selectors() -> list[str]:
    """The selectors of all rules."""
    found = re.findall(r"([^{};]+)\{[^{}]*\}", STYLE)
    return [each.strip() for rule in found for each in rule.split(",")]


def test_every_rule_is_closed() -> None:
    depth = 0
    for char in STYLE:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert 0 <= depth <= 2
    assert depth == 0


def test_variables_are_defined_and_used() -> None:
    used = set(re.findall(r"var\((--\w+)\)", STYLE))
    assert used == set(defined(STYLE))


def test_dark_screens_have_every_colour() -> None:
    light, dark = (defined(block) for block in re.findall(r":root\{([^{}]*)\}", STYLE)[:2])
    colours = {name for name, value in light.items() if value.startswith("#")}
    assert set(dark) == colours
    assert all(dark[name] != light[name] for name in colours)


def test_a_page_needs_no_other_file() -> None:
    assert not re.search(r"url\(|@import|@font-face|https?:", STYLE)


def test_every_class_of_a_page_has_a_rule() -> None:
    shown = page(report(FINDING, large_results=(LARGE,)))
    classes = {name for found in re.findall(r'class="([^"]*)"', shown) for name in found.split()}
    assert len(classes) > 8
    styled = {name for each in selectors() for name in re.findall(r"\.([a-z]\w*)", each)}
    assert classes <= styled
