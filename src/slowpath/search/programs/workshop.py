"""What can be made and done with the names of a module, learnt by running it at a small size.

Nothing is known of a class but what its constructors, functions and methods do when they are tried: with
arguments that the package's own calls have, with plain values, and with objects that were made before.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from slowpath.recipe.expression import Call
from slowpath.recipe.parsing import parse_program
from slowpath.run.counted import Meter
from slowpath.run.volume import Holdings
from slowpath.search.programs.constants import NOTHING, Compared, compared, is_left_out
from slowpath.search.programs.declared import declared_values
from slowpath.search.programs.variants import distinct_arguments

_SIZE = 2  # of trials: the second round shows what cannot be done twice
_LARGE = 6  # the size at which an object that is filled holds more; even, since some texts need pairs
_MOST_TRIALS = 5_000  # some seconds; most fail at once
_MOST_CLASSES, _MOST_FUNCTIONS, _MOST_METHODS = 30, 40, 40  # that are tried, in the order of the source
_TRIES = 16  # choices of arguments for one call: two parameters of three kinds, and examples
_PER_CALL = 3  # choices that are kept: equal values, distinct ones, an object
_FOR_PRODUCTS = 600  # trials for texts that objects write: a second
_LONGEST_PRODUCT = 300  # characters of such a text: it is written out in programs
# Kinds of objects that are tried as arguments: each is tried for every parameter of unknown type.
_MOST_OBJECTS = 12
_FIRST = 3  # plain choices that come before examples
_WORD = re.compile(r"(?<=[^\w\\])[a-z]\w*(?=[^\w(=.])|(?<=')[a-z]\w*(?=')")  # a word inside a text
# An expression has no import statement; `imported` makes one of it.
_IO = "__import__('io')"
_FILES = "__import__('slowpath.files', fromlist=[''])"
_IMPORTS = {_IO: "import io", _FILES: "from slowpath import files"}
_PLAIN = (
    *("'a'", "f'a{i}'", "i", "1", "['a']", "{'a': 'b'}", "b'a'", "None"),
    *(f"{_IO}.StringIO()", f"{_IO}.BytesIO()", f"{_FILES}.file('')"),
)
_BY_HINT = {
    "str": ("'a'", "f'a{i}'"),
    "int": ("1", "i"),
    "bytes": ("b'a'",),
    "bool": ("True",),
    "float": ("1.0",),
}
_OPTIONAL = re.compile(r"(?:typing\.)?Optional\[(.+)\]|(.+) \| None")
_MAIN = "main"  # the function that reads the command line: it makes nothing
VALUE, RESULT = "x", "y"  # what the value at hand is called, and what an action gives


@dataclass(frozen=True, slots=True)
class Action:
    """What can be done with `x`: an expression, which may use `i`; the type of its result; its arguments."""

    source: str
    result: type
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallTemplate:
    """What can be called: a constructor or a function; with the value at hand, a method of it, or a function
    that takes it as its `first` argument, or as its `last`. `name` is how it is called."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[inspect.Parameter, ...]
    first: str = ""
    last: str = ""

    def source(self, arguments: str) -> str:
        """The call with some arguments."""
        return f"{self.name}({', '.join(filter(None, (self.first, arguments, self.last)))})"


