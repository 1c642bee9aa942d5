"""The methods of recording dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from slowpath.values.arity import method
from slowpath.values.elements import directly
from slowpath.values.keys import PLAIN
from slowpath.values.mapping import (
    METHODS,
    Operation,
    contains,
    copied,
    delitem,
    equal,
    from_keys,
    get,
    getitem,
    move_to_end,
    recount,
    setitem,
    update,
)
from slowpath.values.recording import (
    RECORDING,
    RecordedDict,
    SymCounter,
    SymDict,
    SymOrderedDict,
    like,
    recorded,
)


def display(*parts: Any) -> SymDict:
    """`{k: v, ...}`"""
    if not parts:
        return SymDict()
    return of_pairs(zip(parts[::2], parts[1::2], strict=True))


def of_pairs(pairs: Iterable[tuple[Any, Any]]) -> SymDict:
    """`{k: v for ...}` of its pairs."""
    made = SymDict()
    for key, value in pairs:
        if made.open is None and type(key) in PLAIN:
            dict.__setitem__(made, key, value)
        else:
            setitem(made, key, value)
    return made


def merged(made: SymDict, source: Any) -> Any:
    """`{**made, **source}`, of a display that is new."""
    if not made and type(source) is SymDict:
        return source.copy()
    if not isinstance(source, dict) and not hasattr(source, "keys"):
        raise TypeError(f"{source.__class__.__name__!r} object is not a mapping")
    update(directly, made, source)
    return made


def _read(self: Any, key: Any) -> Any:
    if self.open is None and type(key) in PLAIN:
        return self.plain.__getitem__(self, key)
    return getitem(self, key)


def _write(self: Any, key: Any, value: Any) -> None:
    if self.open is None and type(key) in PLAIN:
        self.known = None
        self.plain.__setitem__(self, key, value)
    else:
        setitem(self, key, value)


def _get(self: Any, /, *arguments: Any, **options: Any) -> Any:
    if self.open is None and arguments and type(arguments[0]) in PLAIN:
        return dict.get(self, *arguments, **options)
    return _found(self, *arguments, **options)


_found = method("get", get)


def _has(self: Any, key: Any) -> bool:
    if self.open is None and type(key) in PLAIN:
        return bool(dict.__contains__(self, key))
    return contains(self, key)


def _unequal(self: Any, other: Any) -> Any:
    same = equal(self, other)
    return same if same is NotImplemented else not same


def _joined(self: Any, other: Any) -> Any:
    if not isinstance(other, dict) or _comes_first(other, self.plain):
        return NotImplemented
    made = copied(directly, self)
    update(directly, made, other)
    return made


def _comes_first(other: Any, plain: Any) -> bool:
    """Tell whether the right operand is of a subclass that has its own say in `|`."""
    kind = other.__class__
    return kind is not plain and issubclass(kind, plain) and kind.__ror__ is not plain.__ror__


def _joined_behind(self: Any, other: Any) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    made = like(self)
    update(directly, made, other)
    update(directly, made, self)
    return made


def _extended(self: Any, other: Any) -> Any:
    update(directly, self, other)
    return self


def _from_keys(cls: Any, keys: Iterable[Any], value: Any = None) -> Any:
    if cls in RECORDING:
        return from_keys(directly, cls.plain, keys, value)
    made = cls()
    for key in keys:
        made[key] = value
    return made


def _recounted(name: str) -> Operation:
    """An operator of Counter, which makes a new one."""
    plain = getattr(Counter, name)

    def operator(self: Any, *other: Any) -> Any:
        result = plain(self, *other)
        return result if result is NotImplemented else recorded(result)

    return operator


_OWN: dict[str, Any] = {
    "__getitem__": _read,
    "__setitem__": _write,
    "__delitem__": delitem,
    "__contains__": _has,
    "__eq__": equal,
    "__ne__": _unequal,
    "__or__": _joined,
    "__ror__": _joined_behind,
    "__ior__": _extended,
    "get": _get,
    "fromkeys": classmethod(_from_keys),
    **{name: method(name, METHODS[name]) for name in ("setdefault", "pop", "popitem", "update")},
    **{name: method(name, METHODS[name]) for name in ("clear", "copy")},
}
_get.__name__ = "get"  # by which calls of it find their operation
for _name, _function in _OWN.items():
    setattr(RecordedDict, _name, _function)
    if type(_function) is FunctionType:
        _function.__qualname__ = f"dict.{_name}"
SymOrderedDict.move_to_end = method("move_to_end", move_to_end)  # type: ignore[method-assign]
SymCounter.update = method("update", recount)
for _name in ("__eq__", "__ne__", "__ior__", "fromkeys"):
    setattr(SymCounter, _name, vars(Counter)[_name])
for _name in ("__add__", "__sub__", "__or__", "__and__", "__pos__", "__neg__"):
    setattr(SymCounter, _name, _recounted(_name))
SymCounter.__ror__ = None
