# ruff: noqa: E501  (programs are data)
"""Every construct of the language does in a copy what it does in the source."""

from __future__ import annotations

import asyncio
import inspect
import sys
import textwrap
from typing import Any

import pytest

from slowpath.model.target import Build
from tests.unit.target.project import BUILDS, Project, run

# Each program defines f(); a copy of it must come to the same result. `log` notes the order of evaluation.
PRELUDE = """
    import contextlib, functools
    LOG = []
    def log(name, value=None):
        LOG.append(name)
        return name if value is None else value
    class Box:
        def __init__(self, **names): self.__dict__.update(names)
        def __getattr__(self, name):
            if name.startswith("__"): raise AttributeError(name)
            LOG.append("get " + name); return 7
        def __setattr__(self, name, value): LOG.append("set " + name); self.__dict__["_" + name] = value
        def __getitem__(self, key): LOG.append(("item", str(key))); return [1]
        def __setitem__(self, key, value): LOG.append(("put", str(key), value))
        def __delitem__(self, key): LOG.append(("del", str(key)))
        def __delattr__(self, name): LOG.append("del " + name)
        def __contains__(self, item): LOG.append(("in", item)); return "yes"
        def __eq__(self, other): LOG.append("eq"); return ["not", "a", "bool"]
        def __ne__(self, other): LOG.append("ne"); return 0
        def __iadd__(self, other): LOG.append(("iadd", other)); return self
        def __radd__(self, other): LOG.append(("radd", other)); return "radd"
        def __mul__(self, other): LOG.append(("mul", other)); return NotImplemented
"""

