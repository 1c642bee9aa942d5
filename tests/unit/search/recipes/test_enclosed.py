"""Parts that grow inside objects, and recipes made of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from slowpath.knowledge.catalogue import ALL
from slowpath.recipe.recipe import recipe
from slowpath.search.hunt import Hunt
from slowpath.search.recipes.genes import Genes
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import load

WORDS = Vocabulary(words=("a", ";"), attacks=(), seeds=())
SOURCE = """
def fields(fp):
    found = []
    rest = fp.read()
    while ";" in rest:
        found.append(rest[:rest.index(";")])
        rest = rest[rest.index(";") + 1:]
    return found

def names(headers):
    found = []
    for header in headers:
        while "," in header:
            found.append(header[:header.index(",")])
            header = header[header.index(",") + 1:]
    return found

def known(text):
    seen = []
    for char in text:
        if char not in seen:
            seen.append(char)
    return seen

def paths(document):
    from xml.parsers.expat import ParserCreate
    above, found = [], []

    def begin(tag, attributes):
        above.append(tag)
        found.append(sum(map(len, above)))

    parser = ParserCreate()
    parser.StartElementHandler = begin
    parser.Parse(document)
    return found

def height(value):
    return 1 + max(map(height, value), default=0) if isinstance(value, list) else 0

def outline(value=None):
    if not isinstance(value, list):
        return "-"
    return height(value) * " " + "".join(map(outline, value))
"""


@pytest.mark.parametrize(
    ("shape", "source"),
    [
        ("records('io:StringIO', text(N))", "__import__('io').StringIO('a' * N)"),
        ("entries(a=const(1), b=text(N))", "{'a': 1, 'b': 'a' * N}"),
        ("row(text(N), const(1))", "('a' * N, 1,)"),
        (
            "records('builtins:getattr', records('io:StringIO', text(N)), const('readline'))",
            "getattr(__import__('io').StringIO('a' * N), 'readline')",
        ),
    ],
)
def test_objects_have_an_argument_that_grows(shape: str, source: str) -> None:
    genes = Genes(parse_shape(shape, "", "x"), WORDS, Random(0), knowledge=ALL)
    assert genes.grows
    assert genes.plain().source == source
    for size in (1, 5):
        recipe({"x": genes.plain()}).values(size)


def test_objects_are_changed_within() -> None:
    genes = Genes(parse_shape("records('io:StringIO', text(N))", "", "x"), WORDS, Random(0), knowledge=ALL)
    part = genes.plain()
    for _ in range(20):
        part = genes.other(part, [part])
        assert part.source.startswith("__import__('io').StringIO(")
        assert genes.made(part) or part in genes.starts()


@pytest.mark.parametrize(
    ("name", "recipes"),
    [
        ("fields", [{"fp": "__import__('io').StringIO(';' * N)"}]),
        ("names", [{"headers": "[',' * N]"}]),
        ("known", [{"text": "''.join(map(chr, range(256, 256 + N)))"}]),
        ("paths", [{"document": "'<a>' * N"}]),
    ],
)
def test_what_grows_within_an_argument_is_found(
    tmp_path: Path, name: str, recipes: list[dict[str, str]]
) -> None:
    file = tmp_path / "inner.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:{name}"), given={})
    caught = next(each for each in hunt.catches(300) if each is not None)
    assert caught.recipe.sources in recipes


def test_values_within_values_are_found(tmp_path: Path) -> None:
    file = tmp_path / "inner.py"
    file.write_text(SOURCE)
    hunt = Hunt(load(f"{file}:outline"), given={})
    assert any("lambda inner" in str(each.recipe.sources) for each in hunt.catches(200) if each is not None)
