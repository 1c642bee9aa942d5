"""Plainer expressions: with something left out, or with a plain value in the place of another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from slowpath.recipe.expression import INDEXES, Expression, parsed

PLAIN_CHARACTERS = "a b"  # what others are replaced by, the plainest first; some code needs two in an order
_PLAIN = PLAIN_CHARACTERS[0]


def plainer_characters(character: str) -> str:
    """Return the characters that are plainer than this one, the plainest first."""
    return PLAIN_CHARACTERS.partition(character)[0]


def plainer(each: Expression) -> Iterator[Expression]:
    """Yield expressions with one part of this one left out or made plainer, the largest steps first.

    Each has fewer nodes, or constants that are shorter or have a plainer character.
    """
    count = sum(1 for _ in ast.walk(parsed(each.source)))
    seen = {each.source}
    for place in range(count):
        for replacement in _replacements(_node(parsed(each.source), place)):
            tree = with_node(parsed(each.source), place, replacement)
            source = ast.unparse(tree)
            if source not in seen:
                seen.add(source)
                yield Expression(source)


def plainer_texts(each: Expression) -> Iterator[Expression]:
    """Yield expressions with one text of this one made plainer. Keys of mappings are names, and stay."""
    tree = parsed(each.source)
    keys = [key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys]
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and node not in keys:
            for value in _plainer_constants(node.value):
                yield Expression(ast.unparse(with_node(tree, place, ast.Constant(value))))


def shorter_lists(each: Expression) -> Iterator[Expression]:
    """Yield expressions with one list of this one halved. A list keeps an item, which tells what it holds."""
    for place, node in enumerate(ast.walk(parsed(each.source))):
        if isinstance(node, ast.List) and len(node.elts) > 1:
            half = len(node.elts) // 2
            for kept in (node.elts[:half], node.elts[half:]):
                yield Expression(ast.unparse(with_node(parsed(each.source), place, ast.List(kept))))


def _node(tree: ast.AST, place: int) -> ast.AST:
    """The node at a place of the order in which `ast.walk` goes."""
    for at, node in enumerate(ast.walk(tree)):
        if at == place:
            return node
    raise IndexError(place)


def with_node(tree: ast.expr, place: int, replacement: ast.AST) -> ast.AST:
    """Return a copy of a tree with another node at a place, counted as `ast.walk` goes."""
    copied = deepcopy(tree)
    old = _node(copied, place)
    if old is copied:
        return replacement
    for parent in ast.walk(copied):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, replacement)
            elif isinstance(value, list):
                value[:] = [replacement if item is old else item for item in value]
    return copied


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    match node:
        case ast.Constant(value=value):
            yield from map(ast.Constant, _plainer_constants(value))
        case ast.JoinedStr():
            yield ast.Constant(_PLAIN)
            yield from _written_out(node)
        case ast.ListComp(
            elt=item,
            generators=[
                ast.comprehension(
                    target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[size]), ifs=[]
                )
            ],
        ) if name not in _names(item):
            yield ast.BinOp(ast.List([item], ast.Load()), ast.Mult(), size)
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
            yield from _one_product(node)
        case ast.Call():
            yield from (each for each in node.args if not isinstance(each, ast.Starred))
            yield from _without_arguments(node)
        case ast.Subscript(value=value, ctx=ast.Load()):
            yield from _items(value)
            yield value
        case ast.List(ctx=ast.Load()) | ast.Tuple(ctx=ast.Load()) | ast.Set():
            yield from _without_items(node)
        case ast.Dict(keys=keys, values=values):
            for place in range(len(keys)):
                yield ast.Dict([*keys[:place], *keys[place + 1 :]], [*values[:place], *values[place + 1 :]])
        case ast.Name(id=name, ctx=ast.Load()) if name in INDEXES:
            yield ast.Constant(0)


def _written_out(node: ast.JoinedStr) -> Iterator[ast.Constant]:
    """The text itself if all of it is constant: `'a0'` in the place of `f'a{0}'`."""
    texts: list[str] = []
    for each in node.values:
        match each:
            case ast.Constant(value=value):
                texts.append(str(value))
            case ast.FormattedValue(value=ast.Constant(value=value), conversion=-1, format_spec=None):
                texts.append(str(value))
            case _:
                return
    yield ast.Constant("".join(texts))


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _plainer_constants(value: object) -> Iterator[str | bytes | int | float]:
    """Yield plainer values in the place of a text, bytes or a number, the plainest first."""
    match value:
        case str() | bytes() if len(value) > 1:
            half = len(value) // 2
            yield _PLAIN if isinstance(value, str) else _PLAIN.encode()
            yield from (value[half:], value[:half], value[1:], value[:-1])
    match value:
        case str():
            for at, character in enumerate(value):
                if not (character.isascii() and character.isprintable()):  # others are easy to read
                    yield from (value[:at] + each + value[at + 1 :] for each in plainer_characters(character))
        case bool():
            return
        case int() if value > 1:
            yield from (0, 1)
        case float() if value != 0:
            yield 0.0


def _one_product(node: ast.BinOp) -> Iterator[ast.BinOp]:
    """`x * 12` in the place of `x * 3 * 4`."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=several, op=ast.Mult(), right=ast.Constant(value=int() as first)),
            op=ast.Mult(),
            right=ast.Constant(value=int() as second),
        ):
            yield ast.BinOp(several, ast.Mult(), ast.Constant(first * second))


def _items(tree: ast.expr) -> Iterator[ast.expr]:
    """What an item of a display may be, also of one that is repeated."""
    match tree:
        case ast.List(elts=several) | ast.Tuple(elts=several):
            yield from several
        case ast.BinOp(op=ast.Mult(), left=left):
            yield from _items(left)


def _without_arguments(node: ast.Call) -> Iterator[ast.Call]:
    for place in reversed(range(len(node.args))):
        yield ast.Call(node.func, [*node.args[:place], *node.args[place + 1 :]], node.keywords)
    for place in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, [*node.keywords[:place], *node.keywords[place + 1 :]])


def _without_items(node: ast.List | ast.Tuple | ast.Set) -> Iterator[ast.expr]:
    """Without a half of the items, then without one."""
    elements, half = node.elts, len(node.elts) // 2
    halves = [elements[half:], elements[:half]] if half > 1 else []
    for left in (*halves, *([*elements[:place], *elements[place + 1 :]] for place in range(len(elements)))):
        if isinstance(node, ast.List):
            yield ast.List(left, ast.Load())
        elif isinstance(node, ast.Tuple):
            yield ast.Tuple(left, ast.Load())
        elif left:  # an empty set has no display
            yield ast.Set(left)
