"""`slowpath diff`, as users run it."""

from __future__ import annotations

import pytest

from tests.functional.command import Cli

VERSIONS = """
def largest(xs: list[int]) -> int:
    best = 0
    for x in xs:
        if x > best:
            best = x
    return best


def slower(xs: list[int]) -> int:
    best = 0
    for x in xs:
        if x > best:
            for _ in range(20):
                pass
            best = x
    return best


def wrong(xs: list[int]) -> int:
    best = largest(xs)
    return 8 if best == 7 else best


def failing(xs: list[int]) -> int:
    if xs[0] > 3:
        raise ValueError(xs[0])
    return largest(xs)


def counted(x: int, xs: list[int]) -> int:
    total = 0
    for each in xs:
        if each > x:
            total += each
        elif each < 0:
            total -= 1
    return total


def miscounted(x: int, xs: list[int]) -> int:
    total = counted(x, xs)
    return total + 1 if x == 1234 and xs[0] == xs[1] else total


def shifted(text: str) -> str:
    return "".join(chr((ord(c) - 97 + 3) % 26 + 97) if c.islower() else c for c in text)


def misshifted(text: str) -> str:
    return "".join(chr((ord(c) - 97 + 3) % 25 + 97) if c.islower() else c for c in text)


def renamed(items: list[int]) -> int:
    return largest(items)
"""


@pytest.fixture
def versions(cli: Cli) -> Cli:
    (cli.folder / "versions.py").write_text(VERSIONS)
    return cli


def test_finds_where_the_new_one_costs_most(versions: Cli) -> None:
    answer = versions("diff", "versions:largest", "versions:slower", "--size", "6", "--json")
    assert answer.code == 1, answer.err
    document = answer.document
    first = document["cases"][0]
    xs = eval(first["input"]["xs"])
    assert all(a < b for a, b in zip([0, *xs], xs, strict=False))
    assert first["finding"]
    assert first["new"] - first["old"] == first["difference"]
    ratios = [case["ratio"] for case in document["cases"]]
    assert ratios == sorted(ratios, reverse=True)
    counted = versions("cost", "versions:slower", "-i", first["input"]["xs"], "--json").document
    assert counted["cost"]["ops"] == first["new"]


def test_no_finding_within_delta(versions: Cli) -> None:
    answer = versions(
        "diff", "versions:largest", "versions:slower", "--size", "4", "--delta", "1e6", "--by", "difference"
    )
    assert answer.code == 0, answer.err
    assert "no findings" in answer.out


def test_other_results_are_findings(versions: Cli) -> None:
    answer = versions("diff", "versions:largest", "versions:wrong", "--size", "3", "--delta", "9", "--json")
    assert answer.code == 1, answer.err
    found = [case for case in answer.document["cases"] if case["finding"]]
    assert found
    assert all(case["results"] == ["7", "8"] for case in found)


def test_a_wrong_result_on_one_narrow_path_is_found(versions: Cli) -> None:
    arguments = ("versions:counted", "versions:miscounted", "-a", "xs=ints(N)", "--size", "4")
    document = versions("diff", *arguments, "--budget", "10s", "--json").document
    differing = [case for case in document["cases"] if case["results"] is not None]
    assert differing
    assert all(case["input"]["x"] == "1234" for case in differing)
    assert document["stopped_because"] == "every path was explored"


def test_a_wrong_result_that_no_decision_shows_is_found_by_random_inputs(versions: Cli) -> None:
    arguments = ("versions:shifted", "versions:misshifted", "-a", "text=text(N, 'abyz')", "--size", "3")
    answer = versions("diff", *arguments, "--budget", "10s", "--json")
    assert answer.code == 1, answer.err
    differing = [case for case in answer.document["cases"] if case["results"] is not None]
    assert differing
    for case in differing:
        assert {*"yz"} & {*eval(case["input"]["text"])}
        assert len({*case["results"]}) == 2


def test_other_exceptions_are_findings(versions: Cli) -> None:
    answer = versions("diff", "versions:largest", "versions:failing", "--size", "3", "--delta", "9")
    assert answer.code == 1, answer.err
    assert "results differ" in answer.out
    assert "ValueError" in answer.out


def test_the_same_implementation_has_no_findings(versions: Cli) -> None:
    answer = versions("diff", "versions:largest", "versions:largest", "--size", "4")
    assert answer.code == 0, answer.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("versions:largest", "versions:renamed"), "no parameter 'xs'"),
        (("versions:largest", "versions:nothing"), "nothing"),
        (("versions:largest", "versions:slower", "--by", "luck"), "luck"),
        (("versions:largest", "versions:slower", "-m", "seconds"), "seconds"),
        (("versions:largest",), "NEW"),
    ],
)
def test_mistakes_are_told(versions: Cli, arguments: tuple[str, ...], expected: str) -> None:
    answer = versions("diff", *arguments)
    assert answer.code == 2
    assert expected in answer.err
    assert "Traceback" not in answer.err


def test_find_against_another_is_the_same_comparison(versions: Cli) -> None:
    answer = versions(
        *("find", "versions:slower", "--against", "versions:largest", "-a", "xs=ints(4)"),
        *("--tests", "2", "--json"),
    )
    assert answer.code == 1, answer.err
    document = answer.document
    assert (document["old"], document["new"]) == ("versions:largest", "versions:slower")
    assert document["cases"][0]["finding"]
    refused = versions("find", "versions:slower", "--against", "versions:largest", "-o", "here")
    assert refused.code == 2
    assert "-o" in refused.err
