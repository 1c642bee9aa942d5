from __future__ import annotations

from dataclasses import replace

from click import unstyle

from slowpath.model.run import End, Run
from slowpath.report import terminal
from tests.unit.report import reports


def cost(run: Run = reports.RUN, lines: int | None = None, **more: object) -> list[str]:
    return unstyle(terminal.cost(reports.cost(run, **more), lines)).splitlines()  # type: ignore[arg-type]


def row(lines: list[str], *words: str) -> str:
    """Return the only line with all the words."""
    (found,) = [line for line in lines if all(word in line for word in words)]
    return found


def test_cost_names_the_call_and_its_measures() -> None:
    lines = cost(seconds=0.25)
    assert lines[0] == "shop:dedupe(xs=list(range(N)))   N = 100"
    assert "returned" in lines
    assert row(lines, "memory").split() == ["memory", "2,048", "bytes"]
    assert row(lines, "0.5*ops").split() == ["0.5*ops", "5,000"]
    assert "0.25" in row(lines, "seconds")


def test_the_listing_is_in_source_order_with_shares() -> None:
    lines = cost()
    loop, test = row(lines, "for x in xs:"), row(lines, "if x not in seen:")
    assert loop.split()[:4] == ["9.0%", "900", "101", "3"]
    assert test.split()[:5] == ["90.0%", "9,000", "89%", "100", "4"]
    assert lines.index(loop) < lines.index(test)
    # Indentation within the function stays.
    assert test.index("if x") == loop.index("for x") + 4
    assert "dedupe  /src/shop.py" in lines


def test_the_listing_says_what_it_leaves_out() -> None:
    lines = cost(lines=1)
    assert "and 2 more lines with 10.0% of the ops" in lines
    assert not [line for line in lines if "for x in xs" in line]
    assert not [line for line in cost(lines=0) if "more lines" in line or "share" in line]


def test_what_is_not_counted_is_told() -> None:
    assert "/src/shop.py:4: regular expressions are not counted (3 times)" in row(cost(), "regular")


def test_ends() -> None:
    assert "raised ValueError: bad" in cost(replace(reports.RUN, end=End.RAISED, raises="ValueError: bad"))
    assert row(cost(replace(reports.RUN, end=End.BUDGET)), "stopped by the cost budget; the costs are")
    assert "died" in cost(Run(end=End.DIED, costs={}, lines=(), lost=(), detail="gone"))


def test_growth() -> None:
    lines = unstyle(terminal.growth(reports.growth(), "PLOT")).splitlines()
    assert row(lines, "size", "ratio").split() == ["size", "ops", "ratio"]
    assert row(lines, "16,384").split() == ["128", "16,384", "x4"]
    assert row(lines, "O(n^2)") == "O(n^2)  (confidence 0.95, local exponent 2.00, residual 0.10%)"
    assert "stopped because: size limit" in lines
    assert "PLOT" in lines


def test_growth_without_evidence() -> None:
    text = unstyle(terminal.growth(reports.growth(klass=None, why="not enough evidence: 3 sizes measured")))
    assert "not enough evidence: 3 sizes measured" in text


def test_growth_of_what_raises_and_seconds() -> None:
    report = reports.growth(raises="ValueError: bad", seconds=((8, 0.5),))
    lines = unstyle(terminal.growth(report)).splitlines()
    assert "raises ValueError: bad at every size" in lines
    assert row(lines, "0.5 s").split() == ["8", "64", "0.5", "s"]


def test_numbers() -> None:
    assert terminal.number(1234567) == "1,234,567"
    assert terminal.number(0.25) == "0.25"
