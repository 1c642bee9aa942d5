"""Which targets take objects: programs are for them."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.model.target import Target, TargetKind
from slowpath.shape.base import Shape
from slowpath.shape.choices import options_of
from slowpath.shape.objects import Records


def takes_objects(target: Target, shapes: Mapping[str, Shape]) -> bool:
    """Whether a target is a method, or a function of which an argument is an object of a class."""
    known = [shapes.get(each.name) for each in target.parameters]
    options = [option for each in known if each is not None for option in options_of(each)]
    return target.kind is TargetKind.METHOD or any(isinstance(each, Records) for each in options)
