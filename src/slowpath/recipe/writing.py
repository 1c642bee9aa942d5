"""The call of a target on inputs, expressions by parameter, as it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.model.slot import RECEIVER_ITSELF, SlotRole
from slowpath.model.target import Parameter, Target, TargetKind


def written_call(target: Target, inputs: Mapping[str, str]) -> str:
    """Return the source of the call of a target on inputs, expressions by parameter."""
    given = written_arguments(target.parameters, inputs)
    owner, _, name = target.qualname.rpartition(".")
    if target.kind is not TargetKind.METHOD:
        return f"{target.qualname}({given})"
    receiver = inputs.get(RECEIVER_ITSELF)
    if receiver is None:
        receiver = f"{owner}({written_arguments(target.receiver, inputs, SlotRole.RECEIVER)})"
    return f"{receiver}.{name}({given})"


def written_arguments(
    parameters: Sequence[Parameter], inputs: Mapping[str, str], role: SlotRole = SlotRole.TARGET
) -> str:
    """Return the arguments of a call: those that it needs by position, others by name."""
    written: list[str] = []
    by_position = True
    spread = any(each.kind == "VAR_POSITIONAL" and role.slot_name(each.name) in inputs for each in parameters)
    for each in parameters:
        source = inputs.get(role.slot_name(each.name))
        if source is None:
            by_position = False
            continue
        match each.kind:
            case "VAR_POSITIONAL":
                written.append(f"*{source}")
            case "VAR_KEYWORD":
                written.append(f"**{source}")
            case "POSITIONAL_ONLY":
                written.append(source)
            case "POSITIONAL_OR_KEYWORD" if spread or (each.required and by_position):
                written.append(source)
            case _:
                by_position = False
                written.append(f"{each.name}={source}")
    return ", ".join(written)
