"""What tells which inputs a parameter admits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Provenance(Enum):
    """What told the shape of a parameter. The value is what users read, in front of the detail."""

    ARG = "--arg"
    HINT = "hint"
    DOCTEST = "doctest of"
    CALL = "call at"
    DEFAULT = "default"
    DOCS = "docs"
    USE = "use of"
    TEST = "code asks"
    RUNS = "runs that return"
    GUESS = "a guess"
    SPARE = "a guess; it may be left out"

    @property
    def is_sure(self) -> bool:
        """Whether the shape is beyond doubt: a person wrote it down."""
        return self in (Provenance.ARG, Provenance.HINT)

    @property
    def is_guess(self) -> bool:
        """Whether nothing told the shape, so that the target may take other inputs as well or instead."""
        return self in (Provenance.GUESS, Provenance.SPARE)

    @property
    def may_be_left_out(self) -> bool:
        """Whether the parameter is given only because nothing else grows."""
        return self is Provenance.SPARE


@dataclass(frozen=True, slots=True)
class ShapeNote:
    """The shape of a parameter as `--arg` takes it, and what told it.

    `detail` is which hint, doctest, call, default, docs or use it was; nothing else has one.
    """

    shape: str
    told_by: Provenance
    detail: str = ""
