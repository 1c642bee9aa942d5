"""Which code is read for words: what runs have reached."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

from slowpath.knowledge.catalogue import Knowledge
from slowpath.search.recipes.vocabulary import Vocabulary, vocabulary
from slowpath.target.load import Loaded

_LEARN_EVERY = 400  # recipes between two looks at what was reached: reading a module takes milliseconds
_MATCH_EVERY = 40  # the same for patterns that were matched: these are the likeliest culprits
_MOST_MATCHED = 80  # patterns that are read at a time; if more come, they are made of the inputs
_MOST_MODULES = 40  # a large package imports hundreds, and far ones have the wrong words


class WordReader:
    """Reads the code that runs have reached; without `attacks`, nothing that patterns read in many ways."""

    def __init__(self, loaded: Loaded, knowledge: Knowledge, *, attacks: bool = True) -> None:
        self._loaded = loaded
        self._knowledge = knowledge
        self._attacks = attacks
        self._read: set[str] = set()  # files
        self._patterns: list[tuple[str | bytes, int]] = []  # those matched that were read
        self._matched = 0  # patterns by then

    def has_more(self, tried: int) -> bool:
        """Whether it is time to read what was reached since words were read; `tried` counts recipes."""
        new = len(self._loaded.ledger.patterns) - self._matched
        if tried % _MATCH_EVERY == 0 and 0 < new <= _MOST_MATCHED:
            return True
        return tried % _LEARN_EVERY == 0 and bool(self._reached() - self._read)

    def words(self) -> Vocabulary:
        """Return the words of the code that was reached, those of patterns that were matched first."""
        noted = list(self._loaded.ledger.patterns)
        self._patterns += noted[self._matched :][:_MOST_MATCHED]
        self._matched = len(noted)
        first = self._loaded.target.module
        words = vocabulary(self._modules(), first, self._patterns, self._knowledge)
        return words if self._attacks else replace(words, attacks=())

    def _reached(self) -> set[str]:
        """The files whose code the last run executed."""
        ledger = self._loaded.ledger
        return {site.file for site, count in zip(ledger.sites, ledger.counts, strict=False) if count}

    def _modules(self) -> list[ModuleType]:
        """The modules to read words from: the target's own, and those whose code was reached."""
        self._read |= self._reached()
        own = self._loaded.target.module
        copied = {id(module): module for module in self._loaded.copies.modules.values()}
        reached = [
            module
            for module in copied.values()
            if module.__name__ == own or vars(module).get("__file__") in self._read
        ]
        # What they import may be tables that no code runs in.
        used = {id(each): each for module in reached for each in vars(module).values() if id(each) in copied}
        return list({**{id(module): module for module in reached}, **used}.values())[:_MOST_MODULES]
