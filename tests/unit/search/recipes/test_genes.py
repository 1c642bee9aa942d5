"""Parts that fit a shape, and how one is made from others."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from slowpath.knowledge.catalogue import ALL, NONE
from slowpath.recipe.part import Fixed, Part, PartKind, Pumped, pumped
from slowpath.recipe.recipe import recipe
from slowpath.search.recipes.genes import Genes
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.library import blob, text
from slowpath.shape.syntax import parse_shape

WORDS = Vocabulary(("a", "b", "<>"), (), ())


def genes(shape: str, words: Vocabulary = WORDS, **options: Any) -> Genes:
    return Genes(parse_shape(shape, "", "x"), words, Random(0), **{"knowledge": ALL, **options})


def sources(parts: Any, count: int = 1_000) -> list[str]:
    return [part.source for part in islice(parts, count)]


def test_attacks_stand_apart_from_the_parts_to_begin_with() -> None:
    words = Vocabulary(("a", "b"), (("<", "xy", ">"),), (("", "b", "c"),))
    genes = Genes(text(), words, Random(0), knowledge=ALL)
    attack = Pumped(PartKind.TEXT, ("<", "xy", "", "", ">"))
    assert genes.starts()[0] == Pumped(PartKind.TEXT, ("", "a", "", "", ""))
    assert genes.attacks() == [attack]
    assert attack not in genes.starts()


def test_bytes_are_attacked_too() -> None:
    words = Vocabulary(("a",), (("<", "x", ""), ("", "\u4e2d", "")), ())
    genes = Genes(blob(), words, Random(0), knowledge=ALL)
    assert genes.attacks() == [Pumped(PartKind.BYTES, ("<", "x", "", "", ""))]


@pytest.mark.parametrize(
    ("shape", "grows", "plain"),
    [
        ("text(N)", True, "'a' * N"),
        ("text(3)", False, None),
        ("blob(N)", True, "b'a' * N"),
        ("integer()", True, "0"),
        ("integer(0, 9)", False, "0"),
        ("boolean()", False, "False"),
        ("real()", False, "0.0"),
        ("const(7)", False, "7"),
        ("ints(N)", True, "list(range(N))"),
        ("lists(boolean(), N)", True, "[False] * N"),
        ("dicts(text(N), boolean(), N)", True, "{str(i): False for i in range(N)}"),
    ],
)
def test_the_plainest_part_of_each_shape(shape: str, grows: bool, plain: str | None) -> None:
    made = genes(shape)
    assert made.grows is grows
    assert plain is None or made.plain().source == plain
    admitted = parse_shape(shape, "", "x")
    for part in made.starts():
        assert admitted.fault(recipe({"x": part}).values(2)["x"], None) is None


def test_a_sweep_has_every_short_pump() -> None:
    swept = sources(genes("text(N)").sweep())
    assert swept[:3] == ["'a' * N", "'b' * N", "'<>' * N"]
    assert set(swept[3:7]) == {"'ab' * N", "'a' * N + 'b'", "'b' + 'a' * N", "'a' * N + 'b' * N"}
    assert len(swept) == len(set(swept)) == 3 + 6 * 4  # pairs of different words, in four ways


def test_what_is_changed_stays_of_its_shape() -> None:
    made = genes("text(N, 'ab<>')", Vocabulary(("a", "b", "<>" * 10), (), ()))
    part: Part = pumped(PartKind.TEXT, "a", "b")
    for _ in range(300):
        part = made.other(part, [pumped(PartKind.TEXT, "", "<>")])
        assert isinstance(part, Pumped)
        assert all(len(each) <= 24 for each in part.parts)
        assert set(recipe({"x": part}).values(3)["x"]) <= set("ab<>")


def test_a_word_stands_as_it_is() -> None:
    drawn = {genes("text(N)").word().source for _ in range(1)}
    assert drawn <= {"'a'", "'b'", "'<>'"}
    assert isinstance(genes("blob(N)").word(), Fixed)
    assert eval(genes("blob(N)").word().source) in (b"a", b"b", b"<>")
    assert genes("integer()").word() == genes("integer()").plain()


def test_without_knowledge_there_are_no_families() -> None:
    assert "list(range(N))" in sources(genes("ints(N)").starts())
    assert "list(range(N))" not in sources(genes("ints(N)", knowledge=NONE).starts())
    assert genes("ints(N)", knowledge=NONE).grows


def test_other_kinds_are_tried_if_the_shape_is_not_sure() -> None:
    sure, unsure = (set(sources(genes("ints(N)", sure=each).starts())) for each in (True, False))
    assert "[[i] for i in range(N)]" in unsure - sure


@pytest.mark.parametrize(("shape", "kind"), [("ints(N)", list), ("dicts(text(N), integer(), N)", dict)])
def test_what_a_hint_leaves_open_is_tried_in_the_same_kind_of_container(shape: str, kind: type) -> None:
    sure, assumed = (genes(shape, assumed=each).starts() for each in (False, True))
    more = [recipe({"x": part}).values(2)["x"] for part in assumed if part not in sure]
    assert all(isinstance(each, kind) for each in more)
    levels = [list(each.values()) if isinstance(each, dict) else each for each in more]
    assert any(isinstance(inner, kind) for level in levels for inner in level)


def test_keys_are_names_if_the_hint_says_so() -> None:
    told = genes("dicts(text(N), integer(), N)", assumed=True).starts()
    values = [recipe({"x": part}).values(3)["x"] for part in told]
    assert all(isinstance(key, str) for each in values if isinstance(each, dict) for key in each)
    assert "{str(i): {str((i + 1) % N): 1} for i in range(N)}" in sources(told)
    assert "{i: {(i + 1) % N: 1} for i in range(N)}" in sources(
        genes("dicts(integer(), integer(), N)", assumed=True).starts()
    )


def test_a_mapping_of_which_only_the_use_tells_may_be_a_graph() -> None:
    path = "{i: [i + 1] if i + 1 < N else [] for i in range(N)}"
    assert path in sources(genes("dicts(text(N), text(N), N)", sure=False).starts())
    assert path not in sources(genes("dicts(text(N), text(N), N)").starts())
    assert path not in sources(genes("lists(text(N), N)", sure=False).starts())


@pytest.mark.parametrize(
    ("shape", "key"),
    [
        ("lists(entries(id=integer(), name=text(N)), N)", "id"),
        ("lists(row(records('uuid:UUID', int=integer(0, 2**128 - 1)), boolean()), N)", 0),
        ("lists(row(records('decimal:Decimal', integer()), boolean()), N)", 0),
    ],
)
def test_rows_differ_in_a_field(shape: str, key: Any) -> None:
    made = [recipe({"x": part}).values(5)["x"] for part in genes(shape).starts()]
    assert any(isinstance(rows, list) and len({row[key] for row in rows}) == 5 for rows in made)


@pytest.mark.parametrize(
    ("shape", "name", "others"),
    [
        ("lists(row(text(N), lists(text(N), N)), N)", 0, 1),
        ("lists(entries(needs=ints(N), id=integer()), N)", "id", "needs"),
    ],
)
def test_rows_name_none_of_the_others_or_a_neighbour(shape: str, name: Any, others: Any) -> None:
    found = set()
    for part in genes(shape).starts():
        rows = recipe({"x": part}).values(5)["x"]
        names = [row[name] for row in rows]
        if len(set(names)) == 5 and all(other in names for row in rows for other in row[others]):
            found.add(tuple(tuple(names.index(other) for other in row[others]) for row in rows))
    assert {((),) * 5, ((), (0,), (1,), (2,), (3,)), ((1,), (2,), (3,), (4,), ())} <= found
    assert not any("N else []" in part.source for part in genes(shape, knowledge=NONE).starts())


def test_days_in_a_row() -> None:
    day = "records('datetime:date', integer(1, 9999), integer(1, 12), integer(1, 28))"
    made = [recipe({"x": part}).values(5)["x"] for part in genes(f"lists({day}, N)").starts()]
    assert any((days[-1] - days[0]).days == 4 and len(set(days)) == 5 for days in made)


def test_a_day_may_be_any_number_of_days_away() -> None:
    shape = "records('datetime:date', integer(1, 9999), integer(1, 12), integer(1, 28))"
    made = genes(shape)
    assert made.grows
    values = [recipe({"x": part}).values(40)["x"] for part in made.starts()[:2]]
    assert (values[1] - values[0]).days == 40
    assert not genes(shape, knowledge=NONE).grows


def test_words_outside_of_the_alphabet_are_left_out() -> None:
    assert all("'<>'" not in each for each in sources(genes("text(N, 'a' | digits)").sweep()))


def test_the_characters_of_a_small_alphabet_are_words() -> None:
    assert sources(genes("text(N, 'xy')").sweep(), 2) == ["'x' * N", "'y' * N"]
    assert sources(genes("text(N, 'cab')").sweep(), 3) == ["'a' * N", "'b' * N", "'c' * N"]
    assert sources(genes("text(N, letters)").sweep(), 3)[:2] == ["'a' * N", "'b' * N"]
    assert len(genes("text(N, letters)").starts()) < 26


def test_one_item_grows_beside_many() -> None:
    made = sources(genes("lists(text(N), N)").starts())
    assert "['a'] * N" in made
    assert "['a' * N]" in made
    assert "['a' * N]" not in sources(genes("lists(text(N), N)", sole=False).starts())


class Crowded:
    """All objects have one hash."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return 1


