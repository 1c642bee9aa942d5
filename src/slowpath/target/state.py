"""What a run leaves behind in the modules of a target, and how to undo it.

A counted run has a process of its own. Traced runs share one, thousands a second, so what the modules
keep from one run to the next is put back: the entries of caches and of containers at the top level of
modules and classes, and global names. A container that is changed without a change of its size keeps the
change.
"""

from __future__ import annotations

import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from operator import is_
from types import FunctionType, MethodType, ModuleType
from typing import Any

_CONTAINERS = frozenset({dict, list, set, bytearray, deque, defaultdict, OrderedDict})


class State:
    """The state of modules at one moment."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        copied = [module for module in modules if hasattr(module, "__file__")]
        holders = [vars(module) for module in copied]
        holders += [vars(thing) for names in list(holders) for thing in names.values() if _is_class(thing)]
        found = {id(thing): thing for names in holders for thing in names.values()}
        self._containers = [thing for thing in found.values() if type(thing) in _CONTAINERS]
        self._contents = [thing.copy() for thing in self._containers]
        self._sizes = list(map(len, self._containers))
        self._caches = [(thing, _filled(thing)) for thing in found.values() if _is_cache(thing)]
        self._globals = [(vars(module), dict(vars(module))) for module in copied if _has_globals(module)]
        self._seeds = list(_generators(found.values()))

    def restore(self) -> None:
        """Put everything back, and let random numbers start anew."""
        for cache, filled in self._caches:
            if _filled(cache) != filled:
                cache.cache_clear()
        if list(map(len, self._containers)) != self._sizes:
            for container, content in zip(self._containers, self._contents, strict=True):
                if len(container) != len(content):
                    _refill(container, content)
        for names, saved in self._globals:
            if len(names) != len(saved) or not all(map(is_, names.values(), saved.values())):
                names.clear()
                names.update(saved)
        for seed in self._seeds:
            seed(0)


def seed_random() -> None:
    """Let the random numbers of the module `random` that is loaded start anew."""
    module = sys.modules.get("random")
    if module is not None:
        module.seed(0)


def _is_class(thing: Any) -> bool:
    return type(thing) is type


def _is_cache(thing: Any) -> bool:
    """Whether this is a function behind functools.lru_cache, in C or in Python.

    Types are asked, here and below, not objects: an object may make up attributes, or do work.
    """
    if issubclass(type(thing), type) or not callable(thing):
        return False
    own = thing.__dict__ if type(thing) is FunctionType else {}
    return all(name in own or hasattr(type(thing), name) for name in ("cache_clear", "cache_info"))


def _filled(cache: Any) -> Any:
    """How much a cache holds; None where it does not say."""
    return getattr(cache.cache_info(), "currsize", None)


def _refill(container: Any, content: Any) -> None:
    container.clear()
    if isinstance(container, dict | set):
        container.update(content)
    else:
        container.extend(content)


def _has_globals(module: ModuleType) -> bool:
    """Whether a function of the module may bind its global names."""
    loader = getattr(module.__spec__, "loader", None)
    try:
        return b"global " in loader.get_data(module.__file__)  # type: ignore[union-attr]
    except (AttributeError, OSError, TypeError):
        return True


def _generators(things: Iterable[Any]) -> Iterator[Callable[[int], Any]]:
    """The `seed` of each module of random numbers that is used."""
    homes = {id(module): module for module in map(_random, things) if module is not None}
    for module in homes.values():
        yield module.seed


def _random(thing: Any) -> ModuleType | None:
    """The module `random`, real or copied, that a name of a module leads to."""
    kind = type(thing)
    if issubclass(kind, ModuleType):
        return thing if vars(thing).get("__name__") == "random" else None
    function = getattr(thing, "__func__", thing) if kind is MethodType else thing
    home = function.__module__ if kind in (FunctionType, MethodType) else kind.__module__
    return sys.modules.get("random") if home == "random" else None
