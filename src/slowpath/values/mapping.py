"""Dictionaries that decide which of their keys a key equals.

Each operation is a function of a way to perform builtins (see `elements`) and the dictionary, a recording
or a plain one. It decides what it depends on, then performs the builtin's own operation on the keys found.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from operator import is_
from typing import Any

from slowpath.values.elements import Elements, Perform, check_hashable, take
from slowpath.values.keys import MISSING, PLAIN, LastAnswer, Quiet, trace_of
from slowpath.values.recording import (
    DICTS,
    RECORDING,
    SymCounter,
    SymDict,
    asking,
    like,
    plain_of,
    recorded,
    trace_among,
)
from slowpath.values.sides import note_mixed
from slowpath.values.trace import Trace

# -- which key ---------------------------------------------------------------------------------


def find(box: Any, key: Any, trace: Trace) -> Any:
    """Return the key of a dictionary that equals a key, or MISSING."""
    return _known(box, key, trace).which()


def _known(box: Any, key: Any, trace: Trace) -> LastAnswer:
    """Return whether a dictionary has a key, decided once as long as it has the same keys."""
    known: LastAnswer | None = box.known if type(box) in RECORDING else None
    if known is not None and known.key is key:
        return known
    known = LastAnswer(dict.keys(box), key, key, trace)
    if not known.there:
        with Quiet(trace):
            if dict.__contains__(box, key):  # objects of other types may equal whatever they like
                known.set(key)
    if type(box) in RECORDING:
        box.known = known
    return known


def _changed(box: Any, trace: Trace | None = None, key: Any = MISSING) -> None:
    """Note that a dictionary has other keys now: a new one, or one less."""
    if type(box) in RECORDING:
        box.known = None
        if key is not MISSING:
            box.open = box.open or trace_of(key)
    elif key is not MISSING and trace is not None and trace_of(key) is not None:
        trace.give_up("a symbolic key in a dictionary made elsewhere")


# -- operations --------------------------------------------------------------------------------


def getitem(box: Any, key: Any) -> Any:
    """`box[key]`"""
    plain = plain_of(box)
    trace = asking(box, key)
    if trace is None:
        return plain.__getitem__(box, key)
    found = find(box, key, trace)
    if found is MISSING:
        missing = getattr(type(box), "__missing__", None)
        if missing is None:
            raise KeyError(key)
        return missing(box, key)
    with Quiet(trace):
        return plain.__getitem__(box, found)


def setitem(box: Any, key: Any, value: Any) -> None:
    """`box[key] = value`"""
    plain = plain_of(box)
    trace = asking(box, key)
    if trace is None:
        plain.__setitem__(box, key, value)
        _changed(box)
        return
    found = find(box, key, trace)
    with Quiet(trace):
        plain.__setitem__(box, key if found is MISSING else found, value)
    if found is MISSING:
        _changed(box, trace, key)


def delitem(box: Any, key: Any) -> None:
    """`del box[key]`"""
    plain = plain_of(box)
    trace = asking(box, key)
    if trace is None:
        plain.__delitem__(box, key)
    else:
        found = find(box, key, trace)
        with Quiet(trace):  # raises where it is missing
            plain.__delitem__(box, key if found is MISSING else found)
    _changed(box)


def contains(box: Any, key: Any) -> bool:
    """`key in box`"""
    trace = asking(box, key)
    if trace is None:
        return bool(dict.__contains__(box, key))
    return _known(box, key, trace).there


def get(perform: Perform, box: Any, key: Any, default: Any = None, /) -> Any:
    """`box.get(key, default)`"""
    trace = asking(box, key)
    if trace is None:
        return perform(dict.get, box, key, default)
    found = find(box, key, trace)
    if found is MISSING:
        return default
    with Quiet(trace):
        return dict.__getitem__(box, found)


def setdefault(perform: Perform, box: Any, key: Any, default: Any = None) -> Any:
    """`box.setdefault(key, default)`"""
    trace = asking(box, key)
    if trace is None:
        _changed(box)
        return perform(plain_of(box).setdefault, box, key, default)
    found = find(box, key, trace)
    if found is MISSING:
        setitem(box, key, default)
        return default
    with Quiet(trace):
        return dict.__getitem__(box, found)


def pop(perform: Perform, box: Any, key: Any, /, *default: Any, **options: Any) -> Any:
    """`box.pop(key, default)`"""
    plain = plain_of(box)
    trace = asking(box, key)
    if trace is None or len(default) > 1 or (options and plain is not OrderedDict):
        _changed(box)
        return perform(plain.pop, box, key, *default, **options)
    found = find(box, key, trace)
    if found is MISSING and (default or options):
        return (*default, *options.values())[0]
    with Quiet(trace):  # raises where it is missing
        value = perform(plain.pop, box, key if found is MISSING else found)
    _changed(box)
    return value


def popitem(perform: Perform, box: Any, *last: Any, **options: Any) -> Any:
    """`box.popitem()`"""
    trace = asking(box, None)
    if trace is None:
        _changed(box)
        return perform(plain_of(box).popitem, box, *last, **options)
    with Quiet(trace):
        pair = perform(plain_of(box).popitem, box, *last, **options)
    _changed(box)
    return pair


def clear(perform: Perform, box: Any) -> None:
    """`box.clear()`"""
    perform(plain_of(box).clear, box)
    if type(box) in RECORDING:
        box.open = box.known = None


def move_to_end(perform: Perform, box: Any, key: Any, last: bool = True) -> None:
    """`box.move_to_end(key)`"""
    trace = asking(box, key)
    if trace is None:
        perform(OrderedDict.move_to_end, box, key, last)
        return
    found = find(box, key, trace)
    with Quiet(trace):  # raises where it is missing
        perform(OrderedDict.move_to_end, box, key if found is MISSING else found, last)


def copied(perform: Perform, box: Any) -> Any:
    """`box.copy()`"""
    plain = plain_of(box)
    trace = asking(box, None)
    made = like(box)
    if trace is None:
        perform(plain.copy, box)
        plain.update(made, dict(box) if plain is dict or plain is defaultdict else box)
        return made
    with Quiet(trace):
        perform(plain.copy, box)
        for key, value in plain.items(box):
            plain.__setitem__(made, key, value)
    made.open = trace
    return made


def from_keys(perform: Perform, kind: Any, keys: Iterable[Any], value: Any = None) -> Any:
    """`dict.fromkeys(keys, value)`"""
    taken = take(keys)
    trace = trace_among(taken.items)
    if trace is None:
        hashed = _hashed(keys, taken.items)
        given = taken.again(taken.items) if hashed is None else hashed
        return recorded(perform(kind.fromkeys, given, value))
    distinct = _entered(SymDict(), taken.items)
    with Quiet(trace):
        return recorded(perform(kind.fromkeys, taken.again(distinct), value))


def _hashed(source: Any, items: list[Any]) -> Any:
    """Return a plain dictionary or set with the keys of another, whose hashes C code does not ask for again;
    None where there is none with the keys in this order."""
    if not isinstance(source, dict | set | frozenset):
        return None
    plain = plain_of(source)
    same = source if type(source) is plain else getattr(source, "twin", None) or plain(source)
    return same if len(same) == len(items) and all(map(is_, same, items)) else None


def _entered(box: Any, keys: Iterable[Any], source: Any = ()) -> list[Any]:
    """Return for each key the one that a dictionary has for it once the keys before it are in it.

    `box` is a recording dictionary with the keys that the keys are compared to; they enter it. It ends where
    a comparison changes the size of their `source`.
    """
    entered: list[Any] = []
    size = len(source)
    for key in keys:
        if len(source) != size:
            break
        trace = box.open or trace_of(key)
        found = MISSING if trace is None else find(box, key, trace)
        entered.append(key if found is MISSING else found)
        if found is MISSING:
            if trace is None:
                dict.__setitem__(box, key, None)
            else:
                with Quiet(trace):
                    dict.__setitem__(box, key, None)
                box.known = None
                box.open = box.open or trace_of(key)
    return entered


def update(perform: Perform, box: Any, /, *arguments: Any, **options: Any) -> None:
    """`box.update(other, **more)`"""
    plain = plain_of(box)
    _changed(box)
    own = box.open if type(box) in RECORDING else None
    if len(arguments) != 1:
        if own is None or arguments:
            perform(plain.update, box, *arguments, **options)
            return
        arguments = ({},)
    source = arguments[0]
    if own is None and isinstance(source, dict) and set(map(type, dict.keys(source))) <= PLAIN:
        perform(plain.update, box, source, **options)
        return
    taken = _taken(plain, source)
    keys = [pair[0] for pair in taken.items]
    trace = own or trace_among(keys)
    if trace is None:
        perform(
            plain.update, box, source if isinstance(source, dict) else taken.again(taken.items), **options
        )
        return
    scratch = SymDict()
    with Quiet(trace):
        dict.update(scratch, dict.fromkeys(dict.keys(box)))
    scratch.open = trace
    values = [pair[1] for pair in taken.items]
    merged = source if type(source) in (dict, SymDict) and plain is not OrderedDict else ()
    size = len(merged)
    entered = list(zip(_entered(scratch, keys, merged), values))  # noqa: B905  # it may end early
    mutated = len(merged) != size
    more = {} if mutated else dict(zip(_entered(scratch, options), options.values(), strict=True))
    try:
        with Quiet(trace):
            perform(plain.update, box, dict(entered) if isinstance(source, dict) else taken.again(entered))
            if mutated:
                raise RuntimeError("dict mutated during update")
            dict.update(box, more) if plain is not OrderedDict else OrderedDict.update(box, more)
    finally:
        for key in keys:
            _changed(box, trace, key)


def _pairs(source: Any) -> Any:
    """Return the pairs that a dictionary takes from a source, in an iterable of the source's kind."""
    if isinstance(source, dict):
        return (
            list(dict.items(source)) if type(source) in RECORDING or type(source) in DICTS else source.items()
        )
    keys = getattr(source, "keys", None)
    if keys is not None:
        return ((key, source[key]) for key in keys())
    return source


