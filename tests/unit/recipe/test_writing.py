"""A run is shown as the Python that a maintainer would write."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.model.scenario import Feed, Scenario
from slowpath.model.target import Flow, Parameter, Target, TargetKind
from slowpath.recipe.use import inputs_of
from slowpath.recipe.writing import makes_first, receiver_name, written_program


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD", *, required: bool = True) -> Parameter:
    return Parameter(name, kind, required)


def target(kind: TargetKind, qualname: str, *parameters: Parameter) -> Target:
    receiver = (parameter("start"), parameter("limit", required=False))
    more = receiver if kind is TargetKind.METHOD else ()
    return Target("m:f", "m", qualname, kind, Flow.PLAIN, "m.py", 1, parameters, more)


FEED = target(TargetKind.METHOD, "Log.feed", parameter("item"), parameter("how", required=False))
ALL = target(
    TargetKind.FUNCTION,
    "f",
    parameter("a", "POSITIONAL_ONLY"),
    parameter("b", required=False),
    parameter("rest", "VAR_POSITIONAL", required=False),
    parameter("key", "KEYWORD_ONLY"),
    parameter("more", "VAR_KEYWORD", required=False),
)


@pytest.mark.parametrize(
    ("subject", "inputs", "expected"),
    [
        (ALL, {"a": "1", "key": "N"}, "f(1, key=N)  # measured"),
        (ALL, {"a": "1", "b": "2", "key": "3"}, "f(1, b=2, key=3)  # measured"),
        (
            ALL,
            {"a": "1", "b": "2", "rest": "[3]", "key": "4", "more": "{'x': 5}"},
            "f(1, 2, *[3], key=4, **{'x': 5})  # measured",
        ),
        (FEED, {"start": "1", "item": "N"}, "log = Log(1)\nlog.feed(N)  # measured"),
        (FEED, {"self": "log", "item": "N", "how": "'x'"}, "log.feed(N, how='x')  # measured"),
        (FEED, {"self": "a + b", "item": "N"}, "(a + b).feed(N)  # measured"),
        (
            replace(target(TargetKind.METHOD, "Log.size"), is_property=True),
            {"start": "N"},
            "log = Log(N)\nlog.size  # measured",
        ),
        (target(TargetKind.CLASS_METHOD, "Log.of", parameter("x")), {"x": "N"}, "Log.of(N)  # measured"),
    ],
)
def test_one_call(subject: Target, inputs: dict[str, str], expected: str) -> None:
    assert written_program(subject, inputs) == expected
    assert written_program(subject, inputs, Scenario("x = 1\n")) == f"x = 1\n{expected}"


@pytest.mark.parametrize(
    ("items", "lines"),
    [
        ("['b'] * N", ["for i in range(N):  # measured", "    log.feed('b')"]),
        ("[str(i) for i in range(N)]", ["for i in range(N):  # measured", "    log.feed(str(i))"]),
        ("['b', 'c'] * N", ["for item in ['b', 'c'] * N:  # measured", "    log.feed(item)"]),
    ],
)
def test_a_call_for_each_item(items: str, lines: list[str]) -> None:
    scenario = Scenario("log = Log(1)", each=("item",), closing=("close",))
    source = written_program(FEED, {"self": "log", "item": items}, scenario)
    assert source.splitlines() == ["log = Log(1)", *lines, "log.close()  # measured"]
    inputs, again = inputs_of(source, FEED)
    assert again == scenario
    assert eval(inputs["item"], {"N": 3}) == eval(items, {"N": 3})
    assert written_program(FEED, inputs, again) == source


@pytest.mark.parametrize(
    ("items", "lines"),
    [
        ("['b'] * N", ["for i in range(N):  # measured", "    log.put('b')"]),
        ("[str(i) for i in range(N)]", ["for i in range(N):  # measured", "    log.put(str(i))"]),
        ("['b', 'c'] * N", ["for each_item in ['b', 'c'] * N:  # measured", "    log.put(each_item)"]),
    ],
)
def test_another_method_before_each_call(items: str, lines: list[str]) -> None:
    scenario = Scenario("log, item = Log(1), 2", closing=("close",), feed=Feed("put", items))
    source = written_program(FEED, {"self": "log", "item": "item"}, scenario)
    assert source.splitlines()[1:] == [*lines, "    log.feed(item)", "log.close()  # measured"]
    inputs, again = inputs_of(source, FEED)
    assert again.feed is not None
    assert eval(again.feed.items, {"N": 3}) == eval(items, {"N": 3})
    assert written_program(FEED, inputs, again) == source


def test_names_in_a_loop_do_not_clash() -> None:
    scenario = Scenario("item = Log()", each=("item", "how"))
    source = written_program(FEED, {"self": "item", "item": "[1, 2]", "how": "[3, 4]"}, scenario)
    assert source.splitlines()[1:] == [
        "for each_item, how in zip([1, 2], [3, 4]):  # measured",
        "    item.feed(each_item, how=how)",
    ]


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("HTMLParser", "parser"),
        ("Log", "log"),
        ("mbox", "mbox"),
        ("Outer.ABC", "abc"),
        ("List", "a_list"),
        ("_Item", "a_item"),
        ("N", "n"),
        ("I", "a_i"),
        ("__", "receiver"),
    ],
)
def test_the_receiver_is_named_by_its_class(owner: str, name: str) -> None:
    assert receiver_name(target(TargetKind.METHOD, f"{owner}.feed", parameter("item"))) == name


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            "__import__('functools').reduce(lambda inner, _: [inner, 0], range(2 * N), [])",
            ["a = []", "for i in range(2 * N):", "    a = [a, 0]"],
        ),
        (
            "__import__('functools').reduce(lambda rest, i: {'rest': rest, 'i': i}, range(N), None)",
            ["a = None", "for i in range(N):", "    a = {'rest': a, 'i': i}"],
        ),
    ],
)
def test_values_within_values_are_made_by_a_loop(source: str, lines: list[str]) -> None:
    inputs = {"a": source, "key": "N"}
    assert makes_first(inputs)
    written = written_program(ALL, inputs)
    assert written.splitlines() == [*lines, "f(a, key=N)  # measured"]
    given, scenario = inputs_of(written, ALL)
    names: dict[str, object] = {"N": 4}
    exec(scenario.setup, names)
    assert eval(given["a"], names) == eval(source, {"N": 4})


def test_a_nest_that_cannot_have_the_name_of_its_parameter_stays_an_expression() -> None:
    nest = "reduce(lambda inner, _: [inner, a], range(N), [])"
    written = written_program(ALL, {"a": f"__import__('functools').{nest}", "key": "1"})
    assert written == f"import functools\nf(functools.{nest}, key=1)  # measured"


def test_an_object_that_a_round_makes_gets_its_attributes_by_assignments() -> None:
    node = "(each := type('Node', (), {})(), setattr(each, 'value', i), setattr(each, 'next', rest))[0]"
    source = f"__import__('functools').reduce(lambda rest, i: {node}, range(N), None)"
    written = written_program(ALL, {"a": source, "key": "N"})
    assert written.splitlines() == [
        "a = None",
        "for i in range(N):",
        "    each = type('Node', (), {})()",
        "    each.value = i",
        "    each.next = a",
        "    a = each",
        "f(a, key=N)  # measured",
    ]
    given, scenario = inputs_of(written, ALL)
    names: dict[str, object] = {"N": 3}
    exec(scenario.setup, names)
    made = eval(given["a"], names)
    assert (made.value, made.next.value, made.next.next.value, made.next.next.next) == (2, 1, 0, None)


def test_classes_are_imported_by_statements_unless_they_are_of_the_module_of_the_target() -> None:
    own, dotted = f"__import__({ALL.module!r}).Item(i)", "__import__('os.path', fromlist=['']).join('a')"
    inputs = {"a": f"[{own} for i in range(N)]", "b": "__import__('io').StringIO('a' * N)", "key": dotted}
    assert makes_first(inputs)
    assert written_program(ALL, inputs) == (
        "import io\n"
        "import os.path\n"
        "f([Item(i) for i in range(N)], b=io.StringIO('a' * N), key=os.path.join('a'))  # measured"
    )
    assert written_program(ALL, {"a": "x", "b": inputs["b"]}, Scenario("import io\nx = io.BytesIO()")) == (
        "import io\nx = io.BytesIO()\nf(x, b=io.StringIO('a' * N))  # measured"
    )
    # No name of the program is hidden.
    for setup in ("io = 1", "x = io"):
        hidden = written_program(ALL, {"a": "1", "b": inputs["b"]}, Scenario(setup))
        assert hidden == f"{setup}\nf(1, b={inputs['b']})  # measured"
    assert written_program(ALL, {"a": own}, Scenario("Item = 1")).endswith(f"f({own})  # measured")


def test_files_are_made_before_the_call_that_reads_them() -> None:
    maker = "__import__('slowpath.files', fromlist=[''])."
    inputs = {"a": f"{maker}file('a' * N, suffix='.csv')", "b": f"[{maker}tree(['x'] * N)]", "key": "N"}
    assert makes_first(inputs)
    assert not makes_first({"a": "'files.file(1)'"})
    assert written_program(ALL, inputs) == (
        "from slowpath import files\n"
        "a = files.file('a' * N, suffix='.csv')\n"
        "b = [files.tree(['x'] * N)]\n"
        "f(a, b=b, key=N)  # measured"
    )
    # Nothing hides the target or the module.
    for name, given in (("files", "path"), ("load", "load"), ("load", "files")):
        hidden = target(TargetKind.FUNCTION, name, parameter(given))
        written = written_program(hidden, {given: f"{maker}file('')"})
        assert written == f"import slowpath.files\n{name}(slowpath.files.file(''))  # measured"
