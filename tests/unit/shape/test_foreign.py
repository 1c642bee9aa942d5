"""Objects of other libraries."""

from __future__ import annotations

import pathlib  # noqa: F401  (a library that code of this module knows)
import sys
from random import Random
from typing import Any

import pytest

from slowpath.shape import foreign
from slowpath.shape.hints import shape_of_hint
from slowpath.shape.inputs import write_inputs
from slowpath.shape.sampler import Sampler
from slowpath.shape.usage import used_as


def test_arrays_are_written_as_source_that_makes_them_again() -> None:
    numpy: Any = pytest.importorskip("numpy")
    shape = shape_of_hint(numpy.ndarray).shape
    assert shape is not None
    made = shape.build(4, Sampler(Random(0)), "x")
    assert made.shape == (4,)
    assert (eval(shape.render(made)) == made).all()


def test_no_library_is_imported_for_its_classes() -> None:
    before = set(sys.modules)
    assert foreign.classes_of({"networkx", "pandas"}) == [] or "networkx" in before or "pandas" in before
    foreign.any_graph()
    assert "networkx" in before or "networkx" not in sys.modules


def test_graphs_have_about_so_many_nodes() -> None:
    for seed in range(8):
        sampler = Sampler(Random(seed))
        written = write_inputs({"g": foreign.any_graph()}, 5, sampler)["g"]
        assert written.startswith("__import__('networkx').")
        assert "_graph(5" in written


def test_graphs_are_made() -> None:
    pytest.importorskip("networkx")
    made = foreign.directed_graph().build(5, Sampler(Random(0)), "g")
    assert made.is_directed()
    assert len(made) == 5


@pytest.mark.parametrize("module", ["pandas", "pandas.core.frame"])
def test_tables_are_known_in_every_version(module: str) -> None:
    """Pandas 3 says that its classes are those of the package."""
    named = type("DataFrame", (), {"__module__": module, "__qualname__": "DataFrame"})
    shape = foreign.shape_of_class(named)
    assert shape is not None
    assert shape.grows


def test_tables_have_so_many_rows() -> None:
    pandas: Any = pytest.importorskip("pandas")
    for cls in (pandas.DataFrame, pandas.Series):
        shape = shape_of_hint(cls).shape
        assert shape is not None
        assert len(shape.build(4, Sampler(Random(0)), "x")) == 4


def test_paths_grow() -> None:
    assert foreign.path("pathlib:PurePath").grows


def renamed(place: Any) -> Any:
    return place.joinpath("a").with_name(place.suffix)


def test_a_class_of_an_imported_library_is_known_by_its_methods() -> None:
    told = used_as(renamed, "place")
    assert told is not None
    assert told[0].describe().startswith("records('pathlib:PurePath', text(N")
