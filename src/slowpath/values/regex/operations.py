"""The methods of patterns and the functions of `re` on symbolic text, as operations (see `values.elements`).

The interpreter performs a call on plain copies of its arguments first: there it is charged, and raises. What
is found there is then found again in the symbolic text, which decides everything it depends on.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any

from slowpath.counting.native._hooks import plain as native_function
from slowpath.counting.regex.machine import Mode
from slowpath.counting.regex.program import of_lexicon
from slowpath.errors import BudgetExceeded
from slowpath.values.integer import SymInt
from slowpath.values.items import place, settled
from slowpath.values.regex.replacing import sub, subn
from slowpath.values.regex.scanning import AFTERWARDS, Pattern, PatternCall, Scan, is_symbolic
from slowpath.values.text.calls import TEXTUAL, is_textual
from slowpath.values.text.kind import checked, note
from slowpath.values.text.operations import plain

Operation = Callable[..., Any]


# -- methods ---------------------------------------------------------------------------------------------


def _find(mode: Mode) -> Callable[[PatternCall], Any]:
    """match(), fullmatch() and search()."""

    def find(call: PatternCall) -> Any:
        found = call.performed(lambda scan: scan.next(mode, AFTERWARDS))
        scan = call.scan()
        return scan.match(found, scan.next(mode))

    return find


def findall(call: PatternCall) -> Any:
    """`pattern.findall(string)`"""
    found = call.performed(Scan.follow)
    scan = call.scan()
    items = []
    for spans in scan.all():
        texts = [scan.kind.make(()) if (text := scan.piece(span)) is None else text for span in spans]
        items.append(texts[0] if len(texts) == 1 else texts[1] if len(texts) == 2 else tuple(texts[1:]))
    return checked(items, found, "findall()", scan.text)


def split(call: PatternCall) -> Any:
    """`pattern.split(string, maxsplit)`"""
    most = settled(call.given.get("maxsplit", 0))
    found = call.performed(lambda scan: scan.follow(most))
    scan = call.scan()
    items = []
    last = 0
    for spans in scan.all(most):
        items.append(scan.piece((last, spans[0][0])))
        items += map(scan.piece, spans[1:])
        last = spans[0][1]
    items.append(scan.piece((last, scan.end)))
    return checked(items, found, "split()", scan.text)


def finditer(call: PatternCall) -> Any:
    """An iterator of the kind that the interpreter makes."""
    matches = call.native()
    scan = call.scan()

    def step() -> Any:
        try:
            found = next(matches, None)
        except BudgetExceeded:
            scan.next(Mode.SEARCH, AFTERWARDS)
            raise
        return scan.match(found, scan.next(Mode.SEARCH) if scan.start <= scan.end else None)

    return iter(step, None)


def scanner(call: PatternCall) -> Any:
    """`pattern.scanner(string)`"""
    return SymScanner(call.native(), call.scan())


class SymScanner:
    """What the method scanner() of a pattern gives for symbolic text."""

    __slots__ = ("_found", "_scan", "pattern")

    def __init__(self, found: Any, scan: Scan) -> None:
        self._found = found
        self._scan: Scan | None = scan
        self.pattern = scan.pattern

    def match(self) -> Any:
        return self._step(self._found.match, Mode.MATCH)

    def search(self) -> Any:
        return self._step(self._found.search, Mode.SEARCH)

    def _step(self, native: Callable[[], Any], mode: Mode) -> Any:
        scan = self._scan
        if scan is None:
            return native()
        try:
            found = native()
        except BudgetExceeded:
            scan.next(mode, AFTERWARDS)
            raise
        if found is None:
            self._scan = None  # it gives nothing more
        return scan.match(found, scan.next(mode))


def _scanned(name: str, mode: Mode) -> Operation:
    def operation(perform: Any, scanner: SymScanner) -> Any:
        return scanner._step(lambda: perform(getattr(scanner._found, name)), mode)

    return operation


# -- operations ------------------------------------------------------------------------------------------

_PLACED = ("string", "pos", "endpos")
METHOD_PARAMETERS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("match", "fullmatch", "search", "findall", "finditer", "scanner"), _PLACED),
    "split": ("string", "maxsplit"),
    **dict.fromkeys(("sub", "subn"), ("repl", "string", "count")),
}
FUNCTION_PARAMETERS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("match", "fullmatch", "search", "findall", "finditer"), ("pattern", "string", "flags")),
    "split": ("pattern", "string", "maxsplit", "flags"),
    **dict.fromkeys(("sub", "subn"), ("pattern", "repl", "string", "count", "flags")),
}
CORES: Mapping[str, Callable[[PatternCall], Any]] = {
    "match": _find(Mode.MATCH),
    "fullmatch": _find(Mode.FULLMATCH),
    "search": _find(Mode.SEARCH),
    "findall": findall,
    "finditer": finditer,
    "scanner": scanner,
    "split": split,
    "sub": sub,
    "subn": subn,
}


def _concerns(given: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Tell whether the model of a call has something to add: the text or what replaces it is symbolic."""
    if "string" not in given or not given.keys() <= set(names):
        return False
    repl = given.get("repl")
    return is_symbolic(given["string"]) or type(repl) in TEXTUAL or callable(repl)


