"""Small programs that hand their input to the standard library, or to builtins without a model.

Parameters: `s` is text, `b` bytes, `xs` whole numbers, `x` and `y` one. The comment behind a definition is
the domain: the characters of text and its length, or the bounds of numbers and how many there are.
"""

# fmt: off

import ast
import base64
import binascii
import bisect
import calendar
import colorsys
import copy
import csv
import datetime
import decimal
import difflib
import fnmatch
import fractions
import functools
import heapq
import html
import io
import ipaddress
import itertools
import json
import keyword
import math
import ntpath
import operator
import os
import os.path
import pathlib
import posixpath
import pprint
import queue
import quopri
import random
import re
import reprlib
import shlex
import statistics
import string
import struct
import textwrap
import unicodedata
import urllib.parse
import zlib
from collections import Counter, UserString, defaultdict, namedtuple
from dataclasses import dataclass


class Name(str):
    pass


class Degrees(float):
    pass


@dataclass
class Held:
    value: object


Pair = namedtuple("Pair", "first second")


def told(value):
    """Show in the lines that are executed what a result is."""
    if value:
        if value == 1:
            return "one"
        return "more"
    return "nothing"


def json_loads(s): return json.loads(s)  # '1"[]' 3
def json_dumps(s): return json.dumps(s)  # 'a"é' 2
def json_dumps_held(s): return json.dumps({"k": [s]})  # 'a"\n' 2
def json_key(s): return told(json.loads('{"a": 1}').get(s))  # 'ab' 1
def wrap(s): return textwrap.wrap(s, 2)  # 'a -' 3
def dedent(s): return textwrap.dedent(s)  # 'a \n' 3
def shorten(s): return told(textwrap.shorten(s, 2, placeholder=""))  # 'a ' 3
def split(s): return shlex.split(s)  # 'a "\\' 3
def quoted(s): return shlex.quote(s)  # "a' " 2
def literal(s): return told(ast.literal_eval(s))  # '1a-' 2
def base64_of(b): return base64.b64decode(b)  # b'A=!' 3
def base32_of(s): return base64.b32decode(s)  # 'AB=' 2
def base85_of(b): return base64.b85decode(b)  # b'0~' 3
def base16_of(s): return base64.b16decode(s)  # 'A1g' 2
def unhexlified(s): return told(binascii.unhexlify(s))  # 'a1g' 2
def matched(s): return told(fnmatch.fnmatch("ab", s))  # 'a*?' 2
def match_of(s): return told(fnmatch.fnmatch(s, "a*"))  # 'ab' 2
def normal(s): return posixpath.normpath(s)  # 'a./' 3
def os_normal(s): return told(len(os.path.normpath(s)) - 1)  # 'a./' 3
def joined(s): return posixpath.join("x", s)  # 'a/' 2
def split_path(s): return posixpath.split(s)  # 'a/' 3
def extension(s): return posixpath.splitext(s)  # 'a./' 3
def windows(s): return ntpath.splitdrive(s)  # 'c:\\' 3
def pathlike(s): return told(pathlib.PurePosixPath(s).suffix)  # 'a./' 3
def path_over(s): return told(str(pathlib.PurePosixPath("x") / s) == "x")  # 'a./' 2
def template(s): return string.Template(s).substitute(a=1)  # 'a${}' 3
def capitals(s): return string.capwords(s)  # 'aB ' 3
def fields(s): return list(string.Formatter().parse(s))  # 'a{}' 3
def escaped(s): return told(html.escape(s) == s)  # 'a&"' 2
def unescaped(s): return html.unescape(s)  # '&lt;' 3
def percent(s): return urllib.parse.quote(s)  # 'a /' 2
def unpercent(s): return urllib.parse.unquote(s)  # '%4a' 3
def url(s): return urllib.parse.urlsplit(s)  # 'a:/' 3
def query(s): return urllib.parse.parse_qsl(s)  # 'a=&' 3
def pairs(s): return urllib.parse.urlencode({s: 1})  # 'a ' 2
def rows(s): return told(len(next(csv.reader([s]), [])) - 1)  # 'a,"' 3
def address(s): return ipaddress.ip_address(s)  # '1.:' 3
def is_word(s): return told(keyword.iskeyword(s))  # 'isa' 2
def near(s): return told(difflib.get_close_matches(s, ["ab", "bc"]))  # 'abc' 2
def shown(s): return told(len(pprint.pformat([s])) - 5)  # "a'" 2
def short(s): return told(reprlib.repr(s) == "'aa'")  # "a'" 2
def printable(b): return told(quopri.encodestring(b) == b)  # b'a= ' 2
def crc(b): return told(zlib.crc32(b) % 2)  # b'ab' 2
def category(s): return told(unicodedata.category(s) == "Lu")  # 'aA1' 1
def date(s): return told(datetime.date.fromisoformat("2020-01-" + s).day)  # '01' 2
def hexadecimal(s): return told(bytes.fromhex(s))  # '0a ' 2
def float_hex(s): return told(float.fromhex(s))  # '1.x' 2
def named(s): return told(Name(s) == "aa")  # 'ab' 2
def user_string(s): return told(UserString(s).upper() == "AB")  # 'ab' 2
def compared(s): return told(str.__eq__("ab", s))  # 'ab' 2
def partially(s): return told(functools.partial(int, base=2)(s))  # '01' 2
def partial_json(s): return told(functools.partial(json.loads, s)())  # '01' 1
def mapped(s): return told(sum(map(json.loads, s)))  # '01' 2
def generated(s): return told("".join(json.dumps(c) for c in s) == '"a""b"')  # 'ab' 2
def in_closure(s): return told(list(filter(lambda c: c == "a", s)))  # 'ab' 2
def copied(s): return told(copy.deepcopy([s]) == ["ab"])  # 'ab' 2
def held(s): return told(copy.copy(Held(s)).value == "ab")  # 'ab' 2
def dumped(s): return told(json.dumps(Held(s).__dict__) == '{"value": "ab"}')  # 'ab' 2
def in_pair(s): return told(Pair(s, 1).first == "ab")  # 'ab' 2
def queued(s): return told(_queued(s) == "ab")  # 'ab' 2
def getter(s): return told(operator.methodcaller("find", s)("xab"))  # 'ab' 2
def regular(s): return told(re.escape(s) == s)  # 'a.' 2
def pattern(s): return told(re.match(s, "ab"))  # 'a.*' 2
def counted(s): return told(Counter(s)["a"])  # 'ab' 3
def stream(s): return told(json.load(io.StringIO(s)))  # '01' 2
def read_lines(s): return told(len(list(csv.reader(io.StringIO(s)))))  # 'a\n' 2
def environment(s): return told(os.environ.get(s))  # 'ab' 1
def attribute(s): return told(getattr(Held(1), "val" + s, 0))  # 'ue' 2
def interned(s): return told({"ab": 1}.get(s, 0))  # 'ab' 2
def packed(b): return told(struct.unpack("<H", b)[0])  # b'\x00\x01' 2
def array_of(b): return told(json.loads(bytearray(b)))  # b'01' 2

