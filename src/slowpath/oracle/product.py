"""A cost that is a product of sizes: it is in proportion to each parameter alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from slowpath.model.cost import Number
from slowpath.model.find import OF_SETUP, Finding
from slowpath.model.run import End
from slowpath.recipe.recipe import held_at, sizes_in
from slowpath.run.client import Worker
from slowpath.run.messages import OPS

# The rest has this part of the size: (a + b)^2 grows nearly as a^2 there, and at a quarter as a^1.6 only.
_HELD = 8
_LEAST, _MOST = 0.75, 1.25  # exponents of what is in proportion, as far as one doubling tells


def factors(finding: Finding, worker: Worker, seconds: float) -> tuple[str, ...]:
    """The parameters of whose sizes the cost is the product, `OF_SETUP` for a setup; else none.

    Each of them grows alone while the others are held at a small size, and the cost must grow in proportion.
    """
    scenario = finding.scenario
    sources = {**finding.recipe, OF_SETUP: scenario.setup}
    names = [name for name, source in sources.items() if sizes_in(source)]
    if len(names) < 2 or not finding.growth.points or not scenario.is_one_call:
        return ()
    size, cost = finding.growth.points[-1]
    held = size // _HELD
    if held < 1:
        return ()
    for name in names:
        some = {each: held_at(sources[each], held) for each in names if each != name}
        known = list(_costs({**sources, **some}, finding, worker, (size // 2, size), cost, seconds))
        if len(known) < 2 or not _LEAST <= math.log2(known[1] / known[0]) <= _MOST:
            return ()
    return tuple(names)


def _costs(
    sources: Mapping[str, str],
    finding: Finding,
    worker: Worker,
    sizes: tuple[int, int],
    most: Number,
    seconds: float,
) -> Iterator[Number]:
    """The counted costs of such inputs, as long as runs end by themselves."""
    recipe = {name: source for name, source in sources.items() if name != OF_SETUP}
    scenario = replace(finding.scenario, setup=sources[OF_SETUP])
    worker = worker.with_scenario(scenario)
    for size in sizes:
        run = worker.run(recipe, size, int(2 * most), seconds)
        expected = End.RETURNED if finding.raises is None else End.RAISED
        if run.end is not expected or run.raises != finding.raises or OPS not in run.costs:
            return
        yield run.costs[OPS]
