"""Programs that use regular expressions, for runs of both builds."""

import re
from functools import partial

WORD = re.compile(r"(\w+)\s*")
PAIR = re.compile(r"(?P<key>[a-z]+)=(?P<value>\d*)")
find_word = WORD.match


def words(text):
    found, at = [], 0
    while match := WORD.match(text, at):
        found.append(match.group(1))
        at = match.end()
    return found


def by_alias(text):
    match = find_word(text)
    return match and match.span()


def pairs(text):
    return [(match["key"], match.group("value")) for match in PAIR.finditer(text)]


def replaced(text):
    return PAIR.sub(lambda match: match["value"] + "!", text), PAIR.subn(r"\2", text)


def divided(text):
    return re.split(r"[,;]\s*", text), re.findall("a|(b)", text)


def searched(text):
    return re.search(r"(a+)+$", text) is not None or re.fullmatch(r"\s*", text) is not None


def scanned(text):
    scanner = WORD.scanner(text)  # type: ignore[attr-defined]
    return [match.group() for match in iter(scanner.match, None)]


def branching(text):
    if re.match("ab", text):
        return 1
    if m := re.match(r"(\w)\1", text):
        return m.group(1)
    return re.sub("a", "", text)


def handed_on(text):
    parts = text.split(",")
    found = [match.group() for match in map(WORD.search, parts) if match]
    return found, list(filter(PAIR.match, parts)), partial(re.search, "x|=")(text) is None


def in_bytes(text):
    array = bytearray(text.encode())
    array += b"=1"
    match = re.search(rb"(\w)=(\d)", array)
    return match and (match.groups(), match.string is array)


LEXICON = re.Scanner([(r"[a-z]+", lambda scanner, word: word.upper()), (r"[ \d]+", None)])  # type: ignore[attr-defined]


def lexed(text):
    scan = LEXICON.scan
    return LEXICON.scan(text), scan(text)
