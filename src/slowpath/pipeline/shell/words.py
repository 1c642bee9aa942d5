"""The words of a shell pipeline. Only quoting and `|` are understood; nothing is expanded."""

from __future__ import annotations

from slowpath.errors import UsageError

# What a shell gives a meaning that a pipeline of plain commands does not have.
_REFUSED = {
    ">": "redirection",
    "<": "redirection",
    "&": "background jobs and lists",
    ";": "lists of commands",
    "(": "groups",
    ")": "groups",
    "$": "expansion",
    "`": "command substitution",
    "\n": "several lines",
}


def split(line: str) -> list[list[str]]:
    """Return the words of each command of a pipeline. `*`, `?`, `[` and `{` stand for themselves."""
    return _Splitter(line).commands()


class _Splitter:
    """Reads a command line from left to right; `word` is None between words."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.place = 0
        self.word: str | None = None
        self.words: list[str] = []
        self.found: list[list[str]] = []

    def commands(self) -> list[list[str]]:
        while self.place < len(self.line):
            character = self.line[self.place]
            self.place += 1
            if character in " \t":
                self.end_word()
            elif character == "|":
                self.end_command()
            elif character == "'":
                self.add(self.until_quote())
            elif character == '"':
                self.double_quoted()
            elif character == "\\" and self.place < len(self.line):
                self.add(self.line[self.place])
                self.place += 1
            else:
                self.add(self.allowed(character))
        self.end_command()
        return self.found

    def add(self, text: str) -> None:
        self.word = (self.word or "") + text

    def end_word(self) -> None:
        if self.word is not None:
            self.words.append(self.word)
        self.word = None

    def end_command(self) -> None:
        self.end_word()
        if not self.words:
            raise UsageError(
                f"command {len(self.found) + 1} of the pipeline is missing: {self.line!r}",
                "Write commands with | between them, for example: grep -i error | sort | uniq -c",
            )
        self.found.append(self.words)
        self.words = []

    def until_quote(self) -> str:
        end = self.line.find("'", self.place)
        if end < 0:
            raise self.open_quote("'")
        text = self.line[self.place : end]
        self.place = end + 1
        return text

    def double_quoted(self) -> None:
        self.add("")
        while True:
            if self.place >= len(self.line):
                raise self.open_quote('"')
            character = self.line[self.place]
            self.place += 1
            if character == '"':
                return
            if character == "\\" and self.line[self.place : self.place + 1] in ("\\", '"', "$", "`"):
                character = self.line[self.place]
                self.place += 1
                self.add(character)
            else:
                self.add(self.allowed(character) if character in "$`" else character)

    def open_quote(self, quote: str) -> UsageError:
        return UsageError(f"a quote {quote} is open at the end of {self.line!r}", "Close it.")

    def allowed(self, character: str) -> str:
        if character in _REFUSED:
            raise UsageError(
                f"{character!r} ({_REFUSED[character]}) is not supported in a pipeline: {self.line!r}",
                "Quote the character if the command is to get it; otherwise leave it out.",
            )
        return character
