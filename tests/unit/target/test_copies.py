from __future__ import annotations

import heapq
import importlib
import pickle
import re
import sys
import textwrap
import traceback
from types import FunctionType

import pytest

from slowpath.model.target import Build
from slowpath.target.load import load
from tests.unit.run.forked import forked
from tests.unit.target.project import BUILDS, Project, run


@pytest.fixture(params=BUILDS, ids=str)
def build(request) -> Build:
    return Build(request.param)


# -- the real modules stay as they are --------------------


def snapshot(*names: str) -> dict[str, dict[str, object]]:
    return {name: dict(vars(sys.modules[name])) for name in names}


def test_nothing_of_the_interpreter_changes(project, build) -> None:
    project.write(
        user="""
            import heapq, re, json, collections
            def f(xs):
                heap = []
                for x in xs:
                    heapq.heappush(heap, x)
                return [heapq.heappop(heap) for _ in xs], re.sub("a", "b", "aa"), json.loads("[1]")
        """
    )
    heappush, sub = heapq.heappush, re.sub
    watched = ("heapq", "re", "json", "json.decoder", "builtins", "collections", "sys")
    before = snapshot(*watched)
    modules, table, finders, path = sys.modules, dict(sys.modules), list(sys.meta_path), list(sys.path)
    loaded = project.load("user:f", build, scope=("heapq", "re", "json"))
    assert run(loaded, [3, 1, 2]) == ([1, 2, 3], "bb", [1])
    assert sys.modules is modules
    after = {name: module for name, module in sys.modules.items() if name in table}
    assert after == table
    assert not (sys.modules.keys() - table.keys()) & {"user"}
    assert sys.meta_path == finders
    assert sys.path == path
    assert snapshot(*watched) == before
    assert (heapq.heappush, re.sub) == (heappush, sub)
    assert "heapq" in loaded.copies.modules
    assert loaded.copies.modules["heapq"] is not heapq


@pytest.mark.parametrize("spec", ["heapq:merge", "re:sub", "collections:namedtuple", "json:loads"])
def test_standard_targets_leave_their_originals_alone(spec) -> None:
    name = spec.partition(":")[0]
    __import__(name)
    original, before = sys.modules[name], snapshot(name)
    loaded = load(spec)
    if spec == "heapq:merge":
        assert run(loaded, [1, 3], [2]) == [1, 2, 3]
    if spec == "re:sub":
        assert run(loaded, "a+", "b", "caat") == "cbt"
    assert sys.modules[name] is original
    assert snapshot(name) == before
    assert loaded.function is not getattr(original, spec.partition(":")[2])


def test_a_module_outside_may_import_the_package_in_a_circle(project, build) -> None:
    project.write(
        lib__init="from lib import api\n",
        lib__version="NUMBER = 3\n",
        lib__api="from other import part\nLIMIT = part.LIMIT\ndef f(x):\n    return x + LIMIT\n",
        other__init="",
        other__part="from other import helper\nLIMIT = helper.LIMIT\n",
        other__helper="from lib.version import NUMBER\nLIMIT = NUMBER\n",
    )
    assert run(project.load("lib.api:f", build), 1) == 4


def test_the_table_is_restored_after_an_error(project) -> None:
    project.write(wrong="import heapq\nraise ValueError\n")
    table, finders = dict(sys.modules), list(sys.meta_path)
    with pytest.raises(Exception, match="fails"):
        project.load("wrong:f", scope=("heapq",))
    assert {name: sys.modules.get(name) for name in table} == table
    assert sys.meta_path == finders


def test_installing_nests(project) -> None:
    project.write(nest="def f(): return 1\n")
    loaded = project.load("nest:f")
    with loaded.copies.installed():
        inside = sys.modules["nest"]
        with loaded.copies.installed():
            assert sys.modules["nest"] is inside
        assert sys.modules["nest"] is inside
    assert "nest" not in sys.modules


