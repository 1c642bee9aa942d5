"""The strategy proposes programs that work, for targets that take objects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.recipe.use import Use
from slowpath.search.strategies.program import Programs
from slowpath.shape.library import integer, records, text
from tests.unit.search.programs.trees import written
from tests.unit.search.staged import proposed, staged


def test_examples_and_assembled_programs(tmp_path: Path) -> None:
    file = written(tmp_path)
    (tmp_path / "tests").mkdir()
    shown = "from trees import Node\ndef test():\n    root = Node('root')\n    root.add(Node('leaf'))\n"
    (tmp_path / "tests" / "test_trees.py").write_text(f"{shown}    assert root.depths() == [0, 1]\n")
    strategy = Programs()
    uses = [each.what for each in proposed(strategy, staged(file, "Node.depths", {}).scene)]
    sources = [each.program.source for each in uses if isinstance(each, Use)]
    assert len(sources) == len(uses)
    assert any("for i in range(N):\n    root.add(Node('leaf'))" in each for each in sources)
    assert any("y = child(y, 'a')" in each for each in sources)
    assert strategy.runs > len(sources)


def test_what_other_searches_learnt_is_an_example(tmp_path: Path) -> None:
    """A method of another class shows how to make what a function takes."""
    file = tmp_path / "docs.py"
    file.write_text(
        "class Doc:\n"
        "    def __init__(self, form: str, size: int):\n"
        "        if form != '#f' + 'orm' or size != 77: raise ValueError(form)\n"
        "        self.rows = []\n"
        "    def add(self, row: str): self.rows.append(row)\n"
        "def pairs(doc: Doc): return [a for a in doc.rows for b in doc.rows]\n"
    )
    scene = staged(file, "pairs", {"doc": records("docs:Doc", form=text(), size=integer())}).scene
    assert proposed(Programs(), scene) == []
    learnt = ("doc = Doc('#form', 77)\nfor i in range(3):\n    doc.add('a')\ndoc.rows",)
    scene.loaded = replace(scene.loaded, examples=learnt)
    uses = [each.what for each in proposed(Programs(), scene)]
    sources = [each.program.source for each in uses if isinstance(each, Use)]
    assert any("Doc('#form', 77)" in each and "for i in range(N):" in each for each in sources)


PICKY = '''
def total(table, keys):
    """Add up what is under some keys.

    >>> total({"ab": 1, "cd": 2}, ["ab"])
    1
    """
    if set(table) != {"ab", "cd"}:
        raise ValueError("other keys")
    return sum(table[each] for each in keys)
'''


def test_examples_of_what_refuses_all_else_are_proposed_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "picky.py").write_text(PICKY)
    scene = staged(tmp_path / "picky.py", "total", {"table": text(), "keys": text()}).scene
    assert proposed(Programs(), scene) == []
    scene.is_refused = True
    first = proposed(Programs(), scene)[0].what
    assert isinstance(first, Use)
    assert first.sources == {"table": "{'ab': 1, 'cd': 2}", "keys": "['ab']"}
    scene.loaded = replace(scene.loaded, examples=("total({'cd': 3, 'ab': 4}, ['cd'])",))
    told = proposed(Programs(), scene)[0].what
    assert isinstance(told, Use)
    assert told.sources["keys"] == "['cd']"


def test_shapes_that_are_given_and_plain_functions_are_left_to_others(tmp_path: Path) -> None:
    scene = staged(written(tmp_path), "Node.depths", {}).scene
    scene.given = {"name": text()}
    assert proposed(Programs(), scene) == []
    assert proposed(Programs(), staged(written(tmp_path), "child", {"node": text()}).scene) == []
