from __future__ import annotations

import heapq
import py_compile
import sys
from pathlib import Path
from types import MethodDescriptorType

import pytest

from slowpath.errors import (
    SourceUnavailable,
    TargetError,
    TargetImportError,
    TargetNotFound,
    TargetSyntaxError,
    UsageError,
)
from slowpath.model.target import Flow, TargetKind
from slowpath.target.load import load, load_plain
from slowpath.target.locate import parse, spec_of
from tests.unit.target.project import Project, run

MENAGERIE = """
    import functools
    import contextlib

    def function(a, b=1, *rest, key, **more):
        return a

    class Class:
        def __init__(self, size):
            self.size = size

        def method(self, x):
            return self.size + x

        @staticmethod
        def static(x):
            return x

        @classmethod
        def of(cls, size):
            return cls(size)

        class Inner:
            def deep(self):
                return 1

        @property
        def prop(self):
            return 1

        def __call__(self, x):
            return x

    def noisy(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args)
        return wrapper

    @noisy
    def wrapped(x):
        return x + 1

    @functools.lru_cache
    def cached(x):
        return x + 2

    partial = functools.partial(function, 5)

    @contextlib.contextmanager
    def managed(x):
        yield x

    def generator(n):
        yield from range(n)

    async def coroutine(n):
        return n

    async def stream(n):
        for i in range(n):
            yield i

    instance = Class(3)
    bound = instance.method
    number = 42
    short = lambda x: x

    def outer(n):
        def inner(k):
            return k
        return inner(n)

    class Derived(Class):
        pass

    class Plain:
        pass

    class OfClass:
        @classmethod
        def __call__(cls, x):
            return [cls.__name__, x]

    of_class = OfClass()
"""


@pytest.fixture
def menagerie(project: Project) -> Project:
    project.write(menagerie=MENAGERIE)
    return project


@pytest.mark.parametrize(
    ("qualname", "kind", "flow", "line"),
    [
        ("function", TargetKind.FUNCTION, Flow.PLAIN, 5),
        ("Class", TargetKind.CLASS, Flow.PLAIN, 8),
        ("Class.method", TargetKind.METHOD, Flow.PLAIN, 12),
        ("Class.prop", TargetKind.METHOD, Flow.PLAIN, 27),
        ("Class.static", TargetKind.STATIC_METHOD, Flow.PLAIN, 15),
        ("Class.of", TargetKind.CLASS_METHOD, Flow.PLAIN, 19),
        ("Class.Inner", TargetKind.CLASS, Flow.PLAIN, 23),
        ("Class.Inner.deep", TargetKind.METHOD, Flow.PLAIN, 24),
        ("wrapped", TargetKind.FUNCTION, Flow.PLAIN, 40),
        ("cached", TargetKind.FUNCTION, Flow.PLAIN, 44),
        ("partial", TargetKind.FUNCTION, Flow.PLAIN, 5),
        ("generator", TargetKind.FUNCTION, Flow.GENERATOR, 54),
        ("coroutine", TargetKind.FUNCTION, Flow.COROUTINE, 57),
        ("stream", TargetKind.FUNCTION, Flow.ASYNC_GENERATOR, 60),
        ("instance", TargetKind.FUNCTION, Flow.PLAIN, 31),
        ("bound", TargetKind.FUNCTION, Flow.PLAIN, 12),
        ("short", TargetKind.FUNCTION, Flow.PLAIN, 67),
        ("outer", TargetKind.FUNCTION, Flow.PLAIN, 69),
        ("Derived.method", TargetKind.METHOD, Flow.PLAIN, 12),
        ("Derived.of", TargetKind.CLASS_METHOD, Flow.PLAIN, 19),
        ("Plain", TargetKind.CLASS, Flow.PLAIN, 77),
    ],
)
def test_what_a_name_stands_for(menagerie, qualname, kind, flow, line) -> None:
    target = menagerie.load(f"menagerie:{qualname}").target
    assert (target.kind, target.flow, target.line) == (kind, flow, line)
    assert target.file == str(menagerie.root / "menagerie.py")
    assert (target.module, target.qualname) == ("menagerie", qualname)


def test_a_context_manager_is_no_generator(menagerie) -> None:
    assert menagerie.load("menagerie:managed").target.flow is Flow.PLAIN


