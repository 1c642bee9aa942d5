"""Words that parsers and formatters of all kinds react to, the likelier first."""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.knowledge.entry import Word


def _words(texts: Iterable[str], reason: str) -> tuple[Word, ...]:
    return tuple(Word(each, reason) for each in texts)


WORDS = (
    Word("a", "a letter: the plainest text, a name in most languages"),
    Word("0", "a digit: the plainest number"),
    *_words(" \n\t", "white space: separates words, lines and columns, and is stripped"),
    *_words("\"'", "a quote: opens and closes a string"),
    Word("\\", "the escape character of most languages"),
    *_words("<>()[]{}", "a bracket: opens or closes a group that may be nested"),
    *_words(",.;:/=&", "a separator of items, names, parts of a path, or pairs"),
    *_words(
        "#%-_*@!?+$|^~`", "a mark: begins a comment, a variable or a list item, sets emphasis, is an operator"
    ),
    Word("\r\n", "the end of a line in network protocols: two characters where others have one"),
    *_words(("--", "/*", "*/", "//", "<!--", "-->"), "begins or ends a comment in many languages"),
    *_words(("<a>", "</a>"), "a tag that opens or closes an element"),
    *_words(("{{", "}}", "${"), "begins or ends a placeholder of a template"),
    Word("\\u", "begins an escape that is longer than two characters"),
    Word("é", "a letter beyond ASCII: it takes two bytes in UTF-8 and has a decomposed form"),
    Word("A", "an upper-case letter: changed by case folding"),
    Word("\0", "the least character: ends a string in C, is never text"),
    Word("\u00ad", "the first format character (category Cf): without width, and dropped by many rules"),
    Word("\u0300", "the first combining mark (category Mn): joins the letter before it"),
)

# Names to ask the environment for. Names that the code itself spells are words in any case.
ENVIRONMENT = (
    Word(
        "PYTHONHASHSEED",
        "defined in every run on every machine, since slowpath fixes the hash seed of its runs",
    ),
)
