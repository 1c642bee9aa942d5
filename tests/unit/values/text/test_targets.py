"""Decisions deep in the standard library are recorded; runs cost what they cost in the count build."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks


def traced(spec, parameter, value):
    """Return the path of a text, and the functions that decided, by file and name."""
    loaded = load(spec, build=Build.TRACE, more=trace_hooks)
    tracer = Tracer(loaded, {parameter: text(len(value), CharSet.everything())}, len(value))
    path = tracer.run({place: ord(character) for place, character in enumerate(value)})
    asked: Counter[str] = Counter()
    for site in path.sites:
        file, function, _ = tracer.sites.place(site)
        asked[f"{Path(file).stem}:{function}"] += 1
    return path, asked


def counted(spec, parameter, value):
    loaded = load(spec)
    loaded.ledger.start(None)
    with loaded.copies.installed():
        try:
            result, raises = loaded.function(**{parameter: value}), None
        except Exception as error:
            result, raises = None, f"{type(error).__name__}: {error}"
        finally:
            loaded.ledger.stop()
    return result, raises, loaded.ledger.ops()


CASES = [
    ("shlex:split", "s", 'a \'b c\' "d\\"" e#f', "shlex:shlex.read_token"),
    ("html:escape", "s", "a<b>&\"'", "__init__:escape"),
    ("urllib.parse:urlsplit", "url", "http://a.b:80/c?d#e", "parse:_splitnetloc"),
    ("urllib.parse:parse_qsl", "qs", "a=1&b=2;c", "parse:parse_qsl"),
    ("urllib.parse:quote", "string", "a b/é", "parse:quote"),
    ("textwrap:wrap", "text", "a bb\tccc dddd", "textwrap:TextWrapper._munge_whitespace"),
    ("string:capwords", "s", "ab cd ef", "string:capwords"),
    ("fnmatch:translate", "pat", "a*[b-c]?", None),
    ("ntpath:splitdrive", "p", "c:\\a\\b", None),
    ("ipaddress:ip_address", "address", "12.3.4.5", "ipaddress:_BaseV4._parse_octet"),
    ("ipaddress:ip_address", "address", "1.x", "ipaddress:_BaseV4._ip_int_from_string"),
    ("email.utils:parseaddr", "addr", "a <b@c.d>", "_parseaddr:AddrlistClass.getdomain"),
    ("posixpath:basename", "p", "a/b/c", "posixpath:basename"),
    ("posixpath:splitext", "p", "a/b.c", None),
]


@pytest.mark.parametrize(("spec", "parameter", "value", "where"), CASES)
def test_decisions_and_cost(spec, parameter, value, where):
    path, asked = traced(spec, parameter, value)
    result, raises, cost = counted(spec, parameter, value)
    assert path.raises == raises
    assert path.result == result
    assert path.cost == cost
    assert asked if where is None else asked[where], asked


@pytest.mark.parametrize(
    ("spec", "parameter", "value"), [("textwrap:dedent", "text", "  a\n  b"), ("html:unescape", "s", "&lt;")]
)
def test_what_is_not_modelled_is_listed(spec, parameter, value):
    path, _ = traced(spec, parameter, value)
    assert any("Pattern." in reason for _, reason in path.lost) or path.conditions


def test_paths_of_a_parser(tmp_path, monkeypatch):
    """Every input of a small alphabet takes a path, and inputs of one path have one outcome."""
    (tmp_path / "scanner.py").write_text(
        "def tokens(text):\n"
        "    found, word = [], ''\n"
        "    for c in text:\n"
        "        if c.isspace():\n"
        "            if word:\n"
        "                found.append(word)\n"
        "            word = ''\n"
        "        elif c.isdigit() and word.isdigit():\n"
        "            word += c\n"
        "        else:\n"
        "            word = f'{word}{c.upper()}'\n"
        "    return len(found), '-'.join(found), len(word)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = load("scanner:tokens", build=Build.TRACE, more=trace_hooks)
    tracer = Tracer(loaded, {"text": text(3, "a1 ")}, 3)
    shapes: dict[object, object] = {}
    for codes in ((a, b, c) for a in "a1 " for b in "a1 " for c in "a1 "):
        path = tracer.run(dict(enumerate(map(ord, codes))))
        assert not path.lost
        outcome = (path.result[0], len(path.result[1]), path.result[2], path.cost)
        assert shapes.setdefault(path.key(), outcome) == outcome
    assert len(shapes) > 8


def test_streams_are_read_symbolically():
    path, asked = traced("shlex:split", "s", "a b")
    assert asked["shlex:shlex.read_token"] >= 3
    assert not path.lost


def test_templates_of_the_module_string(tmp_path, monkeypatch):
    (tmp_path / "templates.py").write_text(
        "import string\n"
        "def both(text):\n"
        "    filled = string.Formatter().vformat(text, (1,), {})\n"
        "    return filled, string.Template(text).safe_substitute(a='x')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = load("templates:both", build=Build.TRACE, scope=("string",), more=trace_hooks)
    tracer = Tracer(loaded, {"text": text(2, "a${}")}, 2)
    outcomes: dict[object, object] = {}
    for value in ("".join(pair) for pair in itertools.product("a${}", repeat=2)):
        path = tracer.run(dict(enumerate(map(ord, value))))
        assert not path.lost, value
        assert outcomes.setdefault(path.key(), path.raises) == path.raises
    assert len(outcomes) > 5
