"""Small, rich conditions by Z3, which keeps what consecutive questions have in common."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cached_property
from time import perf_counter
from typing import Any

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Reals, Value, Values, Variables
from slowpath.solve.near import drawn
from slowpath.solve.session import shared
from slowpath.solve.translate import Translator, Untranslatable
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict

MOST_CONDITIONS = 5_000  # Z3 is lost in larger systems: a chain of 10,000 orders takes it 40 s

# The limit on Z3's own count of steps makes its answers repeat; the clock is only there for the worst.
STEPS = 4_000  # about a millisecond: 3 to 7 million steps were counted in a second
INCOMPLETE = "incomplete"  # Z3 says so if its theories do not suffice; else a limit ended it
PATIENCE = 5  # a machine five times as slow as that still ends by the count of steps


class Smt:
    """Answers by Z3, with a stack level per condition: questions along a search share their prefix.

    `milliseconds` is about how long one question may take.
    """

    def __init__(self, milliseconds: int = 2_000) -> None:
        self._milliseconds = milliseconds
        self._variables: Variables = ()
        self._held: list[Condition] = []
        self._entered: list[list[int]] = []  # per level, the variables whose domains it states
        self._known: set[int] = set()

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        if len(conditions) > MOST_CONDITIONS:
            return Unknown(f"more than {MOST_CONDITIONS} connected conditions are too many for Z3")
        if variables is not self._variables:
            self._start(variables)
        try:
            translated = [self._translator.condition(condition) for condition in conditions]
        except Untranslatable as reason:
            return Unknown(f"not for Z3: {reason}")
        common = shared(self._held, conditions)
        self._pop(len(self._held) - common)
        # Z3 works on each level that is added, without looking at its limits.
        latest = perf_counter() + self._milliseconds * PATIENCE / 1000
        for condition, (expression, _) in zip(conditions[common:], translated[common:], strict=True):
            if perf_counter() > latest:
                return Unknown("Z3: too much time for the conditions alone", late=True)
            self._push(condition, expression)
        answer = self._solver.check()
        if answer == self._z3.sat:
            return self._model(conditions, hint)
        if answer == self._z3.unsat:
            core = sorted(int(str(literal)[1:]) for literal in self._solver.unsat_core())
            if any(translated[place][1] for place in core):
                return Unknown("the contradiction may come from a limit of the translation")
            return Unsat(tuple(core))
        why = self._solver.reason_unknown()
        return Unknown(f"Z3: {why}", late=INCOMPLETE not in why)

    def _start(self, variables: Variables) -> None:
        self._variables = variables
        self._held, self._entered, self._known = [], [], set()
        for name in ("_solver", "_translator"):
            self.__dict__.pop(name, None)

    @cached_property
    def _z3(self) -> Any:
        import z3

        return z3

    @cached_property
    def _solver(self) -> Any:
        solver = self._z3.Solver()
        solver.set("rlimit", self._milliseconds * STEPS)
        solver.set("timeout", self._milliseconds * PATIENCE)
        solver.set("core.minimize", True)
        return solver

    @cached_property
    def _translator(self) -> Translator:
        return Translator(self._z3, self._variables)

    def _push(self, condition: Condition, expression: Any) -> None:
        self._solver.push()
        new = [index for index in condition.variables() if index not in self._known]
        for index in new:
            self._solver.add(*self._translator.domain(self._variables[index]))
        self._solver.assert_and_track(expression, f"c{len(self._held)}")
        self._known.update(new)
        self._entered.append(new)
        self._held.append(condition)

    def _pop(self, count: int) -> None:
        if count:
            self._solver.pop(count)
        for _ in range(count):
            self._held.pop()
            self._known.difference_update(self._entered.pop())

    def _model(self, conditions: Sequence[Condition], hint: Values | None) -> Verdict:
        found = self._solver.model()
        values = {
            index: self._value(found.eval(self._translator.unknown(index), True), index)
            for index in self._known
        }
        return Model(drawn(values, hint, conditions, self._variables))

    def _value(self, number: Any, index: int) -> Value:
        if not isinstance(self._variables[index].domain, Reals):
            whole: int = number.as_long()
            return whole
        bits = self._z3.simplify(self._z3.fpToIEEEBV(number)).as_long()
        value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
        return value
