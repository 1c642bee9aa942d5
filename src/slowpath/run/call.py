"""The call of a target: the receiver built, the arguments bound, the result driven to its end."""

from __future__ import annotations

import itertools
import sys
from collections import deque
from collections.abc import Callable
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any

from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.slot import RunValues, Slot, SlotRole
from slowpath.model.target import RECEIVER_ITSELF, Target, TargetKind
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
    values: RunValues,
    *,
    keep: Keep | None = None,
    made: Keep | None = None,
) -> Callable[[], Any]:
    """Return the call to make, with the receiver built and filled, and the arguments bound.

    `keep` is handed what the target returns, and each item of what is lazy; `made` is handed the receiver.
    """
    if target.kind is TargetKind.METHOD and owner is not None:
        if RECEIVER_ITSELF in values:
            receiver = given_receiver(owner, target, values[RECEIVER_ITSELF])
            function = _method_of(receiver, target, function)
        else:
            receiver = _receiver(owner, target, values)
        if made is not None:
            made(receiver)
        _fill(receiver, values)
        return _on_receiver(target, function, receiver, values, keep)
    rounds = _rounds(target, values)
    if len(rounds) == 1:
        return _one_call(function, *rounds[0], keep)

    def call() -> Any:
        result = None
        for positional, keywords in rounds:
            result = driven(function(*positional, **keywords), keep)
        return result

    return call


def _one_call(
    function: Callable[..., Any], positional: list[Any], keywords: dict[str, Any], keep: Keep | None
) -> Callable[[], Any]:
    """Return a call that allocates nothing besides what the target does: its memory is metered."""
    return lambda: driven(function(*positional, **keywords), keep)


def _rounds(target: Target, values: RunValues) -> list[tuple[list[Any], dict[str, Any]]]:
    """The arguments of each call of the target: of one call, or of one for each item of a list."""
    varying = inputs.rounds(values)
    if varying is None:
        return [inputs.arguments(target.parameters, values)]
    given: dict[Any, Any] = dict(values)
    return [inputs.arguments(target.parameters, given | each) for each in varying]


def _fill(receiver: Any, values: RunValues) -> None:
    """Call the methods that come first."""
    for name, keywords in inputs.earlier(values):
        try:
            getattr(receiver, name)(**keywords)
        except (MemoryError, BudgetExceeded, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise InputRejected(f"the receiver cannot be filled: {inputs.describe(error)}") from None


def _on_receiver(
    target: Target, function: Callable[..., Any], receiver: Any, values: RunValues, keep: Keep | None
) -> Callable[[], Any]:
    """Return the calls of a method on one receiver: one, or one for each item, and others around it."""
    rounds = _rounds(target, values)
    feeds = [key for key in values if isinstance(key, Slot) and key.role is SlotRole.FEED]
    last = [key.method for key in values if isinstance(key, Slot) and key.role is SlotRole.CLOSING]
    turns: list[tuple[str, Any]] = [(feed.method, item) for feed in feeds for item in values[feed]]

    def call() -> Any:
        result = None
        for positional, keywords in rounds:
            result = driven(function(receiver, *positional, **keywords), keep)
        for name in last:
            driven(getattr(receiver, name)())
        return result

    def call_in_turns() -> Any:
        result = None
        for name, item in turns:
            driven(getattr(receiver, name)(item))
            result = driven(function(receiver, *rounds[0][0], **rounds[0][1]), keep)
        for name in last:
            driven(getattr(receiver, name)())
        return result

    return call_in_turns if feeds else call


def _receiver(owner: type, target: Target, values: RunValues) -> Any:
    positional, keywords = inputs.arguments(target.receiver, values)
    try:
        return owner(*positional, **keywords)
    except (MemoryError, BudgetExceeded, InputRejected):
        raise
    except BaseException as error:
        raise InputError(
            f"the receiver of {target.spec} cannot be made: {inputs.describe(error)}",
            f"Give the parameters of {owner.__qualname__}(...), as in --input 'name=expression', "
            f"or make it: --setup 'x = ...' --input '{RECEIVER_ITSELF}=x'.",
        ) from None


def given_receiver(owner: type, target: Target, receiver: Any) -> Any:
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
