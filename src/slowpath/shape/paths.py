"""Paths to files and folders whose contents are of a shape."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape.base import Shape, wrong_kind
from slowpath.shape.choices import Const, options_of
from slowpath.shape.conforms import contradicts
from slowpath.shape.maker import ClassRef
from slowpath.shape.objects import Records
from slowpath.shape.sequences import Sequences
from slowpath.shape.source import write_call
from slowpath.shape.strings import Blob, Text

HOME = "slowpath.files"


@dataclass(frozen=True, slots=True)
class Paths(Records):
    """The path of a file or a folder that is made for each input: a text, or an object of `pathlib`."""

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        """A path says nothing about its content, so any path of the right type is admissible."""
        wanted = self.ref.qualname.endswith("_path")
        fits = hasattr(value, "__fspath__") if wanted else isinstance(value, str)
        return None if fits else wrong_kind(value, "a path", name)

    def render(self, value: Any) -> str:
        raise ShapeError("a path cannot be written: its content is not kept", "Write the call that makes it.")

    def describe(self) -> str:
        of, kind = self.arguments[0], ['"Path"'] if self.ref.qualname.endswith("_path") else []
        if self.ref.qualname.startswith("file"):
            suffix = [shape.source for _, shape in self.fields if isinstance(shape, Const)]
            return write_call("file", [of.describe(), *(suffix or ['""'] * len(kind)), *kind], {})
        assert isinstance(of, Sequences)
        return write_call("tree", [of.length.describe(), of.of.describe(), *kind], {})


def file_shape(of: Shape, suffix: str, kind: str) -> Paths:
    """The path of a file with a content of a shape."""
    check_content(of, "file")
    if "/" in suffix or "\0" in suffix:
        raise ShapeError(f"{suffix!r} cannot end the name of a file", 'Write an ending such as ".csv".')
    fields = (("suffix", Const(repr(suffix))),) if suffix else ()
    return Paths(ClassRef(HOME, _maker("file", kind)), (of,), fields)


def tree_shape(of: Sequences, kind: str) -> Paths:
    """The path of a folder with a file for each content of a list."""
    check_content(of.of, "tree")
    return Paths(ClassRef(HOME, _maker("tree", kind)), (of,))


def check_content(of: Shape, name: str) -> None:
    """Raise ShapeError if a shape is none of texts or bytes."""
    if not all(
        isinstance(each, Text) or (isinstance(each, Blob) and each.kind == "bytes") for each in options_of(of)
    ):
        raise ShapeError(
            f"{of.describe()} is no content of a file",
            f"Write {name}({'' if name == 'file' else 'N, '}text(N)).",
        )


def as_hinted(shape: Shape, hint: Any) -> Shape:
    """A path as the object that a hint asks for, if it asks for one."""
    if not isinstance(shape, Paths) or shape.ref.qualname.endswith("_path") or not contradicts(shape, hint):
        return shape
    other = replace(shape, ref=ClassRef(HOME, f"{shape.ref.qualname}_path"))
    return shape if contradicts(other, hint) else other


def _maker(name: str, kind: str) -> str:
    kinds = {"str": name, "Path": f"{name}_path"}
    if kind not in kinds:
        raise ShapeError(f"no kind of path {kind!r}", f"There are {', '.join(kinds)}.")
    return kinds[kind]