def test_parameters(menagerie) -> None:
    target = menagerie.load("menagerie:function").target
    assert [(each.name, each.kind, each.required) for each in target.parameters] == [
        ("a", "POSITIONAL_OR_KEYWORD", True),
        ("b", "POSITIONAL_OR_KEYWORD", False),
        ("rest", "VAR_POSITIONAL", False),
        ("key", "KEYWORD_ONLY", True),
        ("more", "VAR_KEYWORD", False),
    ]
    method = menagerie.load("menagerie:Class.method").target
    assert [each.name for each in method.parameters] == ["x"]
    assert [each.name for each in method.receiver] == ["size"]
    constructor = menagerie.load("menagerie:Class").target
    assert [each.name for each in constructor.parameters] == ["size"]
    assert [each.name for each in menagerie.load("menagerie:Class.of").target.parameters] == ["size"]
    assert [each.name for each in menagerie.load("menagerie:instance").target.parameters] == ["x"]
    partial = menagerie.load("menagerie:partial").target
    assert [each.name for each in partial.parameters] == ["b", "rest", "key", "more"]


def test_what_is_loaded_can_be_called_and_is_counted(menagerie) -> None:
    def called(name, *args, **kwargs):
        loaded = menagerie.load(f"menagerie:{name}")
        result = run(loaded, *args, **kwargs)
        assert loaded.ledger.ops() > 0
        return result

    assert called("function", 7, key=1) == 7
    assert called("Class.static", 7) == 7
    assert called("Class.of", 7).size == 7
    assert called("Class", 7).size == 7
    assert called("wrapped", 1) == 2
    assert called("cached", 1) == 3
    assert called("partial", key=1) == 5
    assert called("generator", 3) == [0, 1, 2]
    assert called("instance", 9) == 9
    assert called("of_class", 9) == ["OfClass", 9]
    assert [each.name for each in menagerie.load("menagerie:of_class").target.parameters] == ["x"]
    assert called("bound", 1) == 4
    assert called("outer", 1) == 1
    managed = menagerie.load("menagerie:managed")
    with managed.function(6) as value:
        assert value == 6
    assert managed.ledger.ops() > 0
    loaded = menagerie.load("menagerie:Derived.method")
    assert loaded.owner is not None
    assert loaded.function(loaded.owner(4), 1) == 5


@pytest.mark.parametrize("spec", ["nocolon", "a.b.c", "", ":", "module:", ":name", "file.py"])
def test_a_spec_without_a_function(spec) -> None:
    with pytest.raises(UsageError) as error:
        load(spec)
    assert "module:function" in error.value.hint


def test_a_dotted_spec_is_suggested_with_a_colon() -> None:
    with pytest.raises(UsageError) as error:
        parse("pkg.mod.func")
    assert "'pkg.mod:func'" in error.value.hint


@pytest.mark.parametrize(
    ("spec", "error", "message", "hint"),
    [
        ("menagery:function", TargetNotFound, "no module 'menagery'", "Did you mean 'menagerie'?"),
        ("heapqq:heappush", TargetNotFound, "no module 'heapqq'", "Did you mean 'heapq'?"),
        ("json.decoders:JSONDecoder", TargetNotFound, "no module 'json.decoders'", "'json.decoder'"),
        ("zzzzqqq.sub:f", TargetNotFound, "no module 'zzzzqqq'", "Install it"),
        ("menagerie:functoin", TargetNotFound, "no 'functoin' in menagerie", "Did you mean 'function'?"),
        ("menagerie:Class.metod", TargetNotFound, "no 'metod' in menagerie:Class", "Did you mean 'method'?"),
        ("menagerie:qqqqqqqq", TargetNotFound, "no 'qqqqqqqq' in menagerie", "Check the name"),
        ("menagerie:outer.<locals>.inner", TargetNotFound, "while 'outer' runs", "Name the function that"),
        ("menagerie:number", TargetNotFound, "not callable: it is int", "module:function"),
        ("menagerie.sub:f", TargetNotFound, "no module 'menagerie.sub'", ""),
        ("math:sqrt", SourceUnavailable, "module 'math' is written in C", "Python function that calls it"),
        ("builtins:len", SourceUnavailable, "module 'builtins' is written in C", "Python function that"),
        ("_heapq:heappush", SourceUnavailable, "written in C", "Python function that calls it"),
        ("sys:exit", SourceUnavailable, "written in C", "Python function that calls it"),
        ("re:compile.__call__", SourceUnavailable, "written in C", "Python function that"),
        ("string:str", TargetNotFound, "no 'str' in string", ""),
        ("typing:TYPE_CHECKING", TargetNotFound, "not callable: it is bool", "module:function"),
        ("no/such/file.py:f", TargetNotFound, "no file 'no/such/file.py'", "Check the path"),
    ],
)
def test_errors_say_the_next_step(menagerie, spec, error, message, hint) -> None:
    with pytest.raises(error) as raised:
        load(spec)
    assert type(raised.value) is error
    assert message in raised.value.message
    assert hint in raised.value.hint


