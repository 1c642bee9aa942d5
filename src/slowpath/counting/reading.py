"""What the build of reads hears: which elements each execution of a loop reads, and what is called with what.

The memory is bounded: of each inner loop the first executions are kept, of each execution the first
iterations, of each iteration the first reads. What is left out is said in `sampled`.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import FunctionType, MethodType
from typing import Any, Final

from slowpath.counting.lineage import CONTAINERS, PLAIN, Lineages, is_iterator, token
from slowpath.counting.nesting import Nesting, OpenLoop, Suspendable
from slowpath.counting.passage import (
    FIELD,
    ITERATION,
    Activation,
    Passage,
    Rounds,
    follows_links,
    varying,
)

# Executions of one inner loop, and iterations of one execution, that are compared: three times as many as
# Toddler asks for, and some more than the user does.
_FEWEST: Final = 24
_SOME_MORE: Final = 8
_MOST_READS = 12  # of one iteration: the code of a loop that looks for something has fewer
_MOST_DEPTH = 6  # loops around that an execution knows: each inner loop keeps as many
# Calls of one function whose arguments are told: a bound on memory and time; not measured.
_MOST_CALLS = 5_000
_PRODUCTIVE = 0.5  # writes in each iteration from which on a loop makes something with what it reads
# Elements of a container that tell an argument: looking at more takes longer in every call; not measured.
_KEYED = 16

LINKS: Final = frozenset({"links"})  # the flag of an execution that follows links

_Log = list[list[tuple[int, Hashable]]]


class ReadingLoop(OpenLoop):
    """An execution of a loop that notes what it reads; `round` are the reads of the current iteration, None
    if they are not noted."""

    __slots__ = (
        "activation",
        "attentive",
        "bound",
        "container",
        "is_comprehension",
        "log",
        "number",
        "round",
        "writes",
    )

    log: _Log | None
    round: list[tuple[int, Hashable]] | None
    activation: Activation | None

    def __init__(self, site: int, around: OpenLoop | None, frame: Suspendable | None = None) -> None:
        super().__init__(site, around, frame)
        self.number = 0
        self.attentive = 0  # iterations whose reads may be noted
        self.container = 0  # the number of what it goes over, 0 if that is not known or only counts
        self.log = self.round = self.activation = None
        self.bound: tuple[int, ...] = ()  # the addresses of what the current iteration binds
        self.writes = 0
        self.is_comprehension = False


class RepeatedCalls:
    """What is known of the calls of one recursive function."""

    __slots__ = ("again", "keys", "total")

    def __init__(self) -> None:
        self.total = 0
        self.again = 0  # calls with the arguments of an earlier one, both of which call the function again
        self.keys: set[Hashable] = set()


class Reading(Nesting):
    """Records the reads of one run at a time."""

    def __init__(self) -> None:
        self.lineages = Lineages()
        self.passages: dict[int, list[Passage]] = {}
        self.calls: dict[int, RepeatedCalls] = {}
        self.comprehensions: set[int] = set()  # loops that are clauses of comprehensions
        self.sampled = False
        self.least = 7
        self.most = _FEWEST
        self.activation: Activation | None = None
        self._writes = self._changes = 0
        self._executions = 0
        self._pending: Any = None
        self._is_on = False
        super().__init__()

    def record(self, least: int) -> None:
        """Forget all, and note executions of inner loops that go round `least` times."""
        self.least = max(2, least)
        self.most = max(_FEWEST, self.least + _SOME_MORE)
        self.passages, self.calls = {}, {}
        self.lineages.clear()
        self.activation, self.sampled = None, False
        self._is_on = True
        self.start(1, 1)

    def stop(self) -> None:
        """End what is still open, and note nothing from now on."""
        super().stop()
        self._is_on = False
        self.lineages.clear()

    # -- loops -----------------------------------------------------------------------------------

    def _opened(self, site: int, around: OpenLoop | None, frame: Suspendable | None = None) -> OpenLoop:
        loop = ReadingLoop(site, around, frame)
        self._executions += 1
        loop.number = self._executions
        if around is not None and self._is_on and len(self.passages.get(site, ())) < self.most:
            loop.log = []
            loop.attentive = self.most + 1
            loop.activation = self.activation
            loop.writes = self._writes
        return loop

    def over(self, site: int, items: Any, frame: Suspendable | None = None) -> Any:
        given = super().over(site, items, frame)
        self._begin_comprehension(given[0][0])
        return given

    def lazily_over(self, site: int, items: Any) -> Any:
        given = list(super().lazily_over(site, items))
        self._begin_comprehension(given[0][1])
        return iter(given)

    def _begin_comprehension(self, loop: Any) -> None:
        loop.is_comprehension = True
        self.comprehensions.add(loop.site)
        loop.container, self._pending = self._number(self._pending), None

    def source(self, loop: Any, items: Any) -> Any:
        """Hear what a loop goes over, the loop itself if it is a statement; return it."""
        if loop is None:
            self._pending = items
        elif loop.log is not None:
            loop.container = self._number(items)
        return items

    def _number(self, items: Any) -> int:
        if not self._is_on or items is None or type(items) is range or is_iterator(items):
            return 0
        return self.lineages.of(items)

    def iterate(self, loop: Any, *values: Any) -> bool:
        """Begin an iteration; `values` are those of the names that it binds."""
        loop.begun = begun = loop.begun + 1
        if begun > loop.attentive and loop is self._current:
            return True
        return self._attend(loop, begun, values)

    def _attend(self, loop: Any, begun: int, values: tuple[Any, ...]) -> bool:
        """Begin an iteration whose reads may be noted."""
        if loop is not self._current:
            self._return_to(loop)
        log = loop.log
        if log is None or begun > self.most:
            loop.bound, loop.round = (), None
            self.sampled = True
            return True
        loop.bound = tuple(map(id, values))
        noted: list[tuple[int, Hashable]] = []
        loop.round = noted
        log.append(noted)
        container = loop.container
        if container:
            for value in values:
                if type(value) in CONTAINERS and len(value) >= self.least:
                    self.lineages.read(value, container, begun)
            noted.append((ITERATION, (container, *map(token, values))))
        return True

    def _close(self, loop: Any) -> None:
        super()._close(loop)
        if loop.log is None or loop.begun < self.least or loop.site < 0:
            return
        if self._writes - loop.writes >= _PRODUCTIVE * loop.begun:
            return
        symbols = varying(loop.log)
        if not any(symbols):
            return
        self.add(
            loop.site,
            Passage(
                size=loop.begun,
                rounds=self._rounds(loop.around),
                activation=loop.activation,
                data=loop.container,
                symbols=symbols,
                is_comprehension=loop.is_comprehension,
                flags=LINKS if follows_links(symbols) else frozenset(),
            ),
        )

    def rounds_of(self, site: int, function: Any, items: Any) -> Any:
        """Return a function that C code calls with each of some items, so that its calls are the rounds of a
        loop at a site; what is not Python as it is."""
        if type(function) not in (FunctionType, MethodType) or not self._is_on:
            return function
        self._executions += 1
        number, rounds = self._executions, 0
        container = self._number(items) or -number

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal rounds
            rounds += 1
            around: Any = self._current
            loop = self._current = ReadingLoop(site, around)
            loop.number, loop.begun, loop.round = number, rounds, around.round
            loop.bound = tuple(map(id, arguments))
            for each in arguments:
                if type(each) in CONTAINERS and len(each) >= self.least:
                    self.lineages.read(each, container, rounds)
            try:
                return function(*arguments, **options)
            finally:
                self._return_to(loop)
                if self._current is loop:
                    self._current = around

        return call

    def add(self, site: int, passage: Passage) -> None:
        """Keep an execution of an inner loop."""
        kept = self.passages.setdefault(site, [])
        if len(kept) < self.most:
            kept.append(passage)
        else:
            self.sampled = True

    def is_full(self, site: int) -> bool:
        """Tell whether no more executions of a loop are kept."""
        full = len(self.passages.get(site, ())) >= self.most
        self.sampled |= full
        return full or not self._is_on

    def now(self) -> Rounds:
        """The iterations that are going on, the innermost first."""
        return self._rounds(self._current)

    def _rounds(self, loop: Any) -> Rounds:
        found: list[tuple[int, int, int]] = []
        while loop is not None and loop.site >= 0 and len(found) < _MOST_DEPTH:
            found.append((loop.site, loop.number, loop.begun))
            loop = loop.around
        return tuple(found)

    # -- reads and writes ------------------------------------------------------------------------

    def item(self, place: int, container: Any, key: Any) -> Any:
        """Return `container[key]`."""
        value = container[key]
        noted = self._current.round  # type: ignore[attr-defined]
        if noted is None and (type(value) in PLAIN or not self._is_on):
            return value  # most reads: those of executions that are not noted
        is_part = type(value) not in PLAIN
        if type(container) not in CONTAINERS:
            if is_part and not isinstance(container, type):
                self.lineages.read(value, self.lineages.of(container), token(key))
            return value
        number, told = self.lineages.of(container), token(key)
        if is_part:
            self.lineages.read(value, number, told)
        if noted is not None and len(noted) < _MOST_READS:
            noted.append((place, (number, told, token(value))))
        return value

    def field(self, place: int, owner: Any, name: str) -> Any:
        """Return `owner.name`."""
        value = getattr(owner, name)
        noted = self._current.round  # type: ignore[attr-defined]
        if noted is not None and len(noted) < _MOST_READS:
            noted.append((place, (FIELD, id(owner), name, token(value))))
        return value

    def wrote(self, value: Any = None) -> Any:
        """Hear that something is handed on; return it."""
        self._writes += 1
        return value

    def changed(self, value: Any) -> Any:
        """Hear that an attribute is set; return its value."""
        self._changes += 1
        return value

    # -- calls -----------------------------------------------------------------------------------

    def called(self, site: int, *arguments: Any) -> Activation:
        """Begin a call of a function."""
        current: Any = self._current
        calls = self.calls.get(site)
        if calls is None:
            calls = self.calls[site] = RepeatedCalls()
        calls.total += 1
        key = None
        if calls.total > _MOST_CALLS:
            self.sampled = True
        elif self._is_on:
            key = tuple([self._key(each) for each in arguments])
        around = self.activation
        if around is not None and around.site == site:
            around.inner += 1
        effects = self._writes + self._changes
        call = self.activation = Activation(site, key, around, current.number, effects)
        bound = current.bound
        if bound:
            call.varies = any(id(each) in bound for each in arguments)
        return call

    def returned(self, call: Activation) -> None:
        """End a call."""
        self.activation = call.outer
        call.writes = self._writes + self._changes - call.started
        if call.inner and call.key is not None:
            calls = self.calls[call.site]
            if call.key in calls.keys:
                calls.again += 1
            else:
                calls.keys.add(call.key)

    def _key(self, value: Any) -> Hashable:
        kind = type(value)
        if kind not in CONTAINERS:
            return (kind, token(value))
        if kind is not str and kind is not bytes:
            if len(value) > _KEYED or kind not in (list, tuple):
                return (self.lineages.of(value), len(value))
            return (kind, *map(token, value))
        return (kind, token(value))
