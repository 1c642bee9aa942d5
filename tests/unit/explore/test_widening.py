"""The scope grows by the modules that the input is handed to, as far as these can be copied."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from slowpath.errors import TargetImportError
from slowpath.explore.widening import Names, widened
from slowpath.model.target import Build
from slowpath.shape.base import Shape
from slowpath.shape.library import integer
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

SHAPES: Mapping[str, Shape] = {"n": integer()}
FILES = {
    "first": "import second, third\n\ndef f(n):\n    third.idle(3)\n    return second.g(n)\n",
    "second": "import fourth\n\ndef g(n):\n    return fourth.h(n + 1)\n",
    "third": "def idle(n):\n    return n\n",
    "fourth": "def h(n):\n    return 'many' if n > 3 else 'few'\n",
}


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, source in FILES.items():
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.delitem(__import__("sys").modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return "first:f"


def prepared(spec: str, scope: Names) -> Loaded:
    return load(spec, scope=scope, build=Build.TRACE, more=trace_hooks)


def scopes(spec: str, given: Names = (), refused: str = "", requires: str | None = None) -> Names:
    def prepare(scope: Names) -> Loaded:
        if refused in scope:
            raise TargetImportError(f"no copy of {refused}")
        return prepared(spec, scope)

    scope, target = widened(
        prepared(spec, given), prepare, lambda loaded: (loaded, SHAPES), given, 3, requires
    )
    with target.copies.installed():
        assert target.function(3) == "many"
    return scope


def test_modules_that_see_the_input_join_one_after_the_other(spec: str) -> None:
    assert scopes(spec) == ("second", "fourth")


def test_a_scope_that_has_them_stays(spec: str) -> None:
    assert scopes(spec, ("fourth", "second")) == ("fourth", "second")


def test_a_module_that_cannot_be_copied_is_left_out(spec: str) -> None:
    assert scopes(spec, refused="second") == ()
    assert scopes(spec, refused="fourth") == ("second",)


def test_a_mistake_in_the_precondition_is_left_to_the_exploration(spec: str) -> None:
    assert scopes(spec, requires="n.size > 3") == ()