def test_a_builtin_passed_on_by_a_python_module(project) -> None:
    project.write(passing="from math import sqrt\nfrom collections import deque\nprint_it = print\n")
    for name in ("sqrt", "deque", "print_it"):
        with pytest.raises(SourceUnavailable, match="written in C"):
            project.load(f"passing:{name}")


def test_a_file_that_is_not_there_is_suggested(project, monkeypatch) -> None:
    project.write(program="def f(): return 1\n")
    monkeypatch.chdir(project.root)
    with pytest.raises(TargetNotFound) as error:
        load("progam.py:f")
    assert error.value.hint == "Did you mean 'program.py'?"


def test_a_module_without_source(project) -> None:
    project.write(bare="def f(): return 1\n", pack__init="def f(): return 1\n")
    for source in (project.root / "bare.py", project.root / "pack" / "__init__.py"):
        py_compile.compile(str(source), cfile=str(source.with_suffix(".pyc")))
        source.unlink()
    for module in ("bare", "pack"):
        with pytest.raises(SourceUnavailable) as error:
            project.load(f"{module}:f")
        assert f"'{module}' comes without its source" in error.value.message
        assert "source distribution" in error.value.hint


def test_a_namespace_package_has_no_functions(project) -> None:
    project.write(spaced__part="def f(): return 1\n")
    with pytest.raises(TargetNotFound):
        project.load("spaced:f")
    assert run(project.load("spaced.part:f")) == 1


def test_a_syntax_error_shows_its_line(project) -> None:
    project.write(broken="x = 1\ny = (\nz = 3 +\n")
    with pytest.raises(TargetSyntaxError) as error:
        project.load("broken:f")
    assert "broken does not compile" in error.value.message
    assert str(project.root / "broken.py") in error.value.message
    assert "line 2" in error.value.message or "line 3" in error.value.message
    assert error.value.hint


def test_a_failing_import_shows_the_target_s_own_traceback(project) -> None:
    project.write(
        failing__init="from failing.deep import x\n",
        failing__deep="def broken():\n    return 1 // 0\n\n\nx = broken()\n",
    )
    with pytest.raises(TargetImportError) as error:
        project.load("failing:f")
    text = error.value.message
    assert "importing failing fails" in text
    assert "ZeroDivisionError" in text
    assert [line.strip() for line in text.splitlines() if "File" in line] == [
        f'File "{project.root}/failing/__init__.py", line 1, in <module>',
        f'File "{project.root}/failing/deep.py", line 5, in <module>',
        f'File "{project.root}/failing/deep.py", line 2, in broken',
    ]
    assert "python -c" in error.value.hint


def test_the_cause_of_a_failing_import_is_shown_without_our_frames(project) -> None:
    project.write(
        chained="""
            try:
                import chained_inner
            except ValueError as error:
                raise RuntimeError("no luck") from error
        """,
        chained_inner="raise ValueError('inner')\n",
    )
    with pytest.raises(TargetImportError) as error:
        project.load("chained:f", scope=("chained_inner",))
    assert "ValueError: inner" in error.value.message
    assert "RuntimeError: no luck" in error.value.message
    assert "slowpath" not in error.value.message.replace(str(project.root), "")
    assert "importlib" not in error.value.message


@pytest.mark.parametrize(
    "statement", ["raise SystemExit(3)", "import does_not_exist_qq", "raise KeyError('k')"]
)
def test_whatever_an_import_raises(project, statement) -> None:
    project.write(whatever=f"{statement}\n")
    with pytest.raises(TargetImportError, match="importing whatever fails"):
        project.load("whatever:f")


