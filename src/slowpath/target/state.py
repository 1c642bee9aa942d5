"""What a run leaves behind in the modules of a target, and how to undo it.

A run that is reported has a process of its own, or is checked against one. Other runs share a process,
thousands a second, so what the modules keep from one run to the next is put back: names, attributes, the
items of containers, closures, mutable defaults, caches and random numbers, as far as `Holders` reaches.
"""

from __future__ import annotations

import sys
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from operator import is_
from types import CellType, ModuleType
from typing import Any

from slowpath.target._changes import changed
from slowpath.target.holders import Holders

_namespace = type.__dict__["__dict__"].__get__
_ABSENT = object()  # stands for an attribute that is not set


class ModuleState:
    """The state of modules at one moment.

    It is `complete` if nothing is known that `restore` cannot put back.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._holders = Holders(module for module in modules if hasattr(module, "__file__"))
        self._containers = self._holders.containers
        self._contents = [_content(each) for each in self._containers]
        self._sizes = [_size(each) for each in self._containers]
        self._caches = [(each, each.cache_info()) for each in self._holders.caches]
        self._slots = [(thing, slot, _value(thing, slot)) for thing, slot in self._holders.slots]
        self._restarts = list(_restarts(self._holders.generators))
        self._modules = len(sys.modules)
        self.complete = self._holders.complete

    def restore(self) -> bool:
        """Put everything back, and let random numbers start anew; tell whether all is exactly as it was.

        A container that holds what it held but takes more memory is not; nor are modules that a run imported,
        or a cache that held something when it was cleared.
        """
        exact = True
        for cache, info in self._caches:
            if cache.cache_info() != info:
                cache.cache_clear()
                exact = exact and cache.cache_info() == info
        for place in changed(self._containers, self._contents):
            exact = self._put_back(place) and exact
        for thing, slot, value in self._slots:
            if _value(thing, slot) is not value:
                _set(thing, slot, value)
        for restart in self._restarts:
            restart()
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            exact = False
        return exact

    def _put_back(self, place: int) -> bool:
        """Put back what a container held; tell whether it is as it was."""
        container, content = self._containers[place], self._contents[place]
        kept = True
        if self._holders.is_namespace(container):
            # A module that was imported stays imported: its name in the package must stay, too.
            imported = {key: value for key, value in container.items() if issubclass(type(value), ModuleType)}
            kept = imported.keys() <= content.keys()
            content.update({name: value for name, value in imported.items() if name not in content})
        _refill(container, content)
        if isinstance(container, type):
            self._contents[place] = _content(container)  # names that were deleted come back in another order
        return kept and _size(container) == self._sizes[place]


def seed_random(modules: Mapping[str, ModuleType]) -> None:
    """Let the random numbers of the module `random` start anew, if it is loaded."""
    module = modules.get("random")
    if module is not None:
        module.seed(0)


def _content(container: Any) -> Any:
    """A copy of what a container holds. Methods of the builtin types are called, not those of subclasses."""
    if isinstance(container, type):
        return dict(_namespace(container))
    if isinstance(container, CellType):
        try:
            return (container.cell_contents,)
        except ValueError:
            return ()
    if isinstance(container, OrderedDict):
        return OrderedDict(OrderedDict.items(container))
    base = _base(container)
    return copy(container) if base is None else base.copy(container)


def _refill(container: Any, content: Any) -> None:
    """Make a container hold what its copy holds."""
    if isinstance(container, type):
        _rename(container, content)
    elif isinstance(container, CellType):
        _set_cell(container, content)
    elif isinstance(container, OrderedDict):
        OrderedDict.clear(container)
        for key, value in content.items():
            OrderedDict.__setitem__(container, key, value)
    elif isinstance(container, dict):
        _reassign(container, content)
    elif isinstance(container, set):
        set.clear(container)
        set.update(container, content)
    elif isinstance(container, list):
        list.clear(container)
        list.extend(container, content)
    elif isinstance(container, array | bytearray):
        container[:] = content
    else:
        container.clear()
        container.extend(content)


def _reassign(container: dict[Any, Any], content: dict[Any, Any]) -> None:
    """Make a dictionary what it was; one whose keys are the same stays as large as it is."""
    if len(container) != len(content) or not all(map(is_, dict.keys(container), content)):
        dict.clear(container)
        dict.update(container, content)
        return
    for key, value in content.items():
        if dict.__getitem__(container, key) is not value:
            dict.__setitem__(container, key, value)


def _rename(kind: type, content: dict[str, Any]) -> None:
    for name in [name for name in _namespace(kind) if name not in content]:
        type.__delattr__(kind, name)
    for name, value in content.items():
        if _namespace(kind).get(name, _ABSENT) is not value:
            type.__setattr__(kind, name, value)


def _set_cell(cell: CellType, content: tuple[Any, ...]) -> None:
    if content:
        (cell.cell_contents,) = content
    else:
        del cell.cell_contents


def _value(thing: Any, slot: Any) -> Any:
    try:
        return slot.__get__(thing, None)
    except AttributeError:
        return _ABSENT


def _set(thing: Any, slot: Any, value: Any) -> None:
    if value is _ABSENT:
        slot.__delete__(thing)
    else:
        slot.__set__(thing, value)


def _size(container: Any) -> int:
    """The memory that a container takes, without its items; 0 for a class or a cell, whose size is fixed."""
    if isinstance(container, type | CellType):
        return 0
    base = _base(container)
    size: int = container.__sizeof__() if base is None else base.__sizeof__(container)
    return size


def _base(container: Any) -> Any:
    """The builtin type whose methods to call; None for a container that is of no subclass."""
    return next((kind for kind in (dict, list, set) if isinstance(container, kind)), None)


def _restarts(generators: Iterable[Any]) -> Iterator[Callable[[], Any]]:
    """What lets each source of random numbers start anew: the module's own from 0, others as they were."""
    homes: dict[int, ModuleType] = {}
    for each in generators:
        shared = sys.modules.get("random")
        if isinstance(each, ModuleType):
            homes[id(each)] = each
        elif shared is not None and vars(shared).get("_inst") is each:
            homes[id(shared)] = shared
        elif hasattr(each, "getstate"):
            with suppress(NotImplementedError):  # what the system gives has no state
                yield partial(each.setstate, each.getstate())
    for module in homes.values():
        yield partial(module.seed, 0)
