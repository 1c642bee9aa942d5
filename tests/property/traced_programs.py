"""Random small functions that the trace abstraction can follow, with a shape for each parameter.

They branch on numbers, flags, literals, options and lists, loop, compute, raise and return early. Operands
have the types that their operators want: type errors are no traces of the abstraction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, integer, ints, literal, optional, upto

MODES = ("fast", "slow", "off")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
PARAMETERS: dict[str, tuple[str, Shape]] = {
    "a": ("int", integer(-2, 3)),
    "b": ("int", integer()),
    "flag": ("bool", boolean()),
    "mode": ("text", literal(*MODES)),
    "k": ("int", literal(0, 2, 5)),
    "o": ("optional", optional(integer(-1, 4))),
    "xs": ("list", ints(upto(2), -2, 2)),
}


@dataclass(frozen=True, slots=True)
class TracedProgram:
    """The source of a function, and the shapes of its parameters."""

    name: str
    source: str
    shapes: dict[str, Shape]


def write_traced_program(seed: int) -> TracedProgram:
    """The program of a seed."""
    random = Random(seed)
    names = sorted(random.sample(list(PARAMETERS), random.choice((1, 2, 2, 3))), key=list(PARAMETERS).index)
    writer = _Writer(random, {name: PARAMETERS[name][0] for name in names}, random.randint(3, 8))
    name = f"f{seed}"
    lines = [
        f"def {name}({', '.join(names)}):",
        "    n = 0",
        *writer.body(1),
        f"    return {writer.number()}",
    ]
    return TracedProgram(name, "\n".join(lines) + "\n", {each: PARAMETERS[each][1] for each in names})


@dataclass(slots=True)
class _Writer:
    """Writes the body of one function; `room` is how many statements it may still have."""

    random: Random
    kinds: dict[str, str]
    room: int
    loops: int = 0
    items: list[str] = field(default_factory=list)  # variables of the loops around
    options: list[str] = field(default_factory=list)  # options that are known to be numbers

    def body(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            if self.room > 0:
                self.room -= 1
                lines += self._statement("    " * depth, depth)
        return lines or ["    " * depth + "n += 1"]

    def _statement(self, indent: str, depth: int) -> list[str]:
        deep = depth >= 4
        kinds = ["assign", "assign", "augment", "return", "raise", "flow", "append"]
        kinds += [] if deep else ["if", "if", "if", "if", "for", "for", "while", "try", "option"]
        match self.random.choice(kinds):
            case "assign":
                return [f"{indent}n = {self._risky()}"]
            case "augment":
                return [f"{indent}n {self.random.choice(('+=', '-='))} {self.number()}"]
            case "return":
                return [f"{indent}if {self.condition()}:", f"{indent}    return {self.number()}"]
            case "raise":
                return [f"{indent}if {self.condition()}:", f"{indent}    raise ValueError"]
            case "flow" if self.loops:
                word = self.random.choice(("break", "continue"))
                return [f"{indent}if {self.condition()}:", f"{indent}    {word}"]
            case "append":
                return [
                    f"{indent}ys = [{self.number()}]",
                    f"{indent}if {self.condition()}:",
                    f"{indent}    ys.append(n)",
                    f"{indent}n += len(ys)",
                ]
            case "if":
                return self._if(indent, depth)
            case "for":
                return self._for(indent, depth)
            case "while":
                return self._while(indent, depth)
            case "try":
                kind = self.random.choice(("ZeroDivisionError", "IndexError", "(ValueError, IndexError)"))
                return [
                    f"{indent}try:",
                    *self.body(depth + 1),
                    f"{indent}    n = {self._risky()}",
                    f"{indent}except {kind}:",
                    *self.body(depth + 1),
                ]
            case "option" if "o" in self.kinds and "o" not in self.options:
                return self._option(indent, depth)
        return [f"{indent}n += 1"]

    def _if(self, indent: str, depth: int) -> list[str]:
        lines = [f"{indent}if {self.condition()}:", *self.body(depth + 1)]
        if self.random.random() < 0.3:
            lines += [f"{indent}elif {self.condition()}:", *self.body(depth + 1)]
        if self.random.random() < 0.4:
            lines += [f"{indent}else:", *self.body(depth + 1)]
        return lines

    def _for(self, indent: str, depth: int) -> list[str]:
        item = f"i{depth}"
        sources = ["range(2)", f"range({self.random.choice(self._numbers())})"]
        if "xs" in self.kinds:
            sources += ["xs", "xs", "range(len(xs))"]
        source = self.random.choice(sources)
        self.loops += 1
        self.items.append(item)
        lines = [f"{indent}for {item} in {source}:", *self.body(depth + 1)]
        self.items.pop()
        self.loops -= 1
        if self.random.random() < 0.15:
            lines += [f"{indent}else:", *self.body(depth + 1)]
        return lines

    def _while(self, indent: str, depth: int) -> list[str]:
        count = f"w{depth}"
        self.loops += 1
        lines = [
            f"{indent}{count} = {self.random.choice(self._numbers())}",
            f"{indent}while {count} > {self.random.choice((0, 1, -1))}:",
            f"{indent}    {count} -= {self.random.choice((1, 2))}",
            *self.body(depth + 1),
        ]
        self.loops -= 1
        return lines

    def _option(self, indent: str, depth: int) -> list[str]:
        if self.random.random() < 0.5:
            lines = [f"{indent}if o is None:", *self.body(depth + 1), f"{indent}else:"]
        else:
            lines = [f"{indent}if o is not None:"]
        self.options.append("o")
        lines += self.body(depth + 1)
        self.options.pop()
        return lines

    # -- expressions -------------------------------------------------------------------------------

    def _numbers(self) -> list[str]:
        named = [name for name, kind in self.kinds.items() if kind == "int"]
        return ["n", "2", *named, *named, *self.items, *self.options]

    def number(self, depth: int = 0) -> str:
        """An expression that never raises."""
        random = self.random
        simple = [*self._numbers(), str(random.randint(-1, 3))]
        if "xs" in self.kinds:
            simple.append("len(xs)")
        if "flag" in self.kinds:
            simple.append("flag")
        if depth >= 2 or random.random() < 0.5:
            return random.choice(simple)
        left, right = self.number(depth + 1), self.number(depth + 1)
        match random.randrange(6):
            case 0 | 1 | 2:
                return f"({left} {random.choice('+-')} {right})"
            case 3:
                return f"({left} * {random.randint(-1, 3)})"
            case 4:
                return f"({left} if {self.condition(depth + 1)} else {right})"
        return random.choice((f"abs({left})", f"min({left}, {right})", f"max({left}, {right})"))

    def _risky(self) -> str:
        """An expression that may raise."""
        random = self.random
        left, right = self.number(1), self.number(1)
        choices = [left, f"{left} // {right}", f"{left} % {right}"]
        for name in sorted({"a", "k"} & self.kinds.keys()):
            choices += [f"{random.choice((1, 6))} {random.choice(('<<', '>>'))} {name}"]
        if "xs" in self.kinds:
            choices += [f"xs[{right}]", "xs[0]"]
        return random.choice(choices)

    def condition(self, depth: int = 0) -> str:
        random = self.random
        choices = [f"{self.number(1)} {random.choice(COMPARISONS)} {self.number(1)}" for _ in range(3)]
        choices.append(random.choice(self._numbers()))
        choices.append(f"{self.number(1)} < {self.number(1)} <= {self.number(1)}")
        choices.append(f"{self.number(1)} % {random.choice((2, 3))}")
        if "flag" in self.kinds:
            choices += ["flag", "flag", "not flag", "flag is True", "flag == 1"]
        if "mode" in self.kinds:
            choices += [f"mode == {random.choice(MODES)!r}", f"mode != {random.choice(MODES)!r}"] * 2
            choices.append(f"mode in {tuple(random.sample(MODES, 2))}")
        if "o" in self.kinds:
            choices += ["o is None", "o is not None", f"o is not None and o > {random.randint(-1, 3)}"]
        if "xs" in self.kinds:
            choices += ["xs", "len(xs) > 1", f"{self.number(1)} in xs"]
        if depth < 2 and random.random() < 0.3:
            left, right = self.condition(depth + 1), self.condition(depth + 1)
            return f"({left}) {random.choice(('and', 'or'))} ({right})"
        if random.random() < 0.1:
            return f"not ({random.choice(choices)})"
        return random.choice(choices)
