"""How fast what a program makes grows: the power of N in the size of a value, and of all that is made.

It is read from the text, so it tells what may be expected. What an input holds is measured by a run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from slowpath.recipe.expression import INDEXES, SIZE, Call, Expression, Value, expressions, parsed
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement

Known = dict[str, int]  # the power of N in the size of values by their names

_SIZED = ("range", "list", "tuple", "set", "frozenset", "dict", "sorted", "str", "bytes", "bytearray")
_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Name, ast.Load)
_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


def length(statements: Iterable[Statement], known: Known, size: int, times: int = 1) -> int:
    """Return about how many values, characters and items statements make at a size, if they are carried out
    so many `times`. `known` gets the names of values that grow."""
    total = 0
    for each in statements:
        match each:
            case Repeat(body=body):
                total += length(body, known, size, times * size)
            case Import():
                continue
            case Assign(value=value) | Do(value=value):
                total += times * (1 + sum(items(inner, size, known) for inner in expressions(value)))
                _note(each, known)
    return total


def items(each: Expression, size: int, known: Mapping[str, int]) -> int:
    """Return about how many items an expression has."""
    grows = power(each, known)
    return factor(each.source) * size**grows if grows else 0


@lru_cache(maxsize=4096)
def factor(source: str) -> int:
    """Return the number by which an expression multiplies what grows in it: 12 in `'abc' * (4 * N)`."""
    return _factor_of(parsed(source))


def _factor_of(tree: ast.AST) -> int:
    match tree:
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return _count(left) * _count(right)
    growing = (each for each in ast.iter_child_nodes(tree) if {SIZE, *INDEXES} & set(_names_in(each)))
    return max(map(_factor_of, growing), default=1)


def _count(tree: ast.AST) -> int:
    """How often a factor counts: a number as such, a text or a list by its items."""
    match tree:
        case ast.Constant(value=int() as number):
            return max(number, 1)
        case ast.BinOp(op=ast.Add(), left=left, right=right) if not set(_names_in(tree)):
            return _count(left) + _count(right)
        case ast.BinOp(op=ast.FloorDiv(), left=left, right=right) if not set(_names_in(tree)):
            return max(_count(left) // _count(right), 1)
        case ast.Constant(value=str() | bytes() as text):
            return max(len(text), 1)
        case ast.List(elts=several) | ast.Tuple(elts=several):
            return max(sum(map(_factor_of, several)), 1)
    return _factor_of(tree)


def powers(statements: Iterable[Statement], known: Known, depth: int = 0) -> int:
    """Return the power of N by which grows what statements make that are inside so many repetitions. `known`
    gets the names of values that grow."""
    found = [0]
    for each in statements:
        match each:
            case Repeat(body=body):
                found.append(powers(body, known, depth + 1))
            case Assign(value=value) | Do(value=value):
                found.append(depth + max(power(inner, known) for inner in expressions(value)))
                _note(each, known)
    return max(found)


def _note(each: Assign | Do, known: Known) -> None:
    """Note how a value grows that gets a name. What a call makes of its arguments is not known."""
    if isinstance(each, Assign) and _is_plain(each.value):
        grows = max(power(inner, known) for inner in expressions(each.value))
        known.update({name: grows for name in each.binds if grows})


def _is_plain(value: Value) -> bool:
    if isinstance(value, Call):
        return value.function.source in _SIZED
    return not any(isinstance(node, ast.Call) for node in ast.walk(parsed(value.source)))


def power(each: Expression, known: Mapping[str, int]) -> int:
    """Return the power of N in the size of what an expression makes.

    N counts wherever it stands, the number of a round only where it multiplies a text or a list, or bounds a
    range: `str(i)` hardly grows.
    """
    names = each.names
    growing = tuple((name, grows) for name, grows in known.items() if name in names)
    return _power_of(each.source, growing) if growing or names & {SIZE, *INDEXES} else 0


@lru_cache(maxsize=4096)
def _power_of(source: str, known: tuple[tuple[str, int], ...]) -> int:
    return _power(parsed(source), {SIZE: 1, **dict(known)})


def _power(tree: ast.AST, known: Mapping[str, int]) -> int:
    match tree:
        case ast.Name(id=name):
            return known.get(name, 0)
        case ast.BinOp(op=ast.Mult()):
            return _power_of_factor(tree.left, tree.right, known) + _power_of_factor(
                tree.right, tree.left, known
            )
        case ast.Call(func=ast.Name(id="range")):
            return max((max(_power(each, known), _is_index(each)) for each in tree.args), default=0)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return _comprehended(tree, known)
        case ast.FormattedValue(value=value) if _is_number(value) and not _growing(value, known) - {SIZE}:
            return 0  # digits
    return max((_power(each, known) for each in ast.iter_child_nodes(tree)), default=0)


def _comprehended(tree: ast.AST, known: Mapping[str, int]) -> int:
    """The power of a comprehension: of what it goes over, and of what it makes each time."""
    assert isinstance(tree, _COMPREHENSIONS)
    over = sum(_power(each.iter, known) for each in tree.generators)
    own = {name for each in tree.generators for name in _names_in(each.target)}
    inner = {name: grows for name, grows in known.items() if name not in own}
    made = [tree.key, tree.value] if isinstance(tree, ast.DictComp) else [tree.elt]
    return over + max(0 if isinstance(each, ast.Name) else _power(each, inner) for each in made)


def _power_of_factor(tree: ast.AST, other: ast.AST, known: Mapping[str, int]) -> int:
    """The power of a factor. The number of a round counts beside a text or a list, not beside a number."""
    return max(_power(tree, known), int(_is_index(tree) and not _is_number(other)))


def _is_index(tree: ast.AST) -> bool:
    """Whether an expression is a number that grows with the number of a round."""
    return bool(set(_names_in(tree)) & set(INDEXES)) and _is_number(tree)


def _names_in(tree: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _growing(tree: ast.AST, known: Mapping[str, int]) -> set[str]:
    return set(_names_in(tree)) & known.keys()


def _is_number(tree: ast.AST) -> bool:
    """Whether an expression is made of numbers and names alone."""
    return all(
        isinstance(node, _ARITHMETIC) or (isinstance(node, ast.Constant) and isinstance(node.value, int))
        for node in ast.walk(tree)
    )
