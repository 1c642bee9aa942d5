"""What symbolic integers and floats have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from slowpath.values.trace import Trace


class SymNumber:
    """A number that knows how it depends on the input. `plain` is the builtin type.

    It cannot change, so a copy is the number itself. A subclass names `plain` as its `__class__`, in its own
    dictionary: by that, values that stand for plain ones are told from others.
    """

    plain: ClassVar[Any]
    form: Any
    trace: Trace

    def __hash__(self) -> int:
        self.trace.give_up("hash of a number")  # unless C code asks while the trace is quiet
        number: int = self.plain.__hash__(self)
        return number

    def __pos__(self) -> Any:
        return self

    conjugate = __copy__ = __pos__

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    @property
    def real(self) -> Any:
        return self

    def __repr__(self) -> str:
        self.trace.give_up("text of a number")
        text: str = self.plain.__repr__(self)
        return text

    __str__ = __repr__

    def __format__(self, specification: str) -> str:
        self.trace.give_up("text of a number")
        text: str = self.plain.__format__(self, specification)
        return text


def quotient_and_remainder(plain: Any, left: Any, right: Any) -> Any:
    """What `divmod(left, right)` gives, where `plain` is what it gives for plain numbers."""
    return plain if plain is NotImplemented else (left // right, left % right)
