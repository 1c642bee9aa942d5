"""Operations with a plain number on the left and a symbolic one on the right.

Python asks the left operand first, unless the type of the right one is a subclass of its type: a float, a
bool or a member of an IntEnum never lets a symbolic integer answer. The hooks (`_sides.c`) find these
operands; here the right one answers. Operands of classes that answer for themselves take the ordinary way;
where that leads to C code, it is noted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from slowpath.values._sides import Sided
from slowpath.values.blob import SymBytes
from slowpath.values.integer import SymInt, as_real
from slowpath.values.precedence import is_own, note_answer, note_native, note_reader, reflected
from slowpath.values.real import SymFloat
from slowpath.values.text.text import SymStr

Hook = Callable[..., Any]

_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift")
_BITWISE = ("and", "or", "xor")
ARITHMETIC: Mapping[str, Hook] = {
    **{f"__{name}__": getattr(operator, name) for name in _ARITHMETIC},
    **{f"__{name}__": getattr(operator, f"__{name}__") for name in _BITWISE},
}
RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")


def side_hooks(hooks: Mapping[str, Hook]) -> dict[str, Hook]:
    """Return the hooks of the trace build for operators, by name; `hooks` are those that charge."""
    made: dict[str, Hook] = {"beside": beside}
    for method, perform in ARITHMETIC.items():
        name = method.strip("_")
        name = f"bit{name}" if name in _BITWISE else name
        made[f"bare_{name}"] = _sided(name, partial(_performed, method, perform))
        for charging in (name, f"i{name}"):
            if charging in hooks:
                charge = hooks[charging]
                made[charging] = _sided(name, partial(_charged, method, charge), charge)
    for name in RELATIONS:
        made[f"bare_{name}"] = _sided(name, partial(compared, name))
        made[name] = _sided(name, partial(compared, name, charge=hooks[name]), hooks[name])
    for name in ("grown", "summed"):
        made[name] = _sided("add", partial(_grown, hooks[name]), hooks[name])
    return made


def _sided(name: str, turned: Hook, ordinary: Hook | None = None) -> Sided:
    return Sided(name, SymInt, SymFloat, turned, ordinary)


def adder() -> Hook:
    """`operator.add`, which lets a symbolic right operand answer."""
    return _sided("add", partial(_performed, "__add__", operator.add))


def operands(left: Any, right: Any) -> tuple[Any, Any]:
    """Plain and symbolic operand as two that give the same, and of which the right one is asked."""
    if isinstance(left, float):
        return float.__pos__(left), as_real(right) if type(right) is SymInt else right
    return int.__index__(left), right


def _performed(method: str, perform: Hook, left: Any, right: Any) -> Any:
    return perform(*answering(method, left, right))


def _charged(method: str, perform: Hook, site: int, left: Any, right: Any) -> Any:
    return perform(site, *answering(method, left, right))


def answering(method: str, left: Any, right: Any) -> tuple[Any, Any]:
    """Operands of which the one that answers is asked; it is noted if C code answers."""
    if type(right) in _TEXTUAL:
        note_reader(right, left, method)
    elif type(right) in _SYMBOLIC:
        if issubclass(type(left), int | float) and not is_own(type(left), method):
            return operands(left, right)
        note_answer(right, left, method)
    return left, right


def compared(name: str, *arguments: Any, charge: Hook | None = None) -> Any:
    """What a comparison gives whose right operand might have to answer; a site stands before a charge."""
    *site, left, right = arguments
    kind, method = type(left), f"__{name}__"
    if not issubclass(kind, int | float):
        if type(right) in _SYMBOLIC:
            note_answer(right, left, method)
        elif type(right) in _TEXTUAL:
            note_reader(right, left, method)
        else:
            note_mixed((left, right))
        return getattr(operator, name)(left, right) if charge is None else charge(*site, left, right)
    if is_own(kind, method):
        note_native(right, kind, method)
        answer = getattr(kind, method)(left, right)
        if answer is not NotImplemented:
            return answer
        left = int.__index__(left) if issubclass(kind, int) else float.__pos__(left)  # is not asked again
    elif charge is not None:
        charge(*site, left, plain_number(right))
    return getattr(right, reflected(method))(left)


def plain_number(number: Any) -> Any:
    """The plain copy of a symbolic number; anything else as it is."""
    if type(number) is SymInt:
        return int.__index__(number)
    return float.__pos__(number) if type(number) is SymFloat else number


def _grown(grown: Hook, site: int, left: Any, right: Any) -> Any:
    return beside(left, grown(site, left, right))


def beside(left: Any, right: Any) -> Any:
    """The right operand of `left += right` or `left = left + right`, where Python's own instruction adds."""
    if type(right) is not SymInt or type(left) in _ASKING:
        return right
    if type(left) is float:
        return as_real(right)
    if isinstance(left, int | float):
        right.trace.give_up(f"a number behind {type(left).__name__}")
    return right


def is_mixed(values: Iterable[Any]) -> bool:
    """Tell whether plain numbers among values would keep C code from asking symbolic ones."""
    kinds = _kinds(values)
    return SymInt in kinds and any(issubclass(kind, int | float) for kind in kinds - _ASKING)


# Lists in lists. The walk looks at every element before each comparison of lists; rows of rows are as
# deep as usual inputs get, and the walk ends in a list that contains itself. As in _sides.c.
_DEEPEST = 4


def _kinds(values: Iterable[Any]) -> set[type]:
    """The types of values, and of the elements of lists and tuples among them."""
    return set[type]().union(*(map(type, level) for level in _levels(values)))


def _levels(values: Iterable[Any]) -> Iterator[list[Any]]:
    """The values, then the elements of lists and tuples among them, and so on; each list once."""
    level, entered = list(values), set[int]()
    yield level
    for _ in range(_DEEPEST):
        if _SEQUENCES.isdisjoint(map(type, level)):
            return
        new = {id(each): each for each in level if type(each) in _SEQUENCES and id(each) not in entered}
        entered.update(new)
        level = [element for each in new.values() for element in each]
        yield level


def note_mixed(values: Any) -> None:
    """Note it where C code compares plain numbers with symbolic ones, and asks the plain ones."""
    if type(values) in _SEQUENCES and is_mixed(values):
        symbolic = next(each for level in _levels(values) for each in level if type(each) is SymInt)
        symbolic.trace.give_up("comparisons of mixed numbers", 1)


_ASKING = frozenset({int, SymInt, SymFloat})
_SEQUENCES = frozenset({list, tuple})
_SYMBOLIC = frozenset({SymInt, SymFloat})
_TEXTUAL = frozenset({SymStr, SymBytes})
