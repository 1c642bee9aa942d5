from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.errors import InputError, UsageError
from slowpath.model.scenario import Scenario
from slowpath.model.slot import closed_by, filled_by, filled_by_each, for_each
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.run import inputs


def target(*parameters: Parameter, receiver: tuple[Parameter, ...] = ()) -> Target:
    kind = TargetKind.METHOD if receiver else TargetKind.FUNCTION
    return Target("m:f", "m", "f", kind, Flow.PLAIN, "m.py", 1, parameters, receiver)


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD", *, required: bool = True) -> Parameter:
    return Parameter(name, kind, required)


XS = parameter("xs")
KEY = parameter("key", required=False)


@pytest.mark.parametrize(
    ("text", "name", "expression"),
    [
        ("[0] * N", "", "[0] * N"),
        ("xs=[0]", "xs", "[0]"),
        ("xs = [0]", "xs", "[0]"),
        ("Box.items=[0]", "Box.items", "[0]"),
        ("1 == 2", "", "1 == 2"),
        ("N==2", "", "N==2"),
        ("dict(a=1)", "", "dict(a=1)"),
        ("lambda x=1: x", "", "lambda x=1: x"),
        ("text='a=b'", "text", "'a=b'"),
        ("größe=1", "größe", "1"),
        ("'a=b'", "", "'a=b'"),
    ],
)
def test_parse(text: str, name: str, expression: str) -> None:
    assert inputs.parse([text]) == {name: expression}


def test_parse_refuses_two_of_a_name() -> None:
    with pytest.raises(InputError, match="given twice"):
        inputs.parse(["a=1", "a=2"])
    with pytest.raises(InputError, match="several have no name"):
        inputs.parse(["1", "2"])


def test_a_syntax_error_points_at_its_place() -> None:
    with pytest.raises(InputError) as caught:
        inputs.parse(["xs=[1, 2 3]"])
    lines = caught.value.message.splitlines()
    assert lines[1] == "  [1, 2 3]"
    assert lines[2].index("^") == lines[1].index("2")


@pytest.mark.parametrize("text", ["", "xs=", "x y", "import os", "a; b", "\0", "(" * 1000])
def test_what_is_not_an_expression(text: str) -> None:
    with pytest.raises(InputError, match="not a Python expression"):
        inputs.parse([text])


@pytest.mark.parametrize(
    ("expression", "needs"),
    [("N", True), ("[0]*N", True), ("'N'", False), ("NN", False), ("[n for n in range(3)]", False)],
)
def test_needs_size(expression: str, needs: bool) -> None:
    assert inputs.needs_size({"xs": expression}) is needs


def test_check_size() -> None:
    inputs.check_size(1, {"xs": "N"})
    inputs.check_size(None, {"xs": "3"})
    with pytest.raises(InputError, match="no size"):
        inputs.check_size(None, {"xs": "N"})
    for size in (0, -1):
        with pytest.raises(UsageError, match="at least 1"):
            inputs.check_size(size, {"xs": "N"})


def test_resolve_names_the_only_parameter_that_can_be_meant() -> None:
    assert inputs.resolve(target(XS), {"": "1"}) == {"xs": "1"}
    assert inputs.resolve(target(XS, KEY), {"": "1"}) == {"xs": "1"}
    assert inputs.resolve(target(KEY), {"": "1"}) == {"key": "1"}
    assert inputs.resolve(target(parameter("a"), parameter("b")), {"": "1", "a": "2"}) == {"b": "1", "a": "2"}
    assert inputs.resolve(target(parameter("rest", "VAR_POSITIONAL", required=False)), {"": "[1]"}) == {
        "rest": "[1]"
    }


def test_resolve_tells_all_problems_at_once() -> None:
    with pytest.raises(InputError) as caught:
        inputs.resolve(target(XS, parameter("other"), receiver=(parameter("items"),)), {"xss": "1"})
    message = caught.value.message
    assert "no parameter 'xss' (did you mean 'xs'?)" in message
    assert "no input for 'xs', 'other', 'items'" in message
    assert caught.value.hint == "Add --input 'xs=...' --input 'other=...' --input 'items=...'"


def test_resolve_refuses_a_gap_before_a_parameter_passed_by_position() -> None:
    first = parameter("first", "POSITIONAL_ONLY", required=False)
    second = parameter("second", "POSITIONAL_ONLY", required=False)
    rest = parameter("rest", "VAR_POSITIONAL", required=False)
    with pytest.raises(InputError, match="'first' needs an input too"):
        inputs.resolve(target(first, second), {"second": "1"})
    with pytest.raises(InputError, match="'key' needs an input too"):
        inputs.resolve(target(KEY, rest), {"rest": "[1]"})
    inputs.resolve(target(first, second), {"first": "1"})


def test_evaluate_sees_builtins_and_the_size_only() -> None:
    assert inputs.evaluate({"a": "list(range(N))", "b": "[x * N for x in 'ab']"}, 2) == {
        "a": [0, 1],
        "b": ["aa", "bb"],
    }
    with pytest.raises(InputError, match="NameError"):
        inputs.evaluate({"a": "pytest"}, None)


@pytest.mark.parametrize("expression", ["1 / 0", "exit(3)", "[].x", "(lambda f: f(f))(lambda f: f(f))"])
def test_evaluate_says_what_failed(expression: str) -> None:
    with pytest.raises(InputError) as caught:
        inputs.evaluate({"xs": expression}, None)
    assert expression in caught.value.message
    assert "'xs'" in caught.value.message