class Workshop:
    """Tries what a module offers. `trials` counts the runs."""

    def __init__(
        self,
        meter: Meter,
        calls: Mapping[str, Sequence[Call]],
        *,
        most: int = _MOST_TRIALS,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        """`calls` are calls with plain arguments by the name of what they call. There are `most` trials, and
        none when the time `is_over`."""
        self._most = most
        self._is_over = is_over
        self._meter = meter
        self._calls = calls
        self.trials = self._told = 0
        target = meter.loaded.target
        module = meter.loaded.copies.modules[target.module]
        self._package = target.module.partition(".")[0]
        self._names = vars(module)
        names = {name: value for name, value in self._names.items() if not name.startswith("_")}
        self._classes = {
            name: value
            for name, value in names.items()
            if issubclass(type(value), type) and self._is_own(value)
        }
        self._functions = {
            name: value for name, value in names.items() if inspect.isfunction(value) and self._is_own(value)
        }
        self._functions.pop(_MAIN, None)
        self.objects: dict[type, str] = {}  # an expression that makes an object of each type
        self.products: dict[str | bytes, None] = {}  # texts that calls returned

    def _is_own(self, value: Any) -> bool:
        return str(getattr(value, "__module__", "")).partition(".")[0] == self._package

    @property
    def is_over(self) -> bool:
        """Whether there were enough trials."""
        return self.trials >= self._most or self._is_over()

    def taken(self) -> int:
        """Return how many trials there were since this was last asked."""
        new, self._told = self.trials - self._told, self.trials
        return new

    def learn_objects(self) -> None:
        """Find an expression that makes an object, for the classes of the module."""
        for name, kind in itertools.islice(self._classes.items(), _MOST_CLASSES):
            if issubclass(kind, BaseException) or kind in self.objects or self._is_abstract(kind):
                continue
            for source, result in self._tried("", _callee(name, kind)):
                self.objects.setdefault(result, source)
                break

    def _is_abstract(self, kind: type) -> bool:
        """Whether a class leaves a method to its subclasses, and there is one."""
        has_subclass = any(each is not kind and issubclass(each, kind) for each in self._classes.values())
        return has_subclass and any(is_left_out(function) for _, function in _methods(kind))

    def learn_products(self) -> None:
        """Find texts that the objects of the module write: others read them."""
        end = self.trials + _FOR_PRODUCTS
        for kind, source in list(self.objects.items()):
            for _ in self.actions(f"{VALUE} = {source}", kind) if _uses_nothing(source) else ():
                if self.trials >= end:
                    return

    def makers(self, kind: type) -> Iterator[str]:
        """Yield expressions that make a value of a type: constructors, class methods and functions."""
        classes = [each for each in self._classes.items() if issubclass(each[1], kind)]
        for name, each in sorted(classes, key=lambda found: found[1] is not kind):
            yield from self._makers(kind, _callee(name, each))
            for method, function in _methods(each, class_methods=True):
                yield from self._makers(kind, _callee(f"{name}.{method}", function))
        for name, function in itertools.islice(self._functions.items(), _MOST_FUNCTIONS):
            yield from self._makers(kind, _callee(name, function))

    def sized(self, kind: type, source: str) -> str | None:
        """Return a call of a constructor with N for each number that it takes, if that works: a cache holds
        no more than it is told. None if it takes no number, or if `source` makes such an object by another
        call."""
        name = kind.__name__
        numbers = [each.name for each in parameters_of(kind) if _is_number(each)]
        if not numbers or not source.startswith(f"{name}("):
            return None
        given = zip(parameters_of(kind), parse_program(source).measured.arguments, strict=False)
        others = [f"{each.name}={one.value.source}" for each, one in given if each.name not in numbers]
        call = f"{name}({', '.join([*others, *(f'{each}=N' for each in numbers)])})"
        return call if self.made(f"{VALUE} = {call}", VALUE) is not None else None

    def _makers(self, kind: type, callee: CallTemplate) -> Iterator[str]:
        for source, result in itertools.islice(self._tried("", callee), 1):
            if issubclass(result, kind):
                yield source

    def actions(self, base: str, kind: type) -> Iterator[Action]:
        """Yield what can be done with the value that `base` makes: its methods, functions that take it."""
        for callee in self.callees(kind):
            yield from self.done(base, callee)

    def callees(self, kind: type) -> Iterator[CallTemplate]:
        """Yield what can be called with a value of a type at hand."""
        for name, function in itertools.islice(_methods(kind), _MOST_METHODS):
            method = _callee(f"{VALUE}.{name}", function)
            yield replace(method, parameters=method.parameters[1:])
        for name, function in itertools.islice(self._functions.items(), _MOST_FUNCTIONS):
            callee = _callee(name, function)
            if callee.parameters:
                yield replace(callee, parameters=callee.parameters[1:], first=VALUE)

    def wrappers(self, base: str, kind: type) -> Iterator[Action]:
        """Yield calls of constructors that put the value that `base` makes into another one of its kind."""
        for name, each in self._classes.items():
            parameters = parameters_of(each) if issubclass(each, kind) else []
            for place, one in enumerate(filter(is_named, parameters)):
                if _hint(one) in _BY_HINT:
                    continue
                others = tuple(other for other in parameters if other is not one)
                given = {"last": f"{one.name}={VALUE}"} if place else {"first": VALUE}
                yield from itertools.islice(self.done(base, CallTemplate(name, each, others, **given)), 1)

    def done(self, base: str, callee: CallTemplate, before: str = "") -> Iterator[Action]:
        """Yield calls that can be made in each round; something may be done `before` in the round."""
        for source, result in itertools.islice(self._tried(base, callee, before), _PER_CALL):
            yield Action(source, result, arguments_of(source))
            if self._is_own(result):
                self.objects.setdefault(result, source)

    def once(self, base: str, callee: CallTemplate) -> str | None:
        """Return a call that can be made once, or None."""
        return next((source for source, _ in self._tried(base, callee, once=True)), None)

    def arguments(self, name: str, parameters: Sequence[inspect.Parameter]) -> Iterator[str]:
        """Yield arguments for a call, as they are written: plain values, those of examples, then objects."""
        calls = self._calls.get(_last(name), ())
        examples = [", ".join(each.source for each in call.arguments) for call in calls]
        chosen = list(self._chosen(parameters))
        yield from chosen[:_FIRST]
        # What is asked for is mostly what was put in, and that is called `a` here.
        yield from (_WORD.sub("a", each) for each in examples)
        yield from examples
        yield from (", ".join(each.source for each in distinct_arguments(call)) for call in calls)
        yield from chosen[_FIRST:]

    def expected(self, callee: CallTemplate) -> Iterator[str]:
        """Yield arguments with constants that the code of a callable compares with; none if it has none."""
        constants = compared(callee.function)
        if constants != NOTHING:
            yield from self._chosen(callee.parameters, constants)

    def _chosen(
        self, parameters: Sequence[inspect.Parameter], constants: Compared = NOTHING
    ) -> Iterator[str]:
        """The choices of plain values, of objects and of constants for the parameters that a call needs."""
        needed = [each for each in parameters if each.default is each.empty and each.kind in _NEEDED]
        choices = [self._choices(each, constants) for each in needed]
        if len(needed) <= 1:
            yield from (", ".join(row) for row in itertools.product(*choices))
            return
        longest = max(map(len, choices))
        yield from (
            ", ".join(each[min(place, len(each) - 1)] for each in choices) for place in range(longest)
        )
        if len(needed) == 2:
            yield from (", ".join(row) for row in itertools.product(*choices))

    def _choices(self, parameter: inspect.Parameter, constants: Compared) -> list[str]:
        """What a parameter may be given, the likelier first."""
        hint = _hint(parameter)
        known = constants.of(hint)
        hinted = known or _BY_HINT.get(hint)
        if hinted:
            return list(hinted)
        is_hinted = parameter.annotation is not parameter.empty  # which is a class itself
        with self._meter.installed():  # a hint names a class of the copies
            declared = declared_values(parameter.annotation, self._names) if is_hinted else []
        objects = list(self.objects.items())[:_MOST_OBJECTS]
        named = [
            each
            for kind, source in objects
            if {each.__name__.lower() for each in kind.__mro__[:-1]} & {hint.lower(), parameter.name}
            for each in (source, _distinct(source))  # a container may keep one of equal objects
        ]
        if declared:
            return list(dict.fromkeys((*named, *declared)))
        unknown = () if is_hinted else (*constants.numbers, *constants.texts)
        others = (*unknown, *_PLAIN[:3], *(source for _, source in objects), *_PLAIN[3:])
        return list(dict.fromkeys((*named, *others)))

    def _tried(
        self, base: str, callee: CallTemplate, before: str = "", *, once: bool = False
    ) -> Iterator[tuple[str, type]]:
        """Yield the calls that work, twice in a row or `once`, with the type of what they give. Constants of
        the code come if nothing else works."""
        plain = dict.fromkeys(self.arguments(callee.name, callee.parameters))
        works = False
        for choices in (
            itertools.islice(plain, _TRIES + len(self.objects)),
            itertools.islice(self.expected(callee), _TRIES),
        ):
            for arguments in () if works else choices:
                if self.is_over:
                    return
                source = callee.source(arguments)
                made = self.made(f"{base}\n{_trial(source, before, once=once)}", RESULT)
                if made is not None:
                    works = True
                    yield source, made

    def grows(self, setup: str) -> bool:
        """Whether the value at hand, or the last of a chain, holds more if N is more."""
        if self.is_over:
            return False
        small, large = (self._held(setup, size) for size in (_SIZE, _LARGE))
        return small is not None and large is not None and large > small

    def holds_more(self, setup: str, other: str) -> bool:
        """Whether the value at hand holds more after a setup than after another one."""
        more, less = self._held(setup, _LARGE), self._held(other, _LARGE)
        return more is not None and less is not None and more > less

    def changes(self, base: str, action: str) -> bool:
        """Whether the value at hand holds more after something was done with it once."""
        before, after = self._held(base, _SIZE), self._held(f"i = 0\n{base}\n{action}", _SIZE)
        return before is not None and after is not None and after > before

    def takes(self, setup: str, call: str) -> bool:
        """Whether the value at hand holds less after a call."""
        before, after = self._held(setup, _SIZE), self._held(f"{setup}\n{call}", _SIZE)
        return before is not None and after is not None and after < before

    def _held(self, setup: str, size: int) -> int | None:
        self.trials += 1
        names = self._meter.built(setup, size)
        if names is None:
            return None
        holdings = Holdings()
        holdings.add([names[VALUE], names.get(RESULT)])
        return holdings.total

    def made(self, setup: str, name: str) -> type | None:
        """Return the type of what a setup calls by a name; None if it fails."""
        self.trials += 1
        names = self._meter.built(setup.lstrip("\n"), _SIZE)
        if names is None or name not in names:
            return None
        value = names[name]
        if type(value) in (str, bytes) and 1 < len(value) <= _LONGEST_PRODUCT:
            self.products.setdefault(value)
        return type(value)


_NEEDED = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


def _callee(name: str, function: Callable[..., Any]) -> CallTemplate:
    return CallTemplate(name, function, tuple(parameters_of(function)))


def _trial(source: str, before: str, *, once: bool) -> str:
    """Lines that make a call in each of two rounds, or once in the first of them."""
    made = f"{RESULT} = {source}"
    if once:
        return f"i = 0\n{made}"
    return "\n".join(("for i in range(N):", *(f"    {each}" for each in (before, made) if each)))


def _hint(parameter: inspect.Parameter) -> str:
    """The name of the class that a parameter is declared to have, besides None."""
    annotation = parameter.annotation
    hint = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    optional = _OPTIONAL.fullmatch(hint)
    return _last(optional[1] or optional[2] if optional else hint)


def _is_number(parameter: inspect.Parameter) -> bool:
    """Whether a parameter that can be named takes whole numbers, by its hint or its default."""
    return is_named(parameter) and (_hint(parameter) == "int" or type(parameter.default) is int)


def is_named(parameter: inspect.Parameter) -> bool:
    """Return whether a parameter can be given by its name."""
    return parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)