@pytest.mark.parametrize("does", ["sys.meta_path.clear()", "sys.meta_path = []", "sys.meta_path = None"])
def test_what_is_taken_from_the_finders_comes_back(project, does) -> None:
    project.write(finds=f"import sys\ndef f():\n    {does}\n")
    loaded = project.load("finds:f")
    finders, real = sys.meta_path, list(sys.meta_path)
    with loaded.copies.installed():
        loaded.function()
        loaded.copies.put_back_modules()
        assert importlib.util.find_spec("this") is not None
        loaded.function()
    assert sys.meta_path is finders
    assert sys.meta_path == real


@pytest.mark.parametrize("does", ["...", "import late", "del sys.modules['bisect']", "sys.modules['a'] = 1"])
def test_the_real_modules_come_back_for_good(project, does) -> None:
    project.write(end=f"import bisect, sys\ndef f():\n    {does}\n", late="#" * 1000)  # long enough to keep
    loaded = project.load("end:f", scope=("end", "bisect", "late"))
    loaded.copies.rewrite_ahead([(str(project.root / "late.py"), "")])
    real, finders = importlib.import_module("bisect"), list(sys.meta_path)

    def run() -> tuple[bool, bool, bool]:
        installed = loaded.copies.installed()
        installed.__enter__()  # and never left: the process ends
        copy = sys.modules["bisect"]
        loaded.function()
        loaded.copies.hide_for_good()
        return sys.modules["bisect"] is real is not copy, "late" in sys.modules, sys.meta_path == finders

    assert forked(run) == (True, False, True)


# -- modules outside the scope --------------------


OUTSIDE = {
    "inside__init": "",
    "inside__core": """
        import importlib
        STATE = []
        def by_statement():
            import outside_one
            return outside_one.core.STATE is STATE, outside_one.core.__name__
        def by_name():
            module = importlib.import_module("outside_two")
            return module.core.STATE is STATE, module.core.__name__
        def in_package():
            from outside_three import deep
            return deep.core.STATE is STATE, deep.core.__name__
        def lazily():
            import outside_one
            return outside_one.chain()
    """,
    "outside_one": """
        from inside import core
        def chain():
            import outside_four
            return outside_four.core is core
    """,
    "outside_two": "from inside import core\n",
    "outside_four": "from inside import core\n",
    "outside_three__init": "",
    "outside_three__deep": "from inside import core\n",
}


@pytest.mark.parametrize("name", ["by_statement", "by_name", "in_package"])
def test_a_module_outside_the_scope_never_sees_copies(project, name) -> None:
    project.write(**OUTSIDE)
    loaded = project.load(f"inside.core:{name}")
    assert run(loaded) == (False, "inside.core")
    real = sys.modules["inside.core"]
    assert real.STATE is not loaded.copies.modules["inside.core"].STATE
    for outside in ("outside_one", "outside_two", "outside_three.deep"):
        if outside in sys.modules:
            assert sys.modules[outside].core is real
            spec = sys.modules[outside].__spec__
            assert spec is not None
            assert spec.loader is sys.modules[outside].__loader__


def test_what_an_outside_module_imports_later_sees_no_copies_either(project) -> None:
    project.write(**OUTSIDE)
    assert run(project.load("inside.core:lazily")) is True


# -- importing inside the scope --------------------


PACKAGE = {
    "app__init": "from .left import left\nfrom .tools import *\n",
    "app__left": """
        from . import right
        def left(n):
            return [] if n == 0 else right.right(n - 1) + ["left"]
    """,
    "app__right": """
        from app import left as module_or_function
        def right(n):
            from .left import left
            return [] if n == 0 else left(n - 1) + ["right"]
    """,
    "app__tools": "__all__ = ['double', '_hidden']\ndef double(x): return x * 2\n_hidden = 1\nunseen = 2\n",
    "app__user": """
        import sys
        import importlib
        from app.tools import *
        import app.sub.deep as deep
        from .sub import deep as again
        def starred():
            return double(2), _hidden, "unseen" in globals()
        def this():
            return sys.modules[__name__].starred is starred, sys.modules["app"].double is double
        def by_name():
            module = importlib.import_module("app.lazy")
            relative = importlib.import_module(".lazy", "app")
            return module is relative, module.n(3), module.__name__
        def same():
            import app.sub.deep
            return deep is again is app.sub.deep, deep.up()
        def lazy():
            from .lazy import n
            return n(4)
        def missing():
            from . import nothing
        def not_there():
            import app.nowhere
        def reload():
            module = importlib.import_module("app.lazy")
            return importlib.reload(module).n(2)
    """,
    "app__lazy": "def n(k):\n    return len([i for i in range(k)])\n",
    "app__sub__init": "",
    "app__sub__deep": "from ..tools import double\ndef up(): return double(5)\n",
    "nspace__part__mod": "from .other import g\ndef f(): return g() + 1\n",
    "nspace__part__other": "def g(): return 1\n",
}