def _taken(kind: Any, source: Any) -> Elements:
    """Take the pairs of a source; what is none raises what C code raises for it."""

    def keep(item: Any, place: int) -> Any:
        before = [(0, 0)] * place
        try:
            pair = item if isinstance(item, list | tuple) else list(item)
        except TypeError:
            kind([*before, 0])  # raises, and says which one it is
            raise
        if len(pair) != 2:
            kind([*before, pair])  # raises
        return pair

    return take(_pairs(source), check=lambda pair: check_hashable(pair[0]), keep=keep)


def equal(box: Any, other: Any) -> Any:
    """`box == other`"""
    if not isinstance(other, dict):
        return NotImplemented
    trace = asking(box, None) or asking(other, None)
    plain = plain_of(box)
    if len(box) == len(other):
        note_mixed([*dict.values(box), *dict.values(other)])
    if trace is None:
        return plain.__eq__(box, other)
    if len(box) != len(other):
        return False
    for key, value in dict.items(box):
        found = find(other, key, trace)
        if found is MISSING:
            return False
        with Quiet(trace):
            theirs = dict.__getitem__(other, found)
        if theirs is not value and not theirs == value:  # noqa: SIM201  # as C code asks
            return False
    if isinstance(box, OrderedDict) and isinstance(other, OrderedDict):
        return all(mine is theirs or mine == theirs for mine, theirs in zip(box, other, strict=True))
    return True