def _distinct(source: str) -> str:
    """A call with texts and numbers that depend on the round."""
    call = parse_program(source).measured
    return replace(call, arguments=distinct_arguments(call)).source


def _uses_nothing(source: str) -> bool:
    """Whether an expression makes an object without the one at hand."""
    return re.search(rf"\b{VALUE}\b", source) is None


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def imported(*lines: str) -> tuple[str, ...]:
    """Return lines with an import in the place of an expression that imports."""
    for expression, statement in _IMPORTS.items():
        if any(expression in line for line in lines):
            name = statement.rpartition(" ")[2]
            lines = (statement, *(line.replace(expression, name) for line in lines))
    return lines


def arguments_of(source: str) -> tuple[str, ...]:
    """Return the arguments of a call, as they are written."""
    return tuple(each.value.source for each in parse_program(source).measured.arguments)


def parameters_of(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters of a callable; none if it does not tell them. Annotations are texts if they name
    what is not imported."""
    for is_evaluated in (True, False):
        with suppress(Exception):  # an annotation may be any expression
            return list(inspect.signature(function, eval_str=is_evaluated).parameters.values())
    return []


def _methods(kind: type, *, class_methods: bool = False) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods of a class that are written in Python."""
    for name in dir(kind):
        if name.startswith("_"):
            continue
        plain = inspect.getattr_static(kind, name)
        if class_methods and isinstance(plain, classmethod | staticmethod):
            yield name, getattr(kind, name)
        elif not class_methods and inspect.isfunction(plain):
            yield name, plain


def is_akin(one: type, other: type) -> bool:
    """Return whether values of two types are of one family: a class in Python is a base of both."""
    shared = set(one.__mro__) & set(other.__mro__)
    return any(base.__module__ != "builtins" for base in shared)
