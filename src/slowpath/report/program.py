"""A call of a target as the Python that a maintainer would write: what builds, then the call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from slowpath.model.slot import RECEIVER_ITSELF, Slot, SlotRole
from slowpath.model.target import Target
from slowpath.recipe.program import MEASURED
from slowpath.recipe.writing import written_arguments, written_call


def program(target: Target, inputs: Mapping[str, str], setup: str = "") -> str:
    """Return the source of a run: the setup, and the call that is measured."""
    slots = [Slot.parse(name) for name in inputs]
    if any(slot.method or slot.is_for_each for slot in slots):
        calls = list(_calls(target, inputs))
    else:
        calls = [f"{written_call(target, inputs)}  {MEASURED}"]
    return "\n".join(filter(None, [setup.rstrip(), *calls]))


def _calls(target: Target, inputs: Mapping[str, str]) -> Iterator[str]:
    """The lines of calls on one receiver: others first, the target, once or for each item, others at the
    end. All of them are measured."""
    owner, _, name = target.qualname.rpartition(".")
    receiver = inputs.get(RECEIVER_ITSELF)
    if receiver is None:
        receiver = owner.rpartition(".")[2].lower()
        yield f"{receiver} = {owner}({written_arguments(target.receiver, inputs, SlotRole.RECEIVER)})"
    yield f"{MEASURED}: all that follows"
    first: dict[str, dict[Slot, str]] = {}
    for slot, source in _slots(inputs):
        if slot.is_filling:
            first.setdefault(slot.method, {})[slot] = source
    for method, given in first.items():
        named = {slot.parameter: slot.parameter if slot.is_repeated else given[slot] for slot in given}
        written = ", ".join(f"{each}={source}" for each, source in named.items())
        lists = {slot.parameter: source for slot, source in given.items() if slot.is_repeated}
        yield from _for_each(lists, f"{receiver}.{method}({written})")
    lists = {slot.parameter: source for slot, source in _slots(inputs) if slot.is_for_each}
    own = {**inputs, **{each: each for each in lists}}
    yield from _for_each(lists, f"{receiver}.{name}({written_arguments(target.parameters, own)})")
    yield from (f"{receiver}.{slot.method}()" for slot, _ in _slots(inputs) if slot.is_last)


def _slots(inputs: Mapping[str, str]) -> list[tuple[Slot, str]]:
    return [(Slot.parse(name), source) for name, source in inputs.items()]


def _for_each(lists: Mapping[str, str], call: str) -> list[str]:
    """A call, once or for each item of some lists."""
    if not lists:
        return [call]
    items = next(iter(lists.values())) if len(lists) == 1 else f"zip({', '.join(lists.values())})"
    return [f"for {', '.join(lists)} in {items}:", f"    {call}"]
