# ruff: noqa: B905, C401, C405, C406, C416, SIM118  # each form is there to be run
"""Programs that perform a list of steps on a container, to be run with plain and with symbolic numbers.

A step is (what, i, j, k): numbers that choose an operation and its operands. What can be seen of each step
goes into the log.
"""

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any


def on_dict(steps, kind, a, b, c):
    keys = [0, 1, 2, a, b, c, a + 1, (a, 1), (0, b), "x", None]
    d: Any = {}
    if kind == 1:
        d = dict([(a, 5), (0, 6), (b, 7)])
    elif kind == 2:
        d = OrderedDict([(1, 1), (a, 2)])
    elif kind == 3:
        d = defaultdict(list, {0: [1], c: [2]})
    elif kind == 4:
        d = Counter([a, b, c, 0, a])
    elif kind == 5:
        d = {x: x * 2 for x in (a, b, 1)}
    elif kind == 6:
        d = dict.fromkeys([a, 0, c], 3)
    log: list[Any] = []
    for what, i, j, k in steps:
        key, other = keys[i % len(keys)], keys[j % len(keys)]
        try:
            if what == 0:
                d[key] = [k]
            elif what == 1:
                log.append(d[key])
            elif what == 2:
                log.append(key in d)
            elif what == 3:
                log.append(d.get(key, k))
            elif what == 4:
                log.append(d.pop(key))
            elif what == 5:
                log.append(d.pop(key, None))
            elif what == 6:
                del d[key]
            elif what == 7:
                log.append(d.setdefault(key, [k]))
            elif what == 8:
                d.update({key: 1, other: 2})
            elif what == 9:
                d.update([(key, 3), (other, 4)])
            elif what == 10:
                d[key] += [k]
            elif what == 11:
                log.append(d == {key: k, other: 1})
            elif what == 12:
                d = d | {key: k}
            elif what == 13:
                d |= {other: k, key: 9}
            elif what == 14:
                log.append(d.popitem())
            elif what == 15:
                d = d.copy()
            elif what == 16:
                log.append(d.keys() == {key, other})
            elif what == 17:
                log.append(key in d.keys())
            elif what == 18:
                log.append(list(d) == [key, other])
            elif what == 19:
                e = {**d}
                log.append(len(e))
            elif what == 20:
                e = {v: k for v, k in zip(d, range(9))}
                log.append(len(e))
            elif what == 21 and kind == 2:
                d.move_to_end(key, last=k % 2 == 0)
            elif what == 22:
                log.append(dict(d) == d)
            elif what == 23:
                d.update((x, k) for x in (key, other))
        except (KeyError, TypeError) as error:
            log.append((type(error).__name__, error.args))
        log.append(len(d))
    return log, [(x, d[x]) for x in d], type(d).__name__


def on_set(steps, kind, a, b, c):
    keys = [0, 1, 2, 9, a, b, c, a + 8, b - 1, "x"]
    s: Any = set()
    if kind == 1:
        s = {a, 1, b}
    elif kind == 2:
        s = set([a, b, c, 0])
    elif kind == 3:
        s = {x + 1 for x in (a, b, 3)}
    elif kind == 4:
        s = frozenset([a, 2, b])
    log: list[Any] = []
    for what, i, j, k in steps:
        key, other = keys[i % len(keys)], keys[j % len(keys)]
        third = keys[k % len(keys)]
        try:
            if what == 0:
                s.add(key)
            elif what == 1:
                s.discard(key)
            elif what == 2:
                s.remove(key)
            elif what == 3:
                log.append(key in s)
            elif what == 4:
                s = s | {key, other}
            elif what == 5:
                s = s & {key, other, third}
            elif what == 6:
                s = s - {key, other}
            elif what == 7:
                s = s ^ {key, third}
            elif what == 8:
                s |= {key}
            elif what == 9:
                s &= {key, other, third}
            elif what == 10:
                s -= {key}
            elif what == 11:
                s ^= {other, key}
            elif what == 12:
                log.append(s == {key, other})
            elif what == 13:
                log.append(s <= {key, other, third})
            elif what == 14:
                log.append(s > {key})
            elif what == 15:
                log.append(s.isdisjoint([key, other]))
            elif what == 16:
                s = s.union([key, other], (third,))
            elif what == 17:
                s = s.intersection([key, other, third])
            elif what == 18:
                s = s.difference([key, other])
            elif what == 19:
                s.update([key], {other: 1})
            elif what == 20:
                log.append(list(s))
            elif what == 21:
                s = s.copy()
            elif what == 22:
                log.append(frozenset(s) == s)
            elif what == 23:
                s = set(s)
            elif what == 24:
                log.append(len(set(x for x in (key, other, third))))
            elif what == 25:
                log.append(len(set(map(abs, (key, other))) | s))
            elif what == 26:
                s = s.symmetric_difference([key, other, key])
            elif what == 27:
                s.intersection_update([key, other])
            elif what == 28:
                s.difference_update([key], [other])
            elif what == 29:
                log.append({key, other} - s)
        except (KeyError, TypeError, AttributeError) as error:
            log.append(type(error).__name__)
        log.append(len(s))
    return log, list(s), type(s).__name__


