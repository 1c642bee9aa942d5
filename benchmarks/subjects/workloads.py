"""Workloads of `overhead.py`: everyday use of pure-Python code, chosen before it was measured.

Each takes the module it works on, plain or counted. Inputs are built once, outside the timing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Workload:
    """A use of a module. `repeat` makes one run long enough to be timed."""

    name: str
    module: str
    run: Callable[[Any], object]
    repeat: int = 1

    def __call__(self, module: ModuleType) -> None:
        run = self.run
        for _ in range(self.repeat):
            run(module)


WORDS: Final = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor".split()  # noqa: SIM905


def _prose(words: int, seed: int) -> str:
    rng = Random(seed)
    return " ".join(rng.choice(WORDS) for _ in range(words))


def _lines(count: int, seed: int) -> list[str]:
    return [_prose(6, seed * 1000 + i) + "\n" for i in range(count)]


def _edited(lines: list[str]) -> list[str]:
    return [line for i, line in enumerate(lines) if i % 7] + lines[:3]


LEFT: Final = _lines(120, 1)
RIGHT: Final = _edited(LEFT)
PROSE: Final = _prose(1200, 2)
SHELL: Final = "find . -name '*.py' -exec grep -n \"a b\" {} + | sort -u # end\n" * 30
HTML: Final = (
    "<div class='a b' id=\"x\"><p>text &amp; more</p><br/><a href=http://x/y?z=1>link</a><!-- n --></div>\n"
    * 60
)
RECORDS: Final = {f"key {i}": [i, str(i), {"ratio": 1.5 * i, "ok": None}] for i in range(150)}
JSON: Final = json.dumps(RECORDS)
INI: Final = "\n".join(
    f"[section {i}]\nkey = value {i}\nother: %(key)s\n; note\nlong = a\n  b\n" for i in range(80)
)
NUMBERS: Final = [Random(3).uniform(0, 1000) for _ in range(2000)]
ADDRESSES: Final = [f"10.{i % 7}.{i // 256}.{i % 256}" for i in range(300)]
NETWORKS: Final = [f"2001:db8:{i:x}::/48" for i in range(100)]
URLS: Final = [f"https://user@host{i}.example.org:8080/a/b/../c;p?q={i}&r=a%20b#frag" for i in range(150)]
MAIL: Final = (
    "From: A <a@example.org>\nTo: =?utf-8?q?B=C3=A9?= <b@example.org>, C <c@example.org>\nSubject: "
    "=?utf-8?b?w6l0w6k=?= report\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=XX\n\n"
    + "--XX\nContent-Type: text/plain; charset=utf-8\n\n"
    + PROSE.replace(" ", "\n")[:3000]
    + "\n--XX\nContent-Type: text/html\n\n"
    + HTML[:2000]
    + "\n--XX--\n"
)
PYTHON: Final = "".join(
    f"def f{i}(a, b=({i}, 'x')):\n    '''doc'''\n    return a[{i}] + b * 2.5e3  # c\n\n" for i in range(50)
)
SQL: Final = (
    "select a, b.c as d, count(*) from t left join u on t.id = u.id where x in (1, 2, 'three') "
    "and y like '%z' group by a order by d desc limit 10; "
)
MARKDOWN: Final = """# Title