def _native(
    perform: Any, function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]
) -> Callable[..., Any]:
    """Performs a call on plain copies of its arguments, with another callable in the place of one."""

    def performed(*instead: Any) -> Any:
        def given(value: Any) -> Any:
            return instead[0] if instead and callable(value) else plain(value)

        return perform(function, *map(given, arguments), **{name: given(options[name]) for name in options})

    return performed


def _numbered(given: Mapping[str, Any], arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """The arguments of a call with plain numbers: places beyond the end of its text, and more matches than it
    can have, are alike."""
    string = given.get("string")
    most = len(string) + 1 if isinstance(string, str | bytes | bytearray) else 0

    def settle(value: Any) -> Any:
        return place(value, most) if type(value) is SymInt else value

    return tuple(map(settle, arguments)), {name: settle(value) for name, value in options.items()}


def _is_modelled(source: Any, string: Any) -> bool:
    """Tell whether the source of a pattern fits a text, and does not depend on the input."""
    wanted = str if isinstance(string, str) else bytes
    if isinstance(source, wanted) and type(source) not in TEXTUAL:
        return True
    note("a pattern that depends on the input" if type(source) in TEXTUAL else "a pattern", source, string)
    return False


def _method(name: str) -> Operation:
    core, names = CORES[name], METHOD_PARAMETERS[name]

    def operation(perform: Any, pattern: Pattern, /, *arguments: Any, **options: Any) -> Any:
        given = {**dict(zip(names, arguments, strict=False)), **options}
        if not _concerns(given, names):
            arguments, options = _numbered(given, arguments, options)
        native = _native(perform, getattr(pattern, name), arguments, options)
        if not _concerns(given, names) or not _is_modelled(pattern.pattern, given["string"]):
            return native()
        return core(PatternCall(native, lambda: pattern, given))

    return operation


def _function(name: str) -> Operation:
    core, names, function = CORES[name], FUNCTION_PARAMETERS[name], getattr(re, name)

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        given = {**dict(zip(names, arguments, strict=False)), **options}
        if not _concerns(given, names):
            arguments, options = _numbered(given, arguments, options)
        native = _native(perform, function, arguments, options)
        pattern = given.get("pattern")
        source = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        if not _concerns(given, names):
            if type(source) in TEXTUAL:
                note("a pattern that depends on the input", source)
            return native()
        if not _is_modelled(source, given["string"]):
            return native()
        flags = given.get("flags", 0) & ~re.DEBUG
        return core(PatternCall(native, lambda: re.compile(pattern, flags), given))

    return operation


def compile_pattern(perform: Any, /, *arguments: Any, **options: Any) -> Any:
    """`re.compile(pattern, flags)`"""
    if is_textual(arguments) or is_textual(options.values()):
        note("a pattern that depends on the input", *arguments, *options.values())
    return _native(perform, re.compile, arguments, options)()


def escape(perform: Any, pattern: Any) -> Any:
    """`re.escape(pattern)`"""
    escaped = perform(re.escape, plain(pattern))
    if type(pattern) not in TEXTUAL:
        return escaped
    table = re._special_chars_map  # type: ignore[attr-defined]
    if isinstance(pattern, str):
        return pattern.translate(table)
    return pattern.decode("latin1").translate(table).encode("latin1")


def scan(perform: Any, scanner: Any, /, string: Any) -> Any:
    """`re.Scanner.scan(string)`: the pattern of all its rules, again and again."""
    if not is_symbolic(string):
        return perform(re.Scanner.scan, scanner, string)  # type: ignore[attr-defined]
    found = Scan(scanner.scanner, string, program=of_lexicon(scanner))
    try:
        perform(re.Scanner.scan, _silent(scanner), plain(string))  # type: ignore[attr-defined]
    except BudgetExceeded:
        found.next(Mode.MATCH, AFTERWARDS)
        raise
    matches = SymScanner(scanner.scanner.scanner(plain(string)), found)
    items: list[Any] = []
    at = 0
    while (match := matches.match()) is not None and match.end() != at:
        at = match.end()
        action = scanner.lexicon[match.lastindex - 1][1]
        if callable(action):
            scanner.match = match
            action = action(scanner, match.group())
        if action is not None:
            items.append(action)
    return items, string[at:]


@lru_cache(maxsize=64)
def _silent(scanner: Any) -> Any:
    """A re.Scanner that finds the same and does nothing about it: a scan is charged before its actions."""
    silent = copy.copy(scanner)
    silent.lexicon = [(phrase, None) for phrase, _ in scanner.lexicon]
    return silent


METHODS: Mapping[str, Operation] = {name: _method(name) for name in METHOD_PARAMETERS}
SCANNER: Mapping[str, Operation] = {
    "match": _scanned("match", Mode.MATCH),
    "search": _scanned("search", Mode.SEARCH),
}
FUNCTIONS: Mapping[Any, Operation] = {
    **{getattr(re, name): _function(name) for name in FUNCTION_PARAMETERS},
    re.compile: compile_pattern,
    re.escape: escape,
    re.Scanner.scan: scan,  # type: ignore[attr-defined]
}


def is_regex(function: Any) -> bool:
    """Tell whether a function is a method of a pattern, or one of `re` that looks for it in text."""
    function = native_function(function)
    if type(getattr(function, "__self__", None)) is re.Pattern:
        return function.__name__ in METHODS
    return type(function) is FunctionType and function in FUNCTIONS