@pytest.mark.parametrize(
    ("spec", "args", "result"),
    [
        ("app:left", (3,), ["left", "right", "left"]),
        ("app.user:starred", (), (4, 1, False)),
        ("app.user:this", (), (True, True)),
        ("app.user:by_name", (), (True, 3, "app.lazy")),
        ("app.user:same", (), (True, 10)),
        ("app.user:lazy", (), 4),
        ("app.user:reload", (), 2),
        ("nspace.part.mod:f", (), 2),
    ],
)
def test_imports(project, build, spec, args, result) -> None:
    project.write(**PACKAGE)
    loaded = project.load(spec, build)
    assert run(loaded, *args) == result
    assert not [name for name in sys.modules if name.partition(".")[0] in ("app", "nspace")]


def test_what_is_imported_late_is_counted(project, build) -> None:
    project.write(**PACKAGE)
    loaded = project.load("app.user:lazy", build)
    run(loaded)
    loop = next(site for site in loaded.ledger.sites if site.kind == "loop" and site.file.endswith("lazy.py"))
    assert loaded.ledger.executions()[loop.block] == 4


def test_what_was_imported_late_can_be_rewritten_ahead(project, monkeypatch) -> None:
    long = "\n".join(f"NAME_{place} = {place}" for place in range(200))
    project.write(**PACKAGE)
    project.write(app__lazy=f"{textwrap.dedent(PACKAGE['app__lazy'])}\n{long}\n")
    first = project.load("app.user:lazy")
    result = run(first)
    ((file, _),) = first.copies.late
    assert file.endswith("lazy.py")
    other = project.load("app.user:lazy")
    other.copies.rewrite_ahead(first.copies.late)
    monkeypatch.setattr("slowpath.target.copies.rewrite", None)  # nothing is left to rewrite
    assert run(other) == result
    assert other.ledger.executions() == first.ledger.executions()
    assert other.copies.late == []


def test_a_late_import_finds_the_copy_whoever_calls(project) -> None:
    project.write(**PACKAGE)
    loaded = project.load("app.user:lazy")
    assert loaded.function() == 4
    assert "app.lazy" in loaded.copies.modules
    assert "app.lazy" not in sys.modules


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("missing", ImportError, "cannot import name 'nothing' from 'app'"),
        ("not_there", ModuleNotFoundError, "No module named 'app.nowhere'"),
    ],
)
def test_failing_imports(project, name, error, message) -> None:
    project.write(**PACKAGE)
    loaded = project.load(f"app.user:{name}")
    with pytest.raises(error, match=re.escape(message)):
        run(loaded)


def test_a_finder_of_an_editable_install(project, monkeypatch) -> None:
    """Editable installs name their modules by a finder of their own."""
    from importlib.util import spec_from_file_location

    project.write(hidden_place__real="def f(n):\n    return [i for i in range(n)]\n")

    class Editable:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name == "editable_mod":
                return spec_from_file_location(name, project.root / "hidden_place" / "real.py")
            return None

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Editable])
    loaded = project.load("editable_mod:f")
    assert run(loaded, 3) == [0, 1, 2]
    assert loaded.ledger.ops() > 0
    assert "editable_mod" not in sys.modules


