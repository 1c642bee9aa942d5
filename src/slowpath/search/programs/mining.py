"""Programs and arguments that a package shows by itself: doctests, tests, README files and call sites."""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from slowpath.recipe.expression import Call
from slowpath.recipe.parsing import value_of
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Import, binds
from slowpath.search.programs.fixtures import bodies_of_tests
from slowpath.search.programs.slice import Known, bound_in, called_in, known_in, programs_in, value_in
from slowpath.shape.calls import source_files
from slowpath.shape.files import parse_source, read_source
from slowpath.target.locate import importable_name

_MOST_BYTES = 600_000  # of source that is parsed: about half a second
_MOST_PROGRAMS = 40  # each is run, and those that work are varied in dozens of ways
_PER_SETUP = 2  # programs that differ in the measured call alone
_MOST_CALLS = 4  # arguments that are kept for one name: more are alike
_MOST_OWN_CALLS = 40  # the same for the target itself: they show what the target takes
_MOST_VALUES = 60  # bodies that bind a name: more of them build the same
_LITERAL = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp, ast.USub, ast.Load)
_SESSION = ">>>"
_CLEAN = re.compile(r"\bself\b|\bcls\b")  # what only a test case knows
Body = tuple[list[ast.stmt], Known]  # statements, and what the code around them binds


