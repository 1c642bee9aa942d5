"""Recording containers: they stand for builtin ones, and know whether a key depends on the input.

`open` is the trace, once one does; until then nothing is to decide, and C code does everything. `known` is
the last answer about a key. Their operations come from `mapping`, `sets` and `algebra`, their
methods from `dict_methods` and `set_methods`. To the target they
are of the builtin types: by `type`, `__class__`, name, `repr`, and as copies and pickles.
"""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from slowpath.values.keys import HASHABLE, PLAIN, LastAnswer, is_foreign, trace_of
from slowpath.values.trace import Trace


class Recorded:
    """What all of them share. `plain` is the builtin type."""

    __slots__ = ()

    plain: ClassVar[Any]
    open: Trace | None
    known: LastAnswer | None

    @property
    def __class__(self) -> Any:
        return self.plain if type(self) in RECORDING else type(self)

    @__class__.setter
    def __class__(self, kind: Any) -> None:
        self.plain().__class__ = kind  # raises

    def __copy__(self) -> Any:
        return self.copy()  # type: ignore[attr-defined]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()


class RecordedDict(Recorded):
    """What recording dictionaries share."""

    __slots__ = ()

    def __new__(cls, /, *arguments: Any, **options: Any) -> Any:
        made = cls.plain.__new__(cls)
        made.open = made.known = None
        return made

    def __init__(self, /, *arguments: Any, **options: Any) -> None:
        if len(arguments) > 1:
            self.plain(*arguments, **options)  # raises
        if arguments or options:
            self.update(*arguments, **options)  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = like(self)
        memo[id(self)] = made
        for key, value in self.plain.items(self):
            made[copy.deepcopy(key, memo)] = copy.deepcopy(value, memo)
        return made

    def __reduce__(self) -> Any:
        return self.plain, (), None, None, iter(self.plain.items(self))


class SymDict(RecordedDict, dict):  # type: ignore[type-arg]
    """A recording dict."""

    __slots__ = ("known", "open")
    plain = dict


class SymDefaultDict(RecordedDict, defaultdict):  # type: ignore[type-arg]
    """A recording defaultdict."""

    __slots__ = ("known", "open")
    plain = defaultdict

    def __init__(self, /, *arguments: Any, **options: Any) -> None:
        defaultdict.__init__(self, *arguments[:1])
        super().__init__(*arguments[1:], **options)

    def __reduce__(self) -> Any:
        factory = () if self.default_factory is None else (self.default_factory,)
        return defaultdict, factory, None, None, iter(dict.items(self))


class SymOrderedDict(RecordedDict, OrderedDict):  # type: ignore[type-arg]
    """A recording OrderedDict."""

    __slots__ = ("known", "open")
    plain = OrderedDict

    def __copy__(self) -> Any:
        made = self.copy()
        vars(made).update(vars(self))
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = super().__deepcopy__(memo)
        vars(made).update(copy.deepcopy(vars(self), memo))
        return made

    def __reduce__(self) -> Any:
        return OrderedDict, (), vars(self).copy() or None, None, iter(OrderedDict.items(self))


class SymCounter(RecordedDict, Counter):  # type: ignore[type-arg]
    """A recording Counter: its methods, which are Python code, ask it as they ask any dict."""

    plain = Counter

    __init__ = Counter.__init__

    def copy(self) -> Any:
        return SymCounter(self)

    def __reduce__(self) -> Any:
        return Counter, (dict(self),)


class RecordedSet(Recorded):
    """What recording sets share. `entered` are the elements of an open one in the order they came in;
    `thinned` tells whether elements have left it, which shows in the size of its table."""

    __slots__ = ()

    entered: dict[int, Any] | None
    thinned: bool

    def __repr__(self) -> str:
        text: str = self.plain.__repr__(self)  # as of any subclass: set({1, 2})
        return text[4:-1] if text.startswith("set({") else text

    def __reduce__(self) -> Any:
        return self.plain, (list(self),)  # type: ignore[call-overload]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return KINDS[self.plain]([copy.deepcopy(each, memo) for each in self.plain.__iter__(self)])


class SymSet(RecordedSet, set):  # type: ignore[type-arg]
    """A recording set."""

    __slots__ = ("entered", "known", "open", "thinned")
    plain = set

    def __new__(cls, *arguments: Any) -> Any:
        made = set.__new__(cls)
        made.open = made.known = made.entered = None
        made.thinned = False
        return made

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) > 1:
            set(*arguments)  # raises
        self.clear()
        for each in arguments:
            self.update(each)

    __hash__ = None


class SymFrozenSet(RecordedSet, frozenset):  # type: ignore[type-arg]
    """A recording frozenset. `twin` is the plain one: its table cannot be made again in another type."""

    __slots__ = ("entered", "known", "open", "thinned", "twin")
    plain = frozenset
    twin: frozenset[Any]

    def __hash__(self) -> int:
        return hash(self.twin)


def _no_module(box: Any) -> Any:
    """Raise as instances of builtin types do, which have none."""
    raise AttributeError(f"{box.plain.__name__!r} object has no attribute '__module__'")


DICTS: dict[Any, Any] = {kind.plain: kind for kind in (SymDict, SymDefaultDict, SymOrderedDict, SymCounter)}
SETS: dict[Any, Any] = {kind.plain: kind for kind in (SymSet, SymFrozenSet)}
KINDS = DICTS | SETS
RECORDING = frozenset(KINDS.values())
HASHABLE.add(SymFrozenSet)
for _kind in RECORDING:  # error messages and `repr` tell the name
    _kind.__name__ = _kind.__qualname__ = _kind.plain.__name__
    _told = hasattr(_kind.plain(), "__module__")
    _kind.__module__ = _kind.plain.__module__ if _told else property(_no_module)


def plain_of(box: Any) -> Any:
    """Return the builtin type of a container, which does what the container's own type does not say."""
    kind = type(box)
    return kind.plain if kind in RECORDING else next(each for each in kind.__mro__ if each in KINDS)


def trace_in(box: Any) -> Trace | None:
    """Return the trace of a container with keys that depend on the input."""
    return box.open if type(box) in RECORDING else None


def asking(box: Any, key: Any) -> Trace | None:
    """Return the trace that hears which key of a container equals a key, None where nothing is to decide."""
    trace = box.open if type(box) in RECORDING else None
    return trace_of(key) if trace is None or is_foreign(key) else trace


def trace_among(keys: Iterable[Any]) -> Trace | None:
    """Return the trace of the first key that depends on the input."""
    if type(keys) is list and set(map(type, keys)) <= PLAIN:
        return None
    for key in keys:
        trace = trace_of(key)
        if trace is not None:
            return trace
    return None


def like(box: Any) -> Any:
    """Return an empty recording dictionary of the same kind."""
    made = KINDS[plain_of(box)]()
    if isinstance(box, defaultdict):
        made.default_factory = box.default_factory
    return made


def recorded(plain: dict[Any, Any]) -> Any:
    """Return the recording dictionary of a new plain one whose keys are decided."""
    made = like(plain)
    fill: Callable[..., None] = OrderedDict.update if type(plain) is OrderedDict else dict.update
    fill(made, plain)
    made.open = trace_among(dict.keys(plain))
    return made