@pytest.mark.filterwarnings("ignore::ImportWarning")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="finders of the old kind are gone")
def test_a_finder_of_the_old_kind(project, monkeypatch) -> None:
    """Old releases of six make their modules by `find_module` and `load_module`."""
    from types import ModuleType

    class Old:
        def find_module(self, name, path=None):
            return self if name == "made_up" else None

        def load_module(self, name):
            sys.modules[name] = module = ModuleType(name)
            vars(module)["VALUE"] = 7
            return module

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Old()])
    project.write(user="import made_up\ndef f():\n    return made_up.VALUE\n")
    assert run(project.load("user:f")) == 7


def test_copies_inside_copies_do_not_ask_each_other(project) -> None:
    project.write(
        outer="def f():\n    try:\n        import nowhere\n    except ImportError:\n        return 1\n"
    )
    one, two = project.load("outer:f"), project.load("outer:f")
    with one.copies.installed(), two.copies.installed():
        assert run(one) == run(two) == 1


# -- classes, pickles, hints --------------------


def test_instances_can_be_pickled_while_installed(project) -> None:
    project.write(
        pickled="""
            import pickle, copy
            class Point:
                def __init__(self, x): self.x = x
                def __eq__(self, other): return type(other) is Point and self.x == other.x
            def module_level(x): return x
            def f(x):
                point = Point(x)
                return pickle.loads(pickle.dumps([point, module_level])) == [point, module_level]
            def make(x): return Point(x)
        """
    )
    assert run(project.load("pickled:f"), [1]) is True
    loaded = project.load("pickled:make")
    point = run(loaded, 2)
    with loaded.copies.installed():
        assert pickle.loads(pickle.dumps(point)) == point
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(point)


def test_a_copy_of_re_leaves_the_pickling_of_patterns_alone() -> None:
    loaded = load("re:compile")
    pattern = re.compile("a+")
    assert pickle.loads(pickle.dumps(pattern)) == pattern
    with loaded.copies.installed():
        assert pickle.loads(pickle.dumps(re.compile("b"))).pattern == "b"
    assert pickle.loads(pickle.dumps(pattern)) == pattern


def test_string_annotations_are_found_in_the_copy(project, build) -> None:
    project.write(
        hinted="""
            from __future__ import annotations
            import dataclasses, enum, typing
            from dataclasses import dataclass, field
            from typing import ClassVar, NamedTuple, TypedDict

            @dataclass(slots=True, order=True)
            class Node:
                value: int
                children: list[Node] = field(default_factory=list)
                kinds: ClassVar[int] = 3

            class Pair(NamedTuple):
                left: Node
                right: int = 2
                def both(self): return [self.left, self.right]

            class Movie(TypedDict, total=False):
                name: str

            class Color(enum.Enum):
                RED = 1
                GREEN = enum.auto()
                @property
                def bright(self): return self.name.lower()

            class Flag(enum.IntFlag):
                A = 1
                B = 2

            def f():
                node = Node(1, [Node(2)])
                hints = typing.get_type_hints(Node)
                return (
                    hints["children"] == list[Node],
                    [each.name for each in dataclasses.fields(Node)],
                    node < Node(2),
                    Pair(node).both() == [node, 2],
                    typing.get_type_hints(Pair)["left"] is Node,
                    Color.RED.bright, Color(2).name, list(Color),
                    (Flag.A | Flag.B) == 3, Movie(name="x"),
                    dataclasses.replace(node, value=9).value, Node.__slots__,
                )
        """
    )
    result = run(project.load("hinted:f", build))
    assert result[:7] == (True, ["value", "children"], True, True, True, "red", "GREEN")
    assert [each.value for each in result[7]] == [1, 2]
    assert result[8:] == (True, {"name": "x"}, 9, ("value", "children"))


# -- C accelerators --------------------