@dataclass(slots=True)
class Mined:
    """What was found: programs that use the target, and calls with plain arguments by what they call."""

    programs: list[Program] = field(default_factory=list)
    calls: dict[str, list[Call]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Text:
    """What one source shows: calls with plain arguments by name, and bodies with what they call and bind."""

    calls: list[tuple[str, ast.Call]]
    bodies: list[tuple[Body, set[str], set[str]]]


# The modules of a package have nearly the same sources around them. Trees are not changed after this.
@lru_cache(maxsize=512)
def _read(source: str, is_session: bool, home: str) -> _Text:
    text = _Text([], [])
    for tree in _trees(source, is_session):
        text.calls.extend(_calls(tree))
        text.bodies.extend((body, called_in(body[0]), bound_in(body[0])) for body in _bodies(tree, home))
    return text


class Examples:
    """The sources around a module, read once. `calls` are calls with plain arguments by what they call."""

    def __init__(self, module: ModuleType, own: str = "", more: Sequence[str] = ()) -> None:
        """Of the calls of the name `own`, more are kept. `more` are other sources, the likeliest first."""
        self.calls: dict[str, list[Call]] = {}
        self._module = module
        self._bodies: dict[str, list[Body]] = defaultdict(list)  # by the names that they call
        self._binding: dict[str, list[Body]] = defaultdict(list)  # by the names that they bind
        for source, is_session, home in (*((each, False, "") for each in more), *_sources(module)):
            text = _read(source, is_session, home)
            for name, node in text.calls:
                _keep_call(self.calls.setdefault(name, []), node, name == own)
            for body, called, bound in text.bodies:
                for name in called:
                    self._bodies[name].append(body)
                for name in bound:
                    self._binding[name].append(body)

    def values(self, name: str) -> list[Program]:
        """Return programs that build what the sources call by a name, the shortest first; the call that they
        end with means nothing."""
        found = [value_in(body, name, around) for body, around in self._binding.get(name, ())[:_MOST_VALUES]]
        known = [_with_alias(each, self._module) for each in found if each is not None and each.statements]
        clean = {each.source: each for each in known if not _CLEAN.search(each.source)}
        return sorted(clean.values(), key=lambda each: each.weight)

    def programs(self, name: str) -> list[Program]:
        """Return programs that call a name, the shortest first."""
        programs: dict[str, Program] = {}
        for body, around in self._bodies.get(name, ()):
            for program in programs_in(body, name, around):
                known = _with_alias(program, self._module)
                if not _CLEAN.search(known.source):
                    programs.setdefault(known.source, known)
        return _chosen(sorted(programs.values(), key=lambda each: each.weight))


def mined(module: ModuleType, name: str, more: Sequence[str] = ()) -> Mined:
    """Return what the sources around a module, and `more` of them, show of calls of a name, the shortest
    programs first."""
    examples = Examples(module, name, more)
    return Mined(examples.programs(name), examples.calls)


def shown(module: ModuleType, name: str, more: Sequence[str] = ()) -> Iterator[Program]:
    """Yield the programs that call a name in `more` sources, then in those around a module, as they are: of
    its own file first, then of tests, then of others. Only sources that call it are read."""
    own = str(vars(module).get("__file__") or "")
    files = sorted(source_files(module), key=lambda path: (str(path) != own, "test" not in path.stem))
    seen: set[str] = set()
    told = ((each, "") for each in more)
    around = ((read_source(path), importable_name(path)) for path in files)
    for source, home in itertools.chain(told, around):
        if f"{name}(" not in source:
            continue
        for is_session in (True, False) if _SESSION in source else (False,):
            for tree in _trees(source, is_session):
                for program in _programs(tree, name, "" if is_session else home):
                    known = _with_alias(program, module)
                    if known.source not in seen and not _CLEAN.search(known.source):
                        seen.add(known.source)
                        yield known


def _chosen(programs: list[Program]) -> list[Program]:
    """The first programs, of those with one setup only a few."""
    setups: Counter[str] = Counter()
    chosen = []
    for each in programs:
        setups[each.setup] += 1
        if each.setup and setups[each.setup] <= _PER_SETUP:
            chosen.append(each)
    return chosen[:_MOST_PROGRAMS]


def _with_alias(program: Program, module: ModuleType) -> Program:
    """The program with the target's module imported under the name that it has there, if it is not bound."""
    bound = frozenset[str]().union(*map(binds, program.statements))
    nodes = list(ast.walk(ast.parse(program.source)))
    asked: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            asked.setdefault(node.value.id, set()).add(node.attr)
    aliases = [
        Import(f"import {module.__name__} as {name}")
        for name, names in asked.items()
        if name not in bound and name not in vars(module) and names <= vars(module).keys()
    ]
    return replace(program, statements=(*aliases, *program.statements))


def _sources(module: ModuleType) -> Iterator[tuple[str, bool, str]]:
    """The sources to read, whether they are sessions, and the names by which they can be imported:
    documentation first, then tests, then the rest."""
    files = source_files(module)
    for path in sorted(files, key=lambda path: "test" not in path.stem):
        text = read_source(path)
        if _SESSION in text:
            yield text, True, ""
    for path in _readmes(files):
        yield read_source(path), True, ""
    left = _MOST_BYTES
    last = module.__name__.rpartition(".")[2]
    for path in sorted(
        files, key=lambda path: (last.lower() not in path.stem.lower(), "test" not in path.stem)
    ):
        text = read_source(path)
        left -= len(text)
        if left < 0:
            return
        yield text, False, importable_name(path)


def _readmes(files: list[Path]) -> list[Path]:
    folders = dict.fromkeys(folder for path in files[:1] for folder in (path.parent, path.parent.parent))
    return [path for folder in folders for path in sorted(folder.glob("README*")) if path.is_file()]


def _trees(source: str, is_session: bool) -> Iterator[ast.Module]:
    """The code of a source; if that is documentation, of each session in it."""
    if is_session:
        yield from map(parse_source, _sessions(source))
    else:
        yield parse_source(source)


def _programs(tree: ast.Module, name: str, home: str) -> Iterator[Program]:
    """The programs in the functions of a module, and in the module itself."""
    for body, around in _bodies(tree, home):
        yield from programs_in(body, name, around)


def _bodies(tree: ast.Module, home: str) -> Iterator[Body]:
    """The statements of a module, of its functions and of its tests, with what the code around binds."""
    around = known_in(tree, home)
    yield tree.body, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.body, around
    for body in bodies_of_tests(tree):
        yield body, around


def _sessions(text: str) -> Iterator[str]:
    """The code of interactive sessions in a text; prose between two examples does not part them."""
    import doctest  # it brings pdb and unittest along

    for document in re.split(r'"""|' + r"'''", text):
        if _SESSION in document:
            try:
                examples = doctest.DocTestParser().get_examples(document)
            except ValueError:
                continue
            yield "".join(example.source for example in examples)


def _calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """The calls in a module whose arguments are plain, by the name of what they call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if all(map(_is_literal, [*node.args, *(each.value for each in node.keywords)])):
                yield name, node


def _keep_call(kept: list[Call], node: ast.Call, is_own: bool) -> None:
    """Keep a call, unless there are enough, or one with the same arguments."""
    if len(kept) < (_MOST_OWN_CALLS if is_own else _MOST_CALLS):
        call = value_of(node)
        assert isinstance(call, Call)
        if all(each.arguments != call.arguments for each in kept):
            kept.append(call)


def _is_literal(tree: ast.expr) -> bool:
    return all(isinstance(node, _LITERAL) for node in ast.walk(tree))
