"""A DEFLATE compressor (RFC 1951): hash chains, lazy matching, one block of fixed Huffman codes.

The greedy choices are those of the format's usual compressors: of the earlier places with the same hash, the
first two of their bytes, the nearest are compared, `chain` of them at most; a match is put off by one byte
where the next place has a longer one. Codes are the fixed ones alone, so an input that does not repeat grows
by a sixteenth.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WINDOW = 1 << 15
BYTES = 256
LEAST, MOST = 3, 258  # bytes of a match
FAR = 4096  # a match of three bytes costs more than its literals beyond it
NONE = -1

LENGTHS: tuple[int, ...] = ()
LENGTHS += (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131)
LENGTHS += (163, 195, 227, 258)
LENGTH_BITS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0)
DISTANCES: tuple[int, ...] = ()
DISTANCES += (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537)
DISTANCES += (2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577)
DISTANCE_BITS: tuple[int, ...] = ()
DISTANCE_BITS += (0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12)
DISTANCE_BITS += (13, 13)

Token = int | tuple[int, int]  # a literal, or the length and the distance of a match


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard matches are looked for.

    Beyond `good` bytes a match is improved with a quarter of the chain, beyond `lazy` it is not put off, and
    one of `nice` bytes ends the chain. None begins more than `window` bytes before or is longer than `most`.
    """

    good: int = 8
    lazy: int = 16
    nice: int = 128
    chain: int = 128
    window: int = WINDOW
    most: int = MOST


# What the levels of zlib that match lazily mean.
LEVELS = {
    4: Effort(4, 4, 16, 16),
    5: Effort(8, 16, 32, 32),
    6: Effort(8, 16, 128, 128),
    7: Effort(8, 32, 128, 256),
    8: Effort(32, 128, 258, 1024),
    9: Effort(32, 258, 258, 4096),
}
DEFAULT = 6


@dataclass(slots=True)
class MatchFinder:
    """Splits data into literals and matches, from `place` on.

    `head` is the last place of each hash, a row for each first byte; `before` is the one with the same hash
    before a place. `length` and
    `start` are the match at the place before, which waits for a longer one at this; `waits` says that its
    literal does.
    """

    data: list[int]
    effort: Effort = LEVELS[DEFAULT]
    head: list[list[int]] = field(default_factory=lambda: [[NONE] * BYTES for _ in range(BYTES)])
    before: list[int] = field(default_factory=list)
    place: int = 0
    length: int = 0
    start: int = 0
    waits: bool = False
    tokens: list[Token] = field(default_factory=list)

    def finish(self) -> list[Token]:
        """Go to the end; return the tokens."""
        self.advance(len(self.data))
        if self.waits:
            self.tokens.append(self.data[-1])
            self.waits = False
        return self.tokens

    def advance(self, until: int) -> None:
        """Go on to a place, or beyond it by a match."""
        while self.place < until:
            place = self.place
            found = self.entered(place)
            length, start = 0, 0
            if found != NONE and self.length < self.effort.lazy and place - found <= self.effort.window:
                length, start = self.longest(place, found)
                if length == LEAST and place - start > FAR:
                    length = 0
            if self.length >= LEAST and length <= self.length:
                self.tokens.append((self.length, place - 1 - self.start))
                end = place - 1 + self.length
                for skipped in range(place + 1, end):
                    self.entered(skipped)
                self.place, self.length, self.waits = end, 0, False
                continue
            if self.waits:
                self.tokens.append(self.data[place - 1])
            self.place, self.length, self.start, self.waits = place + 1, length, start, True

    def entered(self, place: int) -> int:
        """Enter a place into the chain of its hash; return the one before it there."""
        data = self.data
        found = NONE
        if place + LEAST <= len(data):
            row = self.head[data[place]]
            found = row[data[place + 1]]
            row[data[place + 1]] = place
        self.before.append(found)
        return found

    def longest(self, place: int, found: int) -> tuple[int, int]:
        """The length and the start of the longest match along a chain: 0 where none is long enough."""
        data, before = self.data, self.before
        best, start = max(self.length, LEAST - 1), 0
        most = min(self.effort.most, len(data) - place)
        if most <= best:
            return 0, 0
        chain = self.effort.chain
        if self.length >= self.effort.good:
            chain //= 4
        limit = place - self.effort.window
        while found != NONE and found >= limit and chain > 0:
            if data[found + best] == data[place + best]:
                length = 0
                while length < most and data[found + length] == data[place + length]:
                    length += 1
                if length > best:
                    best, start = length, found
                    if length >= self.effort.nice or length == most:
                        break
            found = before[found]
            chain -= 1
        return (best, start) if best > max(self.length, LEAST - 1) else (0, 0)


def tokens_of(data: list[int], level: int = DEFAULT) -> list[Token]:
    """The literals and matches of data, at a level of zlib."""
    if level not in LEVELS:
        raise ValueError(f"no level {level}; there are {min(LEVELS)} to {max(LEVELS)}")
    return MatchFinder(data, LEVELS[level]).finish()


def deflate(data: bytes, level: int = DEFAULT) -> bytes:
    """Compress data to a raw stream, as `zlib.decompress(..., -15)` reads it."""
    return encoded(tokens_of(list(data), level))


def encoded(tokens: list[Token]) -> bytes:
    """The block of fixed codes, the last of its stream, that holds tokens."""
    out = bytearray()
    bits, count = 0b011, 3
    for token in [*tokens, 256]:
        if isinstance(token, int):
            code, size = CODES[token]
        else:
            code, size = match_code(*token)
        bits |= code << count
        count += size
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
    if count:
        out.append(bits)
    return bytes(out)


def literal_code(symbol: int) -> tuple[int, int]:
    """The fixed code of a literal or length symbol, its first bit lowest, and how many bits it has."""
    if symbol < 144:
        return reverse(0x30 + symbol, 8), 8
    if symbol < 256:
        return reverse(0x190 + symbol - 144, 9), 9
    if symbol < 280:
        return reverse(symbol - 256, 7), 7
    return reverse(0xC0 + symbol - 280, 8), 8


def match_code(length: int, distance: int) -> tuple[int, int]:
    """The bits of a match, the first lowest, and how many there are."""
    kind = last_not_above(LENGTHS, length)
    code, size = CODES[257 + kind]
    code |= (length - LENGTHS[kind]) << size
    size += LENGTH_BITS[kind]
    kind = last_not_above(DISTANCES, distance)
    code |= reverse(kind, 5) << size
    size += 5
    code |= (distance - DISTANCES[kind]) << size
    return code, size + DISTANCE_BITS[kind]


def last_not_above(bounds: tuple[int, ...], value: int) -> int:
    """The place of the last of rising bounds that a value reaches."""
    low, high = 0, len(bounds)
    while high - low > 1:
        middle = (low + high) // 2
        if bounds[middle] <= value:
            low = middle
        else:
            high = middle
    return low


def reverse(code: int, size: int) -> int:
    """The bits of a code in the opposite order."""
    turned = 0
    for _ in range(size):
        turned = turned << 1 | code & 1
        code >>= 1
    return turned


CODES = tuple(literal_code(symbol) for symbol in range(286))
