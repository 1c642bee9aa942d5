"""`--setup` on objects that other calls build: real modules, counted apart, with clear errors."""

from __future__ import annotations

import pytest

from tests.functional.command import Cli

TREE = ["-s", "root = node = Element('a')", "-s", "for i in range(N): node = SubElement(node, 'a')"]
FINDALL = ["xml.etree.ElementTree:Element.findall", *TREE, "-i", "self=root", "-i", "path='.//a'"]


def test_a_tree_that_is_nested_takes_its_square(cli: Cli) -> None:
    answer = cli("grow", *FINDALL, "--to", "256", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document["growth"]["class"] == "O(n^2)"
    assert document["growth"]["recipe"] == {"self": "root", "path": "'.//a'"}
    assert document["setup"] == f"{TREE[1]}\n{TREE[3]}"
    assert document["program"] == f"{document['setup']}\nroot.findall('.//a')  # measured"
    first, *_, last = document["building"]
    assert last[1] / first[1] == pytest.approx(last[0] / first[0], rel=0.15)  # in proportion to N


@pytest.mark.parametrize(
    ("target", "setup", "inputs"),
    [
        (
            "xml.dom.minidom:Node.appendChild",
            [
                "doc = Document()",
                "node = doc.createElement('a')",
                "for i in range(N): node.appendChild(doc.createTextNode('x'))",
            ],
            ["self=node", "node=doc.createElement('b')"],
        ),
        (
            "argparse:ArgumentParser.parse_known_args",
            ["p = ArgumentParser()", "for i in range(N): p.add_argument(f'--option{i}')"],
            ["self=p", "args=['--option1', 'x']"],
        ),
        (
            "tarfile:TarFile.getmember",
            [
                "import io",
                "tar = TarFile(fileobj=io.BytesIO(), mode='w')",
                "for i in range(N): tar.addfile(TarInfo(str(i)))",
            ],
            ["self=tar", "name='7'"],
        ),
    ],
)
def test_objects_of_real_modules(cli: Cli, target: str, setup: list[str], inputs: list[str]) -> None:
    options = [part for line in setup for part in ("-s", line)]
    options += [part for each in inputs for part in ("-i", each)]
    answer = cli("cost", target, *options, "--size", "20", "--seconds", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document["end"] == "returned", document
    assert document["building"] > document["cost"]["ops"] > 0
    assert document["seconds"] > 0


def test_the_setup_is_shown_with_its_cost(cli: Cli) -> None:
    answer = cli("cost", *FINDALL, "--size", "10")
    assert answer.code == 0
    assert TREE[3] in answer.out
    assert "building" in answer.out
    assert "building" in cli("grow", *FINDALL, "--to", "32").out


@pytest.mark.parametrize(
    ("setup", "inputs", "message"),
    [
        ("x = (", ["self=x", "x=1"], "the setup is not Python: '(' was never closed"),
        ("x = 1\ny = nothing", ["self=x", "x=1"], "line 2: y = nothing"),
        ("x = Box([])", ["self=y", "x=1"], "name 'y' is not defined"),
        ("x = 1", ["self=x", "x=1"], "is of type int"),
        ("x = Box([])", ["self=x", "items=[]", "x=1"], "no parameter 'items'"),
        ("x = Box([0] * N)", ["self=x", "x=1"], "no size is given"),
        ("x = open('written', 'w')", ["self=x", "x=1"], "building the input: the target tried to write"),
        ("while True: pass", ["self=x", "x=1", "--max-ops", "100k"], "building the input: stopped after"),
        ("x = Box([0] * 10**12)", ["self=x", "x=1"], "building the input: no memory left"),
    ],
)
def test_mistakes_in_the_setup(cli: Cli, setup: str, inputs: list[str], message: str) -> None:
    options = [part for each in inputs[:2] for part in ("-i", each)]
    options += (
        inputs[2:] if inputs[2:3] == ["--max-ops"] else [p for each in inputs[2:] for p in ("-i", each)]
    )
    answer = cli("cost", "targets:Box.has", "-s", setup, *options)
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_classes_and_functions_of_the_setup_are_counted_where_they_are_called(cli: Cli) -> None:
    setup = "class Own(Box):\n    def has(self, x):\n        return any(x == each for each in self.items)"
    options = ["-s", setup, "-s", "box = Own([0] * N)", "-i", "self=box", "-i", "1", "--size", "50"]
    document = cli("cost", "targets:Box.has", *options, "--json", "--lines", "1").document
    assert document["lines"][0]["hits"] == 50
    assert document["lines"][0]["source"] == "return any(x == each for each in self.items)"
