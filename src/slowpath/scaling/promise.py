"""What the worst costs of small sizes say about a large one: a promise, or no more than a guess.

Few numbers follow many forms: Euclid's algorithm on numbers up to N takes `N//2 + 1` steps at most for N = 2
to 9, and 13 steps at N = 500. So a form is learned without the largest size that was searched. Only if it
gives the cost of that size exactly, it promises the cost of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import cost_form
from slowpath.scaling.path.recurrence import recurrence

EXCEPTIONS = 2  # small sizes whose costs a form may leave out: a logarithm looks linear for a while
LEAST_COSTS = 3  # from which a form may be told
BEYOND = 2  # times the largest explored size is held out: forms that fit by chance part there

Costs = Mapping[int, int]  # by size
Rule = Callable[[int], int | None]  # the cost of a size


@dataclass(frozen=True, slots=True)
class Promise:
    """The worst cost of a size, as far as small sizes tell.

    It is a guess unless it is `proven`: the form behind it gives the cost of a size that it was not learned
    from.
    """

    cost: int
    proven: bool


def promised(costs: Costs, size: int, fineness: int = 1) -> Promise | None:
    """The cost of a size by the costs of smaller ones, None if they follow no form.

    `fineness` of the costs given are one of the cost that is told. The largest size is held out.
    """
    rule = proven_rule(costs)
    proven = rule is not None
    rule = rule or learned_rule(costs)
    cost = None if rule is None else rule(size)
    return None if cost is None else Promise(cost // fineness, proven)


def proven_rule(costs: Costs) -> Rule | None:
    """The rule of all sizes but the largest if it gives the cost of that one."""
    if len(costs) <= LEAST_COSTS:
        return None
    held = max(costs)
    rule = learned_rule({size: cost for size, cost in costs.items() if size != held})
    return rule if rule is not None and rule(held) == costs[held] else None


def is_followed(rule: Rule, costs: Costs) -> bool:
    """Whether a rule that was learned elsewhere gives these costs; a few small sizes may be exceptions."""
    return all(rule(size) == costs[size] for size in sorted(costs)[EXCEPTIONS:])


def learned_rule(costs: Costs) -> Rule | None:
    """A recurrence or a form that the costs follow."""
    recursive = recurrence(costs)
    if recursive is not None:
        return recursive.at
    form = cost_form(costs, EXCEPTIONS) if len(costs) >= LEAST_COSTS else None
    return None if form is None else lambda size: int(form.at({SIZE: size}))
