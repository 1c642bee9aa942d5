from __future__ import annotations

from dataclasses import replace

from slowpath.model.find import Evidence, Finding, FindReport
from slowpath.model.growth import Growth
from slowpath.model.target import Target
from slowpath.oracle.ranking import publicity, slow_sites
from tests.unit.report.found import FINDING, QUADRATIC, report

TIMED = replace(FINDING, evidence=Evidence.BOTH)
CUBIC = replace(TIMED, site="/src/shop.py:9", growth=Growth(QUADRATIC.points, "O(n^3)", 3.0, 0.9), seconds=())


def of(spec: str, *findings: Finding) -> FindReport:
    return replace(report(*findings), target=Target.named(spec))


def test_a_place_is_reported_once_with_all_that_reach_it() -> None:
    reports = [of("shop.deep:inner", TIMED), of("shop:top", TIMED), of("shop:other")]
    (site,) = slow_sites(reports)
    assert (site.target, site.entries) == ("shop:top", ("shop:top", "shop.deep:inner"))


def test_the_shortest_program_of_a_public_target_shows_it() -> None:
    longer = replace(TIMED, recipe={"items": "list(range(N)) + list(range(N))"})
    reports = [of("shop:top", longer), of("shop.deep:inner", TIMED), of("shop:_hidden", TIMED)]
    (site,) = slow_sites(reports)
    assert site.target == "shop.deep:inner"


def test_of_one_class_what_takes_longer_comes_first_however_long_its_program() -> None:
    slower = replace(
        TIMED,
        site="/src/shop.py:20",
        seconds=((1024, 1.0), (2048, 4.0)),
        slope=2.0,
        recipe={"items": "x" * 99},
    )
    faster = replace(TIMED, seconds=((1024, 0.2), (2048, 0.8)), slope=2.0)
    sites = slow_sites([of("shop:a", faster), of("shop:b", slower)])
    assert [each.target for each in sites] == ["shop:b", "shop:a"]


def test_the_worst_comes_first() -> None:
    sites = slow_sites([of("shop:a", TIMED), of("shop:b", CUBIC)])
    assert [each.finding.site for each in sites] == [CUBIC.site, TIMED.site]


def test_a_public_target_that_shows_less_is_not_the_one_that_is_shown() -> None:
    """The counted finding of a public function gives way to the timed one of a method deep inside."""
    (site,) = slow_sites([of("shop:top", FINDING), of("shop.deep:inner", TIMED)])
    assert site.target == "shop.deep:inner"
    assert site.entries == ("shop:top", "shop.deep:inner")


def test_what_is_public() -> None:
    specs = ["shop._hidden:f", "shop.deep:Box.put", "shop.deep.down:f", "shop:longer", "shop:f"]
    assert sorted(specs, key=publicity) == list(reversed(specs))
