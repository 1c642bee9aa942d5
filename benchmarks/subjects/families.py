"""Families of `fidelity.py`: a function, how its input is made at each size, and the sizes.

Sizes are chosen so that the least run takes about a millisecond, below which timing is mostly noise, and
so that the data fit into a second-level cache of 1 MiB: what memory adds beyond it, no count can show.
Exponential functions are sized by the number of their leaves, so that an exponent means something.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from subjects.library import STANDARD

Arguments = tuple[Any, ...]

SCOPE: Final = frozenset({"subjects", *STANDARD})


@dataclass(frozen=True, slots=True)
class Family:
    """`make` returns new arguments for `function` of `module` at a size."""

    name: str
    module: str
    function: str
    make: Callable[[int], Arguments]
    sizes: tuple[int, ...]


def growing(start: int, by: float = 2.0, count: int = 4) -> tuple[int, ...]:
    """Return sizes that grow geometrically."""
    return tuple(round(start * by**i) for i in range(count))


def families() -> Iterator[Family]:
    """Yield every family once; names are unique."""
    for module, entries in (
        ("loops", LOOPS),
        ("library", LIBRARY),
        ("containers", CONTAINERS),
        ("texts", TEXTS),
        ("ints", INTS),
    ):
        for function, label, make, sizes in entries:
            name = f"{module}.{function}" + (f" ({label})" if label else "")
            yield Family(name, f"subjects.{module}", function, make, sizes)


def shuffled(n: int, seed: int = 0) -> list[int]:
    """Return 0..n-1 in a random order."""
    return Random(n + seed).sample(range(n), n)


def reals(n: int, seed: int = 0) -> list[float]:
    """Return n random floats."""
    rng = Random(n + seed)
    return [rng.random() for _ in range(n)]


def texts(n: int, seed: int = 0) -> list[str]:
    """Return n random texts of 9 letters."""
    rng = Random(n + seed)
    return ["".join(rng.choices("abcdefghij", k=9)) for _ in range(n)]


def letters(n: int, alphabet: str = "abcdefgh", seed: int = 0) -> str:
    """Return random text."""
    return "".join(Random(n + seed).choices(alphabet, k=n))


def prose(n: int) -> str:
    """Return n random words of 1 to 9 letters."""
    rng = Random(n)
    return " ".join("".join(rng.choices("abcdefghij", k=rng.randint(1, 9))) for _ in range(n))


def names(n: int, width: int = 0) -> list[str]:
    """Return n different short texts."""
    return [f"item{i:0{width}}" for i in range(n)]


def absent(n: int, size: int = 6) -> list[str]:
    """Return n words that no text of `letters` holds."""
    return [letters(size, seed=i) + "!" for i in range(n)]


def square(n: int) -> list[list[float]]:
    """Return a random matrix."""
    rng = Random(n)
    return [[rng.random() for _ in range(n)] for _ in range(n)]


def distances(n: int) -> list[list[int]]:
    """Return random distances between n places."""
    rng = Random(n)
    return [[0 if i == j else rng.randint(1, 100) for j in range(n)] for i in range(n)]


def balanced(depth: int) -> Any:
    """Return a full binary tree of tuples."""
    return None if depth == 0 else (balanced(depth - 1), balanced(depth - 1))


def records(n: int) -> list[dict[str, Any]]:
    """Return n records of text, numbers and a list."""
    return [{"id": i, "name": f"name {i}", "tags": ["a", "b", str(i)], "ratio": i / 7} for i in range(n)]


def large(digits: int, seed: int = 0) -> int:
    """Return an odd random int of so many decimal digits."""
    return Random(digits + seed).randrange(10 ** (digits - 1), 10**digits) | 1


def decimal(digits: int) -> str:
    """Return the text of a large int, without converting one."""
    return "7" + letters(digits - 1, "0123456789")


def colliding(n: int) -> list[int]:
    """Return n ints of one hash."""
    return [i * sys.hash_info.modulus + (1 << 70) * sys.hash_info.modulus for i in range(n)]


Entries = Iterable[tuple[str, str, Callable[[int], Arguments], tuple[int, ...]]]

LOOPS: Final[Entries] = (
    ("bubble_sort", "reversed", lambda n: (list(range(n, 0, -1)),), growing(180)),
    ("bubble_sort", "random", lambda n: (shuffled(n),), growing(200)),
    ("insertion_sort", "reversed", lambda n: (list(range(n, 0, -1)),), growing(200)),
    ("insertion_sort", "sorted", lambda n: (list(range(n)),), growing(15_000)),
    ("merge_sort", "random", lambda n: (shuffled(n),), growing(800)),
    ("edit_distance", "", lambda n: (letters(n), letters(n, seed=1)), growing(70)),
    ("sieve", "", lambda n: (n,), growing(20_000)),
    ("trial_division", "", lambda n: (n,), growing(2_500)),
    ("fibonacci", "size: the result", lambda n: (_fibonacci_index(n),), (10_946, 28_657, 75_025, 196_418)),
    ("matrix_product", "", lambda n: (square(n), square(n)), growing(30, 1.5)),
    ("permutations", "size: n!", lambda n: (_root(n),), (720, 5_040, 40_320)),
    ("floyd_warshall", "", lambda n: (distances(n),), growing(30, 1.5)),
    ("tree_insert", "random", lambda n: (shuffled(n),), growing(1_500)),
    ("tree_insert", "sorted", lambda n: (list(range(n)),), growing(250)),
    ("count_leaves", "size: leaves", lambda n: (balanced(n.bit_length() - 1),), growing(2_048)),
    ("word_counts", "", lambda n: (prose(n),), growing(2_000)),
    ("collatz", "", lambda n: (n,), growing(500)),
    ("pairs", "", lambda n: (list(range(1, n)),), growing(260)),
    ("queens", "size: n!", lambda n: (_root(n),), (5_040, 40_320, 362_880)),
)

LIBRARY: Final[Entries] = (
    ("ratio", "alike", lambda n: (letters(n, "ab" * 40 + "c"), letters(n, "ab")), growing(100)),
    ("wrap", "", lambda n: (prose(n),), growing(1_000)),
    ("decode", "", lambda n: (_json(n),), growing(100)),
    ("encode", "", lambda n: (records(n),), growing(150)),
    ("parse_html", "", lambda n: ("<p class='a'>text &amp; more<br/></p>" * n,), growing(100)),
    ("tokens", "", lambda n: ("run --name 'a b' \"c d\" e\\ f\n" * n,), growing(90)),
    ("heap_sort", "", lambda n: (reals(n),), growing(800)),
    ("deep_copy", "", lambda n: (records(n),), growing(200)),
    ("mean", "", lambda n: (list(range(n)),), growing(4_000)),
    ("harmonic", "", lambda n: (n,), growing(450)),
    ("addresses", "", lambda n: ([f"10.0.{i // 256 % 256}.{i % 256}" for i in range(n)],), growing(500)),
)

CONTAINERS: Final[Entries] = (
    ("dedupe", "distinct", lambda n: (list(range(n)),), growing(500)),
    ("index_each", "text", lambda n: (names(n),), growing(500)),
    ("count_each", "", lambda n: (list(range(n)),), growing(400)),
    ("drain_front", "", lambda n: (list(range(n)),), growing(4_000)),
    ("build_front", "", lambda n: (n,), growing(2_500)),
    ("remove_each", "from the end", lambda n: (list(range(n)), list(range(n - 1, -1, -1))), growing(500)),
    ("delete_front", "", lambda n: (list(range(n)),), growing(4_000)),
    ("recursive_sum", "", lambda n: (list(range(n)),), growing(1_500)),
    ("copies", "", lambda n: (list(range(n)),), growing(1_000)),
    ("prefix_sums", "", lambda n: (list(range(n)),), growing(500)),
    ("prefix_minima", "", lambda n: (shuffled(n),), growing(400)),
    ("selection_by_min", "floats", lambda n: (reals(n),), growing(400)),
    ("sorted_after_each", "random", lambda n: (reals(n),), growing(500)),
    ("sort_all", "random floats", lambda n: ([reals(n, i) for i in range(20)],), growing(800)),
    ("sort_all", "sorted floats", lambda n: ([sorted(reals(n, i)) for i in range(20)] * 8,), growing(800)),
    ("sort_all", "random ints", lambda n: ([shuffled(n, i) for i in range(20)],), growing(800)),
    ("sort_all", "random texts", lambda n: ([texts(n, i) for i in range(20)],), growing(500)),
    ("flatten_by_sum", "", lambda n: ([[i, i, i] for i in range(n)],), growing(700)),
    ("tuple_append", "", lambda n: (n,), growing(1_200)),
    ("equal_to_any", "equal", lambda n: (list(range(n)), [list(range(n))] * 100), growing(1_500)),
    ("dict_copies", "", lambda n: (dict.fromkeys(range(n), 0),), growing(500)),
    ("merged", "", lambda n: ([{f"key {i}": i} for i in range(n)],), growing(700)),
    ("set_unions", "", lambda n: ([{i} for i in range(n)],), growing(700)),
    # A set grows fourfold: six sizes even out how full it is.
    ("set_overlaps", "", lambda n: ([set(range(i, i + n)) for i in range(6)] * 8,), growing(30, count=6)),
    ("colliding", "one hash", lambda n: (colliding(n),), growing(300)),
    ("rotations", "", lambda n: (list(range(n)),), growing(3_000)),
    ("deep_copies", "", lambda n: ({"records": records(n)}, 8), growing(50)),
    ("reversals", "", lambda n: (list(range(n)),), growing(2_000)),
    ("unique_each", "", lambda n: (shuffled(n),), growing(1_000)),
    ("any_match", "", lambda n: (list(range(n)),), growing(700)),
    ("extend_all", "", lambda n: ([list(range(n))] * 20, 100), growing(500)),
    ("pairwise", "", lambda n: (list(range(n)),), growing(250)),
    ("converted", "short texts", lambda n: ([str(i) for i in range(n)],), growing(1_000)),
)

TEXTS: Final[Entries] = (
    ("append_to_attribute", "", lambda n: (["some text"] * n,), growing(4_000)),
    ("append_bytes", "", lambda n: ([b"some text"] * n,), growing(4_000)),
    ("prepend", "", lambda n: (["some text"] * n,), growing(4_000)),
    ("consume_slices", "", lambda n: ("a" * n,), growing(10_000)),
    ("consume_bytes", "", lambda n: (b"a" * n,), growing(10_000)),
    ("find_all_from_start", "absent", lambda n: (letters(20 * n), absent(n)), growing(250)),
    ("find_character", "absent", lambda n: (letters(n), 1000), growing(80_000)),
    ("rfind_each", "absent", lambda n: (letters(20 * n), absent(n)), growing(250)),
    ("contained", "absent", lambda n: (letters(20 * n), absent(n)), growing(250)),
    ("count_each", "", lambda n: (letters(20 * n), [letters(4, seed=i) for i in range(n)]), growing(200)),
    ("replace_each", "", lambda n: (prose(n), names(n)), growing(600)),
    ("collapse", "", lambda n: ("a" + " " * n + "b",), growing(6_000)),
    ("joined_each_time", "", lambda n: (names(n),), growing(550)),
    ("join_lines", "", lambda n: (names(n), 50), growing(1_000)),
    ("split_each_time", "", lambda n: (prose(n), 40), growing(1_000)),
    ("split_on", "", lambda n: (letters(10 * n, "abcdefghi,"), 40), growing(1_000)),
    ("peel_lines", "", lambda n: ("line\n" * n,), growing(4_000)),
    ("common_prefixes", "equal", lambda n: ("a" * n, ["a" * n] * 2_000), growing(10_000)),
    ("equal_pairs", "equal", lambda n: (_long(n), _long(n)), growing(4_000)),
    ("lower_each_time", "", lambda n: (letters(20 * n), absent(n)), growing(200)),
    ("strip_each", "", lambda n: ([" " * n + "x" + " " * n] * 1_000,), growing(1_000)),
    ("translate_each", "", lambda n: (letters(n), {i: i + 1 for i in range(97, 105)}, 100), growing(10_000)),
    ("encode_each", "ASCII", lambda n: (letters(n), 1_000), growing(40_000)),
    ("eat_buffer", "", lambda n: (bytearray(n),), growing(15_000)),
    ("pad_each", "", lambda n: (n,), growing(4_000)),
    ("lines_each_time", "", lambda n: ("a line\n" * n, 40), growing(1_000)),
    ("all_digits", "", lambda n: (["7" * n] * 100,), growing(5_000)),
    ("format_all", "", lambda n: (names(n, 9),), growing(3_000)),
)

INTS: Final[Entries] = (
    ("factorial", "", lambda n: (n,), growing(2_500)),
    ("fibonacci", "", lambda n: (n,), growing(8_000)),
    ("digits", "", lambda n: (large(n),), growing(2_000)),
    ("square_often", "schoolbook", lambda n: (large(n, 1), 8_000), growing(60)),
    ("square_often", "Karatsuba", lambda n: (large(n, 1), 100), growing(1_500)),
    ("divide_often", "", lambda n: (large(2 * n), large(n), 500), growing(300)),
    ("power", "", lambda n: (7, n, 10), growing(10_000)),
    ("modular_power", "", lambda n: (large(n, 1), large(n, 2), large(n, 3)), growing(180)),
    ("to_text", "", lambda n: (large(n), 200), growing(500)),
    ("from_text", "", lambda n: (decimal(n), 200), growing(600)),
    ("shift_out", "", lambda n: (large(n),), growing(2_000)),
    ("greatest_divisor", "", lambda n: (large(n, 1), large(n, 2)), growing(1_400)),
)


def _json(n: int) -> str:
    import json

    return json.dumps(records(n))


def _long(n: int) -> list[str]:
    return ["".join(["x" * n, "end"]) for _ in range(4)] * 20


def _fibonacci_index(value: int) -> int:
    index, a, b = 0, 0, 1
    while a < value:
        index, a, b = index + 1, b, a + b
    return index


def _root(value: int) -> int:
    """Return the n of which `value` is the factorial."""
    n = 1
    while value > n:
        value //= n
        n += 1
    return n
