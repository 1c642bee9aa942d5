"""What the code of modules keeps from one call to the next: the containers that it can reach.

They are found by walking from the names of the modules: through containers, classes, functions (defaults,
closures, attributes) and objects of the modules' own classes. The walk does not enter other modules, nor
objects of their classes: what those keep is theirs.
"""

from __future__ import annotations

import functools
import gc
import re
from array import array
from collections import ChainMap, UserDict, UserList, deque
from collections.abc import Iterable, Iterator
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    NoneType,
    SimpleNamespace,
)
from typing import Any

_MOST = 20_000  # containers: comparing them takes some 0.2 ms then, as long as a small run

_ATOMS = frozenset(
    {int, str, bytes, float, complex, bool, NoneType, range, slice, frozenset, CodeType, BuiltinFunctionType}
    | {re.Pattern, MemberDescriptorType}
)
_EXACT = frozenset({deque, bytearray, array})  # containers whose subclasses are left alone
_OPEN = frozenset({UserDict, UserList, ChainMap, SimpleNamespace})  # of other modules, but they only hold
_WRAPPERS = frozenset(
    {tuple, staticmethod, classmethod, property, MethodType, MappingProxyType}
    | {functools.partial, functools.partialmethod, functools.cached_property}
)

_CODE = FunctionType.__dict__["__code__"]
_LruCache = type(functools.lru_cache(lambda: None))

_namespace = type.__dict__["__dict__"].__get__


class Holders:
    """What the code of some modules can reach and change, each thing once.

    `containers` are dictionaries, lists and their like, classes and the cells of closures; `slots` attributes
    of objects without a dictionary, and the code of decorated functions; `caches` functions that remember
    results; `generators` sources of random numbers. It is `complete` unless an iterator was met, which is
    used up, or too many containers.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self.containers: list[Any] = []
        self.slots: list[tuple[Any, MemberDescriptorType | GetSetDescriptorType]] = []
        self.caches: list[Any] = []
        self.generators: list[Any] = []
        self.complete = True
        roots = [vars(module) for module in modules]
        self._own = {id(names) for names in roots}
        self._names = {names.get("__name__") for names in roots}
        self._seen: dict[int, Any] = {}
        for names in roots:
            private = names.get("__builtins__")  # what rewritten code counts with
            self._seen[id(private)] = private
        self._walk(roots)
        self._seen.clear()

    def is_namespace(self, container: Any) -> bool:
        """Tell whether a container has the names of one of the modules."""
        return id(container) in self._own

    def _walk(self, roots: Iterable[Any]) -> None:
        waiting = deque(roots)
        while waiting:
            thing = waiting.popleft()
            if type(thing) in _ATOMS or id(thing) in self._seen:
                continue
            if len(self.containers) >= _MOST:
                self.complete = False
                return
            self._seen[id(thing)] = thing  # kept alive: no other object gets its id
            waiting += self._enter(thing, type(thing))

    def _enter(self, thing: Any, kind: type) -> Iterable[Any]:
        """Note what a thing holds; return what to look at next.

        Types are asked, not objects: an object may make up attributes, or do work.
        """
        if issubclass(kind, ModuleType):
            if vars(thing).get("__name__") == "random":
                self.generators.append(thing)
            return ()
        if issubclass(kind, type):
            if not self._owns(thing):
                return ()
            self.containers.append(thing)
            return list(_namespace(thing).values())
        if _is_cache(thing, kind):
            self.caches.append(thing)
        if kind is FunctionType:
            if "__wrapped__" in thing.__dict__:  # a lazy decorator replaces the code at the first call
                self.slots.append((thing, _CODE))
            outer = (thing.__globals__, thing.__builtins__)
            return [each for each in gc.get_referents(thing) if not any(each is names for names in outer)]
        if kind in _WRAPPERS:
            return gc.get_referents(thing)
        return self._enter_object(thing, kind)

    def _enter_object(self, thing: Any, kind: type) -> list[Any]:
        if hasattr(kind, "__next__") and not self._owns(kind):
            self.complete = False
        if any(base.__module__ == "random" for base in kind.__mro__):
            self.generators.append(thing)
        inside: list[Any] = []
        if issubclass(kind, dict):
            self.containers.append(thing)
            inside += dict.values(thing)
        elif issubclass(kind, list | set) or kind in _EXACT or kind is CellType:
            self.containers.append(thing)
            inside += gc.get_referents(thing)
        if self._owns(kind) or kind in _OPEN:
            inside += self._attributes(thing, kind)
        elif kind is _LruCache:
            inside.append(thing.__wrapped__)
        return inside

    def _attributes(self, thing: Any, kind: type) -> Iterator[Any]:
        """The values of an object's attributes; the dictionary that holds them."""
        for base in kind.__mro__:
            for name, member in _namespace(base).items():
                if type(member) is MemberDescriptorType:
                    self.slots.append((thing, member))
                    yield member.__get__(thing, None) if _is_set(thing, member) else None
                elif name == "__dict__" and type(member) is GetSetDescriptorType:
                    yield member.__get__(thing, None)

    def _owns(self, kind: type) -> bool:
        """Tell whether a class is one of the modules."""
        return _namespace(kind).get("__module__") in self._names


def _is_cache(thing: Any, kind: type) -> bool:
    """Tell whether this is a function behind functools.lru_cache, in C or in Python."""
    asked = thing if kind is FunctionType else kind
    return hasattr(asked, "cache_clear") and hasattr(asked, "cache_info")


def _is_set(thing: Any, member: MemberDescriptorType) -> bool:
    try:
        member.__get__(thing, None)
    except AttributeError:
        return False
    return True
