"""Names that a reader understands in the place of those that a search uses."""

from __future__ import annotations

import io
import re
import tokenize

from slowpath.errors import InputError
from slowpath.model.target import Target
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.writing import receiver_name

_LETTER = re.compile(r"[a-z]")


def with_receiver_named(program: Program, target: Target) -> Program:
    """Return the program with the receiver called by its class if a single letter stands for it; the same
    program if that name means something else in it."""
    receiver = program.measured.receiver
    if receiver is None or not _LETTER.fullmatch(receiver.source):
        return program
    source, name = program.source, receiver_name(target)
    if re.search(rf"\b{name}\b", source) or re.search(rf"{{[^}}]*\b{receiver.source}\b", source):
        return program  # taken, or perhaps used in a formatted text
    try:
        return parse_program(_renamed(source, receiver.source, name))
    except InputError:
        return program


def _renamed(source: str, old: str, new: str) -> str:
    """Source in which a variable has another name; attributes and keywords of calls keep theirs."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    after = [*(token.string for token in tokens[1:]), ""]
    before, depth = "", 0
    places = []
    for token, following in zip(tokens, after, strict=True):
        depth += {"(": 1, ")": -1}.get(token.string, 0)
        is_keyword = depth > 0 and following == "="
        if token.string == old and token.type == tokenize.NAME and before != "." and not is_keyword:
            places.append(token.start)
        before = token.string
    for row, column in reversed(places):  # from the end on: places before stay where they are
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new + line[column + len(old) :]
    return "".join(lines)
