"""Random expressions over the names of symbolic inputs: the integers a and b, and the text s."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

LEAVES: Mapping[str, str] = {
    "i": "a; b; a; b; 2; -1; 0; 3",
    "n": "a; b; 1.5; 2.0; True; 0.5",
    "c": "a < b; a; s == 'ab'",
    "t": "s; s; s; 'ab'; 'a'; ''",
    "l": "[a]; [b, a]; [1.5, a]; [0, 2]",
    "d": "{a: 1}; {1: b}; {a: b, 2: 0}",
    "e": "{a}; {b, 2}; {a, 0}",
}
# By what it gives: an integer, a number, a condition, a text, a list, a dict, a set.
PATTERNS: Mapping[str, str] = {
    "i": """$i + $i; $i - $i; $i * $i; -$i; abs($i); $i // 2; $i % 3; len($t); len($l); ($c) + $i; sum($l)
        min($i, $i); max($n, $i); $l[$i]; $l.count($n); ord($t[$i]); int($n); $t.find($t); $i if $c else $i
        round($n); $d[$i]; $d.get($n, $i); len($d); $l.index($n); $t.find($t, $i); $i and $i; $i or $n; $i & 3
        divmod($i, 3)[0]; len($e); max($l, default=0); $l.pop($i); next(iter($l), 0); $i ** 2
        len($t.split($t)); next(iter($e))
        sorted($l)[$i]; ($n, $i)[$i]; int(str($i)); min($d, default=$i); $t.count($t, $i)""",
    "n": "$i; $i; $i * 1.5; $i / 2; $n - $i; $n + $n; $c; 1.5 if $c else $i",
    "c": """$n < $n; $n == $i; $i >= $n; $n < $i < $n; $n <= $i + $i < $n; not $i; $t == $t; $t < $t; $t in $t
        $n in $l; $i in $d; $l == $l; $l < $l; abs($i) is ($i + 1); bool($l); any($l); all($l); $n in $e
        $c and $c
        $c or $c; $t.isdigit(); $t.startswith($t); isinstance($n, int); $e <= $e; $e == $e; $d == $d; $l
        ($n, $t) == ($n, $t); [$t] == [$t]; bool($t); $t in [$t, $t]; $t in {$t}; $t in {$t: 1}; $n != $n; $d
        $t.endswith($t, $i); ($i, $n) < ($n, $i); $e; $t; operator.lt($n, $i); $e.isdisjoint($l)""",
    "t": """$t + $t; $t[$i]; $t[$i:]; $t[:$i]; $t * 2; $t.upper(); $t.strip(); $t.replace($t, 'x'); str($i)
        '-'.join([$t, $t]); chr($i % 90 + 33); $t[::-1]; repr($t); '%s' % ($t,); '%s,%s' % ($t, $i); $t * $i
        $t.center($i); $t if $c else $t; max($t, $t); $t.partition($t)[0]; sorted([$t, $t])[0]; $t.title()
        $t.ljust(3, 'x'); $t.join(['1', '2']); (lambda x: f'{x}')($i); (lambda x: f'{x}!')($t)
        '{}'.format($t); $t.replace('a', 'x', $i)""",
    "l": """[$n]; [$n, $i]; [$i, $n, 2]; list(range($i)); sorted([$n, $n]); [x for x in [$n, $i] if $n < x]
        $l + $l; $l[$i:]; [x + $i for x in $l]; list(reversed($l)); list(filter(None, $l)); $l * 2
        list(map(abs, $l)); [len($t)]; list($d); sorted($l, key=abs); [*$l, $n]; list(dict.fromkeys($l))
        $l[:$i]; [$l, $l][$i]
        [y for x in $l for y in (x, $i) if y > $n]; list(itertools.accumulate($l)); list($d.values())
        [x for x in $l if [1, 2, 0][x]]; list(zip($l, $l))[0:1]; list(itertools.islice($l, $i)); list($e)""",
    "d": "{$i: $n, $i: 1}; {1: $n}; dict([($i, $i)]); {x: 2 for x in $l}; {$i: 0} | {$i: 1}; {**$d, $i: 3}",
    "e": "{$i, $n}; {$i}; set($l); {x for x in $l}; $e | $e; $e - $e; frozenset([$i, 2]); set($d) & $e",
}


def expression(rng: Random, kind: str, depth: int) -> str:
    """A random expression of a kind, with so many operations inside each other."""
    patterns = (PATTERNS if depth else LEAVES)[kind].replace("\n", ";").split(";")
    pattern = rng.choice(patterns).strip()

    def part(found: re.Match[str]) -> str:
        inner = expression(rng, found[1], depth - 1 if rng.random() < 0.6 else 0)
        return inner if re.fullmatch(r"\w+", inner) else f"({inner})"

    return re.sub(r"\$(\w)", part, pattern)