def bisected(xs, x): return told(bisect.bisect_left(sorted(xs), x))  # 0..2 3
def inserted(xs, x): return told(_inserted(xs, x)[0])  # 0..2 2
def heaped(xs): return heapq.nsmallest(2, xs)  # 0..2 3
def merged(xs, x): return list(heapq.merge(sorted(xs), [x]))  # 0..2 2
def placed(x): return told(re.compile("a").match("aba", x))  # 0..2 1
def replaced(x): return told(re.sub("a", "b", "aa", count=x) == "bb")  # 0..2 1
def month(x): return calendar.monthrange(2000 + x, 2)  # 0..5 1
def weekday(x, y): return calendar.weekday(2020, x, y)  # 0..3 1
def leap(x): return told(calendar.isleap(x))  # 1898..1905 1
def colour(x, y): return colorsys.rgb_to_hsv(x, y, 1)  # 0..2 1
def lightness(x, y): return colorsys.rgb_to_hls(x, y, 0)  # 0..1 1
def mean(xs): return told(statistics.mean(xs))  # 0..2 2
def median(xs): return told(statistics.median(xs))  # 0..2 3
def mode(xs): return told(statistics.mode(xs))  # 0..2 3
def generated_mean(xs): return told(statistics.mean(x for x in xs))  # 0..1 2
def fraction(x): return told(fractions.Fraction(x, 2) == 1)  # 0..3 1
def decimal_of(x): return told(decimal.Decimal(x) / 2 == 1)  # 0..3 1
def day(x): return told(datetime.date(2020, 2, x).weekday())  # 27..31 1
def later(x): return told((datetime.date(2020, 2, 27) + datetime.timedelta(days=x)).month - 1)  # 0..4 1
def shuffled(xs): return told(_shuffled(xs)[0])  # 0..1 2
def roots(x): return told(math.isqrt(x))  # 0..5 1
def divisor(x, y): return told(math.gcd(x, y))  # 0..3 1
def degrees(x): return told(Degrees(x) > 1)  # 0..2 1
def chained(xs): return told(next(itertools.chain(xs)))  # 0..2 2
def reduced(xs): return told(functools.reduce(operator.mul, xs))  # 0..2 2
def formatted(x): return told(json.dumps(x) == "1")  # 0..2 1
def sized(x): return told(textwrap.fill("a a a", x) == "a a a")  # 1..6 1
def grouped(xs): return told(len(_grouped(xs)))  # 0..1 3
def cached(x): return told(_cached(x))  # 0..2 1
def dict_of(xs): return told(json.dumps(dict.fromkeys(xs)) == '{"1": null}')  # 0..1 2
def set_of(xs): return told(json.dumps(list(set(xs))) == "[1]")  # 0..1 2
def range_of(x): return told(json.dumps(list(range(x))) == "[0]")  # 0..2 1
def repeated(x): return told(len(json.dumps([1] * x)) - 2)  # 0..2 1
def random_of(x): return told(random.Random(x).random() > 0.5)  # 0..3 1
def logged(x): return told(_logged(x))  # 0..2 1
def kept(s): return told(_kept(s))  # '01' 1
def called(s): return told(_DECODER.decode(s))  # '01' 1
def set_before(s): return told(_set_before(s))  # 'a b' 2
def divided(x): return told(fractions.Fraction(1, 2) < x)  # 0..2 1
def against_day(x): return told(datetime.date(2020, 1, 2).day == x)  # 1..3 1
def environment_item(s): return told(_environment_item(s))  # 'AB' 1
def mapped_keys(s): return told(sorted(json.loads("{\"b\": 1}"), key=lambda key: key == s))  # 'ab' 1
def bytes_made(xs): return told(json.loads(bytes(48 + x for x in xs)))  # 0..1 2
def frozen(xs): return told(len(json.dumps(sorted(frozenset(xs)))) - 2)  # 0..1 2
def ordered(xs): return told(_ordered(xs))  # 0..2 2
def real_of(x): return told(statistics.fmean([x / 2, 1]) > 1)  # 0..3 1


def _queued(value):
    waiting: queue.SimpleQueue[object] = queue.SimpleQueue()
    waiting.put(value)
    return waiting.get()


def _logged(x):
    print(x)
    print("is", x, sep="=")
    return x


_DECODER = json.JSONDecoder()


def _kept(s):
    holder = string.Template("$a")
    holder.template = s
    return holder.safe_substitute(a="") == "1"


def _set_before(s):
    words = shlex.shlex("")
    words.instream = io.StringIO(s)
    return len(list(words)) - 1


def _environment_item(s):
    try:
        return os.environ[s]
    except KeyError:
        return ""


def _ordered(xs):
    waiting: queue.PriorityQueue[int] = queue.PriorityQueue()
    for each in xs:
        waiting.put(each)
    return waiting.get()


def _inserted(xs, x):
    xs = sorted(xs)
    bisect.insort(xs, x)
    return xs


def _shuffled(xs):
    random.seed(1)
    random.shuffle(xs)
    return xs


def _grouped(xs):
    groups = defaultdict(list)
    for each in xs:
        groups[each].append(each)
    return groups


@functools.lru_cache
def _cached(x):
    return x > 1
