"""Which shapes a target takes if their types are unknown: it is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random

from slowpath.errors import InputRejected
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.provenance import Provenance
from slowpath.model.run import End
from slowpath.run.counted import Meter, Sample
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred, explain, shapes_of
from slowpath.shape.inputs import build_inputs
from slowpath.shape.natural import Kind, kinds_of
from slowpath.shape.sampler import SMALL, Sampler
from slowpath.shape.usage import blob_stream, text_stream
from slowpath.target.load import Loaded

_SIZE = 6  # of the inputs: long enough that code looks at more than one item
_TRIES = 3  # random inputs for each choice of shapes: one alone may be refused for its value
_MOST = 60  # choices: 180 runs before the search begins, which makes thousands a second
# What a wrong type of argument makes a function raise.
WRONG = (TypeError.__name__, AttributeError.__name__)
_OPTIONS: tuple[Shape, ...] = (
    lib.text(),
    lib.ints(),
    lib.blob(),
    lib.lists(lib.text()),
    lib.integer(),
    lib.dicts(lib.text(), lib.text()),
    lib.lists(lib.ints(2)),
    lib.iterators(lib.text()),
    text_stream(),
    blob_stream(),
)


def guessed(loaded: Loaded, given: Mapping[str, str], knowledge: Knowledge = ALL) -> dict[str, Inferred]:
    """Return what is told of the parameters of a target that a search varies; those of unknown type are
    guessed. `given` are the texts of `--arg`. The copies of the target must be installed."""
    return explain(
        loaded.function,
        given=given,
        owner=loaded.owner,
        guess_rest=True,
        knowledge=knowledge,
        fixed=loaded.premise.labels,
    )


def probed(
    meter: Meter,
    inferred: Mapping[str, Inferred],
    *,
    optional: Collection[str] = (),
    natural: Mapping[str, frozenset[Kind]] | None = None,
    other_kinds: bool = False,
) -> dict[str, Inferred]:
    """Return the shapes with guesses replaced by what the target takes without a TypeError.

    What examples tell counts as a guess where the target never takes it, unless code asks for its type: the
    target may raise a TypeError for the value. Where no choice does better, the
    guesses stay; but one that may be left out is left out where the target takes nothing else. Shapes of the
    kinds that are `natural` for a parameter come first. With `other_kinds` it is the second choice that the
    target takes, if there is one that grows. Parameters that are `optional` keep their defaults, unless they
    are guessed.
    """
    options = [name for name in optional if name in inferred and not inferred[name].told_by.is_guess]
    kept = {name: each for name, each in inferred.items() if name not in options}
    chosen = _probed(meter, kept, natural or {}, other_kinds=other_kinds) if kept else {}
    return {
        name: chosen.get(name, each) for name, each in inferred.items() if name in chosen or name in options
    }


def _probed(
    meter: Meter,
    inferred: Mapping[str, Inferred],
    natural: Mapping[str, frozenset[Kind]],
    *,
    other_kinds: bool,
) -> dict[str, Inferred]:
    doubtful = [name for name, each in inferred.items() if each.told_by.is_guess]
    if not doubtful and _wrong(meter, shapes_of(inferred)) == _TRIES:
        doubtful = [
            name for name, each in inferred.items() if not (each.told_by.is_sure or each.is_asked_for)
        ]
    is_fixed = not any(each.shape.grows for each in inferred.values())
    best, least = dict(inferred), _TRIES + 1
    guesses = {name: inferred[name].shape for name in doubtful}
    for choice in _choices(guesses, natural, is_fixed) if doubtful else ():
        told = {
            name: Inferred(_as_argument(shape, inferred[name]), _as_guess(inferred[name].told_by))
            for name, shape in choice.items()
        }
        tried = {**inferred, **told}
        wrong = _wrong(meter, shapes_of(tried))
        if not wrong and not least and tried != best and any(shape.grows for shape in choice.values()):
            return tried
        if wrong < least:
            best, least = tried, wrong
        if not least and not other_kinds:
            break
    if least == _TRIES:
        return {name: each for name, each in best.items() if not each.told_by.may_be_left_out}
    return best


def _as_argument(shape: Shape, guess: Inferred) -> Shape:
    """The shape; as the only argument of several if the guess is that of `*args`."""
    is_spread = guess.told_by is Provenance.SPARE and guess.shape == lib.tuples(lib.text())
    return lib.row(shape) if is_spread and shape != guess.shape else shape


def _as_guess(told_by: Provenance) -> Provenance:
    """What tells a shape that was chosen in the place of another."""
    return told_by if told_by.is_guess else Provenance.GUESS


def _choices(
    guesses: Mapping[str, Shape], natural: Mapping[str, frozenset[Kind]], is_fixed: bool
) -> Iterator[dict[str, Shape]]:
    """The guesses, then other shapes for one parameter or for all, natural ones first, then the nearest.

    Where nothing grows by the guesses, which `is_fixed` says, they come after the shapes that do.
    """
    if is_fixed:
        yield from (dict.fromkeys(guesses, option) for option in _OPTIONS if option.grows)
    yield dict(guesses)
    for option in _OPTIONS:
        fitting = [name for name in guesses if kinds_of(option) & natural.get(name, frozenset())]
        if fitting:
            yield {**guesses, **dict.fromkeys(fitting, option)}
    count = 1
    for option in _OPTIONS:
        yield dict.fromkeys(guesses, option)
        count += 1
    for name in guesses:
        for option in _OPTIONS:
            for rest in (dict(guesses), dict.fromkeys(guesses, _OPTIONS[0])):
                if count < _MOST and len(guesses) > 1:
                    yield {**rest, name: option}
                    count += 1


def _wrong(meter: Meter, shapes: Mapping[str, Shape]) -> int:
    """How many of some random inputs the target refuses for their types."""
    sampler = Sampler(Random(0), SMALL)
    samples: list[Sample] = []
    for _ in range(_TRIES):
        try:
            samples.append(meter.run(build_inputs(shapes, _SIZE, sampler)))
        except InputRejected:
            continue
    taken = [each for each in samples if each.end is not End.REFUSED and each.exception not in WRONG]
    return _TRIES - len(taken)