def made(perform: Perform, kind: Any, /, *arguments: Any, **options: Any) -> Any:
    """`dict(...)` and the like: a recording dictionary."""
    if kind is Counter:
        return _counted(perform, *arguments, **options)
    before = arguments[:1] if kind is defaultdict else ()
    rest = arguments[len(before) :]
    if len(rest) != 1:
        return recorded(perform(kind, *arguments, **options))
    source = rest[0]
    if isinstance(source, dict) and trace_among(dict.keys(source)) is None:
        return recorded(perform(kind, *arguments, **options))
    taken = _taken(OrderedDict if kind is OrderedDict else dict, source)
    keys = [pair[0] for pair in taken.items]
    trace = trace_among(keys)
    if trace is None:
        return recorded(perform(kind, *before, taken.again(taken.items), **options))
    values = [pair[1] for pair in taken.items]
    pairs = list(zip(_entered(SymDict(), keys), values, strict=True))
    with Quiet(trace):
        again = dict(pairs) if isinstance(source, dict) else taken.again(pairs)
        return recorded(perform(kind, *before, again, **options))


def _counted(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
    """`Counter(...)`"""
    if len(arguments) != 1 or isinstance(arguments[0], dict) or arguments[0] is None:
        perform(Counter, *arguments, **options)
        return SymCounter(*arguments, **options)
    taken = take(arguments[0])
    trace = trace_among(taken.items)
    if trace is None:
        return recorded(perform(Counter, taken.again(taken.items), **options))
    entered = _entered(SymDict(), taken.items)
    with Quiet(trace):
        return recorded(perform(Counter, taken.again(entered), **options))


def recount(perform: Perform, box: Any, /, *arguments: Any, **options: Any) -> None:
    """`Counter.update`: an empty one takes the keys of a mapping in C code."""
    perform(Counter.update, box, *arguments, **options)
    if type(box) in RECORDING:
        box.open = box.open or trace_among(dict.keys(box))
        box.known = None


Operation = Callable[..., Any]

METHODS: dict[str, Operation] = {
    "get": get,
    "setdefault": setdefault,
    "pop": pop,
    "popitem": popitem,
    "update": update,
    "clear": clear,
    "copy": copied,
    "move_to_end": move_to_end,
    "__getitem__": lambda perform, box, key: getitem(box, key),
    "__setitem__": lambda perform, box, key, value: setitem(box, key, value),
    "__delitem__": lambda perform, box, key: delitem(box, key),
    "__contains__": lambda perform, box, key: contains(box, key),
}
