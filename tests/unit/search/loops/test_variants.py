from __future__ import annotations

from slowpath.search.loops.variants import variants


def test_each_list_of_equal_constants_holds_another_one_or_different_ones() -> None:
    made = list(variants({"self": "x", "names": "['a'] * N"}, "x = Box([1] * N)\nx.put(2)"))
    assert [inputs["names"] for inputs, _ in made[:2]] == [
        "['a_'] * N",
        "[str(each) for each in range(N)]",
    ]
    assert {setup for _, setup in made[:2]} == {"x = Box([1] * N)\nx.put(2)"}
    assert [setup for _, setup in made[2:]] == [
        "x = Box([1000004] * N)\nx.put(2)",
        "x = Box(list(range(N)))\nx.put(2)",
    ]
    assert all(inputs == {"self": "x", "names": "['a'] * N"} for inputs, _ in made[2:])


def test_lists_are_changed_one_at_a_time_and_only_a_few() -> None:
    made = [inputs["a"] for inputs, _ in variants({"a": "([0] * N, [0] * (N + 1))"}, "")]
    assert made[0] == "([1000003] * N, [0] * (N + 1))"
    assert made[3] == "([0] * N, list(range(N + 1)))"
    assert len(list(variants({str(i): "[1] * N" for i in range(9)}, ""))) == 8


def test_what_has_no_such_list_has_no_variants() -> None:
    assert not list(variants({"a": "list(range(N))", "b": "[True] * N", "c": "'ab' * N"}, ""))