def test_lists_and_mappings_of_objects_that_differ() -> None:
    made = f"records('{__name__}:Crowded', number=integer())"
    written = f"__import__({__name__!r}, fromlist=['']).Crowded(number=i)"
    assert f"[{written} for i in range(N)]" in sources(genes(f"lists({made}, N)").starts())
    assert sources(genes(f"dicts({made}, integer(), N)").starts())[0] == f"{{{written}: 0 for i in range(N)}}"


def test_a_function_may_return_what_grows() -> None:
    assert sources(genes("const(lambda: 0)").starts()) == ["lambda: 0", "lambda: N"]
    assert sources(genes("const(lambda a: 0)").starts()) == ["lambda a: 0"]


def test_the_parts_of_rows_are_related() -> None:
    shape = "lists(row(text(N), integer()), N)"
    made = sources(genes(shape).starts())
    assert "[(str(i), i) for i in range(N)]" in made
    assert "[(str(i), i + 1) for i in range(N)]" in made
    assert not [each for each in sources(genes(shape, knowledge=NONE).starts()) if "str(i)" in each]


@pytest.mark.parametrize(
    "shape",
    [
        "dicts(text(N), lists(text(N), N), N)",
        "dicts(integer(), lists(integer(), N), N)",
        "dicts(integer(), sets(integer(), N), N)",
        "lists(lists(integer(), N), N)",
        "lists(row(integer(), integer(), integer()), N)",
    ],
)
def test_structures_that_a_shape_admits(shape: str) -> None:
    known = {each.over("N") for each in ALL.structures}
    made = [part for part in genes(shape).starts() if part.source in known]
    assert made
    for part in made:
        assert parse_shape(shape, "", "x").fault(recipe({"x": part}).values(5)["x"], None) is None
    plain = known.intersection(sources(genes(shape, knowledge=NONE).starts()))
    assert len(plain) < len(made)


def test_a_number_may_grow_as_a_share_of_the_size() -> None:
    assert {"N", "N // 2"} <= set(sources(genes("integer()").starts()))
    assert "N // 2" not in sources(genes("integer(0, 9)").starts())


@pytest.mark.parametrize(
    ("learnt", "other", "never"),
    [
        (
            "{i: i - 1 if i else None for i in range(N)}",
            "{i: 0 if i else None for i in range(N)}",
            "[(0, i + 1)",
        ),
        ("[(i, i + 1) for i in range(N)]", "[(0, i + 1) for i in range(N)]", "{i: 0 if i"),
    ],
)
def test_a_structure_that_was_learnt_is_one_of_several_in_such_a_container(
    learnt: str, other: str, never: str
) -> None:
    shape = f"family({learnt!r})"
    tried = [part.source for part in genes(shape, sure=False).starts()]
    assert tried[0] == learnt
    assert other in tried
    assert not any(each.startswith(never) for each in tried)
    assert [part.source for part in genes(shape, sure=True).starts()] == [learnt]
    assert other not in [part.source for part in genes(shape, sure=False, knowledge=NONE).starts()]