PROGRAMS = {
    "super": """
        class A:
            def m(self): return ["A"]
        class B(A):
            def m(self): return super().m() + ["B", __class__.__name__]
            @classmethod
            def c(cls): return super().__new__(cls).m()
            @property
            def p(self): return [k for k in super().m()]
        def f(): return B().m(), B.c(), B().p
    """,
    "slots": """
        class P:
            __slots__ = ("x", "__y")
            def __init__(self): self.x = 1; self.__y = 2; self.__y += 5; self.x *= 3
            def get(self): return self.x, self.__y, P.__slots__
        def f():
            try: P().z = 1
            except AttributeError: return P().get()
    """,
    "private names": """
        class C:
            __count = 0
            def __bump(self, by): self.__count += by; return self.__count
            def index(self): return [self.__bump(i) for i in range(3)]
            def find(self, __x): return __x
        def f(): return C().index(), C().find(3), sorted(n for n in vars(C) if "C_" in n)
    """,
    "global and nonlocal": """
        total = 0
        text = ""
        def f():
            global total, text
            count = 0
            def inner():
                nonlocal count
                for i in range(3):
                    count += i
                    total_add(i)
                return count
            def total_add(i):
                global total, text
                total += i
                text += "x" * i
            for _ in range(2):
                inner()
                total *= 2
            return total, count, text
    """,
    "match": """
        class Pt:
            __match_args__ = ("x", "y")
            def __init__(self, x, y): self.x = x; self.y = y
        def one(v):
            match v:
                case 0 | 1: return "small"
                case str() as s if "a" in s: return "a" + s
                case [first, *rest] if len(rest) > 1: return rest
                case {"k": value, **others}: return value, others
                case Pt(x=0, y=q) | Pt(q, 0): return q
                case None: return "none"
                case _: return "other"
        def f(): return [one(v) for v in (0, "bab", "x", [1, 2, 3], [1], {"k": 1, "z": 2}, Pt(0, 5), Pt(4, 0), Pt(1, 1), None)]
    """,
    "exception groups": """
        def f():
            out = []
            for n in range(3):
                try:
                    raise ExceptionGroup("g", [ValueError(n), TypeError("t")])
                except* ValueError as group:
                    out.append([e.args for e in group.exceptions])
                except* TypeError:
                    out += ["type"]
                else:
                    out.append("else")
                finally:
                    out.append("finally")
            return out
    """,
    "try flow": """
        def one(n):
            for i in range(3):
                try:
                    if n == i: return "returned"
                    if n == 4: raise KeyError(i)
                    if n == 5: 1 // 0
                    if n == 6: continue
                    if n == 7: break
                except KeyError as error:
                    LOG.append(repr(error))
                    if i: raise ValueError("again") from error
                except ZeroDivisionError:
                    LOG.append("zero")
                else:
                    LOG.append(("else", n, i))
                finally:
                    LOG.append(("finally", n, i))
                    if n == 8: return "swallowed"
            else:
                return "exhausted"
            return "broken"
        def f():
            out = []
            for n in range(9):
                try: out.append(one(n))
                except ValueError as error: out.append((repr(error), repr(error.__cause__)))
            return out
    """,
    "exception variables are deleted": """
        def f():
            try: raise ValueError
            except ValueError as e: pass
            try: e
            except UnboundLocalError as error: return str(error)
    """,
    "walrus": """
        def f():
            out = []
            data = [1, 2, 3, 4]
            while (n := len(data)) > 1:
                data.pop()
                out.append(n)
            seen = [y := x * 2 for x in range(4) if (z := x % 2)]
            return out, n, seen, y, z, (lambda: (w := 5) + w)()
    """,
    "format specifications": """
        def f():
            w, p, s = 12, 3, "ab"
            return (f"{3.14159:{w}.{p}f}|{s!r:>{w}}|{s + s:^{len(s) * 4}}|{{}}|{w=}|{s * 2 = !s}",
                    f"{f'{w}{s[:1]}':<{w // 2}}|", f"{'a' in s}{[c for c in s]}", f"" f"{s}" "x")
    """,
    "stars": """
        def g(*args, **kw): return args, kw
        def f():
            first, *middle, last = range(5)
            [a, [*b], *c], d = [1, [2, 3], 4, 5], 6
            xs = [*middle, *"ab"]
            t = *xs, 1
            s = {*xs, 2}
            d2 = {**{"a": 1}, "b": 2, **dict(c=3)}
            for x, *y in [(1, 2, 3), "ab"]: pass
            table = {(1, 2, 3): "deep"}
            return first, middle, last, a, b, c, d, xs, t, sorted(map(str, s)), d2, x, y, g(*xs, *t, k=1, **d2), table[*[1, 2], 3]
    """,
    "deletions": """
        def f():
            xs, d, box = list(range(10)), {1: 2, 3: 4}, Box()
            x = y = 1
            del x, (y), xs[0], xs[1:3], xs[-1], d[1], box.name, box[log("key")], box[1:2]
            del [xs[0], (d[3])]
            try: del d[9]
            except KeyError as e: LOG.append(repr(e))
            try: del xs[99]
            except IndexError as e: LOG.append(str(e))
            try: del (5)[0]
            except TypeError as e: LOG.append(str(e))
            try: return x
            except UnboundLocalError: return xs, d
    """,
    "augmented assignment": """
        G = [1]
        def f():
            global G
            a, s, t, n = [1], "s", (1,), 3
            alias = a
            a += [2]; s += "t"; t += (2,); n **= 2; n <<= 3; n ^= 5; n //= 2; n %= 7; n |= 8; n &= 13; n -= 1; n >>= 1; n *= 3; n /= 2
            G += [2]; G *= 2
            box = Box()
            box.name += log("value", 1)
            log("owner", box).attr += log("value2", 1)
            log("owner3", box)[log("key3")] += [log("value3")]
            box[log("low", 1):log("high", 2)] += [log("v4")]
            d = {"k": [1], (1, 2): "x"}
            log("d", d)[log("kk", "k")] += [log("v5")]
            d[1, 2] *= 2
            box += log("v6")
            xs = [[0]] * 2
            xs[log("i", 0)][log("j", 0)] += log("v7", 5)
            def change():
                nonlocal i
                i = 1
                return [9]
            i = 0
            ys = [[0], [1]]
            ys[i] += change()
            zs = [[0], [1]]
            zs[(k := 0)] += [(k := 1)]
            w = [[5]]
            keep = w
            w[0] += (w := [["other"]])[0]
            m = {"a": 1}
            try: m["b"] += log("never")
            except KeyError as e: LOG.append(repr(e))
            try: (1,)[0] += log("evaluated", 1)
            except TypeError as e: LOG.append(str(e))
            tt = ([],)
            try: tt[0] += [1]
            except TypeError as e: LOG.append(str(e))
            return a, alias, s, t, n, G, d, xs, ys, zs, w, keep, m, tt
    """,
    "order of evaluation": """
        def show(*a, **k): return a, k
        def f():
            x = Box()
            log("a", [1]).append(log("b"))
            log("c", x)[log("d")] = log("e")
            log("g", [1, 2, 3])[log("h", 0):log("i", 2):log("j", 1)] = log("k", [9])
            y = log("l", {})
            y[log("m")], y[log("n")] = log("o"), log("p")
            log("q", show)(log("r"), *log("s", [1]), t=log("t"), **log("u", {"v": 1}))
            z = log("w", [1]) + log("x", [2]) * log("y", 2)
            w = log("1", 1) < log("2", 2) <= log("3", 3) != log("4", 3) in log("5", [1])
            v = {log("k1"): log("v1"), log("k2"): log("v2")}
            u = log("t", "") or log("e", "e") and not log("n", 0)
            t = log("yes") if log("cond", 0) else log("no")
            s = log("str", "abc").find(log("sub", "b"), log("start", 0))
            log("xs", [3, 1]).sort(key=log("key", abs), reverse=log("rev", True))
            r = log("in", 1) in log("container", [1]), log("not in", 1) not in log("cont", x), log("eq", x) == log("other"), x != 1
            q: log("annotation") = log("annotated")
            return z, w, v, u, t, s, r
    """,
    "errors in the order of evaluation": """
        def attempt(function):
            try: function()
            except Exception as error: LOG.append((type(error).__name__, str(error)))
        def f():
            xs, none = [1], None
            attempt(lambda: none.find(xs[5]))
            attempt(lambda: none.index(1 // 0))
            attempt(lambda: none.split(none.sep))
            attempt(lambda: none.update(**{1: 2}))
            attempt(lambda: xs.index(xs[5]))
            attempt(lambda: none.join(x for x in none))
            attempt(lambda: undefined.find(1 // 0))
            attempt(lambda: none.pop(-xs))
            attempt(lambda: sorted(xs, 1))
            attempt(lambda: xs + 1 // 0)
            attempt(lambda: xs[1 // 0:undefined])
            attempt(lambda: xs * none)
            attempt(lambda: none in none)
            attempt(lambda: "a" in 5)
            attempt(lambda: "a".join([1]))
            attempt(lambda: min())
            attempt(lambda: min([]))
            attempt(lambda: "x".replace())
            attempt(lambda: "x".replace("a", "b", count_=1))
            attempt(lambda: [].index(1))
            attempt(lambda: int("x"))
            attempt(lambda: 2 ** "a")
            attempt(lambda: sum(["a"]))
    """,
    "comparisons": """
        import math
        def f():
            x = Box()
            nan = math.nan
            return (1 < 2 < 3, 3 > 2 > 2, 1 == 1.0 == True, "a" in "abc" in ["abc"], nan == nan, nan in [nan], [nan] == [nan],
                    x == 1, x != 1, 1 == x, 5 in x, 5 not in x, not x == 1, {1: [2]} == {1: [2]}, (1, 2) < (1, 3) <= (1, 3))
    """,
    "decorators": """
        def tag(name):
            def decorate(function):
                @functools.wraps(function)
                def wrapper(*args, **kwargs):
                    LOG.append(name)
                    return function(*args, **kwargs)
                return wrapper
            return decorate
        @tag(log("one"))
        @tag(log("two"))
        def g(x, y=log("default"), *, z=[i for i in range(3)]): return x, y, z
        @functools.lru_cache(maxsize=None)
        def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
        @(lambda cls: cls)
        class C:
            @staticmethod
            def s(x): return x + x
            @functools.cached_property
            def p(self): return log("once")
            @tag("method")
            def m(self): return self.p + self.p
        @functools.singledispatch
        def kind(x): return "any"
        @kind.register
        def _(x: int): return "int"
        @functools.total_ordering
        class T:
            def __init__(self, v): self.v = v
            def __lt__(self, o): return self.v < o.v
            def __eq__(self, o): return self.v == o.v
        def f(): return g(1), fib(30), fib.cache_info().hits, C.s("a"), C().m(), kind(1), kind(""), T(1) <= T(2), T(3) > T(2), g.__name__
    """,
    "context managers": """
        class CM:
            def __init__(self, name, swallow=False): self.name = name; self.swallow = swallow
            def __enter__(self): LOG.append("enter " + self.name); return self
            def __exit__(self, *what): LOG.append(("exit " + self.name, what[0] and what[0].__name__)); return self.swallow
        @contextlib.contextmanager
        def managed(n):
            LOG.append("in")
            try: yield n * 2
            finally: LOG.append("out")
        def f():
            out = []
            for i in range(2):
                with CM("a") as a, CM("b", True) as (b), managed(i) as d:
                    out.append((a.name, d))
                    if i: raise ValueError
                    continue
            with (CM("c") as c, contextlib.suppress(KeyError)):
                out += [c.name]
                {}["x"]
            with CM("ret"):
                return out
    """,
    "generators": """
        def count(n):
            try:
                for i in range(n):
                    got = yield i
                    if got: LOG.append(got)
            finally:
                LOG.append("closed")
            return "done"
        def chain(*parts):
            for part in parts:
                result = yield from part
                LOG.append(result)
        def f():
            g = count(3)
            out = [next(g), g.send("hello")]
            try: g.throw(ValueError("thrown"))
            except ValueError as e: out.append(str(e))
            h = count(5); next(h); h.close()
            lazy = (x * y for x in count(2) for y in count(3) if y)
            out.append(next(lazy)); out += lazy
            out += list(chain(count(2), count(1)))
            gen = (lambda: (yield 1) + 2)()
            out.append(next(gen))
            try: gen.send(5)
            except StopIteration as e: out.append(e.value)
            try: next(count(0))
            except StopIteration as e: out.append(e.value)
            return out
    """,
    "closures": """
        def f():
            makers = [lambda k=i: k + i for i in range(3)]
            cells = []
            for j in range(3):
                def inner(x=j, *, y=[j]):
                    return x, y, j
                cells.append(inner)
            class Local:
                field = j
                def get(self): return j + self.field
                squares = [n * n for n in range(3)]
                total = sum(k for k in squares)
            return [m() for m in makers], [c() for c in cells], Local().get(), Local.total, Local.__qualname__, inner.__qualname__
    """,
    "loops": """
        def f():
            out = []
            for i in range(4):
                for j in range(4):
                    if j == 2: continue
                    if i == 2: break
                    out.append((i, j))
                else:
                    out.append("else")
                    continue
                break
            else:
                out.append("never")
            n = 3
            while n:
                n -= 1
            else:
                out.append("while else")
            for out[0] in "xy": pass
            for a, (b, *c) in [(1, (2, 3, 4))]: out.append((a, b, c))
            for box.attr in range(2): pass
            i = 5
            return out, i, j
        box = type("N", (), {})()
    """,
    "comprehensions": """
        def f(n=3):
            a = [[x * y for y in range(x) if y] for x in range(5) if x % 2]
            b = {x: {y for y in range(x)} for x in range(3)}
            c = {(x, y) for x in range(3) for y in range(x) if x if y != 1}
            d = list(x + z for x in [1, 2] for z in [n])
            e = [x for x in [[1, 2], [3]] for x in x]
            g = [lambda: x for x in range(3)]
            h = [log(i) for i in range(3) if log(("if", i), i)]
            return a, b, sorted(c), d, e, [k() for k in g], h, any(x == 2 for x in range(5)), dict((k, v) for k, v in zip("ab", range(2)))
    """,
    "looking at locals": """
        def f(n=2):
            total = 0
            for i in range(n):
                total += i
                xs = [1]
                xs[0] += 1
            code = eval("total + n")
            exec("import math")
            return sorted(locals()), sorted(vars()), code, sorted(dir())
    """,
    "assertions and raising": """
        def f():
            out = []
            for n in range(4):
                try:
                    assert n != 1, f"message {n}"
                    if n == 2: raise ValueError from None
                    if n == 3: raise KeyError("a") from ValueError("b")
                except (AssertionError, ValueError, KeyError) as error:
                    out.append((repr(error), repr(error.__cause__), error.__suppress_context__, repr(error.__context__)))
            try:
                try: raise ValueError("first")
                except ValueError:
                    try: raise
                    finally: out.append("reraised")
            except ValueError as error: out.append(str(error))
            return out
    """,
    "names": """
        type, match, case, _ = 1, 2, 3, 4
        str_ = str
        def f(len=5, sum=sum, *, str=str):
            find = "abc".find
            out = [len, sum([1, 2]), str(1), find("c"), max(list=1) if False else min(1, 2)]
            index = [1, 2].index
            out += map(index, [2, 1])
            def sorted(x): return "mine"
            out.append(sorted([2, 1]))
            list = tuple
            out.append(list([1]))
            return out, type, match, case
    """,
    "metaclasses": """
        class Meta(type):
            def __new__(meta, name, bases, names, *, flag=None, **kw):
                names["order"] = [n for n in names if not n.startswith("_")]
                return super().__new__(meta, name, bases, names, **kw)
            def __init__(cls, name, bases, names, **kwargs): super().__init__(name, bases, names)
            @classmethod
            def __prepare__(meta, name, bases, **kw): return dict(given=1)
        class Base(metaclass=Meta, flag=[x for x in range(3)]):
            b = 1
            a = [b for _ in range(2)] if False else [1]
            def m(self): return 1
            def __init_subclass__(cls, /, default=None, **kw): super().__init_subclass__(**kw); cls.default = default
        class Sub(Base, default="d"): pass
        def f(): return Base.order, Sub.default, Sub.order
    """,
    "numbers": """
        def f():
            big = 3 ** 200
            return (big % 97, big // 7 ** 90, -big >> 100, divmod(big, 10 ** 30), big == 3 ** 200, big & 0xFFFF, 1 << 70, 0.1 + 0.2,
                    7 // 2.0, 2 ** -1, True + True, 5 % -3, "%s-%d" % ("a", 3), b"%d" % 3, [1] * 0, "ab" * -1, 3 * (1,), {1, 2} | {3},
                    {1, 2} & {2}, {1} ^ {2}, {1, 2} - {1}, {"a": 1} | {"b": 2}, -(-3), ~5, +True, not [], 1j * 1j)
    """,
    "subclasses of builtins": """
        class L(list):
            def append(self, x): super().append(x * 2)
            def __contains__(self, x): LOG.append("contains"); return super().__contains__(x)
            def __getitem__(self, i): LOG.append(str(i)); return super().__getitem__(i)
            def __setitem__(self, i, v): LOG.append("set" + str(i)); return super().__setitem__(i, v)
            def __delitem__(self, i): LOG.append("del" + str(i)); return super().__delitem__(i)
            def __add__(self, o): return ["added"]
            def index(self, x): return "index"
        class S(str):
            def find(self, *a): return "found"
            def __add__(self, o): return "S+"
            def __radd__(self, o): return "+S"
            def __eq__(self, o): return "eq"
            __hash__ = str.__hash__
        class D(dict):
            def __missing__(self, k): return k * 2
            def update(self, *a, **k): LOG.append("update"); super().update(*a, **k)
        class I(int):
            def __mul__(self, o): return "times"
            def __rmul__(self, o): return "rtimes"
        def f():
            x, s, d = L([1]), S("abc"), D()
            x.append(2); x[0:1] = [8]; del x[0]; x += [1]
            d.update(a=1); d["b"] += "c"
            return list(x), 4 in x, x[0:2], x + [1], x.index(9), s.find("b"), s + "x", "x" + s, s == "q", d, d["z"], I(3) * 2, 2 * I(3), s[1:], f"{s}"
    """,
    "functions of re that are compared": """
        import re, sys
        def f():
            given = vars(sys.modules["re"])["match"]  # as code outside the scope hands it over
            return given is re.match, given is not re.search, given == re.match, re.sub is given, given in (re.match,)
    """,
    "displays of mappings": """
        def g(x): LOG.append(x); return x
        def f():
            made = [{**g({1: 2}), g(3): g(4), **g({5: 6})}, {**{}}, {1: 0, **{1: 2}, 1: 3}]
            for bad in (5, [(1, 2)]):
                try: {**bad, g(7): g(8)}
                except TypeError as error: made.append(str(error))
            return made, 0 < g(5) < 9 < g(11), 9 < g(1) < g(2), [x for x in (1, 2, 3) if 1 < g(x) < 3]
    """,
}

