"""Random inputs to compare a search with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from slowpath.shape.sampler import Sampler
from slowpath.shape.scribe import Scribe
from slowpath.shape.syntax import parse_shape

COUNT = 5


def random_inputs(shapes: Mapping[str, str], size: int, random: Random) -> Iterator[dict[str, str]]:
    """Yield random inputs of a size, as expressions; `shapes` are texts as `--arg` takes them."""
    scribe = Scribe(Sampler(random))
    parsed = {name: parse_shape(text.partition("  (")[0], "", name) for name, text in shapes.items()}
    for _ in range(COUNT):
        yield {name: str(shape.build(size, scribe, name)) for name, shape in parsed.items()}
