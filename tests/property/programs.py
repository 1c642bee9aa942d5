# ruff: noqa: E501  (programs are data)
"""Random small programs: they end, they mix types, and many of them fail on the way.

A program is the source of a module that defines `f(a, b, c)`. Every name is bound before the body runs, so
that a name is unbound only where a `del` or a branch makes it so; loops run over short ranges or count down;
values stay small because every `*`, `**` and `<<` has a small constant on one side. Most expressions are of the
kind that their place wants (`KINDS`); one in fourteen is of any kind, so that errors come late enough to matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

PARAMETERS = ("a", "b", "c")
LOCALS = ("i", "s", "xs", "d", "t", "n")
NAMES = (*PARAMETERS, *LOCALS)
KINDS = {
    "a": "int",
    "b": "str",
    "c": "list",
    "i": "int",
    "s": "str",
    "xs": "list",
    "d": "dict",
    "t": "list",
    "n": "int",
}
WILD = 0.07

CONSTANTS = (
    *("0", "1", "2", "-1", "7", "True", "None", "2.5", "10**12"),
    *("''", "'a'", "'ab'", "'abcab'", "'é'", "b'ab'", "' x y '"),
    *("[]", "[1, 2]", "['a', 'b']", "(1, 2)", "()", "{}", "{1: 'a'}", "{'a': [1]}", "{1, 2}", "[[1], [2]]"),
)
BINARY = ("+", "-", "//", "%", "&", "|", "^", "/", ">>")
SCALED = ("*", "**", "<<")
COMPARISONS = ("==", "!=", "in", "not in", "<", "<=", "is", "is not")
FUNCTIONS = (
    *(
        "len",
        "sorted",
        "list",
        "tuple",
        "set",
        "dict",
        "str",
        "repr",
        "int",
        "sum",
        "min",
        "max",
        "any",
        "all",
    ),
    *("reversed", "bool", "abs", "enumerate", "frozenset", "float", "iter", "type", "divmod"),
)
METHODS = (
    *("append", "extend", "pop", "insert", "remove", "index", "count", "sort", "reverse", "copy", "clear"),
    *(
        "find",
        "replace",
        "split",
        "strip",
        "join",
        "upper",
        "startswith",
        "partition",
        "splitlines",
        "encode",
    ),
    *(
        "get",
        "setdefault",
        "update",
        "keys",
        "items",
        "values",
        "popitem",
        "add",
        "union",
        "discard",
        "isdigit",
    ),
    *("title", "lstrip", "rfind", "rsplit", "endswith", "translate", "difference", "format", "casefold"),
)
# What an expression of a kind looks like, from its parts.
SIMPLE = {
    "int": ("0", "1", "2", "-1", "7", "True", "10**12"),
    "str": ("''", "'a'", "'ab'", "'abcab'", "'é'", "' x y '", "'1'"),
    "list": ("[]", "[1, 2]", "[3, 1, 2]", "[0]", "list(range(4))"),
    "dict": ("{}", "{1: 2}", "{'a': 1, 0: 2}"),
}
FORMS = {
    "int": (
        *(
            "(<int> + <int>)",
            "(<int> - <int>)",
            "(<int> * 3)",
            "(<int> % 5)",
            "(<int> // 2)",
            "(<int> // <int>)",
            "(-<int>)",
        ),
        *(
            "(<int> & <int>)",
            "(<int> ^ 5)",
            "(<int> % 4 << 2)",
            "(2 ** (<int> % 9))",
            "len(<list>)",
            "len(<str>)",
            "len(<dict>)",
        ),
        *(
            "sum(<list>)",
            "max(<list>)",
            "min(<int>, <int>)",
            "abs(<int>)",
            "int('12')",
            "int(<str>)",
            "<list>[<int>]",
        ),
        *(
            "<list>.index(<int>)",
            "<list>.count(<int>)",
            "<str>.find(<str>)",
            "<str>.count('a')",
            "<dict>[<int>]",
        ),
        *(
            "<dict>.get(<int>, 0)",
            "sum(<k> for <k> in <list>)",
            "(<int> if <test> else <int>)",
            "<list>.pop()",
            "divmod(<int>, 3)[1]",
        ),
        *(
            "(lambda q, n=n: q + n)(<int>)",
            "len([<k> for <k> in <list> if <k> > 1])",
            "(n := <int>)",
            "any(<list>)",
            "ord(<str>[0])",
        ),
    ),
    "str": (
        *(
            "(<str> + <str>)",
            "(<str> * 2)",
            "<str>[1:]",
            "<str>[::-1]",
            "<str>[:<int>]",
            "<str>.upper()",
            "<str>.replace('a', <str>)",
        ),
        *(
            "<str>.strip()",
            "str(<int>)",
            "repr(<list>)",
            "', '.join(<k> for <k> in <str>)",
            "''.join(sorted(<str>))",
            "<str>[<int>]",
        ),
        *(
            "f'{<int>}-{s}'",
            "f'{<int>:>{n % 9}}'",
            "('%s|%d' % (s, <int>))",
            "<str>.join(['x', s])",
            "(<str> if <test> else 'no')",
        ),
        *(
            "<str>.partition('b')[0]",
            "<str>.zfill(5)",
            "<str>.title()",
            "'{}{}'.format(s, <int>)",
            "<str>.lstrip(<str>)",
            "max(<str>, s)",
        ),
    ),
    "list": (
        *(
            "(<list> + <list>)",
            "(<list> * 2)",
            "<list>[1:]",
            "<list>[::2]",
            "sorted(<list>)",
            "list(<list>)",
            "[<int>, <int>]",
        ),
        *(
            "[*<list>, <int>]",
            "[<k> for <k> in <list>]",
            "[<k> + 1 for <k> in <list> if <k>]",
            "[i for <k> in <list> for i in range(2)]",
        ),
        *(
            "list(<str>)",
            "<str>.split()",
            "<str>.split('a')",
            "list(map(str, <list>))",
            "list(reversed(<list>))",
            "sorted(<list>, key=lambda q: -q)",
        ),
        *(
            "list(<dict>)",
            "list(zip(<list>, <str>))",
            "sorted(set(<list>))",
            "list(enumerate(<list>))",
            "(<list> or [1])",
            "list(gen(2))",
        ),
        *(
            "[(lambda: <k>)() for <k> in range(3)]",
            "list(filter(None, <list>))",
            "<list>.copy()",
            "list(<dict>.items())",
            "[helper(<int>)]",
        ),
    ),
    "dict": (
        *(
            "dict(<dict>)",
            "{<int>: <int>}",
            "{<k>: i for <k> in <list>}",
            "{**<dict>, 's': <int>}",
            "(<dict> | <dict>)",
            "<dict>.copy()",
        ),
        *("dict(zip(<list>, <str>))", "dict.fromkeys(<list>)", "{<k>: [<k>] for <k> in <str> if <k> != 'a'}"),
    ),
}
PERFORMED = (
    *(
        "xs.append(<int>)",
        "c.append(<int>)",
        "xs.extend(<list>)",
        "c.insert(0, <int>)",
        "xs.sort()",
        "c.reverse()",
        "t.remove(<int>)",
    ),
    *(
        "c.sort(reverse=True)",
        "d.update(<dict>)",
        "d.setdefault(<int>, <int>)",
        "d.pop(<int>, None)",
        "d.clear()",
        "xs.pop(0)",
    ),
    *(
        "assert <test>, s",
        "helper(<int>)",
        "c.clear()",
        "c.extend(<k> for <k> in range(2))".replace("<k>", "k"),
    ),
)
ERRORS = (
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "ZeroDivisionError",
    "LookupError",
    "Exception",
)


@dataclass
class Writer:
    """Writes the statements of one program; `room` bounds how many."""

    rng: Random
    room: int = 14
    lines: list[str] = field(default_factory=list)
    loops: int = 0
    fresh: int = 0

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    # -- expressions -----------------------------------------------------------------------

    def name(self) -> str:
        return self.pick(*NAMES)

    def small(self) -> str:
        return self.pick("0", "1", "2", "3")

    def expression(self, depth: int = 2) -> str:
        if depth == 0 or self.chance(0.2):
            return self.name() if self.chance(0.65) else self.pick(*CONSTANTS)
        if not self.chance(WILD):
            return self.of(self.pick("int", "str", "list", "dict"), depth)
        return self.wild(depth)

    def of(self, kind: str, depth: int) -> str:
        """Write an expression that mostly is of a kind."""
        if self.chance(WILD):
            return self.wild(depth)
        if depth <= 0 or self.chance(0.2):
            return self.pick(*(name for name in NAMES if KINDS[name] == kind), *SIMPLE[kind])
        form = self.pick(*FORMS[kind])
        for part in ("int", "str", "list", "dict"):
            while f"<{part}>" in form:
                form = form.replace(f"<{part}>", self.of(part, depth - 1), 1)
        while "<k>" in form:
            self.fresh += 1
            form = form.replace("<k>", f"k{self.fresh}")
        while "<test>" in form:
            form = form.replace("<test>", self.test(depth - 1), 1)
        return form

    def test(self, depth: int = 1) -> str:
        """Write a condition."""
        kind = self.pick("int", "str", "list", "dict")
        if self.chance(0.3):
            return (
                self.pick("(<int> in <list>)", "(<str> in <str>)", "(<str> not in <dict>)", "(not <list>)")
                .replace("<int>", self.of("int", depth))
                .replace("<str>", self.of("str", depth))
                .replace("<list>", self.of("list", depth))
                .replace("<dict>", self.of("dict", depth))
            )
        return f"({self.of(kind, depth)} {self.pick('==', '!=', *(['<', '>='] if kind != 'dict' else []))} {self.of(kind, depth)})"

    def wild(self, depth: int) -> str:
        if depth <= 0:
            return self.name() if self.chance(0.65) else self.pick(*CONSTANTS)
        kinds = (
            self.binary,
            self.compared,
            self.called,
            self.method,
            self.item,
            self.sliced,
            self.comprehension,
            self.display,
            self.conditional,
            self.formatted,
            self.lambda_,
        )
        return self.rng.choice(kinds)(depth - 1)

    def binary(self, depth: int) -> str:
        if self.chance(0.3):
            return f"({self.expression(depth)} {self.pick(*SCALED)} {self.small()})"
        if self.chance(0.15):
            return f"({self.pick('-', 'not ', '~', '+')}{self.expression(depth)})"
        return f"({self.expression(depth)} {self.pick(*BINARY)} {self.expression(depth)})"

    def compared(self, depth: int) -> str:
        chain = f" {self.pick(*COMPARISONS)} {self.expression(depth)}" if self.chance(0.2) else ""
        return f"({self.expression(depth)} {self.pick(*COMPARISONS)} {self.expression(depth)}{chain})"

    def called(self, depth: int) -> str:
        if self.chance(0.15):
            return f"sorted({self.expression(depth)}, key={self.pick('str', 'repr', 'len', 'abs')})"
        if self.chance(0.15):
            return f"list(map({self.pick('str', 'int', 'len', 'abs', 'helper')}, {self.expression(depth)}))"
        if self.chance(0.15):
            return f"helper({self.expression(depth)})"
        if self.chance(0.1):
            return f"list(zip({self.expression(depth)}, {self.expression(depth)}))"
        return f"{self.pick(*FUNCTIONS)}({self.expression(depth)})"

    def method(self, depth: int) -> str:
        arguments = ", ".join(self.expression(depth) for _ in range(self.rng.choice((0, 1, 1, 1, 2))))
        return f"({self.expression(depth)}).{self.pick(*METHODS)}({arguments})"

    def item(self, depth: int) -> str:
        return f"{self.name()}[{self.expression(depth)}]"

    def sliced(self, depth: int) -> str:
        bounds = [self.pick("", "0", "1", "-1", "n", self.name()) for _ in range(self.rng.choice((2, 2, 3)))]
        return f"{self.expression(depth)}[{':'.join(bounds)}]"

    def comprehension(self, depth: int) -> str:
        self.fresh += 1
        item = f"k{self.fresh}"
        clauses = f"for {item} in {self.iterable(depth)}"
        if self.chance(0.3):
            clauses += f" for {item}_ in {self.pick('range(2)', item, self.name())}"
        if self.chance(0.4):
            clauses += f" if {self.pick(item, self.expression(depth))}"
        element = self.pick(item, f"({item}, {self.name()})", self.expression(depth))
        opening, closing = self.rng.choice(
            (("[", "]"), ("[", "]"), ("{", "}"), ("sum(", ")"), ("list(", ")"))
        )
        if opening == "{" and self.chance(0.5):
            element = f"{element}: {self.expression(depth)}"
        return f"{opening}{element} {clauses}{closing}"

    def display(self, depth: int) -> str:
        parts = [self.expression(depth) for _ in range(self.rng.choice((1, 2, 3)))]
        if self.chance(0.25):
            parts[0] = f"*{self.name()}"
        match self.rng.randrange(4):
            case 0:
                return f"[{', '.join(parts)}]"
            case 1:
                return f"({', '.join(parts)},)"
            case 2:
                return f"{{{', '.join(parts)}}}"
        spread = f"**{self.name()}, " if self.chance(0.2) else ""
        return f"{{{spread}{self.expression(0)}: {self.expression(depth)}}}"

    def conditional(self, depth: int) -> str:
        if self.chance(0.5):
            return f"({self.expression(depth)} {self.pick('and', 'or')} {self.expression(depth)})"
        return f"({self.expression(depth)} if {self.expression(depth)} else {self.expression(depth)})"

    def formatted(self, depth: int) -> str:
        style = self.pick("", "!r", ":>{n % 9}", ":5", "!s:<4")
        return f'f"{{{self.name()}{style}}}-{{{self.name()}}}"'

    def lambda_(self, depth: int) -> str:
        return f"(lambda q, n=n: {self.pick('q', 'n', self.expression(depth))})({self.expression(depth)})"

    def iterable(self, depth: int) -> str:
        return self.pick(
            "range(3)", f"range({self.small()})", self.expression(depth), self.name(), "list(xs)[:5]"
        )

    # -- statements ------------------------------------------------------------------------

    def body(self, indent: int, most: int = 4) -> None:
        before = len(self.lines)
        for _ in range(self.rng.randint(1, most)):
            if self.room <= 0:
                break
            self.statement(indent)
        if len(self.lines) == before:
            self.line(indent, "pass")

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def statement(self, indent: int) -> None:
        self.room -= 1
        simple = (self.assign, self.assign, self.augment, self.store, self.perform, self.delete, self.unpack)
        compound = (
            self.branch,
            self.branch,
            self.for_,
            self.while_,
            self.try_,
            self.try_,
            self.function,
            self.with_,
        )
        leaving = (self.leave,)
        kinds = simple if indent > 4 or self.chance(0.5) else compound if self.chance(0.85) else leaving
        self.rng.choice(kinds)(indent)

    def assign(self, indent: int) -> None:
        name = self.name()
        self.line(indent, f"{name} = {self.of(KINDS[name], 3)}")

    def augment(self, indent: int) -> None:
        if self.chance(WILD):
            target = self.pick(self.name(), f"{self.name()}[{self.expression(1)}]", f"{self.name()}[0:1]")
            self.line(indent, f"{target} {self.pick(*BINARY)}= {self.expression()}")
            return
        name = self.name()
        kind = KINDS[name]
        if kind == "list" and self.chance(0.5):
            self.line(indent, f"{name}[{self.pick('0', '-1', 'i % 2')}] += {self.of('int', 1)}")
        elif kind == "dict":
            self.line(indent, f"d[{self.pick('1', 'i', 's')}] {self.pick('+', '-')}= {self.of('int', 1)}")
        elif self.chance(0.2):
            self.line(indent, f"{name} *= {self.small()}")
        else:
            operator = self.pick("+", "-", "//", "%", "|", "&", "^", ">>") if kind == "int" else "+"
            self.line(indent, f"{name} {operator}= {self.of(kind, 2)}")

    def store(self, indent: int) -> None:
        if self.chance(WILD):
            where = self.pick(self.expression(1), "0", "1:2", ":", "-1", "::2")
            self.line(indent, f"{self.name()}[{where}] = {self.expression()}")
            return
        self.line(
            indent,
            self.pick(
                f"xs[{self.pick('0', '-1', self.of('int', 1))}] = {self.of('int', 2)}",
                f"c[{self.pick('0:1', ':0', '1:', self.pick('::2', 'i:n'))}] = {self.of('list', 2)}",
                f"d[{self.of(self.pick('int', 'str'), 1)}] = {self.of('int', 2)}",
                f"c[0], d[i], t[1:] = {self.of('int', 1)}, {self.of('int', 1)}, {self.of('list', 1)}",
            ),
        )

    def perform(self, indent: int) -> None:
        if self.chance(WILD):
            self.line(indent, self.method(1))
            return
        form = self.pick(*PERFORMED)
        for part in ("int", "str", "list", "dict"):
            form = form.replace(f"<{part}>", self.of(part, 1))
        self.line(indent, form.replace("<test>", self.test()))

    def delete(self, indent: int) -> None:
        where = self.pick("0", "-1", "1:", "::2", "i % 2", self.expression(1))
        self.line(indent, f"del {self.pick('xs', 'c', 't', 'd', self.name())}[{where}]")

    def unpack(self, indent: int) -> None:
        self.line(
            indent, f"{self.pick('i, s', 'i, *xs', '*t, n', '(i, n)', 'n, [*xs]')} = {self.of('list', 2)}"
        )

    def branch(self, indent: int) -> None:
        self.line(indent, f"if {self.test()}:")
        self.body(indent + 1)
        if self.chance(0.4):
            self.line(indent, f"elif {self.test()}:")
            self.body(indent + 1)
        if self.chance(0.5):
            self.line(indent, "else:")
            self.body(indent + 1)

    def for_(self, indent: int) -> None:
        # What is iterated over may grow in the body: a copy of a few elements does not.
        source = self.pick(
            "range(3)",
            f"list({self.of(self.pick('list', 'str', 'dict'), 1)})[:4]",
            "list(enumerate('ab'))",
            "gen(3)",
            "list(xs)[:3]",
        )
        self.line(indent, f"for {self.pick('i', 'i', 'n', 's', 't[0]')} in {source}:")
        self.inside_loop(indent)

    def while_(self, indent: int) -> None:
        self.fresh += 1
        counter = f"w{self.fresh}"
        self.line(indent, f"{counter} = {self.small()}")
        self.line(indent, f"while {counter} > 0:")
        self.line(indent + 1, f"{counter} -= 1")
        self.inside_loop(indent)

    def inside_loop(self, indent: int) -> None:
        self.loops += 1
        self.body(indent + 1, 3)
        self.loops -= 1
        if self.chance(0.3):
            self.line(indent, "else:")
            self.body(indent + 1, 2)

    def try_(self, indent: int) -> None:
        self.line(indent, "try:")
        self.body(indent + 1)
        handled = self.chance(0.8)
        if handled:
            self.line(
                indent, f"except {self.pick(*ERRORS, '(KeyError, TypeError)')}{self.pick('', ' as error')}:"
            )
            self.body(indent + 1, 2)
            if self.chance(0.3):
                self.line(indent, "else:")
                self.body(indent + 1, 2)
        if not handled or self.chance(0.4):
            self.line(indent, "finally:")
            self.body(indent + 1, 2)

    def with_(self, indent: int) -> None:
        self.line(
            indent, f"with manager({self.pick('True', 'False', self.name())}) as {self.pick('i', 's', 'xs')}:"
        )
        self.body(indent + 1, 3)

    def function(self, indent: int) -> None:
        self.fresh += 1
        inner = f"inner{self.fresh}"
        self.line(indent, f"def {inner}(q, n=n):")
        if self.chance(0.4):
            self.line(indent + 1, "nonlocal xs")
        loops, self.loops = self.loops, 0
        self.body(indent + 1, 2)
        self.loops = loops
        self.line(indent + 1, f"{self.pick('return', 'yield', 'return', 'yield from')} {self.expression()}")
        self.line(indent, f"t = {self.pick('', 'list')}({inner}({self.expression(1)}))")

    def leave(self, indent: int) -> None:
        error = f"raise {self.pick(*ERRORS)}({self.expression(1)})"
        options = ["return " + self.expression(), error]
        self.line(indent, self.pick(*options, *(["break", "continue"] * 2 if self.loops else [])))


PRELUDE = """
from contextlib import contextmanager

