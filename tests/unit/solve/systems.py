"""Random systems of conditions on small domains, and what brute force says about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import Condition, all_of, some_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply, choose, real
from slowpath.expr.variable import Characters, Integers, Reals, Value, Variable, Variables
from slowpath.model.charset import CharSet
from slowpath.solve.checked import satisfies
from slowpath.solve.verdict import Model, Solver, Unsat, Verdict

COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
ALPHABET = "abcdefgh"

Maker = Callable[[Random, Variables], Condition]


def integers(count: int, low: int = -2, high: int = 2) -> Variables:
    return [Variable(index, f"x{index}", Integers(low, high)) for index in range(count)]


def characters(count: int, alphabet: str = ALPHABET) -> Variables:
    domain = Characters(CharSet.of(alphabet))
    return [Variable(index, f"s[{index}]", domain) for index in range(count)]


def reals(count: int) -> Variables:
    return [Variable(index, f"f{index}", Reals(0.0, 1.0)) for index in range(count)]


def order(rng: Random, variables: Variables) -> Condition:
    """x - y <= c, and its like, or a bound."""
    left = Linear.variable(rng.randrange(len(variables)))
    right: Linear | int = Linear.variable(rng.randrange(len(variables))) if rng.random() < 0.7 else 0
    return compare(left - right, rng.choice(COMPARISONS), rng.randint(-2, 2))


def membership(rng: Random, variables: Variables) -> Condition:
    """A character in a set, or compared with another."""
    index = rng.randrange(len(variables))
    if rng.random() < 0.3:
        other = Linear.variable(rng.randrange(len(variables)))
        return compare(Linear.variable(index), rng.choice(COMPARISONS), other)
    chars = CharSet.of(rng.sample(ALPHABET, rng.randint(1, 6)))
    return member(index, ~chars if rng.random() < 0.4 else chars)


def choice(of: Maker) -> Maker:
    """Conjunctions and disjunctions of what `of` makes."""

    def made(rng: Random, variables: Variables) -> Condition:
        if rng.random() < 0.5:
            return of(rng, variables)
        together = rng.choice((all_of, some_of))
        return together([of(rng, variables) for _ in range(rng.randint(2, 3))])

    return made


def row(rng: Random, variables: Variables) -> Condition:
    """A linear condition on up to three variables."""
    chosen = rng.sample(range(len(variables)), min(3, len(variables)))
    form = Linear.of({index: rng.randint(-3, 3) for index in chosen}, rng.randint(-4, 4))
    return compare(form, rng.choice(COMPARISONS), 0)


def nonlinear(rng: Random, variables: Variables) -> Condition:
    """A comparison of products, quotients, powers, bit operations and choices."""
    return compare(_term(rng, variables, 2), rng.choice(COMPARISONS), _term(rng, variables, 1))


def ranked(rng: Random, variables: Variables) -> Condition:
    """Floats in order."""
    sides = [real(rng.randrange(len(variables))), real(rng.randrange(len(variables)))]
    if rng.random() < 0.4:
        return compare(sides[0], rng.choice(COMPARISONS), rng.choice((0.0, -0.0, 0.25, 1.0)))
    return compare(sides[0], rng.choice(COMPARISONS), sides[1])


def any_of(*makers: Maker) -> Maker:
    return lambda rng, variables: rng.choice(makers)(rng, variables)


def system(rng: Random, variables: Variables, maker: Maker, most: int) -> list[Condition]:
    return [maker(rng, variables) for _ in range(rng.randint(1, most))]


def satisfiable(conditions: Sequence[Condition], variables: Variables) -> bool:
    """Whether brute force finds values."""
    involved = sorted({index for condition in conditions for index in condition.variables()})
    for values in product(*[_domain(variables[index], len(involved)) for index in involved]):
        model = dict(zip(involved, values, strict=True))
        if all(condition.holds(model) for condition in conditions):
            return True
    return False


def assert_right(verdict: Verdict, conditions: Sequence[Condition], variables: Variables) -> None:
    """The verdict is brute force's: a model satisfies, the core of a contradiction contradicts itself."""
    if isinstance(verdict, Model):
        assert satisfies(verdict, conditions, variables), (verdict, conditions)
    elif isinstance(verdict, Unsat):
        core = [conditions[place] for place in verdict.core]
        assert core, conditions
        assert not satisfiable(core, variables), (verdict, conditions)


def answers(
    solver: Solver, variables: Variables, maker: Maker, systems: int, most: int, seed: int
) -> list[str]:
    """The kinds of verdict on random systems, each checked against brute force.

    Every second question comes with a hint.
    """
    rng = Random(seed)
    kinds = []
    for number in range(systems):
        conditions = system(rng, variables, maker, most)
        hint = {each.index: rng.choice(_domain(each, 1)) for each in variables} if number % 2 else None
        verdict = solver.solve(conditions, variables, hint)
        assert_right(verdict, conditions, variables)
        kinds.append(type(verdict).__name__)
    return kinds


def _term(rng: Random, variables: Variables, depth: int) -> Expression:
    if depth == 0 or rng.random() < 0.2:
        form = Linear.variable(rng.randrange(len(variables))) * rng.choice((1, 1, 2, -1)) + rng.randint(-1, 1)
        return form if rng.random() < 0.8 else rng.randint(-3, 3)
    left, right = _term(rng, variables, depth - 1), _term(rng, variables, depth - 1)
    operator = rng.choice(
        ("+", "*", "*", "//", "%", "&", "|", "^", "abs", "min", "max", "**", "<<", ">>", "if")
    )
    if operator == "abs":
        return apply("abs", left)
    if operator in ("**", "<<", ">>"):
        return apply(operator, left, rng.randint(0, 3))
    if operator == "if":
        return choose(row(rng, variables), left, right)
    return apply(operator, left, right)


def _domain(variable: Variable, steps: int) -> list[Value]:
    domain = variable.domain
    if isinstance(domain, Characters):
        return [ord(character) for character in domain.chars]
    if isinstance(domain, Integers):
        assert domain.lo is not None
        assert domain.hi is not None
        return list(range(domain.lo, domain.hi + 1))
    found = {0.0, 0.25, 1.0}  # and so many neighbours that as many variables fit between
    for value in (0.0, 0.25, 1.0):
        for towards in (-math.inf, math.inf):
            each = value
            for _ in range(steps):
                each = math.nextafter(each, towards)
                found.add(each)
    return sorted(value for value in found if domain.lo <= value <= domain.hi)
