"""The DEFLATE compressor: zlib reads what it writes."""

from __future__ import annotations

import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath_unix import deflate as subject


def opened(stream: bytes) -> bytes:
    return zlib.decompress(stream, -15)


@pytest.mark.parametrize("data", [b"", b"a", b"ab", b"abc", b"aaaa", b"abcabc", bytes(range(256)) * 3])
def test_short_data(data: bytes) -> None:
    assert opened(subject.deflate(data)) == data


@pytest.mark.parametrize("length", [257, 258, 259, 260, 517, 65536])
def test_long_runs_become_few_matches(length: int) -> None:
    stream = subject.deflate(b"z" * length)
    assert opened(stream) == b"z" * length
    assert len(stream) <= 8 + length // 64


def test_random_bytes() -> None:
    data = Random(3).randbytes(1 << 16)
    assert opened(subject.deflate(data)) == data


def test_matches_reach_to_the_end_of_the_window_and_not_beyond() -> None:
    word = b"\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8"
    for gap, expected in ((subject.WINDOW - len(word), True), (subject.WINDOW - len(word) + 1, False)):
        data = word + b"\0" * gap + word
        tokens = subject.MatchFinder(list(data)).finish()
        assert ((len(word), subject.WINDOW) in tokens) is expected
        assert opened(subject.encoded(tokens)) == data


def test_a_match_waits_for_a_longer_one_at_the_next_place() -> None:
    tokens = subject.MatchFinder(list(b"abc_bcdefg_abcdefg")).finish()
    assert tokens[-2:] == [ord("a"), (6, 8)]


def test_a_shorter_chain_finds_less() -> None:
    data = list(b"abcdefgh" + b"abcX" * 40 + b"-abcdefgh")
    short = subject.MatchFinder(data, subject.Effort(chain=4)).finish()
    long = subject.MatchFinder(data, subject.Effort(chain=64)).finish()
    assert long[-1] == (8, 169)
    assert short[-1] != (8, 169)


def test_codes_of_every_length_and_distance() -> None:
    for length in range(3, 259):
        data = b"a" * length
        assert opened(subject.encoded([ord("a"), (length, 1)])) == b"a" + data
    for distance in (2, 5, 6, 192, 193, 4096, 4097, 24576, 24577, 32768):
        data = Random(distance).randbytes(distance)
        assert opened(subject.encoded([*data, (3, distance)])) == data + (data * 3)[:3]


@given(st.lists(st.binary(max_size=12), max_size=6), st.lists(st.integers(0, 5), max_size=60))
def test_repeated_words(words: list[bytes], places: list[int]) -> None:
    data = b"".join(words[place % len(words)] for place in places) if words else b""
    assert opened(subject.deflate(data)) == data


def test_the_levels_are_those_of_zlib_a_higher_one_looks_further() -> None:
    rng = Random(5)
    data = bytes(rng.randrange(6) for _ in range(6000))
    sizes = [len(subject.deflate(data, level)) for level in sorted(subject.LEVELS)]
    assert sizes == sorted(sizes, reverse=True)
    assert all(opened(subject.deflate(data, level)) == data for level in subject.LEVELS)
