"""Objects of the classes of a module, plain and filled. What is learnt of a class serves all its methods, and
all that take such an object."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.search.loops.stock import SIZED, StockValue
from slowpath.search.programs.filling import Filling, Lines, done_once, renamed
from slowpath.search.programs.mining import Examples
from slowpath.search.programs.variants import mixed
from slowpath.search.programs.workshop import VALUE, Workshop, imported, is_named, parameters_of

_KINDS = 3  # subclasses, or results of functions, that serve as receivers
# Values of one parameter of a constructor that make an object hold more: each multiplies the kinds of
# objects.
_PER_PARAMETER = 2
_FILLED = 10  # ways to fill one kind of object by repetition: one for each method, then others
_LONGER = 4  # ways to fill it by one call with something long: each multiplies the fillings
_TRIED_LONG = 40  # calls with something long that are tried: each is a run
_TRIED = 10  # sized values that are tried for a parameter of a constructor: each is a run
_REACHED = 6  # ways to get a value from another object
_STEPS = 2  # things done once that may make others possible, as a section before its options
_HANDED = "z"  # what an object is called that is handed over
_SHOWN = 4  # examples of each method that make a receiver: no method takes all places
_MOST_SHOWN = 24  # of all of them: each is made to grow
_GROWN = 6  # ways in which one of them grows: each multiplies the receivers
# Values that examples call by the name of a parameter: each is tried in every call that has the parameter.
_NAMED = 6
_MOST_NAMED = 16  # the same with those that grew out of them
# Kinds of objects that are handed to parameters that tell nothing: each is tried for every such parameter.
_OBJECTS = 10


class Depot:
    """Makes objects by what a workshop can do, each kind once."""

    def __init__(self, workshop: Workshop, examples: Examples | None = None) -> None:
        self._workshop = workshop
        self._examples = examples
        self.filling = Filling(workshop)
        self._receivers: dict[type, list[StockValue]] = {}
        self._shown: dict[type, list[StockValue]] = {}
        self._named: dict[str, list[StockValue]] = {}
        self._filled: dict[type, list[Lines]] = {}

    def receivers(self, owner: type) -> list[StockValue]:
        """Return ways to make a value of a class: plain ones, then those that hold more if N is more."""
        if owner not in self._receivers:
            kinds: dict[type, str] = {}
            for source in self._workshop.makers(owner):
                kind = self._workshop.made(f"{VALUE} = {source}", VALUE)
                if kind is not None:
                    kinds.setdefault(kind, source)
                if len(kinds) >= _KINDS:
                    break
            several = [self._ways(kind, source) for kind, source in kinds.items()]
            several.append(list(itertools.islice(self.filling.reached(owner), _REACHED)))
            rows = (each for row in itertools.zip_longest(*several) for each in row)
            lines = dict.fromkeys(filter(None, rows))
            self._receivers[owner] = [StockValue(VALUE, imported(*each)) for each in lines]
        return self._receivers[owner]

    def shown(self, owner: type) -> list[StockValue]:
        """Return values of a class as examples of any of its methods make them, as they are and grown."""
        if owner not in self._shown and self._examples is not None:
            names = [name for name in dir(owner) if not name.startswith("_")]
            examples = [self._examples.programs(name)[:_SHOWN] for name in names]
            programs = [each for few in itertools.zip_longest(*examples) for each in few if each is not None]
            made = {
                value: program
                for program in programs
                if (value := _built(program)) is not None and self._is_a(owner, value)
            }
            several = [
                [value, *filter(None, map(_built, itertools.islice(mixed(program), _GROWN)))]
                for value, program in itertools.islice(made.items(), _MOST_SHOWN)
            ]
            rows = (each for row in itertools.zip_longest(*several) for each in row)
            self._shown[owner] = list(dict.fromkeys(filter(None, rows)))
        return self._shown.get(owner, [])

    def _is_a(self, owner: type, value: StockValue) -> bool:
        kind = self._workshop.made("\n".join(value.lines), value.source)
        return kind is not None and issubclass(kind, owner)

    def actions(self, owner: type) -> list[str]:
        """Return what can be done with the values of a class that were made so far."""
        kinds = [kind for kind in self._filled if issubclass(kind, owner)]
        lines = [line.strip() for kind in kinds for way in self._filled[kind] for line in way[1:]]
        filling = [line for line in lines if line.startswith(f"{VALUE}.")]
        known = [each for kind in kinds for each in self.filling.actions(self._filled[kind][0], kind)]
        return list(dict.fromkeys([*filling, *(each.source for each in known)]))

    def handed(self, parameter: inspect.Parameter) -> list[StockValue]:
        """Return objects for a parameter whose name or hint is that of a class; filled ones come first."""
        asked = {
            parameter.name.lower().rstrip("s"),
            str(getattr(parameter.annotation, "__name__", parameter.annotation)).lower(),
        }
        found: list[StockValue] = []
        for kind, source in list(self._workshop.objects.items()):
            if kind.__name__.lower() in asked:
                found += self._handed(kind, source)
        return [*found, *self._called(parameter.name)]

    def _called(self, name: str) -> list[StockValue]:
        """Values that examples call by a name, as they are and grown."""
        if name not in self._named and self._examples is not None:
            programs = self._examples.values(name)[:_NAMED]
            several = [[each, *itertools.islice(mixed(each), _GROWN)] for each in programs]
            rows = itertools.zip_longest(*several)
            made = [StockValue(name, tuple(each.setup.splitlines())) for row in rows for each in row if each]
            self._named[name] = list(dict.fromkeys(made))[:_MOST_NAMED]
        return self._named.get(name, [])

    def others(self) -> list[StockValue]:
        """Return objects of the other classes, as they are, and filled in the first way that is known."""
        objects = list(self._workshop.objects.items())[:_OBJECTS]
        filled = [self._handed(*each)[:1] for each in objects if each[0] in self._filled]
        plain = [StockValue(source) for _, source in objects if not _uses_value(source)]
        return [*plain, *(each for few in filled for each in few)]

    def _handed(self, kind: type, source: str) -> list[StockValue]:
        if _uses_value(source):
            return []  # it is made from another object
        filled = [
            StockValue(_HANDED, imported(*(renamed(line, VALUE, _HANDED) for line in lines)))
            for lines in self._ways(kind, source)[1:]
        ]
        return [*filled[:4], StockValue(source)]

    def _ways(self, kind: type, source: str) -> list[Lines]:
        """The ways to make one kind of object; the first is plain."""
        if kind not in self._filled:
            base: Lines = (f"{VALUE} = {source}",)
            self._filled[kind] = [base]  # filling may ask for it again
            sized = [(f"{VALUE} = {each}",) for each in self._sized(kind, source)]
            actions = self.filling.actions(base, kind)
            fillings = self.filling.growing(base, self.filling.repeated(actions, kind))
            long = self.filling.growing(base, itertools.islice(self.filling.longer(actions), _TRIED_LONG))
            filled = [(*base, *lines) for lines in (*_spread(fillings)[:_FILLED], *long[:_LONGER])]
            filled += [(*base, *lines) for lines in self.filling.wrapped(base, kind)]
            filled += self._bounded(kind, source)
            filled += self._after_a_step(base, kind)
            rows = (each for row in itertools.zip_longest(sized, filled) for each in row)
            self._filled[kind] = [base, *filter(None, rows)]
        return self._filled[kind]

    def _bounded(self, kind: type, source: str) -> Iterator[Lines]:
        """Ways to fill an object whose constructor takes numbers: what it can hold."""
        made = self._workshop.sized(kind, source)
        if made is not None:
            base: Lines = (f"{VALUE} = {made}",)
            fillings = self.filling.repeated(self.filling.actions(base, kind), kind)
            yield from ((*base, *lines) for lines in _spread(self.filling.growing(base, fillings))[:_LONGER])

    def _after_a_step(self, base: Lines, kind: type) -> Iterator[Lines]:
        """Ways to fill an object by what is possible only after something else was done with it once."""
        known = dict.fromkeys(each.source for each in self.filling.actions(base, kind))
        steps = dict.fromkeys(map(done_once, known))
        changing = (each for each in steps if self._workshop.changes("\n".join(base), each))
        for step in itertools.islice(changing, _STEPS):
            stepped = (*base, step)
            more = [each for each in self.filling.actions(stepped, kind) if each.source not in known]
            fillings = self.filling.growing(stepped, self.filling.repeated(more, kind))
            yield from ((*stepped, *lines) for lines in _spread(fillings)[:_LONGER])
        for row, fillings in self.filling.unlocked(base, kind):
            yield from ((*base, *row, *lines) for lines in _spread(fillings)[:_LONGER])

    def _sized(self, kind: type, source: str) -> Iterator[str]:
        """Calls of a constructor with something that makes the object hold more if N is more."""
        name = kind.__name__
        if not source.startswith(f"{name}("):
            return
        call = parse_program(source).measured
        pairs = zip(parameters_of(kind), call.arguments, strict=False)
        given = {each.name: one.value.source for each, one in pairs}
        for parameter in filter(is_named, parameters_of(kind)):
            others = [f"{each}={one}" for each, one in given.items() if each != parameter.name]
            sized = (", ".join([f"{parameter.name}={value}", *others]) for value in SIZED[:_TRIED])
            calls = (f"{name}({each})" for each in sized)
            growing = (each for each in calls if self._workshop.grows(f"{VALUE} = {each}"))
            yield from itertools.islice(growing, _PER_PARAMETER)


def _built(program: Program) -> StockValue | None:
    """What a program builds for its call to be made on; None if that has no name."""
    receiver = program.measured.receiver
    if receiver is None or not receiver.is_reference or not program.statements:
        return None
    return StockValue(receiver.source, tuple(program.setup.splitlines()))


def _uses_value(source: str) -> bool:
    return renamed(source, VALUE, "") != source


def _spread(fillings: list[Lines]) -> list[Lines]:
    """Fillings in an order in which each method comes once before any comes again."""
    seen: dict[str, int] = {}
    rank: list[tuple[int, int]] = []
    for place, lines in enumerate(fillings):
        name = lines[-1].partition("(")[0].strip() + str(len(lines))
        seen[name] = seen.get(name, -1) + 1
        rank.append((seen[name], place))
    return [fillings[place] for _, place in sorted(rank)]
