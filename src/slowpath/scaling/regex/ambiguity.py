"""Texts that a pattern can read in many ways: what makes an engine that backtracks slow.

After Weber and Seidl ("On the degree of ambiguity of finite automata", 1991). Where a text leads from a
state back to it in two ways, the ways multiply with each repetition: they are exponential in number. Where
a text leads from p to p, from p to q and from q to q, any repetition may be the one that passes from p to q:
the ways grow like n, and like n^2 for one such pair after another. A search that tries every start makes such
pairs too: it is at p before it starts. The criteria ask for words over products of the automaton; here only
short words are looked for, and a number of steps ends the search. Where p and q repeat one character each, as
in `<meta[^>]+charset`, longer words of characters that both take lead straight from one to the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from slowpath.scaling.regex.automaton import SCAN, Automaton
from slowpath.scaling.regex.readable import is_word

_LONGEST = 6  # characters of a text that is repeated: the states to look at grow with each of them
_STEPS = 6_000  # states of products, for one pattern: a package has hundreds of patterns
_STRAIGHT_STEPS = 20_000  # the same for straight ways, which follow one state and not two or three
_STRAIGHT_LONGEST = 40  # characters of a text from one loop to another: patterns spell out what is between
_MOST = 24  # texts of one pattern: the worst kind comes first, and each is tried with several ends
_MOST_STRAIGHT = 8  # of these, so that the other kinds have their places too

Pumping = tuple[int, str]  # a state, and a text that leads from it to where it can be read again


def pumpings(automaton: Automaton) -> list[Pumping]:
    """Return where short texts can be read in many ways: exponentially many first, then within a match, then
    by the starts that a search tries."""
    looping = [state for state, reached in enumerate(automaton.reached) if state in reached]
    found: dict[Pumping, None] = {}
    budget = _Budget(_STEPS)
    ways = (
        _twice(automaton, looping, budget),
        islice(_straight(automaton, looping, _Budget(_STRAIGHT_STEPS)), _MOST_STRAIGHT),
        _onwards(automaton, looping, budget),
        _from_scan(automaton, looping, budget),
    )
    for way in ways:
        for pumping in way:
            found[pumping] = None
            if len(found) >= _MOST:
                return list(found)
    return list(found)


class _Budget:
    """What is left of a number of steps."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def spend(self) -> bool:
        """Take a step; say whether it was left."""
        self._steps -= 1
        return self._steps >= 0


def _twice(automaton: Automaton, looping: list[int], budget: _Budget) -> Iterator[Pumping]:
    """The states that a text leads back to in two ways."""
    for state in looping:
        if state == SCAN:
            continue
        word = _word_twice(automaton, state, budget)
        if word:
            yield state, word


def _word_twice(automaton: Automaton, state: int, budget: _Budget) -> str:
    steps, reached = automaton.steps, automaton.reached
    seen = {(state, state, False)}
    waiting = deque([(state, state, False, "")])
    while waiting:
        one, other, apart, word = waiting.popleft()
        for char in steps[one] if len(word) < _LONGEST else ():
            for place, left in enumerate(steps[one][char]):
                # Two ways to the same state are two places of the same tuple.
                for second, right in enumerate(steps[other].get(char, ())):
                    away = apart or (one == other and place != second)
                    if left == right == state and away:
                        return word + char
                    key = (left, right, away)
                    if key in seen or state not in reached[left] or state not in reached[right]:
                        continue
                    if not budget.spend():
                        return ""
                    seen.add(key)
                    waiting.append((*key, word + char))
    return ""


def _straight(automaton: Automaton, looping: list[int], budget: _Budget) -> Iterator[Pumping]:
    """The states that repeat one character, and a text of such characters that leads on to another one."""
    taken = {
        state: frozenset(char for char, after in automaton.steps[state].items() if state in after)
        for state in looping
    }
    repeating = [state for state in looping if taken[state]]
    for state in repeating:
        for later in repeating:
            if later != state and later in automaton.reached[state]:
                word = _way(automaton, state, later, taken[state] & taken[later], budget)
                if word:
                    yield state, word


def _way(automaton: Automaton, state: int, later: int, chars: frozenset[str], budget: _Budget) -> str:
    """The shortest text of some characters that leads from one state to another."""
    steps, reached = automaton.steps, automaton.reached
    seen = {state}
    waiting = deque([(state, "")])
    while waiting:
        one, word = waiting.popleft()
        for char, after in steps[one].items() if len(word) < _STRAIGHT_LONGEST else ():
            if char not in chars:
                continue
            if later in after:
                return word + char
            for each in set(after) - seen:
                if not budget.spend():
                    return ""
                if later in reached[each]:
                    seen.add(each)
                    waiting.append((each, word + char))
    return ""


def _onwards(automaton: Automaton, looping: list[int], budget: _Budget) -> Iterator[Pumping]:
    """The states that a text leads back to, and on to another that it leads back to."""
    for state in looping:
        if state != SCAN:
            yield from _pairs(automaton, state, looping, budget)


def _from_scan(automaton: Automaton, looping: list[int], budget: _Budget) -> Iterator[Pumping]:
    if SCAN in looping:
        yield from _pairs(automaton, SCAN, looping, budget)


def _pairs(automaton: Automaton, state: int, looping: list[int], budget: _Budget) -> Iterator[Pumping]:
    for later in looping:
        if later != state and later in automaton.reached[state]:
            word = _word_onwards(automaton, state, later, budget)
            if word:
                yield state, word
                for char in _bounds(automaton, state, later, word):
                    yield state, word + char


def _bounds(automaton: Automaton, state: int, later: int, word: str) -> list[str]:
    """A character that leads from both states back to them and makes the word end where `\\b` wants it to."""
    steps, ends_word = automaton.steps, is_word(word[-1])
    fitting = (
        char
        for char, after in steps[state].items()
        if state in after and later in steps[later].get(char, ()) and is_word(char) != ends_word
    )
    return list(islice(fitting, 1))


def _word_onwards(automaton: Automaton, state: int, later: int, budget: _Budget) -> str:
    steps, reached = automaton.steps, automaton.reached
    begin, end = (state, state, later), (state, later, later)
    seen = {begin}
    waiting = deque([(begin, "")])
    while waiting:
        (one, two, three), word = waiting.popleft()
        for char in steps[one] if len(word) < _LONGEST else ():
            for a in set(steps[one][char]):
                if state not in reached[a]:
                    continue
                for c in set(steps[three].get(char, ())):
                    if later not in reached[c]:
                        continue
                    for b in set(steps[two].get(char, ())):
                        key = (a, b, c)
                        if key == end:
                            return word + char
                        if key in seen or (b != later and later not in reached[b]):
                            continue
                        if not budget.spend():
                            return ""
                        seen.add(key)
                        waiting.append((key, word + char))
    return ""
