"""Texts that a module's documentation and tests use: examples of what its code reads."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from slowpath.shape.calls import source_files
from slowpath.shape.files import parse_source, read_source
from slowpath.shape.readme import readme_blocks

# Characters of a text: words come from the code itself, and longer texts are whole documents.
SHORTEST, LONGEST = 2, 200
MOST = 800  # texts: each is run once, which takes a second at most


def example_texts(module: ModuleType, more: Iterable[str] = ()) -> list[str]:
    """Return the texts in `more` sources, in the doctests of a module, in its tests and in what introduces
    its distribution; bytes are texts of Latin-1."""
    found: dict[str, None] = {}
    told = (text for source in more for text in _constants(source))
    for text in (*told, *_in_doctests(module), *_in_tests(module), *_in_readme(module)):
        if SHORTEST <= len(text) <= LONGEST:
            found.setdefault(text)
        for line in text.splitlines():  # of longer texts too
            if SHORTEST <= len(line) <= LONGEST:
                found.setdefault(line)
    return list(found)[:MOST]


def _in_tests(module: ModuleType) -> Iterator[str]:
    for path in source_files(module):
        if "test" in path.stem or path.parent.name in ("test", "tests"):
            yield from _constants(read_source(path))


def _in_doctests(module: ModuleType) -> Iterator[str]:
    import doctest  # it brings pdb and unittest along

    tree = parse_source(read_source(Path(vars(module).get("__file__") or "")))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        document = ast.get_docstring(node) if isinstance(node, documented) else None
        if document and ">>>" in document:
            try:
                examples = doctest.DocTestParser().get_examples(document)
            except ValueError:
                continue
            for example in examples:
                yield from _constants(example.source)


def _in_readme(module: ModuleType) -> Iterator[str]:
    """The texts in blocks of Python, then the blocks: samples of another language may parse as well."""
    blocks = list(readme_blocks(module))
    for block in blocks:
        yield from _constants(block)
    yield from blocks


def _constants(source: str) -> Iterator[str]:
    """The texts of a source, without what only documents it."""
    nodes = list(ast.walk(parse_source(source)))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and id(node) not in prose:
            if isinstance(node.value, str):
                yield node.value
            elif isinstance(node.value, bytes):
                yield node.value.decode("latin-1")
