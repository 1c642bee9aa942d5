"""What is kept of a search: the best of each niche, and who reaches each place most often."""

from __future__ import annotations

from random import Random

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.search.archive import Archive
from slowpath.search.judge import BASE, Bend, Judged


def made(pump: str) -> Recipe:
    return recipe({"s": pumped(PartKind.TEXT, pump=pump)})


def bending(pump: str, score: float, niche: int = 1) -> Judged:
    return Judged(made(pump), "evolve", Bend(made(pump), BASE, (1, 4, 9), score, niche))


def reaching(pump: str, length: int, *reached: tuple[int, int]) -> Judged:
    return Judged(made(pump), "evolve", None, 9, length, reached)


def kept(archive: Archive) -> list[str]:
    return [each.recipe.sources["s"] for each in archive.kept]


def test_the_best_of_each_niche_comes_first() -> None:
    archive = Archive()
    assert archive.enter(bending("a", 2.0))
    assert archive.enter(bending("b", 9.0))
    assert not archive.enter(bending("c", 4.0))
    assert archive.enter(bending("d", 1.0, niche=2))
    assert kept(archive) == ["'b' * N", "'c' * N", "'a' * N", "'d' * N"]


def test_three_are_kept_of_a_niche() -> None:
    archive = Archive()
    for place, pump in enumerate("abcde"):
        archive.enter(bending(pump, 2.0**place))
    assert kept(archive) == ["'e' * N", "'d' * N", "'c' * N"]


def test_of_about_the_same_score_the_plainest_is_the_best() -> None:
    archive = Archive()
    archive.enter(bending("abc", 10.2))
    assert archive.enter(bending("d", 10.0))
    assert not archive.enter(bending("efg", 10.3))


def test_what_does_not_bend_is_the_best_of_nothing() -> None:
    archive = Archive()
    assert not archive.enter(reaching("a", 10))
    assert archive.kept == []
    assert not archive.has_reached


def test_who_reaches_a_place_most_often_for_its_length() -> None:
    archive = Archive()
    archive.enter(reaching("a", 10, (7, 22)))  # once for each of its characters, and those it begins with
    assert archive.has_reached
    assert archive.one_reaching(Random(0)) == made("a")
    archive.enter(reaching("b", 100, (7, 112)))  # no more often
    assert archive.one_reaching(Random(0)) == made("a")
    archive.enter(reaching("c", 10, (7, 24)))  # a ninth more often: within the margin
    assert archive.one_reaching(Random(0)) == made("a")
    archive.enter(reaching("d", 10, (7, 25)))
    assert archive.one_reaching(Random(0)) == made("d")


def test_every_place_has_one() -> None:
    archive = Archive()
    archive.enter(reaching("a", 10, (7, 30)))
    archive.enter(reaching("b", 10, (8, 30)))
    drawn = {archive.one_reaching(Random(seed)).sources["s"] for seed in range(20)}
    assert drawn == {"'a' * N", "'b' * N"}


def test_one_that_bends_is_of_any_niche() -> None:
    archive = Archive()
    archive.enter(bending("a", 1000.0, niche=1))
    archive.enter(bending("b", 1.0, niche=2))
    drawn = {archive.one_bending(Random(seed)).sources["s"] for seed in range(20)}
    assert drawn == {"'a' * N", "'b' * N"}
