"""Programs whose input grows in proportion to N.

If a program multiplies by N twice, the growth of its cost over N says nothing about the target: reading a
text of N * N characters takes N * N steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from slowpath.errors import InputError
from slowpath.recipe.expression import INDEXES, SIZE
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program

_FEW = "4"  # what stands for N: enough for pairs, and far less than N
_SIZE = 16  # at which it shows that a program makes less than another
_MOST = 40  # programs that are looked at: an N for each of three or four factors, in any order


def linear(program: Program) -> Iterator[Program]:
    """Yield a program itself if what it makes grows in proportion to N, by its text; otherwise those of it in
    which a few stand for as many of its N as needed, or an inner repetition is carried out once."""
    waiting, seen = [program], {program.source}
    for each in waiting:
        if each.swelling == 1:
            yield each
        elif len(waiting) < _MOST:
            made = [other for other in _smaller(each) if other.source not in seen]
            waiting += made
            seen.update(other.source for other in made)


def _smaller(program: Program) -> Iterator[Program]:
    """The programs that make less: with one N less, or with one repetition less."""
    source = program.source
    tree = ast.parse(source)
    texts = [_with_few(source, node) for node in ast.walk(tree) if _is_size(node, tree)]
    texts += [_carried_out(source, loop) for loop in _inner_loops(tree)]
    for text in texts:
        try:
            made = parse_program(text)
        except InputError:
            continue
        if made.length(_SIZE) < program.length(_SIZE) and made.length(2) > made.length(1):
            yield made


def _is_size(node: ast.AST, tree: ast.Module) -> bool:
    """Whether a node is N, or the number of a round, in an expression; repetitions keep their N."""
    if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in (SIZE, *INDEXES)):
        return False
    return not any(_is_repetition(each) and node in ast.walk(each.iter) for each in ast.walk(tree))


def _is_repetition(node: ast.AST) -> TypeGuard[ast.For]:
    return isinstance(node, ast.For) and ast.unparse(node.iter) == f"range({SIZE})"


def _with_few(source: str, node: ast.AST) -> str:
    """The source with a few in the place of a name."""
    assert isinstance(node, ast.Name)
    lines = source.encode().splitlines()
    line, name = lines[node.lineno - 1], node.id.encode()
    end = node.col_offset + len(name)
    if line[node.col_offset : end] != name:  # Python 3.11 does not tell places inside f-strings
        return ""
    lines[node.lineno - 1] = line[: node.col_offset] + _FEW.encode() + line[end:]
    return b"\n".join(lines).decode()


def _inner_loops(tree: ast.Module) -> Iterator[ast.For]:
    """The repetitions inside others that have none inside."""
    for outer in tree.body:
        for node in ast.walk(outer):
            if node is not outer and _is_repetition(node) and sum(map(_is_repetition, ast.walk(node))) == 1:
                yield node


def _carried_out(source: str, loop: ast.For) -> str:
    """The source with one round of a loop in its place, the first."""
    assert isinstance(loop.target, ast.Name)
    assert loop.end_lineno is not None
    lines = source.splitlines()
    indent = " " * loop.col_offset
    first = f"{indent}{loop.target.id} = 0"
    body = [
        line[loop.body[0].col_offset - loop.col_offset :] for line in lines[loop.lineno : loop.end_lineno]
    ]
    return "\n".join([*lines[: loop.lineno - 1], first, *body, *lines[loop.end_lineno :]])
