"""The call of a target: the receiver built, the arguments bound, the result driven to its end."""

from __future__ import annotations

import itertools
import sys
from collections import deque
from collections.abc import Callable, Mapping
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any

from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.slot import RECEIVER_ITSELF, Slot, SlotRole
from slowpath.model.target import Target, TargetKind
from slowpath.model.unbuilt import Unbuilt
from slowpath.run import inputs

Keep = Callable[[Any], None]
_map = map  # bound early, as in `driven`

# Iterators that do the work of a target only when they are asked for items.
_LAZY = (
    GeneratorType,
    map,
    filter,
    zip,
    itertools.accumulate,
    itertools.chain,
    itertools.dropwhile,
    itertools.filterfalse,
    itertools.groupby,
    itertools.islice,
    itertools.pairwise,
    itertools.starmap,
    itertools.takewhile,
    itertools.zip_longest,
)


def prepared(
    target: Target,
    function: Callable[..., Any],
    owner: type | None,
    values: Mapping[str, Any],
    *,
    only_before: bool = False,
    keep: Keep | None = None,
    made: Keep | None = None,
) -> Callable[[], Any]:
    """Return the call to make, with the receiver built and the arguments bound.

    With `only_before`, the receiver of a method is filled and nothing else. `keep` is handed what the target
    returns, and each item of what is lazy; `made` is handed the receiver.
    """
    if target.kind is TargetKind.METHOD and owner is not None:
        if RECEIVER_ITSELF in values:
            receiver = _given_receiver(owner, target, values[RECEIVER_ITSELF])
            function = _method_of(receiver, target, function)
        else:
            receiver = _receiver(owner, target, values)
        if made is not None:
            made(receiver)
        return _on_receiver(target, function, receiver, values, only_before=only_before, keep=keep)
    positional, keywords = inputs.arguments(target.parameters, values)

    def call() -> Any:
        return driven(function(*positional, **keywords), keep)

    return call


def _on_receiver(
    target: Target,
    function: Callable[..., Any],
    receiver: Any,
    values: Mapping[str, Any],
    *,
    only_before: bool,
    keep: Keep | None,
) -> Callable[[], Any]:
    """Return the calls of a method on one receiver: one, or one for each item; others before and after."""
    rounds = [inputs.arguments(target.parameters, {**values, **each}) for each in inputs.rounds(values)]
    first = inputs.earlier(values)
    last = [slot.method for slot in map(Slot.parse, values) if slot.is_last]

    def call() -> Any:
        result = None
        for name, keywords in first:
            driven(getattr(receiver, name)(**keywords))
        if only_before:
            return None
        for positional, keywords in rounds:
            result = driven(function(receiver, *positional, **keywords), keep)
        for name in last:
            driven(getattr(receiver, name)())
        return result

    return call


def _receiver(owner: type, target: Target, values: Mapping[str, Any]) -> Any:
    positional, keywords = inputs.arguments(target.receiver, values, SlotRole.RECEIVER)
    try:
        return owner(*positional, **keywords)
    except (MemoryError, BudgetExceeded, InputRejected):
        raise
    except BaseException as error:
        name = SlotRole.RECEIVER.slot_name("name")
        raise InputError(
            f"the receiver of {target.spec} cannot be made: {inputs.describe(error)}",
            f"Give the parameters of {owner.__qualname__}(...) as --input '{name}=expression'.",
        ) from None


def _given_receiver(owner: type, target: Target, receiver: Any) -> Any:
    """The receiver that is given; raises if it is no object of the class."""
    if type(receiver) is Unbuilt:
        raise InputRejected(f"the receiver of {target.spec} cannot be built: {receiver.why}")
    if not isinstance(receiver, owner):
        raise InputError(
            f"the receiver of {target.spec} is of type {type(receiver).__qualname__}",
            f"Give an object of {owner.__qualname__} as --input '{RECEIVER_ITSELF}=name'.",
        )
    return receiver


def _method_of(receiver: Any, target: Target, function: Callable[..., Any]) -> Callable[..., Any]:
    """What a call of the method on a receiver calls: a class may have a method of its own in its place."""
    own = getattr(type(receiver), target.qualname.rpartition(".")[2], function)
    return own if callable(own) else function


def driven(result: Any, keep: Keep | None = None, isinstance: Callable[[Any, Any], bool] = isinstance) -> Any:
    """Return what the call comes to: a coroutine is awaited, a generator or another lazy iterator drained.

    `isinstance` is bound early, because the target may have changed the builtins.
    """
    if isinstance(result, _LAZY):
        return deque(result if keep is None else _map(keep, result), maxlen=0)
    if isinstance(result, AsyncGeneratorType):
        import asyncio

        return asyncio.run(_drained(result, keep))
    if isinstance(result, CoroutineType):
        import asyncio

        result = asyncio.run(result)
    if keep is not None:
        keep(result)
    return result


async def _drained(result: AsyncGeneratorType[Any, None], keep: Keep | None) -> None:
    async for item in result:
        if keep is not None:
            keep(item)


def depth() -> int:
    """Return how many frames are on the stack when the target is called from the caller's frame."""
    frame, frames = sys._getframe(1), 2  # 2: `call` and `driven` or the target itself
    while frame.f_back is not None:
        frame, frames = frame.f_back, frames + 1
    return frames