def on_list(steps, kind, a, b, c):
    xs: Any = [a, 1, b, 2] if kind % 2 else [5, c, 6]
    if kind == 4:
        xs = deque(xs)
    log: list[Any] = []
    numbers = [0, 1, -1, a, b, c]
    for what, i, j, k in steps:
        n, m = numbers[i % 6], numbers[j % 6]
        try:
            if what == 0:
                log.append(xs[n])
            elif what == 1:
                xs[n] = k
            elif what == 2:
                del xs[n]
            elif what == 3:
                log.append(xs.pop(n))
            elif what == 4:
                xs.insert(n, k)
            elif what == 5:
                log.append(xs[n:m])
            elif what == 6:
                log.append(xs[::n])
            elif what == 7:
                xs[n:m] = [k, k]
            elif what == 8:
                del xs[n:]
            elif what == 9:
                log.append(xs * n)
            elif what == 10:
                log.append(xs.index(n))
            elif what == 11:
                log.append(xs.count(m))
            elif what == 12:
                xs.remove(m)
            elif what == 13:
                log.append(n in xs)
            elif what == 14:
                log.append(sorted(xs))
            elif what == 15:
                log.append((min(xs), max(xs), sum(xs)))
            elif what == 16:
                log.append(sorted(xs, key=lambda x: -x))
            elif what == 17:
                log.append(xs == [n, m] or xs < [n, m])
            elif what == 18:
                log.append((n, 1) == (m, k) or (n, k) < (m, 1))
            elif what == 19:
                log.append(n in (0, 1, 2))
            elif what == 20:
                log.append(m in range(k, 3))
            elif what == 21:
                log.append(any(xs))
            elif what == 22:
                xs.rotate(n)
            elif what == 23:
                first, *rest = xs
                log.append((rest, first))
            elif what == 24:
                log.append(list(enumerate(xs)) + list(zip(xs, range(n))))
            elif what == 25:
                log.append(list(map(abs, filter(None, reversed(xs)))))
            elif what == 26:
                log.append(xs[n:m:-1])
            elif what == 27:
                xs.sort()
            elif what == 28:
                log.append((lambda *args: args)(*xs)[n])
            elif what == 29:
                log.append("abcd"[n] + "abcd"[n:m])
        except (IndexError, ValueError, TypeError, AttributeError) as error:
            log.append((type(error).__name__, error.args))
        log.append(len(xs))
    return log, list(xs)


def on_range(steps, kind, a, b, c):
    r = [range(a), range(a, b), range(b, a, -1), range(a, b, c), range(0, b, 2), range(a, 3)][kind]
    log: list[Any] = [list(r), len(r), bool(r), r.start, r.stop, r.step]
    numbers = [0, 1, -1, a, b, c]
    for what, i, j, k in steps:
        n, m = numbers[i % 6], numbers[j % 6]
        try:
            if what == 0:
                log.append(r[n])
            elif what == 1:
                log.append(n in r)
            elif what == 2:
                log.append(list(r[n:m]))
            elif what == 3:
                log.append(list(reversed(r)))
            elif what == 4:
                log.append(r == range(n, m))
            elif what == 5:
                log.append(r.index(n))
            elif what == 6:
                log.append(r.count(m))
            elif what == 7:
                log.append(sum(r) + len(r))
            elif what == 8:
                r = r[::m]
            elif what == 9:
                log.append([x * k for x in r])
            elif what == 10:
                log.append(r != range(1, n, m))
            elif what == 11:
                log.append(max(r))
            elif what == 12:
                log.append(tuple(r)[:k])
            elif what == 13:
                log.append(isinstance(r, range) and type(r) is range)
        except (IndexError, ValueError, TypeError) as error:
            log.append((type(error).__name__, error.args))
    return log