def test_arguments_reach_every_kind_of_parameter() -> None:
    parameters = (
        parameter("a", "POSITIONAL_ONLY"),
        parameter("b"),
        parameter("rest", "VAR_POSITIONAL", required=False),
        parameter("c", "KEYWORD_ONLY", required=False),
        parameter("more", "VAR_KEYWORD", required=False),
    )
    values = {"a": 1, "b": 2, "rest": (3, 4), "c": 5, "more": {"d": 6}}
    assert inputs.arguments(parameters, values) == ([1, 2, 3, 4], {"c": 5, "d": 6})
    assert inputs.arguments(parameters, {"a": 1, "b": 2}) == ([1, 2], {})
    told = Parameter("xs", "KEYWORD_ONLY", True, "Box")
    assert inputs.arguments((told,), {"xs": 1, "Box.xs": 2}) == ([], {"xs": 2})


@pytest.mark.parametrize("kind", ["VAR_POSITIONAL", "VAR_KEYWORD"])
def test_several_arguments_are_not_one_number(kind: str) -> None:
    with pytest.raises(InputError, match="takes a"):
        inputs.arguments((parameter("rest", kind, required=False),), {"rest": 3})


def test_what_a_call_needs_goes_by_position_and_options_by_name() -> None:
    assert inputs.arguments((XS, KEY), {"xs": 1, "key": 2}) == ([1], {"key": 2})
    late = parameter("late")
    assert inputs.arguments((XS, late), {"late": 2}) == ([], {"late": 2})


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c"]),
        st.recursive(st.none() | st.integers() | st.text("ab'=\"\\\n"), st.lists),
    )
)
def test_literals_evaluate_to_themselves(values: dict[str, object]) -> None:
    texts = [f"{name}={value!r}" for name, value in values.items()]
    assert inputs.evaluate(inputs.parse(texts), None) == values


def test_describe() -> None:
    assert inputs.describe(ValueError("bad\n  digit")) == "ValueError: bad digit"
    assert inputs.describe(KeyboardInterrupt()) == "KeyboardInterrupt"
    assert inputs.describe(InputError("x")) == "slowpath.errors.InputError: x"

    class Rude(Exception):
        def __str__(self) -> str:
            raise SystemExit

    assert inputs.describe(Rude()).endswith("Rude: (its text cannot be made)")
    assert len(inputs.describe(ValueError("x" * 10_000))) < 400


def test_the_target_may_be_called_for_each_item_and_others_at_the_end() -> None:
    scenario = Scenario(each=("data",), closing=("close",))
    values = inputs.slotted(inputs.evaluate({"self": "1", "data": "['a'] * N"}, 3), scenario)
    assert values == {"self": 1, for_each("data"): ["a"] * 3, closed_by("close"): ()}
    assert inputs.rounds(values) == [{"data": "a"}] * 3
    assert inputs.rounds({for_each("data"): []}) == []
    assert inputs.rounds({"data": "a"}) is None
    assert inputs.slotted({"data": 1}, Scenario("x = 1")) == {"data": 1}


def test_other_methods_may_be_called_first() -> None:
    values = {
        filled_by("__setitem__", "name"): "a",
        filled_by("__setitem__", "value"): 3,
        filled_by("add", "x"): 1,
    }
    assert inputs.earlier(values) == [("__setitem__", {"name": "a", "value": 3}), ("add", {"x": 1})]


def test_other_methods_may_be_called_first_for_each_item() -> None:
    values = {
        filled_by_each("add", "name"): ["a"] * 2,
        filled_by("add", "value"): 1,
        filled_by_each("put", "x"): [],
    }
    assert inputs.earlier(values) == [("add", {"name": "a", "value": 1})] * 2


def test_the_receiver_itself_takes_the_place_of_its_constructor() -> None:
    receiver = (Parameter("start", "POSITIONAL_OR_KEYWORD", True),)
    own = (Parameter("item", "POSITIONAL_OR_KEYWORD", True),)
    method = Target("m:C.f", "m", "C.f", TargetKind.METHOD, Flow.PLAIN, "", 1, own, receiver)
    assert inputs.resolve(method, {"": "1", "self": "x"}) == {"item": "1", "self": "x"}
    with pytest.raises(InputError, match=r"no parameter 'start'"):
        inputs.resolve(method, {"item": "1", "self": "x", "start": "2"})
    function = Target("m:f", "m", "f", TargetKind.FUNCTION, Flow.PLAIN, "", 1, own)
    with pytest.raises(InputError, match="no parameter 'self'"):
        inputs.resolve(function, {"item": "1", "self": "x"})


def test_expressions_may_use_what_a_setup_names() -> None:
    assert inputs.evaluate({"a": "xs + [N]"}, 3, {"xs": [1], "N": 3}) == {"a": [1, 3]}
    with pytest.raises(InputError, match="what the setup names"):
        inputs.evaluate({"a": "ys"}, 3, {"xs": [1]})


def test_values_are_not_asked_what_they_are() -> None:
    def raising(self: object) -> type:
        raise TypeError("it is not set up")

    lazy = type("Lazy", (), {"__class__": property(raising)})()
    given = (Parameter("x", "POSITIONAL_OR_KEYWORD", True),)
    assert inputs.arguments(given, {"x": lazy})[0][0] is lazy