Some *text* with `code` and [a link](http://x.y).

- one
- two
    - three

> quote

| a | b |
|---|---|
| 1 | 2 |

"""
TREE: Final = {i: [i, {"a": (i, [str(i)])}] for i in range(250)}
NESTED: Final = [{f"k{i}": list(range(12)), "name": ["x" * i, (i, None)]} for i in range(40)]
GRAPH: Final = {i: [j for j in (i // 2, i // 3, i - 1) if 0 < j < i] for i in range(1, 900)}


def _heap(m: Any) -> None:
    heap = NUMBERS[:1000]
    m.heapify(heap)
    for number in NUMBERS[:500]:
        m.heappush(heap, number)
    while heap:
        m.heappop(heap)


def _insort(m: Any) -> None:
    found: list[float] = []
    for number in NUMBERS:
        m.insort(found, number)


def _html(m: Any) -> None:
    parser = m.HTMLParser()
    parser.feed(HTML)
    parser.close()


def _ini(m: Any) -> None:
    parser = m.ConfigParser()
    parser.read_string(INI)
    for section in parser.sections():
        parser.get(section, "other")


def _mail(m: Any) -> None:
    message = m.message_from_string(MAIL)
    message.get_all("to")
    message.as_string()


def _arguments(m: Any) -> None:
    parser = m.ArgumentParser(prog="x")
    for name in WORDS:
        parser.add_argument(f"--{name}", type=int, default=0, help="a number")
    for _ in range(10):
        parser.parse_args([f"--{name}=3" for name in WORDS])
    parser.format_help()


def _sorted_list(m: Any) -> None:
    found = m.SortedList()
    for number in NUMBERS:
        found.add(number)
    for number in NUMBERS[::2]:
        found.remove(number)
    list(found.irange(100, 200))


def _toolz(m: Any) -> None:
    m.groupby(len, WORDS * 40)
    m.frequencies(WORDS * 40)
    list(m.partition_all(7, range(3000)))
    list(m.sliding_window(3, range(1000)))
    m.pipe(range(1000), m.curried.map(str), m.curried.filter(str.isdigit), list)
    for i in range(100):
        m.update_in({"a": {"b": i}}, ["a", "b"], str)
        m.merge({"x": 1}, {"y": i})


def _boltons(m: Any) -> None:
    list(m.chunked(range(3000), 7))
    list(m.windowed(range(1000), 3))
    list(m.unique(WORDS * 60))
    m.remap(TREE, lambda path, key, value: True)


WORKLOADS: Final = (
    Workload("argparse", "argparse", _arguments, 10),
    Workload("bisect", "bisect", _insort, 6),
    Workload(
        "calendar", "calendar", lambda m: [m.TextCalendar().formatyear(year) for year in range(2000, 2006)], 5
    ),
    Workload("configparser", "configparser", _ini, 8),
    Workload("copy", "copy", lambda m: m.deepcopy(TREE), 12),
    Workload("difflib", "difflib", lambda m: list(m.unified_diff(LEFT, RIGHT)), 40),
    Workload(
        "difflib (ratio)",
        "difflib",
        lambda m: m.SequenceMatcher(None, PROSE[:700], PROSE[300:900], False).ratio(),
        4,
    ),
    Workload("email", "email", _mail, 24),
    Workload(
        "fractions",
        "fractions",
        lambda m: sum((m.Fraction(i, i + 1) for i in range(1, 200)), m.Fraction(0)),
        30,
    ),
    Workload("graphlib", "graphlib", lambda m: list(m.TopologicalSorter(GRAPH).static_order()), 6),
    Workload("heapq", "heapq", _heap, 9),
    Workload("html.parser", "html.parser", _html, 10),
    Workload("ipaddress", "ipaddress", lambda m: [str(m.ip_address(each)) for each in ADDRESSES], 15),
    Workload(
        "ipaddress (v6)",
        "ipaddress",
        lambda m: [m.ip_network(each).broadcast_address for each in NETWORKS],
        15,
    ),
    Workload("json (decode)", "json", lambda m: m.JSONDecoder().decode(JSON), 12),
    Workload("json (encode)", "json", lambda m: m.dumps(RECORDS, indent=1), 15),
    Workload("pprint", "pprint", lambda m: m.pformat(NESTED), 12),
    Workload("shlex", "shlex", lambda m: m.split(SHELL, comments=True), 20),
    Workload(
        "statistics",
        "statistics",
        lambda m: (m.mean(NUMBERS[:800]), m.variance(NUMBERS[:400]), m.quantiles(NUMBERS)),
        30,
    ),
    Workload("textwrap", "textwrap", lambda m: (m.wrap(PROSE, 60), m.dedent(m.indent(PROSE, "  "))), 12),
    Workload(
        "tokenize", "tokenize", lambda m: list(m.generate_tokens(iter(PYTHON.splitlines(True)).__next__)), 6
    ),
    Workload(
        "urllib.parse",
        "urllib.parse",
        lambda m: [(m.urljoin(each, "../x"), m.parse_qs("a=1&b=%20")) for each in URLS],
        8,
    ),
    Workload("boltons", "boltons.iterutils", _boltons, 4),
    Workload("markdown-it-py", "markdown_it", lambda m: m.MarkdownIt().render(MARKDOWN * 6), 8),
    Workload("sortedcontainers", "sortedcontainers", _sorted_list, 12),
    Workload("sqlparse", "sqlparse", lambda m: m.format(SQL * 3, reindent=True, keyword_case="upper"), 2),
    Workload("toolz", "toolz", _toolz, 20),
)
