"""Functions of the standard library that take generated inputs, by the kinds of their parameters.

A function is there if all of its required parameters have a kind; optional ones keep their defaults.
`function:parameter=kind` stands for one function only. `!function` leaves one out: its outcome depends on the
moment, the machine, the terminal or an identity, or its input is a file.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import blob, char, dicts, floats, integer, ints, lists, real, row, text, tuples

STANDARD_LIBRARY = Path(os.__file__).parent
KINDS: Mapping[str, Shape] = {
    "text": text(N),
    "char": char(),
    "letters": text(N, "abAB"),
    "words": lists(text(2, "ab"), N),
    "lines": lists(text(3, "a +-?\n"), N),
    "prose": text(N, "ab \n\t-"),
    "markup": text(N, "&lt;#x39 <>\"'"),
    "glob": text(N, "a*?[!]-"),
    "path": text(N, "a./\\:~c"),
    "url": text(N, "ha:/?#&=%2[]@.;"),
    "number": text(N, "0129.:/af%"),
    "quoted": text(N, "=?a4_\n "),
    "shell": text(N, "a \"'\\#"),
    "toml": text(N, 'a=1"[]\n.#'),
    "json": text(N, '[]{},:" 1'),
    "address": text(N, 'a <@>,."(;'),
    "date": text(N, "1 :-J+an,2"),
    "bytes": blob(N),
    "int": integer(),
    "small": integer(-3, 9),
    "year": integer(1, 9999),
    "month": integer(-1, 14),
    "real": real(-1000, 1000),
    "unit": real(0, 1),
    "ints": ints(N, -9, 9),
    "floats": floats(N, -100, 100),
    "sorted": ints(N, 0, 3),
    "tuples": lists(tuples(integer(0, 3), 2), N),
    "pair": row(text(N, "a"), text(N, "b@")),
    "pairs": lists(row(text(1, "ab"), text(2)), N),
    "dict": dicts(text(2, "ab"), ints(2), N),
}

TABLE = """
ast            node_or_string=json
base64         s=bytes b=bytes !main !test !encode !decode
bisect         a=sorted x=small
calendar       year=year month=month day=small y1=year y2=year tuple=ints
colorsys       r=unit g=unit b=unit h=unit s=unit v=unit l=unit y=unit i=unit q=unit
copy           x=tuples
difflib        a=lines b=lines line=prose ch=char word=letters possibilities=words delta=lines which=small
email.base64mime   bytearray=bytes header_bytes=bytes string=number decode:string=number
email.header   header=quoted
email.quoprimime   octet=small bytearray=bytes header_bytes=bytes c=char s=quoted encoded=quoted body=quoted
email.utils    addr=address pair=pair s=date value=text data=date !make_msgid !localtime !formatdate dt=int
encodings.punycode str=text char=char text=text prefix=text extended=number base=letters errors=letters
               delta=int first=small numchars=small bias=small chars=text pos=small
               b=small n=small deltas=ints
fnmatch        name=letters pat=glob names=words
functools      sequence=ints
genericpath    m=words s=path
getopt         args=words shortopts=letters o=letters opt=letters longopts=words
heapq          heap=ints item=small iterable=ints x=ints n=small
html           s=markup
http.cookiejar text=number t=real timestr=date string=date path=path A=number B=number h1=path h2=path
               header_values=words headers=words ns_headers=words
ipaddress      address=number ip_str=number
json           obj=dict s=json b=bytes
keyword        s=letters
mimetypes      url=url type=letters ext=letters
ntpath         path=path p=path s=path paths=words
               !realpath !relpath !abspath !expanduser !expandvars !samefile !sameopenfile !ismount
nturl2path     url=url p=path
operator       a=small b=small item:b=small countOf:a=ints contains:a=ints indexOf:a=ints getitem:a=ints
               concat:a=ints concat:b=ints iconcat:a=ints iconcat:b=ints delitem:a=ints
               setitem:a=ints setitem:c=small length_hint:obj=ints call:obj=small !attrgetter
posixpath      path=path p=path s=path paths=words a=path
               !realpath !relpath !abspath !expanduser !expandvars !samefile !sameopenfile !ismount
pprint         object=dict !pprint !pp !_recursion
quopri         c=bytes s=bytes line=bytes
re             pattern=letters string=letters repl=letters !purge !template
reprlib        x=dict
shlex          s=shell split_command=words
statistics     data=floats x=floats y=floats !kde !kde_random pairs=floats
string         s=prose
stringprep     code=char c=char b=char
textwrap       text=prose width=small prefix=letters
tomllib        s=toml
unittest.util  obj=dict first=words second=words a=sorted b=sorted expected=words actual=words args=ints
urllib.parse   url=url base=url query=pairs string=url qs=url bs=bytes host=url attr=url path=url user=url
uuid           name=letters !getnode !uuid1 !uuid4 !main
xml.sax.saxutils   data=markup
"""


@dataclass(frozen=True)
class Function:
    """A function and the shapes of its required parameters."""

    module: str
    name: str
    shapes: Mapping[str, Shape]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def functions() -> dict[str, list[Function]]:
    """Return the functions by module; modules that this version of Python does not have are left out."""
    listed: dict[str, list[str]] = {}
    module = ""
    for line in TABLE.strip().splitlines():
        if line.startswith(" "):
            listed[module] += line.split()
        else:
            module, *entries = line.split()
            listed[module] = entries
    return {
        module: list(_functions(module, entries)) for module, entries in listed.items() if _source(module)
    }


def _functions(module: str, entries: list[str]) -> Iterator[Function]:
    kinds = dict(entry.split("=") for entry in entries if not entry.startswith("!"))
    for node in ast.parse(_source(module)).body:
        if not isinstance(node, ast.FunctionDef) or f"!{node.name}" in entries:
            continue
        names = _required(node.args)
        chosen = {name: kinds.get(f"{node.name}:{name}", kinds.get(name, "")) for name in names}
        if chosen and all(kind in KINDS for kind in chosen.values()):
            yield Function(module, node.name, {name: KINDS[kind] for name, kind in chosen.items()})


def _required(arguments: ast.arguments) -> list[str]:
    positional = [*arguments.posonlyargs, *arguments.args]
    required = positional[: len(positional) - len(arguments.defaults)]
    required += [
        each
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    return [each.arg for each in required]


def _source(module: str) -> str:
    place = STANDARD_LIBRARY.joinpath(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return file.read_text("utf-8") if file.exists() else ""
