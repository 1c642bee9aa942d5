"""Native operations of the build of reads: each tells `counting.reading` what it goes over, and then runs.

They stand in the place of the hooks of the count build, which they call: results, errors and charges are
theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, ModuleType
from typing import Any, Final

from slowpath.counting.lineage import CONTAINERS, is_iterator, shown
from slowpath.counting.passage import Passage
from slowpath.counting.reading import Reading
from slowpath.target.natives import FUNCTIONS, HASHED, METHODS, PATTERNS, RECEIVER, has_formula

Hook = Callable[..., Any]
_MOVING: Final = frozenset({"pop", "insert"})  # what comes behind the place moves
# Functions of `re` whose first argument is a pattern.
_COMPILING: Final = frozenset({"compile", *PATTERNS})
_SUMS: Final = (list, tuple)
_BINARY: Final = {"add": "+", "bitor": "|", "mul": "*", "lshift": "<<"}
_OPERATORS: Final = {**_BINARY, **{f"i{name}": f"{sign}=" for name, sign in _BINARY.items()}}
_DIGIT = 30  # bits that the interpreter handles at once
_LARGE = 1 << 4 * _DIGIT  # numbers below take the same time, whatever they are
_FEW = 4  # pieces of a text that are the text itself, cut at a place or two
FRESH, UNCHANGED, FRONT, ALONE = "fresh", "unchanged", "front", "alone"


class Operations:
    """Hooks that tell a reading of the operands of native operations."""

    def __init__(self, reading: Reading, hooks: Mapping[str, Hook]) -> None:
        self._reading = reading
        self._hooks = hooks
        self._sizes: dict[int, int] = {}  # of the operand of each operation, when it last ran
        self._texts: dict[int, Any] = {}  # the operand of each operation, if it was a text
        self._unpacked: dict[int, int] = {}  # the number of what each assignment takes apart
        self._made: dict[int, int] = {}  # the address of what each operation made last

    def hooks(self) -> dict[str, Hook]:
        """Return the hooks that take the place of others."""
        binary = {name: self._binary(name, self._hooks[name]) for name in _OPERATORS}
        own = ("contains", "method", "call", "pick", "made", "delitem", "setslice", "grown", "summed")
        return {
            **binary,
            **{name: getattr(self, name) for name in own},
            "read_cut": self.cut,
            "read_unpacked": self.unpacked,
            "read_rest": self.rest,
            "read_mapped": self.mapped,
        }

    # -- operators -------------------------------------------------------------------------------

    def contains(self, site: int, item: Any, box: Any) -> Any:
        """Perform `item in box`."""
        if type(box) not in HASHED and type(shown(box)) in CONTAINERS:
            self._note(site, "in", box)
        return self._hooks["contains"](site, item, box)

    def cut(self, site: int, container: Any, part: slice) -> Any:
        """Perform `container[part]`."""
        result = container[part]
        if type(container) in CONTAINERS and len(result) >= self._reading.least:
            places = range(*part.indices(len(container)))
            number = self._note(site, "slice", container, size=len(result), result=result, part=places)
            if number:
                self._reading.lineages.cut(result, number, places, len(container))
        return self._hooks["made"](site, result)

    def made(self, site: int, result: Any) -> Any:
        """Hear of a display with stars or of a formatted text."""
        if type(result) in CONTAINERS and len(result) >= self._reading.least:
            # Its parts are not known: it goes on with what it made before if it grows by little.
            before = self._sizes.get(site, 0)
            grows = before <= len(result) <= before + max(2, before // 4)
            if grows and not self._reading.is_full(site):
                self._keep(site, "display", result, -site - 1, len(result), frozenset())
            self._sizes[site] = len(result)
        return self._hooks["made"](site, result)

    def delitem(self, site: int, box: Any, key: Any) -> Any:
        """Perform `del box[key]`."""
        if type(box) is list and _is_near_start(box, key):
            self._note(site, "del", box, flags=frozenset({FRONT}))
        return self._hooks["delitem"](site, box, key)

    def setslice(self, site: int, value: Any, box: Any, part: slice) -> Any:
        """Perform `box[part] = value`."""
        if type(box) is list and _is_near_start(box, part) and _is_resized(box, part, value):
            self._note(site, "setslice", box, flags=frozenset({FRONT}))
        return self._hooks["setslice"](site, value, box, part)

    def unpacked(self, site: int, items: Any) -> Any:
        """Hear of `first, *rest = items`; return the items."""
        self._unpacked[site] = self._note(site, "slice", items)
        return items

    def rest(self, site: int, rest: Any) -> Any:
        """Hear of the list that unpacking made."""
        if number := self._unpacked.pop(site, 0):
            self._reading.lineages.derive(rest, number)
        return self._hooks["made"](site, rest)

    def grown(self, site: int, left: Any, right: Any) -> Any:
        """Hear of `left += right` on a local variable; return the right side."""
        if type(left) in (bytes, tuple):
            self._chained(site, "+=", left)
        return self._hooks["grown"](site, left, right)

    def summed(self, site: int, left: Any, right: Any) -> Any:
        """Hear of `left = left + right` on a local variable; return the right side."""
        if type(left) in (bytes, tuple, list):
            self._chained(site, "+", left)
        return self._hooks["summed"](site, left, right)

    def _chained(self, site: int, what: str, left: Any) -> None:
        """Note an operation whose result replaces its operand: its next operand is the same data."""
        if len(left) >= self._reading.least and not self._reading.is_full(site):
            self._keep(site, what, left, -site - 1, len(left), frozenset())

    def _binary(self, name: str, hook: Hook) -> Hook:
        what = _OPERATORS[name]
        in_place = (list, set, dict, bytearray) if name.startswith("i") else ()

        def perform(site: int, left: Any, right: Any) -> Any:
            result = hook(site, left, right)
            if type(result) is int:
                if not -_LARGE < result < _LARGE:
                    self._number(site, what, result)
            elif type(result) in CONTAINERS and len(result) >= self._reading.least:
                larger = left if type(right) not in CONTAINERS or _size(left) >= _size(right) else right
                if type(larger) in CONTAINERS and type(left) not in in_place:
                    number = self._note(site, what, larger, result=result)
                    if number:
                        self._reading.lineages.derive(result, number)
            return result

        return perform

    def _number(self, site: int, what: str, result: int) -> None:
        """Note an operation that makes a large number; one that grows by little is made of the one before."""
        digits, before = result.bit_length() // _DIGIT, self._sizes.get(site, 0)
        grows = before <= digits <= before + max(2, before // 4)
        if digits >= self._reading.least and grows and not self._reading.is_full(site):
            self._keep(site, what, result, -site - 1, digits, frozenset())
        self._sizes[site] = digits

    # -- calls -----------------------------------------------------------------------------------

    def method(self, site: int, name: str, receiver: Any) -> Any:
        """Return what stands for `receiver.name`; if that is a native loop, each call is heard of."""
        found = self._hooks["method"](site, name, receiver)
        if type(receiver) is ModuleType:
            if receiver.__name__ == "re" and name in _COMPILING:
                return self._heard(site, found, lambda given: self._pattern(site, name, given))
            if name in FUNCTIONS:
                return self._heard(site, found, lambda given: self._operand(site, name, given))
            return found
        if type(receiver).__name__ == "Pattern" and name in PATTERNS:
            return self._heard(site, found, lambda given: self._operand_of(site, name, given, PATTERNS[name]))
        if type(receiver) in CONTAINERS and (name in METHODS or name in _MOVING):
            return self._heard(site, found, lambda given: self._receiver(site, name, receiver, given))
        return found

    def call(self, site: int, function: Any, *arguments: Any, **options: Any) -> Any:
        """Perform `function(*arguments)`."""
        number = self._called(site, function, arguments)
        if has_formula(function):
            self._take_key(site, arguments, options)
        result = self._hooks["call"](site, function, *arguments, **options)
        self._ended(site, number, result)
        return result

    def pick(self, site: int, function: Any) -> Any:
        """Return what stands for a function of that name."""
        found = self._hooks["pick"](site, function)
        if isinstance(function, BuiltinFunctionType) or has_formula(function):
            return self._heard(site, found, lambda given: self._called(site, function, given))
        return found

    def _heard(self, site: int, function: Hook, hear: Callable[[tuple[Any, ...]], int]) -> Hook:
        def heard(*arguments: Any, **options: Any) -> Any:
            number = hear(arguments)
            self._take_key(site, arguments, options)
            result = function(*arguments, **options)
            self._ended(site, number, result)
            return result

        return heard

    def _take_key(self, site: int, arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        """Let the calls of a key, as in `sorted(items, key=...)`, be rounds of a loop."""
        if "key" in options:
            items = arguments[0] if arguments else None
            options["key"] = self._reading.rounds_of(site, options["key"], items)

    def _called(self, site: int, function: Any, arguments: tuple[Any, ...]) -> int:
        if isinstance(function, BuiltinFunctionType):
            receiver = function.__self__
            if receiver is not None and type(receiver) is not ModuleType:
                return self._receiver(site, function.__name__, receiver, arguments)
        name = getattr(function, "__name__", "")
        if function is sum and len(arguments) == 2 and type(arguments[1]) in _SUMS:
            return self._alone(site, "sum", arguments[0], arguments[1])
        return self._operand(site, name, arguments) if type(name) is str else 0

    def _operand(self, site: int, name: str, arguments: tuple[Any, ...]) -> int:
        place = FUNCTIONS.get(name)
        return 0 if place is None else self._operand_of(site, name, arguments, place)

    def _operand_of(self, site: int, name: str, arguments: tuple[Any, ...], place: int) -> int:
        if len(arguments) <= place or (name in ("min", "max") and len(arguments) > 1):
            return 0
        return self._note(site, name, arguments[place])

    def _receiver(self, site: int, name: str, receiver: Any, arguments: tuple[Any, ...]) -> int:
        if type(receiver) not in CONTAINERS:
            return 0
        if name in _MOVING:
            at = arguments[0] if arguments else None
            if type(receiver) is not list or type(at) is not int or not 0 <= at <= len(receiver) // 2:
                return 0
            return self._note(site, name, receiver, flags=frozenset({FRONT}))
        if name == "join" and len(arguments) == 1 and type(arguments[0]) in (list, tuple):
            pieces = arguments[0]
            if 0 < len(pieces) <= _FEW and {*map(type, pieces)} <= {str, bytes}:
                # What was cut into a few pieces is put together again.
                longest, lineages = max(pieces, key=len), self._reading.lineages
                return lineages.of(longest) if lineages.knows(longest) else 0
        operand = METHODS.get(name)
        if operand == RECEIVER:
            return self._note(site, name, receiver)
        return self._operand_of(site, name, arguments, operand) if operand is not None else 0

    def _pattern(self, site: int, name: str, arguments: tuple[Any, ...]) -> int:
        """Note a pattern that is made again: by its text, since a new text is another object."""
        pattern: Any = arguments[0] if arguments else None
        is_text = type(pattern) in (str, bytes) and len(pattern) >= self._reading.least
        if is_text and not self._reading.is_full(site):
            self._keep(site, f"re.{name}", pattern, hash(pattern) | 1, len(pattern), frozenset())
        return 0

    def _alone(self, site: int, what: str, items: Any, start: Any) -> int:
        """Note a call that is two loops at once."""
        if self._is_long(items) and not self._reading.is_full(site):
            self._keep(site, what, start, 1, len(items), frozenset({ALONE}))
        return 0

    def _is_long(self, items: Any) -> bool:
        return type(items) in CONTAINERS and len(items) >= self._reading.least

    def mapped(self, site: int, is_handed: bool, function: Any, items: Any) -> tuple[Any, Any]:
        """Hear of `map(function, items)` or `filter(function, items)`; return both."""
        self._searched(site, function, items)
        if is_handed:
            function = self._hooks["pick"](site, function)
        return self._reading.rounds_of(site, function, items), items

    def _searched(self, site: int, function: Any, items: Any) -> None:
        """Note a search that C code makes for each of some items."""
        if not isinstance(function, BuiltinFunctionType) or type(function.__self__) not in (list, deque):
            return
        box, is_search = function.__self__, function.__name__ in ("remove", "index", "count")
        if is_search and self._is_long(box) and self._is_long(items):
            self._keep(site, function.__name__, box, 1, len(items), frozenset({ALONE}))

    # -- what is noted -----------------------------------------------------------------------------

    def _note(
        self,
        site: int,
        what: str,
        operand: Any,
        *,
        size: int | None = None,
        result: Any = None,
        flags: frozenset[str] = frozenset(),
        part: range | None = None,
    ) -> int:
        """Note an operation over an operand; return the number of the operand, 0 if it is not noted."""
        reading, given = self._reading, operand
        operand = shown(operand)
        if type(operand) in CONTAINERS:
            if len(operand) < reading.least:
                return 0
            size = len(operand) if size is None else size
        elif type(operand).__module__ == "builtins" or is_iterator(operand):
            return 0
        else:
            size = reading.least  # an object of the target: what it gives is told by its own code
        if reading.is_full(site):
            return 0
        if type(operand) in (str, bytes):
            self._follow(site, operand)
        number = reading.lineages.of(operand)
        if what in ("+", "|", "slice", "copy", "sorted", "list") and self._made.get(site) == id(operand):
            flags |= {FRESH}
        if self._sizes.get(site) == size:
            flags |= {UNCHANGED}
        self._sizes[site] = size
        if result is not None:
            self._made[site] = id(result)
        self._keep(site, what, given, number, size, flags, part)
        return number

    def _follow(self, site: int, text: Any) -> None:
        """Let a text of unknown origin be the text before it at the same place, if that was cut or grew.

        Equal texts are not: lines of a file may be equal.
        """
        lineages, before = self._reading.lineages, self._texts.get(site)
        if before is not None and type(before) is type(text) and not lineages.knows(text):
            shorter = len(text) < len(before) and before.endswith(text)
            longer = len(text) > len(before) and (text.startswith(before) or text.endswith(before))
            if shorter or longer:
                lineages.derive(text, lineages.of(before))
        self._texts[site] = text

    def _ended(self, site: int, number: int, result: Any) -> None:
        """Let the result of an operation be the data of its operand, and so a few long pieces of it."""
        if number and type(result) in CONTAINERS:
            self._made[site] = id(result)
            self._reading.lineages.derive(result, number)
            if type(result) in (list, tuple) and len(result) <= _FEW:
                for each in result:
                    if type(each) in (str, bytes) and len(each) >= self._reading.least:
                        self._reading.lineages.derive(each, number)

    def _keep(
        self,
        site: int,
        what: str,
        operand: Any,
        number: int,
        size: int,
        flags: frozenset[str],
        part: range | None = None,
    ) -> None:
        self._reading.add(
            site,
            Passage(
                size=size,
                rounds=self._reading.now(),
                activation=self._reading.activation,
                data=number,
                operand=type(operand).__name__,
                what=what,
                feeds_itself=FRESH in flags,
                flags=flags,
                part=part,
            ),
        )


def _is_near_start(box: list[Any], key: Any) -> bool:
    """Tell whether a place, or the end of a slice, is in the first half of a list."""
    if type(key) is slice:
        if key.step not in (None, 1):
            return False
        _, key, _ = key.indices(len(box))
    return type(key) is int and 0 <= key < len(box) // 2


def _is_resized(box: list[Any], part: slice, value: Any) -> bool:
    """Tell whether a list has another length once a slice is assigned."""
    return type(value) in CONTAINERS and len(value) != len(range(*part.indices(len(box))))


def _size(value: Any) -> int:
    return len(value) if type(value) in CONTAINERS else 0