def test_ctrl_c_during_an_import_is_not_an_error_of_the_target(project) -> None:
    project.write(interrupted="raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        project.load("interrupted:f")


def test_all_target_errors_are_of_one_family() -> None:
    for error in (TargetNotFound, SourceUnavailable, TargetSyntaxError, TargetImportError):
        assert issubclass(error, TargetError)


# -- files -----------------------------------------------------------------------------------


def test_a_file_outside_packages(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    (tmp_path / "lonely_module.py").write_text("import lonely_friend\ndef f(x): return lonely_friend.g(x)\n")
    (tmp_path / "lonely_friend.py").write_text("def g(x): return x + 1\n")
    loaded = load(f"{tmp_path}/lonely_module.py:f")
    assert loaded.target.module == "lonely_module"
    assert run(loaded, 1) == 2
    assert "lonely_module" not in sys.modules


def test_a_file_inside_a_package_has_its_dotted_name(project, monkeypatch) -> None:
    project.write(
        boxed__init="",
        boxed__sub__init="top = 5\n",
        boxed__sub__leaf="from . import top\nfrom ..other import more\ndef f(): return top + more\n",
        boxed__other="more = 2\n",
    )
    monkeypatch.chdir(project.root / "boxed")
    loaded = load("sub/leaf.py:f")
    assert (loaded.target.module, run(loaded)) == ("boxed.sub.leaf", 7)
    assert load("./sub/leaf.py:f").target.module == "boxed.sub.leaf"


def test_a_file_of_a_namespace_package_has_its_dotted_name(project, monkeypatch) -> None:
    project.write(
        space__inner__leaf="from .other import g\ndef f(x): return g(x)\n",
        space__inner__other="from space.inner import leaf\ndef g(x): return x + 1\n",
        space__inner__alone="def f(x): return x\n",
    )
    monkeypatch.chdir(project.root)
    loaded = load("space/inner/leaf.py:f")
    assert (loaded.target.module, run(loaded, 1)) == ("space.inner.leaf", 2)
    assert parse("space/inner/alone.py:f").module == "alone"
    monkeypatch.chdir(project.root / "space")
    monkeypatch.setattr(sys, "path", [])
    assert parse("inner/leaf.py:f").module == "inner.leaf"  # no folder above is importable


def test_a_notebook_is_told_from_a_module(project) -> None:
    path = project.root / "work.ipynb"
    path.write_text("{}")
    with pytest.raises(UsageError, match="is a notebook") as caught:
        parse(f"{path}:f")
    assert "nbconvert" in caught.value.hint


def test_a_file_that_is_not_utf_8_says_so(project) -> None:
    path = project.root / "latin.py"
    path.write_bytes(b'def f(x):\n    return "\xe9" + x\n')
    with pytest.raises(TargetSyntaxError, match="is not UTF-8 and declares no encoding") as caught:
        load(f"{path}:f")
    assert "coding:" in caught.value.hint
    path.write_bytes(b'# coding: latin-1\ndef f(x):\n    return "\xe9" + x\n')
    assert run(load(f"{path}:f"), "a") == "éa"


def test_the_init_file_of_a_package(project) -> None:
    project.write(initial__init="def f(): return __name__\n")
    assert run(load(f"{project.root}/initial/__init__.py:f")) == "initial"


@pytest.mark.parametrize(
    "name", ["my-script.py", "my.dotted.py", "random.py", "1st.py", "__main__.py", "test.py"]
)
def test_files_of_odd_names(project, name) -> None:
    path = project.root / name
    path.write_text("def f(x):\n    return x * 2\n")
    for loaded in (load(f"{path}:f"), load_plain(f"{path}:f")):
        assert run(loaded, 21) == 42
        assert loaded.target.file == str(path)


def test_a_file_that_is_also_on_the_path_under_its_name(project) -> None:
    project.write(twice="def f(): return 1\n")
    assert run(load(f"{project.root}/twice.py:f")) == run(load("twice:f")) == 1


# -- passing on ------------------------------------------------------------------------------


def test_re_exports_are_counted_where_they_are_defined(project) -> None:
    project.write(
        shop__init="from .inner import work\nfrom elsewhere_top.deep import effort\nfrom json import loads\n",
        shop__inner="def work(n):\n    return [i for i in range(n)]\n",
        elsewhere_top__init="",
        elsewhere_top__deep="""
            def effort(n):
                t = 0
                for i in range(n):
                    t += i
                return t
        """,
    )
    work = project.load("shop:work")
    assert (run(work, 3), work.target.file) == ([0, 1, 2], str(project.root / "shop" / "inner.py"))
    effort = project.load("shop:effort")
    small = (run(effort, 3), effort.ledger.ops())[1]
    assert run(effort, 300) == 44850
    assert effort.ledger.ops() > 20 * small
    loads = project.load("shop:loads")
    assert run(loads, "[1, 2]") == [1, 2]
    assert loads.ledger.ops() > 0


@pytest.mark.parametrize(
    ("spec", "args", "result"),
    [
        ("os.path:join", ("a", "b"), "a/b"),
        ("os:path.join", ("a", "b"), "a/b"),
        ("json:loads", ('{"a": [1, 2.5, null]}',), {"a": [1, 2.5, None]}),
        ("json:dumps", ([1, {"a": None}],), '[1, {"a": null}]'),
        ("heapq:nsmallest", (2, [3, 1, 2]), [1, 2]),
        ("bisect:bisect_left", ([1, 3, 5], 3), 1),
        ("textwrap:fill", ("one two three", 7), "one two\nthree"),
        ("string:capwords", ("one two",), "One Two"),
        ("functools:reduce", (max, [1, 3, 2]), 3),
        ("operator:countOf", ([1, 2, 1], 1), 2),
        ("urllib.parse:quote", ("a b",), "a%20b"),
        ("collections:Counter", ("aab",), {"a": 2, "b": 1}),
        ("collections:OrderedDict", ([(1, 2)],), {1: 2}),
        ("posixpath:normpath", ("a//b/../c",), "a/c"),
        ("random:Random.shuffle", (), None),
        ("fnmatch:translate", ("*.py",), None),
        ("difflib:get_close_matches", ("appel", ["ape", "apple"]), ["apple", "ape"]),
        ("copy:deepcopy", ([[1], 2],), [[1], 2]),
        ("datetime:date.fromisoformat", ("2024-02-03",), None),
        ("decimal:Decimal", ("1.5",), None),
        ("abc:ABCMeta", ("X", (), {}), None),
        ("enum:unique", (), None),
        ("re:escape", ("a.b",), "a\\.b"),
        ("statistics:mean", ([1, 2, 3],), 2),
    ],
)
def test_the_standard_library(spec, args, result) -> None:
    loaded = load(spec)
    if args:
        answer = run(loaded, *args)
        assert loaded.ledger.ops() > 0, "the code that runs is not the copy"
        if result is not None:
            assert answer == result


def test_what_is_counted_in_python_is_plain_c_code_where_users_call_that() -> None:
    plain, counted = (way("xml.etree.ElementTree:Element.findall") for way in (load_plain, load))
    assert type(plain.function) is MethodDescriptorType
    assert [each.name for each in plain.target.parameters] == ["path", "namespaces"]
    assert plain.target.parameters == counted.target.parameters
    assert plain.target.kind is counted.target.kind is TargetKind.METHOD
    assert load_plain("heapq:heappush").function is heapq.heappush
    with pytest.raises(SourceUnavailable, match="written in C"):
        load_plain("math:sqrt")


def test_load_plain_leaves_the_target_as_it_is(menagerie) -> None:
    loaded = load_plain("menagerie:function")
    assert loaded.function is sys.modules["menagerie"].function
    assert loaded.function(3, key=1) == 3
    assert not loaded.ledger.sites


def test_a_method_of_a_pattern_is_a_target(tmp_path: Path) -> None:
    file = tmp_path / "patterned.py"
    file.write_text("import re\n\nclass Rules:\n    word = re.compile(rb'(a+)+$')\n")
    loaded = load(f"{file}:Rules.word.match")
    assert [parameter.name for parameter in loaded.target.parameters] == ["string"]
    with loaded.copies.installed():
        loaded.ledger.start()
        assert loaded.function(b"aaa")
        loaded.ledger.stop()
    assert loaded.ledger.ops() > 0
    assert load_plain(f"{file}:Rules.word.match").function(b"b") is None


def test_each_pattern_has_a_place_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "patterned.py"
    source = "import re\nB = re.compile('b+$')\nif True:\n    A: re.Pattern[str] = re.compile('a+$')\n"
    file.write_text(source)
    for name, line in (("A", 4), ("B", 2)):
        copies = load(f"{file}:{name}.search").copies
        places = {(each.file, each.line) for each in copies.ledger.sites if each.function == f"{name}.search"}
        assert (str(file), line) in places


def test_a_pattern_in_the_first_line_of_a_file_is_a_target(tmp_path: Path) -> None:
    file = tmp_path / "patterned.py"
    file.write_text("import re; word = re.compile('a')\n")
    loaded = load(f"{file}:word.search")
    assert loaded.function("a")
    assert "<patterned:word.search>" in {each.file for each in loaded.ledger.sites}


def test_making_an_object_is_what_calls_its_constructor(tmp_path: Path) -> None:
    file = tmp_path / "made.py"
    file.write_text("class Box:\n    def __init__(self, n):\n        self.n = n\n")
    target = load(f"{file}:Box.__init__").target
    assert target.kind is TargetKind.CLASS
    assert [parameter.name for parameter in target.parameters] == ["n"]
    assert target.receiver == ()


def test_the_spec_of_a_callable() -> None:
    assert spec_of("a:b") == "a:b"
    assert spec_of(Path.with_name) == f"{Path.__module__}:PurePath.with_name"
    assert spec_of(Path.cwd) == f"{Path.__module__}:Path.cwd"
    assert spec_of(Path) == f"{Path.__module__}:Path"
