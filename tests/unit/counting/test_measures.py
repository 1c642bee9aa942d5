from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath.counting.ledger import Ledger
from slowpath.counting.measures import BUILDS, evaluate, listener, parse
from slowpath.counting.observer import Observer
from slowpath.errors import MeasureError
from slowpath.model.site import Site, SiteKind
from slowpath.model.target import Build


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("ops", [(1, "ops")]),
        ("2*ops", [(2, "ops")]),
        ("0.5*ops+0.5*memory", [(0.5, "ops"), (0.5, "memory")]),
        (" 0.5 * ops  +  .25*allocated ", [(0.5, "ops"), (0.25, "allocated")]),
        ("calls:parse + 3*iterations:12", [(1, "calls:parse"), (3, "iterations:12")]),
        ("iterations:parser.py:12", [(1, "iterations:parser.py:12")]),
        ("my.measures:Writes", [(1, "my.measures:Writes")]),
        ("calls:A.<locals>.g", [(1, "calls:A.<locals>.g")]),
    ],
)
def test_parsing(text, terms) -> None:
    measure = parse(text)
    assert [(factor, atom.text) for factor, atom in measure.terms] == terms
    assert measure.text == text


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("opps", "no measure 'opps'", "Did you mean 'ops'?"),
        ("zzz", "no measure 'zzz'", "Known: ops, calls"),
        ("", "not a measure", "Examples"),
        ("ops+", "not a measure", "Examples"),
        ("ops ops", "not a measure", "Examples"),
        ("2*", "not a measure", "Examples"),
        ("-1*ops", "", ""),
        ("ops:x", "'ops' takes no part", "Write 'ops'"),
        ("memory:f", "'memory' takes no part", "Write 'memory'"),
        ("iterations:f", "'f' is not a line", "iterations:12"),
    ],
)
def test_mistakes(text, message, hint) -> None:
    with pytest.raises(MeasureError) as error:
        parse(text)
    assert message in error.value.message
    assert hint in error.value.hint


def test_a_measure_knows_its_builds_and_combines() -> None:
    assert parse("ops+calls").builds == {Build.COUNT}
    assert parse("memory").builds == {Build.OBSERVE}
    assert parse("ops+my:Own").builds == {Build.COUNT, Build.OBSERVE}
    assert set(BUILDS) == {"ops", "calls", "iterations", "instructions", "memory", "allocated"}
    assert parse("2*ops+0.5*memory").combine({"ops": 10, "memory": 4}) == 22
    assert parse("ops").combine({"ops": 10}) == 10
    assert type(parse("3*ops").combine({"ops": 10})) is int


def site(
    index: int, kind: SiteKind, line: int, function: str, block: int, file: str = "/x/pkg/mod.py"
) -> Site:
    return Site(index, kind, file, line, function, block)


def test_counts_by_function_and_line() -> None:
    ledger = Ledger()
    ledger.extend(
        [
            site(0, SiteKind.BLOCK, 2, "f", 0),
            site(1, SiteKind.FUNCTION, 1, "f", 0),
            site(2, SiteKind.BLOCK, 4, "A.f", 2),
            site(3, SiteKind.FUNCTION, 3, "A.f", 2),
            site(4, SiteKind.BLOCK, 7, "g", 4),
            site(5, SiteKind.LOOP, 6, "g", 4),
            site(6, SiteKind.BLOCK, 7, "h", 6, "/x/pkg/other.py"),
            site(7, SiteKind.LOOP, 6, "h", 6, "/x/pkg/other.py"),
        ]
    )
    ledger.start()
    ledger.counts[:] = [3, 0, 5, 0, 7, 0, 11, 0]
    ledger.units[:] = [1, 0, 2, 0, 0, 0, 0, 0]
    ledger.work[0] = 4_000
    observer = Observer(ledger)
    values = {
        "calls": 8,
        "calls:f": 8,
        "calls:A.f": 5,
        "iterations": 18,
        "iterations:6": 18,
        "iterations:mod.py:6": 7,
        "iterations:pkg/other.py:6": 11,
        "instructions": 13,
        "ops": 17,
    }
    assert {text: evaluate(parse(text).atoms[0], ledger, observer, {}) for text in values} == values
    ledger.counts[:] = [0] * 8
    assert evaluate(parse("calls:A.f").atoms[0], ledger, observer, {}) == 0
    for text, message, hint in (
        ("calls:A", "no function 'A'", "--scope"),
        ("calls:ff", "no function 'ff'", "Did you mean 'calls:f'?"),
        ("iterations:7", "no loop begins at line 7", "Name the line"),
        ("iterations:third.py:6", "no loop begins at line third.py:6", "Name the line"),
    ):
        with pytest.raises(MeasureError, match=message) as error:
            evaluate(parse(text).atoms[0], ledger, observer, {})
        assert hint in error.value.hint


def test_a_measure_of_the_user(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "own_measures.py").write_text(
        "class Blocks:\n"
        "    def __init__(self): self.n = 0\n"
        "    def block(self, site): self.n += 1\n"
        "    def audit(self, event, arguments): pass\n"
        "    def value(self): return self.n\n"
        "class Lacking:\n    def block(self, site): pass\n"
        "class Needy:\n    def __init__(self, x): pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        (atom,) = parse("own_measures:Blocks").atoms
        made = listener(atom)
        made.block(site(0, SiteKind.BLOCK, 1, "f", 0))
        ledger = Ledger()
        assert evaluate(atom, ledger, Observer(ledger), {atom.text: made}) == 1
        for name, message in (
            ("Lacking", "lacks audit, value"),
            ("Needy", "cannot make"),
            ("Nothing", "cannot make"),
        ):
            with pytest.raises(MeasureError, match=message) as error:
                listener(parse(f"own_measures:{name}").atoms[0])
            assert error.value.hint
        with pytest.raises(MeasureError, match="cannot make"):
            listener(parse("no_such_module_qq:X").atoms[0])
    finally:
        sys.modules.pop("own_measures", None)
