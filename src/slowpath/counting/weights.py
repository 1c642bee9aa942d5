"""What a block costs: the weights of the original source's bytecode instructions.

A call instruction weighs 10, any other 1; instructions that do no work of their own weigh nothing.
An instruction belongs to the innermost region of source that holds its position, so the weights know
nothing of the rewriting, of nested code objects or of the version's instruction set.
"""

from __future__ import annotations

import dis
from collections import defaultdict
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import NamedTuple

# A call of an empty function takes 25 ns, another instruction 2.5 (benchmarks/calibrate.py).
CALL_WEIGHT = 10
# Between the call of a class and its constructor the interpreter makes the instance: 100 ns where a
# call takes 25 (benchmarks/fidelity.py showed Fraction and small classes at half their time without).
CONSTRUCTION_WEIGHT = 40
CONSTRUCTORS = frozenset({"__init__", "__new__"})
# A generator that yields is suspended and resumed, which takes as long as a call.
_CALLS = frozenset({"CALL", "CALL_KW", "CALL_FUNCTION_EX", "YIELD_VALUE"})
_FREE = frozenset(
    {
        "CACHE",
        "EXTENDED_ARG",
        "NOP",
        "RESUME",
        "PRECALL",
        "KW_NAMES",
        "PUSH_NULL",
        "MAKE_CELL",
        "COPY_FREE_VARS",
    }
)
_UNITS = tuple(0 if name in _FREE else CALL_WEIGHT if name in _CALLS else 1 for name in dis.opname)


class SourceSpan(NamedTuple):
    """A stretch of source: (line, column) of its start and end, columns in UTF-8 bytes."""

    start: tuple[int, int]
    end: tuple[int, int]


Weights = dict[int, dict[int, int]]  # block -> line -> ops of one execution


def weigh(code: CodeType, regions: Iterable[tuple[SourceSpan, int]]) -> Weights:
    """Return what one execution of each block costs, by source line."""
    weights: Weights = defaultdict(lambda: defaultdict(int))
    for span, units, block in _assign(sorted(_instructions(code)), _outermost_first(regions)):
        weights[block][span.start[0]] += units
    return weights


def _instructions(code: CodeType) -> Iterator[tuple[SourceSpan, int]]:
    # The compiler emits a loop's test and a finally body more than once: each copy of an
    # instruction has the same position, and one execution runs one copy.
    seen: set[tuple[object, int, int]] = set()
    for at, opcode, argument in zip(code.co_positions(), code.co_code[::2], code.co_code[1::2], strict=True):
        units = _UNITS[opcode]
        if not units or (at, opcode, argument) in seen:
            continue
        seen.add((at, opcode, argument))
        line, end_line, column, end_column = at
        if line is not None and column is not None:
            yield SourceSpan((line, column), (end_line or line, end_column or column)), units
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)


def _outermost_first(regions: Iterable[tuple[SourceSpan, int]]) -> list[tuple[SourceSpan, int]]:
    def order(region: tuple[SourceSpan, int]) -> tuple[tuple[int, int], tuple[int, int]]:
        (start, (end_line, end_column)), _ = region
        return start, (-end_line, -end_column)

    return sorted(regions, key=order)


def _assign(
    instructions: Iterable[tuple[SourceSpan, int]], regions: list[tuple[SourceSpan, int]]
) -> Iterator[tuple[SourceSpan, int, int]]:
    """Pair each instruction with the innermost region around it, in one sweep over both."""
    around: list[tuple[SourceSpan, int]] = []
    position = 0
    for span, units in instructions:
        while position < len(regions) and regions[position][0].start <= span.start:
            around.append(regions[position])
            position += 1
        while around and around[-1][0].end <= span.start:
            around.pop()
        for region, block in reversed(around):
            if region.end >= span.end:
                yield span, units, block
                break