PEP695 = """
    type Pair[T] = tuple[T, T]
    def first[T: (int, str) = int](xs: list[T]) -> T: return xs[0]
    class Stack[T]:
        def __init__(self) -> None: self.items: list[T] = []
        def push[K](self, item: T, key: K | None = None) -> None: self.items += [item]
        def pop(self) -> T: return self.items.pop()
    def f():
        type Local = list[int]
        stack = Stack[int]()
        for i in range(3): stack.push(i)
        return stack.pop(), first([1]), Pair[int].__value__ is not None, Local.__name__, Stack.__type_params__[0].__name__
"""
if sys.version_info >= (3, 12):
    PROGRAMS["PEP 695"] = PEP695 if sys.version_info >= (3, 13) else PEP695.replace(" = int]", "]")
    PROGRAMS["PEP 701"] = """
        def f():
            xs = {"a": ["b"]}
            return f"{xs["a"][0]}{", ".join(["x" for _ in range(2)])}{"\\n".join(["1", "2"])}"
    """


def test_pep695_is_tested_where_it_exists() -> None:
    assert ("PEP 695" in PROGRAMS) == (sys.version_info >= (3, 12))


@pytest.mark.parametrize("build", [*BUILDS, Build.LOOPS, Build.READS], ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_copy_does_what_the_source_does(project: Project, name: str, build: Build) -> None:
    source = textwrap.dedent(PRELUDE) + textwrap.dedent(PROGRAMS[name])
    project.write(program=source)
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, "program.py", "exec"), names)
    expected = names["f"](), names["LOG"]
    loaded = project.load("program:f", build)
    if loaded.copies.reading is not None:
        loaded.copies.reading.record(least=2)
    answer = run(loaded), loaded.copies.modules["program"].LOG
    assert repr(answer) == repr(expected)
    assert [type(part) for part in answer[1]] == [type(part) for part in expected[1]]


