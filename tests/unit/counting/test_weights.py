from __future__ import annotations

import ast
import dis
from types import CodeType

from slowpath.counting.weights import CALL_WEIGHT, SourceSpan, weigh

EVERYTHING = SourceSpan((0, 0), (1 << 30, 0))


def total(weights: dict[int, dict[int, int]], block: int = 0) -> int:
    return sum(weights[block].values())


def weighed(source: str, *regions: tuple[SourceSpan, int]) -> dict[int, dict[int, int]]:
    return weigh(compile(source, "x.py", "exec"), [(EVERYTHING, 0), *regions])


def span_of(node: ast.stmt | ast.expr) -> SourceSpan:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return SourceSpan((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))


def test_a_call_weighs_as_much_as_ten_other_instructions() -> None:
    without = total(weighed("def f(g, x):\n    g\n    x\n"))
    with_call = total(weighed("def f(g, x):\n    g(x)\n"))
    assert CALL_WEIGHT == 10
    assert with_call - without in range(CALL_WEIGHT - 2, CALL_WEIGHT + 3)


def test_all_calls_weigh_the_same() -> None:
    plain = total(weighed("f(a)"))
    assert total(weighed("f(a=1)")) in range(plain - 1, plain + 3)
    assert total(weighed("f(*a)")) >= plain
    assert total(weighed("o.f(a)")) in range(plain, plain + 2)


def test_an_instruction_belongs_to_the_innermost_region() -> None:
    source = "a = 1\nif a:\n    b = 2\n    c = 3\nd = 4\n"
    branch = ast.parse(source).body[1]
    assert isinstance(branch, ast.If)
    inner = [(span_of(statement), 1) for statement in branch.body]
    weights = weighed(source, *inner)
    assert dict(weights[1]) == {3: 2, 4: 2}
    assert weights[0][1] == 2
    assert total(weights) + total(weights, 1) == total(weighed(source))


def test_regions_come_in_any_order() -> None:
    source = "x = [f(a) for a in b if a]\ny = (c, (d, e))\n"
    tree = ast.parse(source)
    regions = [
        (span_of(node), index)
        for index, node in enumerate(ast.walk(tree), 1)
        if isinstance(node, ast.expr) and not isinstance(node, ast.Name)
    ]
    assert weighed(source, *regions) == weighed(source, *reversed(regions))
    assert sum(total(weighed(source, *regions), block) for block in range(50)) == total(weighed(source))


def test_code_that_the_compiler_repeats_counts_once() -> None:
    """One execution runs one copy of a `finally` body or of a loop's test."""
    once = total(weighed("def f():\n    try:\n        a\n    finally:\n        g(1)\n"))
    straight = total(weighed("def f():\n    a\n    g(1)\n"))
    assert once - straight < CALL_WEIGHT
    loop = weighed("def f(a):\n    while g(a):\n        a\n")
    assert loop[0][2] < 2 * CALL_WEIGHT


def test_nested_code_is_weighed_too() -> None:
    weights = weighed("def f():\n    def g():\n        return lambda: h(1)\n    return g\n")
    assert set(weights[0]) == {1, 2, 3, 4}
    assert weights[0][3] > CALL_WEIGHT


def test_columns_are_bytes() -> None:
    source = "é = 'ü'; b = f(é)\n"
    second = ast.parse(source).body[1]
    weights = weighed(source, (span_of(second), 1))
    assert 0 < total(weights) <= 4
    assert total(weights, 1) > CALL_WEIGHT


def test_no_instruction_is_lost() -> None:
    source = "def f(xs):\n    t = 0\n    for x in xs:\n        t = t + x\n    return t\n"
    code = compile(source, "x.py", "exec")
    weights = weigh(code, [(EVERYTHING, 0)])
    free = {"CACHE", "RESUME", "NOP", "PUSH_NULL", "EXTENDED_ARG", "PRECALL", "KW_NAMES"}

    def instructions(code: CodeType) -> int:
        nested = (each for each in code.co_consts if isinstance(each, CodeType))
        own = sum(each.opname not in free for each in dis.get_instructions(code))
        return own + sum(map(instructions, nested))

    assert instructions(code) - 4 <= total(weights) <= instructions(code)
