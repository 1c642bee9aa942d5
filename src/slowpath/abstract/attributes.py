"""Attributes of objects, classes and modules."""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from slowpath.abstract.heap import Instance
from slowpath.abstract.kind import known
from slowpath.abstract.step import AbstractStep, Raising
from slowpath.abstract.value import NONE, Method, Ref, Thing, Value

MISSING = object()  # None may be the value of an attribute


def attribute(step: AbstractStep, owner: Value, name: str) -> Value:
    """`owner.name`"""
    cell = step.cell(owner)
    if isinstance(cell, Instance):
        for field, value in cell.fields:
            if field == name:
                return value
        found = of_class(cell.kind, name)
        if isinstance(found, FunctionType):
            return Method(found, owner)
        if isinstance(found, staticmethod):
            return known(found.__func__)
        if found is MISSING:
            raise Raising(AttributeError)
        if hasattr(found, "__get__"):
            raise step.refuse(f"the attribute {name}, which is computed")
        return known(found)
    if isinstance(owner, Thing) and isinstance(owner.what, type | ModuleType):
        if not hasattr(owner.what, name):
            raise Raising(AttributeError)
        return known(getattr(owner.what, name))
    if owner == NONE:
        raise Raising(AttributeError)
    return Method(name, owner)


def of_class(kind: type, name: str) -> Any:
    """What a class, or one that it inherits from, has under a name; MISSING if none has."""
    return next((vars(each)[name] for each in kind.__mro__ if name in vars(each)), MISSING)


def set_attribute(step: AbstractStep, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`"""
    cell = step.cell(owner)
    if not isinstance(cell, Instance):
        raise step.refuse(f"an assignment to the attribute {name} of what is no object of a class")
    if _overrides(cell.kind, name):
        raise step.refuse(f"an assignment to {name}, which runs code")
    assert isinstance(owner, Ref)
    fields = {**dict(cell.fields), name: step.remembered(("", name), value)}
    step.work.heap[owner.address] = Instance(cell.kind, tuple(sorted(fields.items())))


def _overrides(kind: type, name: str) -> bool:
    own = of_class(kind, name)
    slot = type(own).__name__ == "member_descriptor"
    plain = of_class(kind, "__setattr__") is vars(object)["__setattr__"]
    return not plain or (hasattr(own, "__set__") and not slot)
