"""The receiver of a program is called by its class."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.model.target import Target, TargetKind
from slowpath.recipe.naming import with_receiver_named
from slowpath.recipe.parsing import parse_program

ADD = replace(Target.named("m:Cart.add"), kind=TargetKind.METHOD)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "x = Cart()\nfor i in range(N):\n    x.add(i)\nx.add(x.x, x=x, y='x')  # measured",
            "cart = Cart()\nfor i in range(N):\n    cart.add(i)\ncart.add(cart.x, x=cart, y='x')  # measured",
        ),
        (
            "x = Cart()\nfor i in range(N):  # measured\n    x.add(f'a{i}')",
            "cart = Cart()\nfor i in range(N):  # measured\n    cart.add(f'a{i}')",
        ),
    ],
)
def test_a_letter_becomes_a_word(source: str, expected: str) -> None:
    assert with_receiver_named(parse_program(source), ADD).source == expected


@pytest.mark.parametrize(
    "source",
    [
        "basket = Cart()\nbasket.add(N)  # measured",
        "x = Cart(cart)\nx.add(N)  # measured",
        "x = Cart()\nx.add(f'{x}')  # measured",
        "Cart().add(N)  # measured",
    ],
)
def test_other_programs_stay_as_they_are(source: str) -> None:
    program = parse_program(source)
    assert with_receiver_named(program, ADD) == program