@pytest.mark.parametrize(
    "spec",
    [
        "heapq:heappush",
        "heapq:heappop",
        "bisect:insort",
        "bisect:bisect_right",
        "functools:reduce",
        "functools:cmp_to_key",
        "operator:itemgetter",
        "operator:countOf",
        "collections:OrderedDict.move_to_end",
        "json.decoder:scanstring",
        "json.scanner:make_scanner",
        "json.encoder:encode_basestring_ascii",
    ],
)
def test_the_copy_has_no_accelerator(spec) -> None:
    function = load(spec).function
    made = vars(function)["__init__"] if isinstance(function, type) else function
    assert isinstance(made, FunctionType), spec


def test_the_pure_code_is_what_runs() -> None:
    push = load("heapq:heappush")
    heap: list[int] = []
    for item in (5, 3, 4, 1):
        run(push, heap, item)
    assert heap[0] == 1
    assert push.ledger.ops() > 20
    loads = load("json:loads")
    run(loads, "[" * 50 + "]" * 50)
    deep = loads.ledger.ops()
    run(loads, "[]")
    assert deep > 10 * loads.ledger.ops()


def test_features_stay(project) -> None:
    assert run(load("zipfile:is_zipfile"), __file__) is False
    modules = load("tarfile:open").copies.modules
    assert modules["tarfile"].grp is not None
    assert modules["tarfile"].pwd is not None
    assert load("zipfile:ZipFile").copies.modules["zipfile"].zlib is not None


# -- what stays inside --------------------


def test_patched_builtins_stay_inside(project) -> None:
    project.write(
        patching="""
            import builtins
            import __main__
            def f(xs):
                builtins.len = lambda xs: 42
                builtins.invented = "yes"
                try:
                    return len(xs), invented
                finally:
                    del builtins.invented
            def names():
                return [name for name in dir(builtins) if name.startswith(".")]
        """
    )
    assert run(project.load("patching:f"), []) == (42, "yes")
    assert len([]) == 0
    assert run(project.load("patching:names")) == []


def test_names_of_the_module_are_those_of_the_source(project, build) -> None:
    project.write(
        namely="""
            "Doc."
            total = [x for x in range(3)]
            for i in range(2):
                pass
            class Class:
                "Class doc."
                table = {k: k for k in range(3)}
                for j in range(2):
                    if j: continue
            def f(n):
                "Function doc."
                for k in range(n):
                    n += k
                return sorted(locals()), sorted(globals()), sorted(vars(Class))
        """
    )
    real = project.real("namely")
    expected = real.f(2), real.__doc__, real.f.__doc__, real.Class.__doc__
    del sys.modules["namely"]
    loaded = project.load("namely:f", build)
    copy = loaded.copies.modules["namely"]
    assert (run(loaded, 2), copy.__doc__, copy.f.__doc__, copy.Class.__doc__) == expected


def test_lines_of_tracebacks_and_sources(project, build) -> None:
    project.write(
        lines="""
            import inspect

            def inner(n):
                for i in range(n):
                    while True:
                        if i == 2:
                            raise ValueError(
                                "here"
                            )
                        break

            def outer(n):
                x = [
                    inner(k)
                    for k in range(n)
                ]
                return x

            def source():
                return inspect.getsource(inner), inspect.currentframe().f_lineno
        """
    )
    real = project.real("lines")
    shown = _frames(lambda: real.outer(5))
    expected = real.source()
    del sys.modules["lines"]
    loaded = project.load("lines:outer", build)
    assert _frames(lambda: run(loaded, 5)) == shown
    assert run(project.load("lines:source", build)) == expected


def _frames(action) -> list[tuple[int, str]]:
    try:
        action()
    except ValueError as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [(frame.lineno or 0, frame.name) for frame in frames if frame.filename.endswith("lines.py")]
    raise AssertionError("no error")


def test_two_copies_do_not_share_counts(project: Project) -> None:
    project.write(shared="def f(n):\n    for i in range(n):\n        pass\n")
    first, second = project.load("shared:f"), project.load("shared:f")
    run(first, 10)
    run(second, 20)
    assert first.ledger.ops() < second.ledger.ops()
    run(first, 20)
    assert first.ledger.ops() == second.ledger.ops()
