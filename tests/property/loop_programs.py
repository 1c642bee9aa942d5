"""Random small programs full of loops: nested, broken off, in generators, comprehensions and across calls.

A program defines `f()`. No line has more than one loop, so a line names it. Functions call only those that
come after them, and loops have few iterations, so every program ends.
"""

from __future__ import annotations

from random import Random

FUNCTIONS = ("f", "h1", "g1", "h2", "g2", "h3")  # those named g are generators


def write_loops(seed: int) -> str:
    """Return the source of a program."""
    random = Random(seed)
    writer = _Writer(random)
    for position, name in enumerate(FUNCTIONS):
        writer.function(name, FUNCTIONS[position + 1 :])
    return "\n".join(writer.lines) + "\n"


class _Writer:
    def __init__(self, random: Random) -> None:
        self.lines: list[str] = []
        self._random = random
        self._room = 0
        self._yields = False
        self._ending = False
        self._later: tuple[str, ...] = ()
        self._names = 0

    def function(self, name: str, later: tuple[str, ...]) -> None:
        self._room = self._random.randint(3, 7)
        self._yields = name.startswith("g")
        self._later = later
        self.lines.append(f"def {name}(n=2):")
        self._body(1, loops=0)
        self.lines.append("    yield 3" if self._yields else "    return 1")

    def _body(self, level: int, loops: int) -> None:
        for _ in range(self._random.randint(1, 3)):
            if self._room <= 0:
                break
            self._room -= 1
            self._statement(level, loops)
        self._line(level, "n = n + 0")

    def _statement(self, level: int, loops: int) -> None:
        kinds = ["call", "comprehension", "attempt"]
        kinds += ["loop"] * 4 if loops < 3 else []
        kinds += ["leave"] * 2 if loops and not self._ending else []
        kinds += ["yield"] * 2 if self._yields else []
        getattr(self, f"_{self._random.choice(kinds)}")(level, loops)

    def _loop(self, level: int, loops: int) -> None:
        variable, count = self._fresh(), self._random.randint(0, 3)
        generators = [name for name in self._later if name.startswith("g")]
        if self._random.random() < 0.3:
            self._line(level, f"{variable} = {count}")
            self._line(level, f"while {variable}:")
            self._line(level + 1, f"{variable} -= 1")
        elif generators and self._random.random() < 0.4:
            self._line(level, f"for {variable} in {self._random.choice(generators)}({count}):")
        else:
            self._line(level, f"for {variable} in range({count}):")
        self._body(level + 1, loops + 1)
        if self._random.random() < 0.2:
            self._line(level, "else:")
            self._body(level + 1, loops)

    def _leave(self, level: int, loops: int) -> None:
        how = self._random.choice(["break", "continue", "return 2", "raise ValueError"])
        self._line(level, f"if TICK() % {self._random.randint(2, 4)} == 0:")
        self._line(level + 1, how)

    def _yield(self, level: int, loops: int) -> None:
        if self._random.random() < 0.3:
            self._line(level, "try:")
            self._line(level + 1, "yield n")
            self._last(level, loops)
        else:
            self._line(level, "yield n")

    def _attempt(self, level: int, loops: int) -> None:
        self._line(level, "try:")
        self._body(level + 1, loops)
        if self._random.random() < 0.5:
            self._last(level, loops)
        else:
            self._line(level, "except ValueError:")
            self._body(level + 1, loops)

    def _last(self, level: int, loops: int) -> None:
        """A `finally`. That of a generator must end if the generator is closed."""
        self._line(level, "finally:")
        yields, self._yields = self._yields, False
        self._ending = yields
        self._body(level + 1, loops)
        self._yields, self._ending = yields, False

    def _call(self, level: int, loops: int) -> None:
        callees = [f"{name}()" if name.startswith("h") else f"list({name}())" for name in self._later]
        callees += [f"next({name}(), 0)" for name in self._later if name.startswith("g")]
        self._line(level, self._random.choice([*callees, "n"]))

    def _comprehension(self, level: int, loops: int) -> None:
        variable, count = self._fresh(), self._random.randint(0, 3)
        inner = [f"{name}()" for name in self._later if name.startswith("h")] + [variable, "TICK()"]
        element, clause = self._random.choice(inner), f"for {variable} in range({count})"
        condition = self._random.choice(["", " if TICK() % 2"])
        forms = ("[{}]", "{{{}}}", "sum({})", "any({})", "next(({}), 0)", "list({})")
        self._line(level, self._random.choice(forms).format(f"{element} {clause}{condition}"))

    def _fresh(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def _line(self, level: int, text: str) -> None:
        self.lines.append("    " * level + text)
