"""How values are written as Python expressions in builtins alone.

A class outside the builtins is reached through `__import__`: `__import__('collections').deque([1, 2])`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from keyword import iskeyword

from slowpath.shape.maker import ClassRef

# Bits of a number that Python may refuse to write in decimal: the least limit that can be set is 640 digits
# (2,126 bits).
_LONG_BITS = 2_000


def write_integer(number: int) -> str:
    """Return a literal of a whole number; a very long one is written in hexadecimal, which has no limit."""
    return hex(number) if int.bit_length(number) > _LONG_BITS else int.__repr__(number)


def write_class(ref: ClassRef) -> str:
    """Return an expression for a class."""
    if ref.module == "builtins":
        return ref.qualname
    if "." in ref.module:
        return f"__import__({ref.module!r}, fromlist=['']).{ref.qualname}"
    return f"__import__({ref.module!r}).{ref.qualname}"


def write_call(called: str, arguments: Sequence[str], fields: Mapping[str, str]) -> str:
    """Return an expression for a call, its arguments written already."""
    if all(key.isidentifier() and not iskeyword(key) for key in fields):
        named = [f"{key}={value}" for key, value in fields.items()]
    else:
        named = ["**" + write_gathered("dict", [(repr(key), value) for key, value in fields.items()])]
    return f"{called}({', '.join([*arguments, *named])})"


def write_gathered(kind: str, items: Sequence[str] | Sequence[tuple[str, str]]) -> str:
    """Return an expression for a container of a kind, its items (or pairs) written already."""
    parts = [item if isinstance(item, str) else f"{item[0]}: {item[1]}" for item in items]
    inside = ", ".join(parts)
    match kind:
        case "list":
            return f"[{inside}]"
        case "tuple":
            return f"({inside},)" if len(parts) == 1 else f"({inside})"
        case "set":
            return f"{{{inside}}}" if parts else "set()"
        case "frozenset":
            return f"frozenset({{{inside}}})" if parts else "frozenset()"
        case "dict":
            return f"{{{inside}}}"
        case "deque":
            return f"__import__('collections').deque([{inside}])"
        case "iterator":
            return f"iter([{inside}])"
        case "OrderedDict" | "Counter":
            return f"__import__('collections').{kind}({{{inside}}})"
        case "bytearray" | "memoryview":
            return f"{kind}({inside})"
    factory = kind.removeprefix("defaultdict[").removesuffix("]")
    return f"__import__('collections').defaultdict({factory}, {{{inside}}})"
