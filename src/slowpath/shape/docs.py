"""What the docstring of a function says of the type of a parameter."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Number
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape import foreign
from slowpath.shape import library as lib
from slowpath.shape.annotations import constructor
from slowpath.shape.base import Shape
from slowpath.shape.functions import ANY_FUNCTION
from slowpath.shape.usage import made_by

# How a parameter stands beside its type: `name : int` and `a, b : int` (NumPy), `name (int): ...` (Google),
# `:param int name:`, `:type name: int` and `@type name: int` (Sphinx, Epydoc), or in a sentence: "`name` is a
# list of words".
_STYLES = (
    r"^[ \t]*(?:\*{{0,2}}\w+, *)*\*{{0,2}}{name}(?:, *\w+)* +: *(?P<type>\S.*)$",
    r"^[ \t]*{name} \((?P<type>[^)\n]+)\) *:",
    r":param (?P<type>[^:\n]+) {name}:",
    r"[:@]type {name}: *(?P<type>\S.*)$",
    r"[`*]+{name}[`*]+\s+(?:is|must be|should be)\s+(?:an?|the)\s+(?P<type>[^.,;:\n]+)",
)
# What texts are too: the words below such a type may say so.
_VAGUE = ("iterable", "sequence")
# A description that begins with the type: `:param name: list of values to sort`, `name: a sorted array`. The
# words have other senses further behind, and a "list size" is no list.
_DESCRIPTION = (
    r"^[ \t]*(?:[:@]param +)?{name} *: *(?:(?:an?|the) +)?(?:\w+ +)?"
    r"(?P<type>(?:lists?|tuples?|sets? of|iterables?|sequences?|arrays?|matrix"
    r"|dict|dictionary|str|string|int|integer)"
    r"(?=$|[.,;:()]| (?:of|to|that|which|whose|with|where|containing|holding|in|from|for)\b|(?<=of) ).*)$"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that documentation has for a type, as a pattern; `package` is the one that they belong to."""

    words: str
    make: Callable[[], Shape]
    package: str = ""

    def place(self, text: str) -> int | None:
        """Where the words stand in a text; None if they do not, or the package is not there."""
        if self.package and self.package not in sys.modules:
            return None
        found = re.search(rf"\b(?:{self.words})\b", text)
        return None if found is None else found.start()


_MANY = "(?:lists?|tuples?|sets?|iterables?|iterators?|containers?|collections?|sequences?|arrays?)"
# Of those that stand first in a text, the first of these counts: the longer ones come before their parts.
PHRASES = (
    # `smiles : iterable`, and below it "The SMILES string to parse".
    Phrase(rf"(?:{'|'.join(_VAGUE)}): (?:an? |the )?(?:\w+ )?(?:string|text)", lib.text),
    Phrase("directed graph|digraph", foreign.directed_graph, "networkx"),
    Phrase("graph", foreign.any_graph, "networkx"),
    Phrase(f"{_MANY} of (?:edges|node pairs|pairs of nodes)", lambda: lib.lists(_edge()), "networkx"),
    Phrase("edge", lambda: _edge(), "networkx"),
    Phrase("nodes?", lambda: lib.integer(0, 1), "networkx"),  # graphs are made with nodes from 0 on
    Phrase("ndarray|array[-_ ]like", foreign.array, "numpy"),
    Phrase(f"{_MANY} of (?:str|strings?|words?|tokens?|texts?|lines?)", lambda: lib.lists(lib.text())),
    Phrase(f"{_MANY} of (?:floats?|numbers?)", lib.floats),
    Phrase(f"{_MANY} of {_MANY}|matrix", lambda: lib.lists(lib.ints())),
    Phrase("sets?", lambda: lib.sets(lib.integer())),
    Phrase("tuples?", lambda: lib.tuples(lib.integer())),
    Phrase("iterators?|generators?", lambda: lib.iterators(lib.integer())),
    Phrase(f"{_MANY}", lib.ints),
    Phrase("dict|dictionary|mapping", lambda: lib.dicts(lib.text(), lib.text())),
    Phrase("bool|boolean|flag", lib.boolean),
    Phrase("int|integer", lib.integer),
    Phrase("float|number|numeric|scalar|real", lib.real),
    Phrase("str|string|text", lib.text),
    Phrase("bytes", lib.blob),
    Phrase("function|callable", lambda: ANY_FUNCTION),
    Phrase("file|file[- ]like|stream", lambda: lib.records("io:StringIO", lib.text())),
)


def documented(function: Any, name: str) -> tuple[Shape, str] | None:
    """Return the shape that a docstring tells of a parameter, and the words that do; None if none do."""
    plain = inspect.unwrap(function)
    described = [plain, constructor(plain)] if isinstance(plain, type) else [plain]
    texts = (_type_text(inspect.getdoc(each) or "", name) for each in described)
    text = next(filter(None, texts), None)
    if text is None:
        return None
    named = _of_class(text, plain)
    if named is not None:
        return named, text
    listed = re.match(r"\{[^{}]+\}", text)
    if listed:  # `{'left', 'right'}`
        return _choice(listed[0])
    places = [(place, each) for each in PHRASES if (place := each.place(text.lower())) is not None]
    return (min(places, key=lambda each: each[0])[1].make(), text) if places else None


def _of_class(text: str, function: Any) -> Shape | None:
    """Objects, or a list of them, of a class that the words name as Sphinx does: "list of :class:`a.B`"."""
    found = re.match(rf"(?P<many>{_MANY} of )?\(?:(?:py:)?class:`~?(?P<name>[\w.]+)`", text)
    if found is None:
        return None
    module, _, name = found["name"].rpartition(".")
    home = sys.modules.get(module or getattr(function, "__module__", ""))
    names = {} if home is None else vars(home)
    cls = names.get(name)
    if not isinstance(cls, type) or cls.__module__ == "builtins":
        return None
    shape = lib.real() if cls is Number else made_by(cls)
    return lib.lists(shape) if shape is not None and found["many"] else shape


def _type_text(document: str, name: str) -> str | None:
    for style in (*_STYLES, _DESCRIPTION):
        found = re.search(style.format(name=re.escape(name)), document, re.MULTILINE)
        if found:
            told = found["type"].strip()
            described = re.match(r"\n\s+(?P<first>\S.*)", document[found.end() :])
            return f"{told}: {described['first']}" if described and told.lower() in _VAGUE else told
    return None


def _choice(text: str) -> tuple[Shape, str] | None:
    try:
        return lib.literal(*sorted(ast.literal_eval(text))), text
    except (ValueError, SyntaxError, TypeError, ShapeError):
        return None


def _edge() -> Shape:
    return lib.row(lib.const(0), lib.const(1))
