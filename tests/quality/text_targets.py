"""Calls of parsers of the standard library, one module of them for each package that is copied."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

GROUPS: dict[str, str] = {
    "string": """
import string

def substitute(s): return string.Template(s).safe_substitute(a="1", b="2")
def fill(s): return string.Formatter().vformat("{0:>5}|{0!r}", (s,), {})
def capitalize(s): return string.capwords(s)
def template(s): return string.Formatter().vformat(s, ("1",), {})
""",
    "quopri": """
import quopri

def decode(s): return quopri.decodestring(s.encode())
def digits(s): return quopri.ishex(s.encode()[:1]), quopri.unhex(s.encode()[:2])
""",
    "plistlib": """
import plistlib

def escape(s): return plistlib._escape(s)
""",
    "textwrap": """
import textwrap

def wrap(s): return textwrap.wrap(s, 6)
def shorten(s): return textwrap.shorten(s, 8)
def dedent(s): return textwrap.dedent(s)
def indent(s): return textwrap.indent(s, "> ")
""",
    "shlex": """
import shlex

def split(s): return shlex.split(s)
def punctuated(s): return list(shlex.shlex(s, posix=True, punctuation_chars=True))
def quote(s): return shlex.quote(s)
""",
    "html _markupbase": """
import html
from html.parser import HTMLParser

class Parser(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, attributes))

    def handle_endtag(self, tag):
        self.seen.append(tag)

    def handle_data(self, data):
        self.seen.append(data)

def escape(s): return html.escape(s)
def unescape(s): return html.unescape(s)
def parse(s):
    parser = Parser()
    parser.feed(s)
    parser.close()
    return parser.seen
""",
    "urllib": """
import urllib.parse

def split(s): return tuple(urllib.parse.urlsplit(s))
def port(s): return urllib.parse.urlsplit("http://" + s).port
def join(s): return urllib.parse.urljoin("http://a/b/c", s)
def unquote(s): return urllib.parse.unquote(s)
def query(s): return urllib.parse.parse_qsl(s)
""",
    "csv": """
import csv, io

def sniff(s): return csv.Sniffer().sniff(s).delimiter
def read(s): return list(csv.reader(io.StringIO(s)))
""",
    "email": """
from email import _header_value_parser as values
from email.feedparser import FeedParser
from email.header import decode_header
from email.utils import parseaddr, parsedate_tz

def message(s):
    parser = FeedParser()
    parser.feed(s)
    made = parser.close()
    return made.items(), made.get_payload()
def decoded(s): return decode_header(s)
def unstructured(s): return str(values.get_unstructured(s))
def addresses(s): return str(values.get_address_list(s)[0])
def content_type(s): return str(values.parse_content_type_header(s))
def address(s): return parseaddr(s)
def date(s): return parsedate_tz(s)
""",
    "tokenize": """
import io, tokenize

def tokens(s): return [each.string for each in tokenize.generate_tokens(io.StringIO(s).readline)]
""",
    "configparser": """
import configparser

def read(s):
    parser = configparser.ConfigParser()
    parser.read_string(s)
    return {name: list(parser[name].items()) for name in parser.sections()}
""",
    "json": """
import json

def loads(s): return json.loads(s)
def dumps(s): return json.dumps({"a": s})
""",
    "posixpath genericpath ntpath fnmatch": """
import fnmatch, ntpath, posixpath

def base(s): return posixpath.basename(s)
def split(s): return posixpath.splitext(s)
def norm(s): return ntpath.normpath(s)
def match(s): return fnmatch.fnmatchcase(s, "a*c")
def pattern(s): return fnmatch.translate(s)
""",
    "ipaddress http base64": """
import base64, ipaddress
from http.cookies import SimpleCookie

def address(s): return int(ipaddress.ip_address(s))
def network(s): return str(ipaddress.ip_network(s))
def cookie(s):
    made = SimpleCookie()
    made.load(s)
    return made.output()
