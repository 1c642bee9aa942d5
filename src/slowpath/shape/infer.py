"""The shapes of a callable's parameters, and what tells each of them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from types import NoneType
from typing import Any

from slowpath.errors import ShapeError
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.target import RECEIVER_ITSELF, Parameter, told_by_owner
from slowpath.shape import library as lib
from slowpath.shape.annotations import UNKNOWN, constructor, hints_of, signature_of
from slowpath.shape.base import Shape
from slowpath.shape.bounds import bound_by_name, bound_in_calls
from slowpath.shape.calls import Callee, LengthOf, Seen, in_doctests, in_package
from slowpath.shape.choices import NONE, either, options_of
from slowpath.shape.conforms import conforms, contradicts
from slowpath.shape.docs import documented
from slowpath.shape.functions import is_function
from slowpath.shape.hints import Hinted, is_free, shape_of_hint
from slowpath.shape.linked import linked_objects
from slowpath.shape.observed import shape_of_values
from slowpath.shape.paths import as_hinted
from slowpath.shape.scalars import Integer
from slowpath.shape.sequences import Sequences
from slowpath.shape.syntax import parse_shape
from slowpath.shape.usage import (
    DIVIDED,
    asked_as,
    compared_words,
    digits,
    guess,
    is_bound,
    is_divided,
    is_index,
    is_only_compared,
    tells_parts,
    used_as,
)

# Words that an optional text may be: a mode or an encoding has few, and each is one more way to try.
_MOST_WORDS = 5
_LEAST_WORDS = 2  # of an option: fewer are no choice
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Inferred:
    """The shape of a parameter and what told it; `detail` is which hint, doctest, ... that was.

    It `is_asked_for` if code asks whether the parameter is of such a type. It `is_assumed` if a hint leaves
    open what the parameter holds, as `list` does; examples may tell that.
    """

    shape: Shape
    told_by: Provenance
    detail: str = ""
    is_asked_for: bool = False
    is_assumed: bool = False

    @property
    def has_sure_type(self) -> bool:
        """Whether a person wrote down the type, if not what it holds."""
        return self.told_by.is_sure or self.is_assumed

    @property
    def note(self) -> ShapeNote:
        """The same for a report."""
        return ShapeNote(self.shape.describe(), self.told_by, self.detail)


def infer(
    function: Callable[..., Any],
    *,
    given: Mapping[str, str],
    owner: type | None = None,
    knowledge: Knowledge = ALL,
    fixed: Collection[str] = (),
) -> dict[str, Shape]:
    """Return parameter -> shape. See `explain`."""
    told = explain(function, given=given, owner=owner, knowledge=knowledge, fixed=fixed)
    return shapes_of(told)


def shapes_of(inferred: Mapping[str, Inferred]) -> dict[str, Shape]:
    """Return the shapes by parameter, without their sources."""
    return {name: each.shape for name, each in inferred.items()}


def explain(
    function: Callable[..., Any],
    *,
    given: Mapping[str, str],
    owner: type | None = None,
    guess_rest: bool = False,
    knowledge: Knowledge = ALL,
    fixed: Collection[str] = (),
) -> dict[str, Inferred]:
    """Return parameter -> shape and what told it.

    `given` are the texts of `--arg`. `owner` is the class whose constructor makes the receiver of a method;
    its parameters are known by their labels too (see `Parameter`). Optional parameters of which nothing but
    their default is known are left out. Parameters of unknown type are guessed with
    `guess_rest`, and so is what is None by default where nothing else grows; indices and options are what
    callers give then. Without it, ShapeError names them all, since each needs an `--arg`. `knowledge` says
    what names of parameters suggest. Parameters that are `fixed` have no shape; `self` is the receiver.
    """
    subjects = [_Subject(function, owner is not None, frozenset(), owner, knowledge, guess_rest, fixed)]
    if owner is not None and RECEIVER_ITSELF not in fixed:
        own = frozenset(each.name for each in subjects[0].parameters())
        subjects.append(_Subject(owner, False, own, None, knowledge, guess_rest, fixed))
    known = [subject.label(each) for subject in subjects for each in subject.parameters()]
    for name in given:
        if name in fixed:
            raise ShapeError(f"{name!r} has an input, so its shape is not searched", "Leave out one of them.")
        if name not in known:
            close = get_close_matches(name, known, 1)
            also = f" (did you mean {close[0]!r}?)" if close else ""
            raise ShapeError(
                f"no parameter {name!r}{also}", f"The parameters are: {', '.join(known) or 'none'}."
            )
    found: dict[str, Inferred] = {}
    missing: dict[str, Shape] = {}
    for subject in subjects:
        subject.infer(given, found, missing)
    if guess_rest:
        found.update({name: Inferred(shape, Provenance.GUESS) for name, shape in missing.items()})
        if not any(each.shape.grows for each in found.values()):
            for subject in subjects:
                found.update(subject.spare(found))
    elif missing:
        options = " ".join(f"--arg '{name}={shape.describe()}'" for name, shape in missing.items())
        listed = ", ".join(repr(name) for name in missing)
        raise ShapeError(
            f"the type of {listed} of {_label(function)} is unknown: no type hint, doctest or call tells it",
            f"Say it, for example: {options}",
        )
    return found


@dataclass(eq=False)
class _Subject:
    """One callable whose parameters are inferred; with `natural`, as those who call it give them."""

    _function: Callable[..., Any]
    _skip_first: bool
    _others: frozenset[str]  # the names of other parameters that its own are told from
    _owner: type | None
    _knowledge: Knowledge
    _natural: bool
    _fixed: Collection[str] = ()  # labels of those that are not asked for
    _seen: list[Seen] | None = None

    @cached_property
    def _hints(self) -> dict[str, Any]:
        function = self._function
        made = hints_of(constructor(function)) if isinstance(function, type) else {}
        return hints_of(function) | made

    def parameters(self) -> list[inspect.Parameter]:
        signature = signature_of(self._function)
        return [] if signature is None else list(signature.parameters.values())[self._skip_first :]

    def label(self, parameter: inspect.Parameter) -> str:
        """What users call a parameter."""
        owner = told_by_owner(parameter.name, self._others, getattr(self._function, "__name__", ""))
        return Parameter(parameter.name, parameter.kind.name, False, owner).label

    def infer(self, given: Mapping[str, str], found: dict[str, Inferred], missing: dict[str, Shape]) -> None:
        """Put each parameter that is told into `found`, each that must be told into `missing`."""
        for parameter in self.parameters():
            name = self.label(parameter)
            if name in self._fixed:
                continue
            if name in given:
                found[name] = Inferred(self._given(parameter, name, given[name]), Provenance.ARG)
                continue
            inferred = self._told(parameter)
            if inferred is not None:
                found[name] = inferred
            elif parameter.default is parameter.empty and parameter.kind not in _VARIADIC:
                missing[name] = self._guess(parameter)

    def spare(self, found: Mapping[str, Inferred]) -> dict[str, Inferred]:
        """What the first parameter may be that is `*args`, or None or () by default, if nothing was told of
        it; and those behind it whose use shows what they are."""
        spare: dict[str, Inferred] = {}
        for parameter in self.parameters():
            name = self.label(parameter)
            many = parameter.kind is inspect.Parameter.VAR_POSITIONAL
            if not (_is_nothing(parameter.default) or many) or name in found or name in self._fixed:
                continue
            if not spare:
                shape = lib.tuples(lib.text()) if many else self._guess(parameter)
                spare[name] = Inferred(shape, Provenance.SPARE)
            elif used := used_as(self._function, parameter.name, knowledge=self._knowledge):
                spare[name] = Inferred(used[0], Provenance.SPARE)
        return spare

    def _given(self, parameter: inspect.Parameter, name: str, text: str) -> Shape:
        shape = parse_shape(text, getattr(self._function, "__module__", "") or "", name)
        hint = self._hints.get(parameter.name, UNKNOWN)
        if hint is not UNKNOWN:
            shape = as_hinted(shape, hint)
        if hint is UNKNOWN or parameter.kind in _VARIADIC or not contradicts(shape, hint):
            return shape
        if parameter.default is not parameter.empty and shape.fault(parameter.default, None) is None:
            return shape
        wanted = shape_of_hint(hint).shape
        example = (
            f"--arg '{name}={wanted.describe()}'" if wanted is not None else "a shape that fits the hint"
        )
        raise ShapeError(
            f"{name}: {shape.describe()} contradicts the type hint {hint_text(hint)}", f"Try {example}."
        )

    def _told(self, parameter: inspect.Parameter) -> Inferred | None:
        hint = self._hints.get(parameter.name, UNKNOWN)
        tells_nothing = hint is UNKNOWN or is_free(hint, self._hints.values())
        hinted = Hinted(None) if tells_nothing else shape_of_hint(hint)
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            return None
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            if hinted.shape is None:
                return self._spread(parameter)
            return Inferred(lib.tuples(hinted.shape), Provenance.HINT, f"*{hint_text(hint)}")
        if (
            parameter.default is not parameter.empty
            and hinted.shape is not None
            and is_function(hinted.shape)
        ):
            return None  # a function that may be left out is: another one is seldom what makes code slow
        natural = self._natural_part(parameter, hinted) if self._natural else None
        if natural is not None:
            return natural
        if hinted.shape is not None and not hinted.assumed:
            return Inferred(hinted.shape, Provenance.HINT, hint_text(hint))
        observed = self._observed(parameter, hint)
        if hinted.lacks_objects and parameter.default is not parameter.empty:
            return observed  # ints in the place of such objects are refused
        if observed is not None and isinstance(observed.shape, Integer):
            return self._divided(parameter) or observed
        if observed is not None and type(observed.shape) is type(hinted.shape):
            observed = replace(observed, is_assumed=True)
        told = observed or self._by_parts(parameter, hint, hinted.shape)
        told = told or _assumed(hinted, hint) or _by_default(parameter)
        if told is None and self._natural:
            told = self._by_words(parameter)
        if told is None and (docs := self._by_docs(parameter)) is not None:
            told = self._by_parts(parameter, hint, docs.shape) or docs
        told = told or self._by_members(parameter) or self._by_use(parameter)
        return self._with_tests(parameter, told) if self._natural else told

    def _with_tests(self, parameter: inspect.Parameter, told: Inferred | None) -> Inferred | None:
        """What is told, and whether code asks for such a type; if nothing tells, a type that it asks for."""
        if parameter.default is not parameter.empty:
            return told
        asked = asked_as(self._function, parameter.name)
        if asked is None:
            return told
        by_test = Inferred(asked[0], Provenance.TEST, asked[1], True)
        if told is None:
            name = self._knowledge.meaning(parameter.name)
            return None if name is not None and self._guess(parameter).grows else by_test
        if told.told_by is Provenance.USE and asked[0] == lib.blob():
            return by_test  # what is read as a file may be made of bytes; a text may be the file's name
        kinds = {type(each) for each in options_of(asked[0])}
        return replace(told, is_asked_for=any(type(each) in kinds for each in options_of(told.shape)))

    def _natural_part(self, parameter: inspect.Parameter, hinted: Hinted) -> Inferred | None:
        """What callers give of all that a hint allows: an index within the list, one of a few words."""
        if hinted.shape in (None, lib.integer()):
            return self._bound(parameter)
        if hinted.shape in (lib.text(), lib.optional(lib.text())):
            return self._by_words(parameter)
        return None

    def _observed(self, parameter: inspect.Parameter, hint: Any) -> Inferred | None:
        """By the values in doctests and calls; an optional text is one of those that were seen."""
        seen = [each for each in self._calls() if each.parameter == parameter.name]
        seen = [each for each in seen if hint is UNKNOWN or conforms(each.value, hint)]
        seen = [each for each in seen if not isinstance(each.value, LengthOf)]
        values = [each.value for each in seen]
        if not values:
            return None
        optional = parameter.default is not parameter.empty
        kinds = {type(each) for each in values}
        is_word = type(parameter.default) in (str, type(None)) and not _is_empty_text(parameter.default)
        if optional and is_word and kinds <= {str, type(None)}:
            words = list(dict.fromkeys([parameter.default, *values]))[:_MOST_WORDS]
            if any(isinstance(each, str) for each in values) and isinstance(words[0], str | None):
                return Inferred(either([lib.const(each) for each in words]), seen[0].told_by, seen[0].where)
        if optional and isinstance(parameter.default, bool | int | float | None):
            values.append(parameter.default)
        shape = shape_of_values(values)
        if kinds == {list} and not any(each.value for each in seen):
            guessed = self._guess(parameter)  # empty lists do not tell what others hold
            shape = guessed if isinstance(guessed, Sequences) else shape
        return None if shape is None or shape == NONE else Inferred(shape, seen[0].told_by, seen[0].where)

    def _bound(self, parameter: inspect.Parameter) -> Inferred | None:
        """A number that is the length of another argument, or the first or last index of one."""
        if parameter.default is not parameter.empty or not is_bound(self._function, parameter.name):
            return None
        seen = bound_in_calls(parameter.name, self._calls())
        if seen is not None:
            return Inferred(seen[0], seen[1].told_by, seen[1].where)
        names = [each.name for each in self.parameters()]
        shape = bound_by_name(parameter.name, names, self._knowledge)
        if shape is None or not is_index(self._function, parameter.name):
            return None
        return Inferred(shape, Provenance.USE, f"{parameter.name} as an index")

    def _spread(self, parameter: inspect.Parameter) -> Inferred | None:
        """The arguments that `*parameter` takes, by those in doctests and calls."""
        seen = [each for each in self._calls() if each.parameter == parameter.name]
        shape = shape_of_values(part for each in seen for part in each.value)
        return None if shape is None else Inferred(lib.tuples(shape), seen[0].told_by, seen[0].where)

    def _calls(self) -> list[Seen]:
        if self._seen is None:
            callee = self._callee()
            module = sys.modules.get(callee.module)
            self._seen = list(in_doctests(callee, self._documents()))
            told = {each.parameter for each in self._seen}
            if module is not None and any(
                each.name not in told for each in self.parameters() if each.default is each.empty
            ):
                self._seen += [each for each in in_package(callee, module) if each.parameter not in told]
        return self._seen

    def _callee(self) -> Callee:
        plain: Any = inspect.unwrap(self._function)
        owner = self._owner.__name__ if self._owner is not None else ""
        return Callee(
            getattr(plain, "__name__", ""),
            getattr(plain, "__module__", "") or "",
            inspect.Signature(self.parameters()),
            owner,
        )

    def _documents(self) -> dict[str, str]:
        plain: Any = inspect.unwrap(self._function)
        module = sys.modules.get(getattr(plain, "__module__", "") or "")
        init = constructor(plain) if isinstance(plain, type) else None
        things = (plain, init, self._owner, module)
        return {_label(each): each.__doc__ for each in things if each is not None and each.__doc__}

    def _divided(self, parameter: inspect.Parameter) -> Inferred | None:
        """A number of N digits, where a loop takes them off one by one."""
        if not is_divided(self._function, parameter.name):
            return None
        return Inferred(digits(), Provenance.USE, f"{parameter.name}{DIVIDED}")

    def _guess(self, parameter: inspect.Parameter) -> Shape:
        return guess(self._function, parameter.name, knowledge=self._knowledge)

    def _by_words(self, parameter: inspect.Parameter) -> Inferred | None:
        """An option that is None or a word by default: that, or one of those that code compares it with.

        So is what is needed, if code does nothing else with it. One word is no choice: it may stand for a
        special case of any text.
        """
        default = parameter.default
        needed = default is parameter.empty
        if not needed and type(default) not in (str, NoneType):
            return None
        if needed and not is_only_compared(self._function, parameter.name):
            return None
        words = compared_words(self._function, parameter.name)
        if len(words) + (type(default) is str and default not in words) < _LEAST_WORDS:
            return None
        choice = dict.fromkeys(words if needed else [default, *words])
        shape = either([lib.const(each) for each in choice])
        return Inferred(shape, Provenance.USE, f"{parameter.name} == {words[0]!r}")

    def _by_docs(self, parameter: inspect.Parameter) -> Inferred | None:
        """By the docstring; a parameter with a default keeps that."""
        if parameter.default is not parameter.empty:
            return None
        told = documented(self._function, parameter.name)
        return None if told is None else Inferred(told[0], Provenance.DOCS, told[1])

    def _by_members(self, parameter: inspect.Parameter) -> Inferred | None:
        """Objects that have what code reads of them, in a chain if they hold each other."""
        if not self._natural or parameter.default is not parameter.empty:
            return None
        told = linked_objects(self._function, parameter.name)
        return None if told is None else Inferred(told[0], Provenance.USE, f"{parameter.name}{told[1]}")

    def _by_parts(self, parameter: inspect.Parameter, hint: Any, known: Shape | None) -> Inferred | None:
        """What the code does with the items or keys of what is known as a list, or as a mapping."""
        told = None if known is None else self._by_use(parameter)
        if told is None or not tells_parts(told.shape):
            return None
        if isinstance(known, Sequences) is not isinstance(told.shape, Sequences):
            return None
        hinted = hint is not UNKNOWN
        return None if hinted and contradicts(told.shape, hint) else replace(told, is_assumed=hinted)

    def _by_use(self, parameter: inspect.Parameter) -> Inferred | None:
        if parameter.default is not parameter.empty:
            return None
        used = used_as(self._function, parameter.name, knowledge=self._knowledge)
        return None if used is None else Inferred(used[0], Provenance.USE, f"{parameter.name}{used[1]}")


def hint_text(hint: Any) -> str:
    """Return a hint as it is written."""
    return hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__origin__") else str(hint)


def _assumed(hinted: Hinted, hint: Any) -> Inferred | None:
    if hinted.shape is None:
        return None
    assumed = ", ".join(hinted.assumed)
    detail = f"{hint_text(hint)}, assuming {assumed}"
    return Inferred(hinted.shape, Provenance.HINT, detail, is_assumed=True)


def _by_default(parameter: inspect.Parameter) -> Inferred | None:
    """By a number or a truth value; a text that is not empty is mostly one of a few words, so it is kept."""
    if type(parameter.default) not in (bool, int, float) and not _is_empty_text(parameter.default):
        return None
    shape = shape_of_values([parameter.default])
    return None if shape is None else Inferred(shape, Provenance.DEFAULT, repr(parameter.default))


def _is_nothing(value: Any) -> bool:
    """Whether a default stands for nothing: None or an empty tuple. What is neither is not compared."""
    return value is None or (type(value) is tuple and not value)


def _is_empty_text(value: Any) -> bool:
    """Whether this is the empty text; what is none is not compared, for that may do work, or fail."""
    return type(value) is str and not value


def _label(thing: Any) -> str:
    return getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None) or repr(thing)