ASYNC = """
    import asyncio
    LOG = []
    class Manager:
        async def __aenter__(self): await asyncio.sleep(0); LOG.append("enter"); return 3
        async def __aexit__(self, *what): LOG.append("exit"); return True
    async def numbers(n):
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    async def work(n):
        total = 0
        async with Manager() as m, Manager():
            async for i in numbers(n):
                total += i * m
                if i == 5: break
            else:
                total += 100
        found = [x async for x in numbers(4) if x % 2]
        nested = {x: [y async for y in numbers(x)] async for x in numbers(3)}
        lazy = (x async for x in numbers(2))
        more = [x async for x in lazy]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(asyncio.sleep(0, k)) for k in range(3)]
        return total, found, nested, more, [task.result() for task in tasks], [await asyncio.sleep(0, 1) for _ in range(2)]
    async def stream(n):
        async for x in numbers(n):
            yield x * 2
    async def top(n):
        return await work(n), [x async for x in stream(3)], LOG
"""


@pytest.mark.parametrize("build", [*BUILDS, Build.LOOPS, Build.READS], ids=str)
def test_async(project: Project, build: Build) -> None:
    project.write(program=ASYNC)
    names: dict[str, Any] = {"__name__": "program"}
    exec(textwrap.dedent(ASYNC), names)
    loaded = project.load("program:top", build)
    assert inspect.iscoroutinefunction(loaded.function)
    for n in (3, 9):
        expected = asyncio.run(names["top"](n))
        assert asyncio.run(loaded.function(n)) == expected
    assert loaded.ledger.ops() > 0
