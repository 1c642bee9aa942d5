"""Expressions know how they are written, and which names they use."""

from __future__ import annotations

import pytest

from slowpath.recipe.expression import Argument, Call, Expression, expression, expressions


def test_an_expression_is_always_written_the_same_way() -> None:
    assert expression('f( "a",b )') == expression("f('a', b)")
    assert expression("f(a, N)").names == {"f", "a", "N"}
    assert expression("node").is_reference
    assert not expression("node.text").is_reference
    with pytest.raises(SyntaxError):
        expression("f(")


def test_a_call_as_it_is_written() -> None:
    call = Call(
        expression("node.add"),
        (
            Argument(expression("1")),
            Argument(expression("xs"), "*"),
            Argument(expression("i"), "key"),
            Argument(expression("more"), "**"),
        ),
    )
    assert call.source == "node.add(1, *xs, key=i, **more)"
    assert call.names == {"node", "xs", "i", "more"}
    assert call.receiver == Expression("node")
    assert Call(expression("make")).receiver is None


def test_the_expressions_of_a_value() -> None:
    call = Call(expression("make"), (Argument(expression("1")), Argument(expression("xs"), "*")))
    assert [each.source for each in expressions(call)] == ["make", "1", "xs"]
    assert list(expressions(expression("xs"))) == [expression("xs")]
