"""What a run allocates, by kind, as a cost model needs it; and its native work that depends on the input.

The events are seen by the hooks of the trace build: instances of classes of the target, displays,
comprehensions, concatenations, repetitions, slices, containers that builtins make, and containers that
grow. Only what a model can price is kept: how many things of a kind, and how many parts they have together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import Any

from slowpath.counting.model import CostModel
from slowpath.counting.native.units import UNITS
from slowpath.expr.term import Expression, apply
from slowpath.target.fields import fields_of
from slowpath.values.hooks import trace_hooks
from slowpath.values.integer import SymInt, form_of
from slowpath.values.repeated import SymList

Hook = Callable[..., Any]

_MICRO = 1_000  # micro-ops in a milli-op
_HEAP = 1 << 9  # the flag of types that are made at run time, as classes are
_CONTAINERS: tuple[tuple[type, str], ...] = (
    (list, "list"),
    (tuple, "tuple"),
    (dict, "dict"),
    (str, "text"),
    (set, "set"),
    (frozenset, "set"),
    (bytes, "bytes"),
    (bytearray, "bytes"),
    (deque, "deque"),
)
_MAKERS = frozenset(each for each, _ in _CONTAINERS)
_GROWING = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "add", "update", "setdefault", "__setitem__"}
)
_COPYING = frozenset({"copy", "union", "intersection", "difference", "symmetric_difference", "fromkeys"})


@dataclass(frozen=True, slots=True)
class Allocated:
    """What a run allocates: by kind how many things, and how many parts these have together.

    `work` is the part of the native work, in milli-ops, that depends on the input; `counted` is what it
    comes to in this run.
    """

    things: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, Expression] = field(default_factory=dict)
    work: Expression = 0
    counted: int = 0


class Events:
    """Keeps what the present run allocates."""

    def __init__(self) -> None:
        self._fields: dict[type, int] = {}
        self.start()

    def start(self) -> None:
        """Begin a new run."""
        self._things: dict[str, int] = {}
        self._parts: dict[str, Expression] = {}
        self._work: Expression = 0
        self._counted = 0

    def allocated(self) -> Allocated:
        """What the run has allocated so far."""
        return Allocated(self._things.copy(), self._parts.copy(), self._work, self._counted)

    def make(self, kind: str, parts: Expression) -> None:
        """Note a new thing."""
        self._things[kind] = self._things.get(kind, 0) + 1
        self.grow(kind, parts)

    def grow(self, kind: str, parts: Expression) -> None:
        """Note new parts of a thing."""
        self._parts[kind] = apply("+", self._parts.get(kind, 0), parts)

    def instance(self, kind: type) -> None:
        """Note a new object of a class."""
        fields = self._fields.get(kind)
        if fields is None:
            fields = self._fields[kind] = len(fields_of(kind))
        self.make("object", fields)

    def note(self, value: Any) -> Any:
        """Note a new container, if it is one, and return it."""
        kind = kind_of(value)
        if kind is not None:
            self.make(kind, extent(value))
        return value

    def repeated(self, values: SymList) -> None:
        """Note the native work that made a list of symbolic length."""
        size, unit = values.size, UNITS["repeat.sequence"]
        micro = apply("*", form_of(size), unit)
        milli = apply("*", form_of(size), unit // _MICRO) if not unit % _MICRO else apply("//", micro, _MICRO)
        self._work = added(self._work, milli)
        self._counted += unit * list.__len__(values) // _MICRO


def memory_of(allocated: Allocated, model: CostModel) -> Expression:
    """What allocations take: nothing is given back."""
    total: Expression = 0
    for kind, things in allocated.things.items():
        total = added(total, things * model.size(kind).header)
    for kind, parts in allocated.parts.items():
        total = added(total, apply("*", parts, model.size(kind).each))
    return total


def added(left: Expression, right: Expression) -> Expression:
    """`left + right`; nothing is added to a term."""
    return right if left == 0 else left if right == 0 else apply("+", left, right)


def kind_of(value: Any) -> str | None:
    """The kind of a container, None of anything else."""
    if isinstance(value, int):
        return None
    return next((kind for base, kind in _CONTAINERS if issubclass(type(value), base)), None)


def extent(value: Any) -> Expression:
    """How many parts a container has; nothing is decided."""
    if type(value) is SymList and type(value.size) is SymInt:
        return value.size.form
    return _length(value)


def _length(value: Any) -> int:
    base = next(base for base, _ in _CONTAINERS if issubclass(type(value), base))
    return int(base.__len__(value))  # type: ignore[attr-defined]


def event_hooks(events: Events) -> Callable[[Mapping[str, Hook]], dict[str, Hook]]:
    """Return what makes the hooks of a trace build that tells its events."""

    def more(count: Mapping[str, Hook]) -> dict[str, Hook]:
        plain = trace_hooks(count)
        performing = {**count, **plain}
        noting = ("new", "dict", "set", "dict_of", "set_of", "dict_from", "joined", "made", "add")
        hooks = {name: _noting(events, performing[name]) for name in noting}
        hooks |= {"mul": _repeating(events, plain["mul"]), "iadd": _adding(events, performing["iadd"])}
        return {**plain, **hooks, "store": _storing(events, plain["store"]), **_calls(events, plain)}

    return more


def _noting(events: Events, perform: Hook) -> Hook:
    def hook(*arguments: Any) -> Any:
        return events.note(perform(*arguments))

    return hook


def _repeating(events: Events, multiply: Hook) -> Hook:
    def hook(site: int, left: Any, right: Any) -> Any:
        product = multiply(site, left, right)
        if type(product) is SymList:
            events.repeated(product)
        return events.note(product)

    return hook


def _adding(events: Events, add: Hook) -> Hook:
    def hook(site: int, left: Any, right: Any) -> Any:
        kind = kind_of(left)
        if kind is None:
            return add(site, left, right)
        before = _length(left)
        result = add(site, left, right)
        if result is not left:
            return events.note(result)
        events.grow(kind, _length(left) - before)
        return result

    return hook


def _storing(events: Events, store: Hook) -> Hook:
    def hook(value: Any, box: Any, key: Any) -> None:
        if isinstance(box, dict):
            _grown(events, "dict", box, store, value, box, key)
        else:
            store(value, box, key)

    return hook


def _calls(events: Events, plain: Mapping[str, Hook]) -> dict[str, Hook]:
    """The hooks for calls: those of classes and of builtins that make or grow a container are noted."""

    def call(site: int, function: Any, *arguments: Any, **options: Any) -> Any:
        return observed(function, partial(plain["call"], site, function))(*arguments, **options)

    def method(site: int, name: str, receiver: Any) -> Any:
        if type(receiver) is ModuleType or issubclass(type(receiver), type):
            return pick(site, getattr(receiver, name))
        return _method(events, name, receiver, plain["method"](site, name, receiver))

    def pick(site: int, function: Any) -> Any:
        return observed(function, plain["pick"](site, function))

    def modelled(function: Any) -> Any:
        return observed(function, plain["modelled"](function))

    def observed(function: Any, perform: Hook) -> Hook:
        if isinstance(function, type):
            if function in _MAKERS:
                return partial(_made, events, perform)
            return partial(_instance, events, function, perform) if function.__flags__ & _HEAP else perform
        if function is sorted:
            return partial(_made, events, perform)
        if type(function) in (BuiltinFunctionType, MethodType):
            return _method(events, function.__name__, function.__self__, perform)
        return perform

    return {"call": call, "method": method, "pick": pick, "modelled": modelled}


def _instance(events: Events, kind: type, perform: Hook, *arguments: Any, **options: Any) -> Any:
    events.instance(kind)
    return perform(*arguments, **options)


def _made(events: Events, perform: Hook, *arguments: Any, **options: Any) -> Any:
    """Note what a call makes, unless it hands back what it is given."""
    made = perform(*arguments, **options)
    return made if any(made is each for each in arguments) else events.note(made)


def _method(events: Events, name: str, owner: Any, perform: Hook) -> Hook:
    kind = kind_of(owner)
    if kind is None:
        return perform
    if name in _GROWING:
        return partial(_grown, events, kind, owner, perform)
    if name in _COPYING or kind in ("text", "bytes"):
        return partial(_copied, events, owner, perform)
    return perform


def _grown(events: Events, kind: str, owner: Any, perform: Hook, *arguments: Any, **options: Any) -> Any:
    before = _length(owner)
    try:
        return perform(*arguments, **options)
    finally:
        events.grow(kind, _length(owner) - before)


def _copied(events: Events, owner: Any, perform: Hook, *arguments: Any, **options: Any) -> Any:
    made = perform(*arguments, **options)
    return made if made is owner else events.note(made)
