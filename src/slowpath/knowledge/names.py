"""What the names of parameters and methods suggest.

A name of a parameter is listed if the type stubs of the standard library, or textbook code, use it in that
sense. It is asked only if neither a hint nor the body of the function says what the parameter is.
"""

from __future__ import annotations

from slowpath.knowledge.entry import Meaning, Naming, Verb

PARAMETERS = (
    Naming(
        "name pattern pat prefix suffix source msg path url key",
        Meaning.TEXT,
        "names of text itself, which are certain, and of what has a name or an address",
        certain="text string str s word line *_string *_text",
    ),
    Naming(
        "seq sequence a b iterable data",
        Meaning.NUMBERS,
        "names of sequences in algorithms and statistics: numbers are the items that most of them accept; "
        "words for many things that are kept side by side are certain, since a text is one thing",
        certain="xs items values nums numbers array arr lst list heap *_list *_array",
    ),
    Naming(
        "n m k i j x y count size width height index lo hi year month day num number",
        Meaning.NUMBER,
        "names of counts, sizes, indices, coordinates and parts of a date",
    ),
    Naming(
        "d table namespace globals locals environ env",
        Meaning.MAPPING,
        "names of what is looked up by key: the names of variables are such keys",
        certain="dict mapping *_dict",
    ),
    Naming("", Meaning.BYTES, "names of binary data itself", certain="blob buf buffer"),
    Naming("flag verbose reverse strict", Meaning.FLAG, "names of switches, which are on or off"),
    Naming("fp f file fileobj stream", Meaning.FILE, "names of open files"),
    Naming("readline", Meaning.LINES, "the method of files that returns the next line, passed on its own"),
    Naming(
        "func function callback predicate",
        Meaning.FUNCTION,
        "names of functions that are called back",
    ),
    Naming("*s", Meaning.TEXTS, "a plural: many things, and most things can be named by text"),
)

# Names of indices that are the ends of a stretch, if a function has one of each.
BOUNDS = (
    Naming("lo low left l start begin first beg", Meaning.FIRST, "where a stretch of a list begins"),
    Naming("hi high right r end last stop", Meaning.LAST, "where a stretch of a list ends"),
)

# How methods are called that fill an object which other methods read, the likelier first.
FILLING = (
    Verb("__setitem__", "sets an item of a container"),
    Verb("feed*", "gives a parser its next part"),
    Verb("receive*", "gives a protocol what arrived"),
    Verb("read_*", "reads the source that the rest of the name tells"),
    Verb("add*", "adds to a collection"),
    Verb("append*", "adds at the end"),
    Verb("push*", "adds on top of a stack"),
    Verb("put*", "adds to a queue, or stores"),
    Verb("insert*", "adds at a place"),
    Verb("set*", "replaces or adds a part"),
    Verb("write*", "adds to a file or a buffer"),
    Verb("load*", "takes its contents from elsewhere"),
    Verb("update*", "adds what another one has"),
    Verb("extend*", "adds many items"),
    Verb("parse*", "takes its contents from text"),
)

# Methods that end what others began.
CLOSING = (
    Verb("close", "ends a file, a parser or a connection, and works on what is left"),
    Verb("finish", "ends what was fed in parts"),
    Verb("flush", "works on what is kept back"),
    Verb("finalize", "ends what was fed in parts"),
    Verb("end", "ends what was begun"),
    Verb("done", "says that no more comes"),
)
