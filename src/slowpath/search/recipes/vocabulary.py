"""The words that a target reacts to: constants of its code, its patterns, its tables.

A search that spells inputs out of these words gets behind the comparisons that random characters fail.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.scaling.regex.patterns import Seed, hints

PLAIN = "a"  # a word that every vocabulary has
_LONGEST = 24  # characters of a word: longer texts are messages, and few keywords are as long
_MOST = 240  # words in all: pumps of two words are swept, and 240 have 57,360 pairs, about a minute of runs
_MOST_SEEDS = 300  # texts that patterns suggest: each is tried once, which takes a few seconds
_MOST_ATTACKS = 150  # texts that patterns read in many ways: tried once with each flag, too
_MOST_KEYS = 12  # of one table: keys of one table are mostly treated alike
_MOST_ITEMS = 200  # of a list of patterns: longer ones are data
_MOST_JOINED = 6  # characters of a text whose characters are words too: "\r\n", but no word of a language
_MOST_SPELLED = 40  # texts of one module that may be patterns: reading one takes up to a tenth of a second
_BEYOND_ASCII = 0x80  # the least code of a character that code spells as a number: others are spelled as text
_READ = (ast.Constant, ast.Call, ast.Name, ast.Attribute)
_ASKS = ("compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")
_REPEATS = re.compile(r"(?:[])]|\\[wdsWDS]|(?<!\\)\.)[*+{]")  # a group, a class or any character, repeated
_ENVIRONMENT = ("environ", "environb", "getenv", "getenvb")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words, the likelier first, texts that patterns read in many ways, and other texts to begin with."""

    words: tuple[str, ...]
    attacks: tuple[Seed, ...]
    seeds: tuple[Seed, ...]


def vocabulary(
    modules: Iterable[ModuleType],
    first: str,
    used: Iterable[tuple[str | bytes, int]] = (),
    knowledge: Knowledge = ALL,
) -> Vocabulary:
    """Return the words of some modules, and those that are known. Words of the module named `first` come
    first. Patterns that were `used`, wherever they are kept, come before others."""
    words: dict[str, None] = {}
    attacks: dict[Seed, None] = {}
    seeds: dict[Seed, None] = {}

    def learn(pattern: str, flags: int) -> None:
        told = hints(pattern, flags)
        words.update(dict.fromkeys((*told.words, *told.alphabet)))
        attacks.update(dict.fromkeys(told.attacks))
        seeds.update(dict.fromkeys(told.seeds))

    ordered = sorted(modules, key=lambda module: module.__name__ != first)
    for source, flags in used:
        learn(_text(source), flags)
    for module in ordered:
        for pattern, flags in _patterns(module):
            learn(pattern, flags)
        words.update(dict.fromkeys(_constants(module)))
        if knowledge.environment and _reads_environment(module):
            words.update(dict.fromkeys(each.text for each in knowledge.environment))
        words.update(dict.fromkeys(_tables(module)))
    fitting = [word for word in words if 0 < len(word) <= _LONGEST]
    chosen = dict.fromkeys([*fitting[:_MOST], *(each.text for each in knowledge.words), PLAIN])
    others = [seed for seed in seeds if seed not in attacks]
    return Vocabulary(tuple(chosen), tuple(attacks)[:_MOST_ATTACKS], tuple(others)[:_MOST_SEEDS])


def _patterns(module: ModuleType) -> Iterator[tuple[str, int]]:
    """The patterns at the top level of a module and its classes, and those spelled out in calls.

    A text there that repeats a group or a class of characters may be a pattern that is compiled later, or a
    part of one.
    """
    kept = list(_kept(module))
    compiled = [each for each in kept if type(each) is re.Pattern]
    known = {each.pattern for each in compiled}
    yield from ((_text(each.pattern), each.flags) for each in compiled)
    for node in _nodes(module):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=name) | ast.Name(id=name),
                args=[ast.Constant(value=str() | bytes() as pattern), *_],
            ) if name in _ASKS and pattern not in known:
                yield _text(pattern), 0
    spelled = [each for each in kept if type(each) is str and each not in known and _REPEATS.search(each)]
    yield from ((each, 0) for each in spelled[:_MOST_SPELLED])


def _kept(module: ModuleType) -> Iterator[Any]:
    """What a module and its classes keep by a name, and in lists."""
    # Types are asked, not objects: a lazy object may do work, or fail, when it is looked at.
    holders = [vars(module), *(vars(each) for each in vars(module).values() if type(each) is type)]
    for name, value in [entry for names in holders for entry in list(names.items())]:
        if not (name.startswith("__") and name.endswith("__")):
            yield from value if type(value) in (list, tuple) and len(value) < _MOST_ITEMS else (value,)


def _constants(module: ModuleType) -> Iterator[str]:
    """The short texts in the code of a module, and the characters whose codes it has."""
    for node in _nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = _text(node.value)
            if 0 < len(text) <= _LONGEST:
                yield text
            if 1 < len(text) <= _MOST_JOINED and not text.isalnum():
                yield from text
        elif isinstance(node, ast.Constant) and isinstance(node.value, int) and _is_code(node.value):
            yield chr(node.value)


def _reads_environment(module: ModuleType) -> bool:
    named = (node for node in _nodes(module) if isinstance(node, ast.Attribute | ast.Name))
    return any(_name(node) in _ENVIRONMENT for node in named)


def _tables(module: ModuleType) -> Iterator[str]:
    """Some keys of the tables of a module."""
    for name, table in vars(module).items():
        if type(table) in (dict, set, frozenset) and not name.startswith("__"):
            keys = [_text(key) for key in table if isinstance(key, str | bytes)]
            yield from sorted(keys, key=lambda key: (len(key), key))[:_MOST_KEYS]
        if type(table) is dict and not name.startswith("__"):
            # Characters by their code, one for each value that the table knows.
            codes = {
                value: key for key, value in reversed(table.items()) if _is_code(key) and _is_plain(value)
            }
            yield from [chr(code) for code in list(codes.values())[:_MOST_KEYS]]


def _nodes(module: ModuleType) -> tuple[ast.AST, ...]:
    return _parsed(str(vars(module).get("__file__") or ""))


@lru_cache(maxsize=256)
def _parsed(file: str) -> tuple[ast.AST, ...]:
    """The constants, calls and names of a file, without what only documents it."""
    try:
        nodes = list(ast.walk(ast.parse(Path(file).read_bytes())))
    except (OSError, SyntaxError, ValueError):
        return ()
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return tuple(node for node in nodes if isinstance(node, _READ) and id(node) not in prose)


def _is_code(value: Any) -> bool:
    """Whether this may be the code of a character beyond ASCII."""
    return type(value) is int and _BEYOND_ASCII <= value <= 0x10FFFF


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | str | bytes | None)


def _name(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
