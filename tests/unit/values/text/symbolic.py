"""Symbolic values for tests, and the check that what a run recorded decides its result.

An operation on symbolic values must give what it gives on plain ones; and whatever other input satisfies
the conditions of the run, the symbolic result, evaluated for it, is what the operation gives for that input.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from slowpath.expr.term import evaluate
from slowpath.expr.variable import Characters, Values
from slowpath.model.charset import CharSet
from slowpath.values.blob import SymBytes, blob
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.text import calls
from slowpath.values.text.char import SymChar
from slowpath.values.text.classes import class_of
from slowpath.values.text.text import SymStr, text
from slowpath.values.trace import Sites, Trace

MOST = 700  # other inputs that are tried


class Inputs:
    """Makes symbolic text and bytes, and remembers the values of their variables."""

    def __init__(self) -> None:
        self.trace = Trace(Sites(), lambda: 0)
        self.model: dict[int, int] = {}

    def _char(self, code: int, alphabet: CharSet) -> SymChar:
        index = self.trace.variable(f"c{len(self.model)}", Characters(alphabet)).index
        self.model[index] = code
        return SymChar(code, self.trace, index, class_of(alphabet))

    def text(self, value: str, alphabet: CharSet | str | None = None, fixed: str = "") -> Any:
        """A text whose characters are variables, but for those in `fixed`."""
        chars = _set(alphabet, CharSet.everything())
        return text([ord(c) if c in fixed else self._char(ord(c), chars) for c in value])

    def blob(self, value: bytes, alphabet: CharSet | bytes | None = None, fixed: bytes = b"") -> Any:
        """Bytes that are variables, but for those in `fixed`."""
        chars = _set(alphabet, CharSet.between(0, 255))
        return blob([c if c in fixed else self._char(c, chars) for c in value])

    @property
    def decisions(self) -> list[tuple[str, bool]]:
        """The conditions as text with their answers."""
        return [
            (repr(condition), bool(taken))
            for condition, taken in zip(self.trace.conditions, self.trace.taken, strict=True)
        ]

    @property
    def lost(self) -> list[str]:
        """What the run gave up."""
        return [reason for _, reason in self.trace.lost]


def _set(alphabet: CharSet | str | bytes | None, everything: CharSet) -> CharSet:
    if alphabet is None:
        return everything
    if isinstance(alphabet, CharSet):
        return alphabet
    return CharSet.of(alphabet if isinstance(alphabet, str) else alphabet.decode("latin-1"))


def under(value: Any, model: Values) -> Any:
    """The plain value that a symbolic one has under a model."""
    if type(value) in (list, tuple):
        return type(value)(under(each, model) for each in value)
    if type(value) is SymStr:
        return "".join(chr(_code(part, model)) for part in value.parts)
    if type(value) is SymBytes:
        return bytes(_code(part, model) for part in value.parts)
    if type(value) is SymInt or type(value) is SymFloat:
        return evaluate(value.form, model)
    return value


def _code(part: Any, model: Values) -> int:
    if type(part) is int:
        return part
    if part.form is not None:
        found = evaluate(part.form, model)
        assert isinstance(found, int)
        return found
    code = model[part.index]
    assert isinstance(code, int)
    return code if part.image is None else int(part.image(code))


def outcome(operation: Callable[..., Any], *arguments: Any) -> Any:
    """What an operation gives, or raises."""
    try:
        return operation(*arguments)
    except Exception as error:
        return type(error), str(error)


def check(inputs: Inputs, operation: Callable[..., Any], *arguments: Any, exact: bool = True) -> Any:
    """Check an operation on arguments that `inputs` made, and return its symbolic result.

    Where it is not `exact`, something may be given up, and then other inputs are not tried.
    """
    plain = [under(argument, inputs.model) for argument in arguments]
    expected = outcome(operation, *plain)
    result = outcome(operation, *arguments)
    assert same(under(result, inputs.model), expected), (plain, result, expected)
    trace = inputs.trace
    for condition, taken in zip(trace.conditions, trace.taken, strict=True):
        assert condition.holds(inputs.model) is bool(taken), (condition, plain)
    assert not [reason for reason in inputs.lost if "another result" in reason], inputs.lost
    if exact:
        assert not inputs.lost, inputs.lost
    if not inputs.lost:
        for model in others(inputs):
            values = [under(argument, model) for argument in arguments]
            want, got = outcome(operation, *values), under(result, model)
            assert _alike(got, want), (plain, values, got, want, inputs.decisions)
    return result


def method(receiver: Any, name: str, *arguments: Any) -> Any:
    """Call a method as the trace build does: one of a plain receiver may have a model."""
    model = calls.method(receiver, name) if calls.is_textual(arguments) else None
    return getattr(receiver, name)(*arguments) if model is None else model(receiver, *arguments)


def same(left: Any, right: Any) -> bool:
    """Tell whether two outcomes are equal and of one type; NaN is itself."""
    if isinstance(left, list | tuple) and type(left) is type(right):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and (left == right or (left != left and right != right))


def _alike(got: Any, want: Any) -> bool:
    """As `same`, but the text of an error may tell its input."""
    if isinstance(got, tuple) and len(got) == 2 and isinstance(got[0], type):
        return isinstance(want, tuple) and got[0] is want[0]
    return same(got, want)


def others(inputs: Inputs) -> Iterator[dict[int, int]]:
    """Other inputs that satisfy the conditions of a run; all of them where there are few."""
    trace = inputs.trace
    domains = []
    for variable in trace.variables:
        assert isinstance(variable.domain, Characters)
        domains.append([ord(c) for c in variable.domain.chars] if len(variable.domain.chars) < 60 else SOME)
    if not domains:
        return
    for codes in itertools.islice(itertools.product(*domains), MOST):
        model = dict(enumerate(codes))
        if all(
            condition.holds(model) is bool(taken)
            for condition, taken in zip(trace.conditions, trace.taken, strict=True)
        ):
            yield model


SOME = [ord(c) for c in "a Z0'\nß"]