def helper(x):
    if x == 0:
        return "zero"
    for i in range(2):
        x = [x, i]
    return x

def gen(n):
    for i in range(n):
        yield i

@contextmanager
def manager(swallow):
    try:
        yield [1, 2]
    except (ValueError, TypeError):
        if not swallow:
            raise

"""


def write_program(seed: int, room: int = 14) -> str:
    """Return the source of the program of that seed."""
    rng = Random(seed)
    while True:
        source = _source(Writer(rng, room))
        try:  # before 3.12 an f-string cannot hold every expression
            compile(source, "program.py", "exec")
        except SyntaxError:
            continue
        return source


def _source(writer: Writer) -> str:
    writer.body(1, 8)
    ending = f"return {writer.pick(*NAMES)}, {writer.expression()}"
    start = [
        "def f(a, b, c):",
        f"    i, s, xs, d, t, n = {writer.small()}, 'abc', [3, 1, 2], {{1: 2}}, [0, 1], {writer.small()}",
    ]
    return PRELUDE + "\n".join([*start, *writer.lines, f"    {ending}", ""])


INPUTS = {
    "a": ("0", "3", "-2", "10**20", "True", "5"),
    "b": ("''", "'abcabc'", "' a b '", "'12'", "'é'"),
    "c": ("[]", "[3, 1, 2, 1]", "[5]", "list(range(9))", "[2, 2]"),
}
ODD_INPUTS = (
    *("2.5", "None", "b'xyz'", "['b', 'a']", "[1, 'a', None]", "[[1], [2, 3]]", "{}", "{1: 'x', 'a': 2}"),
    *("{'k': [1, 2]}", "{1, 2, 3}", "(1, 2, 3)", "range(5)", "bytearray(b'ab')"),
)


def write_inputs(seed: int) -> tuple[str, str, str]:
    """Return expressions for the arguments of a program."""
    rng = Random(seed)
    a, b, c = (rng.choice(ODD_INPUTS if rng.random() < WILD else INPUTS[name]) for name in PARAMETERS)
    return a, b, c
