"""Functions whose time goes into C code of str, bytes and bytearray."""

from __future__ import annotations


class Buffer:
    """Text that grows in an attribute, where CPython cannot concatenate in place."""

    def __init__(self) -> None:
        self.text = ""


def append_to_attribute(pieces: list[str]) -> str:
    buffer = Buffer()
    for piece in pieces:
        buffer.text += piece
    return buffer.text


def append_bytes(pieces: list[bytes]) -> bytes:
    blob = b""
    for piece in pieces:
        blob += piece
    return blob


def prepend(pieces: list[str]) -> str:
    text = ""
    for piece in pieces:
        text = piece + text
    return text


def consume_slices(text: str) -> int:
    count = 0
    while text:
        count += text[0] == "a"
        text = text[1:]
    return count


def consume_bytes(blob: bytes) -> int:
    total = 0
    while blob:
        total += blob[0]
        blob = blob[1:]
    return total


def find_all_from_start(text: str, words: list[str]) -> int:
    return sum([text.find(word) for word in words])


def find_character(text: str, times: int) -> int:
    total = 0
    for _ in range(times):
        total += text.find("z")
    return total


def rfind_each(text: str, words: list[str]) -> int:
    total = 0
    for word in words:
        total += text.rfind(word)
    return total


def contained(text: str, words: list[str]) -> int:
    return sum([word in text for word in words])


def count_each(text: str, words: list[str]) -> int:
    return sum([text.count(word) for word in words])


def replace_each(text: str, words: list[str]) -> str:
    for word in words:
        text = text.replace(word, word.upper())
    return text


def collapse(text: str) -> str:
    while "  " in text:
        text = text.replace("  ", " ", 1)
    return text


def joined_each_time(pieces: list[str]) -> int:
    total = 0
    for i in range(len(pieces)):
        total += len("".join(pieces[:i]))
    return total


def join_lines(lines: list[str], times: int) -> int:
    return sum([len("\n".join(lines)) for _ in range(times)])


def split_each_time(text: str, times: int) -> int:
    total = 0
    for _ in range(times):
        total += len(text.split())
    return total


def split_on(text: str, times: int) -> int:
    total = 0
    for _ in range(times):
        total += len(text.split(","))
    return total


def peel_lines(text: str) -> int:
    count = 0
    while text:
        _, _, text = text.partition("\n")
        count += 1
    return count


def common_prefixes(text: str, prefixes: list[str]) -> int:
    return sum([text.startswith(prefix) for prefix in prefixes])


def equal_pairs(xs: list[str], ys: list[str]) -> int:
    count = 0
    for x in xs:
        for y in ys:
            count += x == y
    return count


def lower_each_time(text: str, words: list[str]) -> int:
    count = 0
    for word in words:
        if word in text.lower():
            count += 1
    return count


def strip_each(lines: list[str]) -> int:
    return sum([len(line.strip()) for line in lines])


def translate_each(text: str, table: dict[int, int], times: int) -> str:
    for _ in range(times):
        text = text.translate(table)
    return text


def encode_each(text: str, times: int) -> int:
    return sum([len(text.encode()) for _ in range(times)])


def eat_buffer(buffer: bytearray) -> int:
    total = 0
    while buffer:
        total += buffer.pop(0)
    return total


def pad_each(n: int) -> int:
    total = 0
    for i in range(n):
        total += len("x".ljust(i * 8)) + len("ab" * i)
    return total


def lines_each_time(text: str, times: int) -> int:
    total = 0
    for _ in range(times):
        total += len(text.splitlines())
    return total


def all_digits(texts: list[str]) -> int:
    return sum([text.isdigit() for text in texts])


def format_all(words: list[str]) -> str:
    line = ""
    for word in words:
        line = f"{line},{word}"
    return line