def base16(s): return base64.b16decode(s)
def base32(s): return base64.b32decode(s)
def plain(s): return base64.b64decode(s)
def ascii85(s): return base64.a85decode(s)
""",
}


# From 3.12 on tokens are made in C.
TOKENIZE = () if sys.version_info >= (3, 12) else ("_tokenize",)
TOKENIZE_LOST = "TokenizerIter()" if sys.version_info >= (3, 12) else ""


@dataclass(frozen=True, slots=True)
class Case:
    """A call, what is lost in it, and the functions deep in it that decide, by all names they have."""

    group: str
    function: str
    text: str
    deep: frozenset[str]
    lost: frozenset[str] = field(default_factory=frozenset)


TERMINAL = "str.__new__()"  # tokens of email are a class of text, which C code makes
CONFIGPARSER_LOST = TERMINAL if sys.version_info >= (3, 13) else ""  # so are the lines there


def case(group: str, function: str, text: str, *deep: str, lost: str = "") -> Case:
    return Case(group, function, text, frozenset(deep), frozenset({lost} if lost else ()))


CASES = [
    case("string", "fill", "aé", "Formatter.convert_field"),
    case("string", "capitalize", "ab cd  ef", "capwords"),
    case("string", "template", "x{0}y", "Formatter._vformat"),
    case("quopri", "decode", "a=41b=\n", lost="binascii.a2b_qp()"),
    case("quopri", "digits", "4a", "ishex", "unhex"),
    case("plistlib", "escape", "a<b&", "_escape"),
    case("textwrap", "indent", "a\n\nb", "indent.<locals>.predicate|indent.<locals>.<lambda>"),
    case("shlex", "split", 'a \'b c\' "d\\"" e#f', "shlex.read_token"),
    case("shlex", "punctuated", "a&&b 'c'|d", "shlex.read_token"),
    case("html _markupbase", "escape", "a<b>&\"'", "escape"),
    case("urllib", "split", "http://a.b:80/c?d#e", "urlsplit", "_splitnetloc"),
    case("urllib", "port", "h:80", "_NetlocResultMixinBase.port", "_NetlocResultMixinStr._hostinfo"),
    case("urllib", "join", "../x/./y?z", "urljoin", "urlsplit", lost="a cache of results"),
    case("csv", "read", "a,b\n", lost="csv.reader()"),
    case("email", "address", "a (x) <b@c.d>", "AddrlistClass.getdomain", "AddrlistClass.getrouteaddr"),
    case("email", "date", "Mon, 16 Nov 2009 13:32:02 +0100", "_parsedate_tz"),
    case("posixpath genericpath ntpath fnmatch", "base", "a/b/c", "basename"),
    case("posixpath genericpath ntpath fnmatch", "split", "a/b.c", "_splitext"),
    case("posixpath genericpath ntpath fnmatch", "norm", "c:\\a\\..\\b", "normpath", "splitdrive|splitroot"),
    case("posixpath genericpath ntpath fnmatch", "pattern", "a[!b-d]?*", "translate|_translate"),
    case("ipaddress http base64", "address", "1.2.3.4", "_BaseV4._parse_octet"),
    case("ipaddress http base64", "address", "1::2", "_BaseV6._parse_hextet"),
    case(
        "ipaddress http base64", "network", "10.0.0.0/8", "_split_optional_netmask", "_BaseV4._make_netmask"
    ),
    case("ipaddress http base64", "base16", "6162", "b16decode"),
    case("ipaddress http base64", "base32", "MFRGG===", "_b32decode"),
    case("ipaddress http base64", "plain", "YWJj", "b64decode"),
    case("ipaddress http base64", "ascii85", "@:E_", "a85decode"),
]
# Where patterns decide.
PATTERNS = [
    case("string", "substitute", "$a ${b} $$ $", "Template.safe_substitute"),
    case("textwrap", "wrap", "a bb\tccc dddd-ee", "TextWrapper._munge_whitespace", "TextWrapper._split"),
    case("textwrap", "dedent", "  a\n  b\n", "dedent", lost="a pattern that depends on the input"),
    case("shlex", "quote", "a b", "quote"),
    case("html _markupbase", "unescape", "&lt;a&#65;&#x41;&no;", "_replace_charref"),
    case(
        "html _markupbase",
        "parse",
        "<a b='c' d>x<!--y--></a>&lt;z",
        "HTMLParser.parse_starttag",
        "HTMLParser.parse_endtag",
    ),
    case("urllib", "unquote", "a%20%c3%a9%zz", "unquote"),
    case("urllib", "query", "a=1&b=%20;c", "parse_qsl", "unquote"),
    case("csv", "sniff", "a,b\nc,d\n", "Sniffer._guess_delimiter", "Sniffer._guess_quote_and_delimiter"),
    case("email", "message", "A: b\nC: d\n e\n\nbody\n", "FeedParser._parsegen", "FeedParser._parse_headers"),
    case("email", "decoded", "=?utf-8?q?a=20b?= c", "decode_header"),
    case("email", "unstructured", "a =?utf-8?q?b?= c", "get_unstructured", "get_encoded_word", lost=TERMINAL),
    case("email", "addresses", "a@b, c: d@e;", "get_atext", "get_dot_atom", lost=TERMINAL),
    case("email", "content_type", "text/plain; a=b", "get_ttext", "get_parameter", lost=TERMINAL),
    case("tokenize", "tokens", "a = 'b' + 1 # c\n", *TOKENIZE, lost=TOKENIZE_LOST),
    case(
        "configparser",
        "read",
        "[a]\nb = c\nd: e\n f\n",
        "RawConfigParser._read|RawConfigParser._read_inner",
        lost=CONFIGPARSER_LOST,
    ),
    case("json", "loads", '{"a": [1, 2.5, "x\\n", true]}', "py_scanstring", "JSONObject", "JSONArray"),
    case("json", "dumps", 'a"b\n', "py_encode_basestring_ascii"),
    case("posixpath genericpath ntpath fnmatch", "match", "abc", "fnmatchcase"),
    case(
        "ipaddress http base64",
        "cookie",
        'a=b; c="d"; Path=/',
        "BaseCookie.__parse_string",
        lost="hash of text",
    ),
]
