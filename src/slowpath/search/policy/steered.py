"""A run whose decisions a policy takes.

The values of a run are those of one input, but a comparison is answered as the policy wants it, and the
input follows: the solver is asked for a model of all answers so far. Where a rule is certain the solver is
not asked at all until a rule needs it, or the run is over.

Code that looks at values rather than at answers sees those of the input that the run began with. So what
a steered run says counts only once the input it ends with has been run by itself (`guide`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from slowpath.errors import BudgetExceeded
from slowpath.expr.condition import Condition, Constant
from slowpath.expr.variable import Values
from slowpath.search.policy.policy import Policy
from slowpath.solve.chain import DEFAULT, Options, chain, session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model, Unsat, completed
from slowpath.values.trace import OFFSET_BITS, Sites, Trace


@dataclass(slots=True)
class GuideTally:
    """What guided runs took so far, and what they may take: decisions of one run, questions to solvers.

    `options` bound each question.
    """

    most_decisions: int
    most_solves: int
    over: Callable[[], bool] = field(default=lambda: False)
    options: Options = DEFAULT
    runs: int = 0
    solves: int = 0
    decisions: int = 0


class Steered(Trace):
    """The decisions of a run that follows a policy.

    `answers` come first, whatever the policy says. With `asking`, certain rules are followed only where that
    is feasible. `open` are the decisions that no rule took.
    """

    def __init__(
        self,
        sites: Sites,
        policy: Policy,
        model: Values,
        spent: GuideTally,
        answers: Sequence[int] = (),
        *,
        asking: bool = False,
    ) -> None:
        super().__init__(sites, lambda: 0)
        self.open: list[int] = []
        self.infeasible = False  # a certain answer was not feasible
        self.stopped = False  # the budget is gone
        self._policy = policy
        self._model = model
        self._spent = spent
        self._answers = answers
        self._asking = asking
        self._steps: list[int] = []
        self._held: list[Condition] = []
        self._settled = 0  # of those that held, how many the model satisfies
        self._session: Session | None = None
        self._known = 0  # variables of the session
        self._numbers_of: dict[int, int] = {}  # site -> place of the policy

    def decide(self, condition: Condition, holds: bool, depth: int = 2) -> bool:
        if type(condition) is Constant or self.quiet:
            return holds
        frame = sys._getframe(depth)
        site = self._numbers.get(id(frame.f_code) << OFFSET_BITS | frame.f_lasti, -1)
        return self._decided(condition, site if site >= 0 else self.places.site(frame))

    def note(self, condition: Condition, holds: bool, site: int) -> None:
        """Note an answer that was found by looking at values."""
        if not self.quiet:
            self._take(condition, holds, site)

    def final(self) -> Model | None:
        """An input that answers as the run did, or None."""
        variables = tuple(self.variables)
        values = completed(self._model, variables)
        if all(condition.holds(values) for condition in self._held[self._settled :]):
            return Model(values)
        self._spent.solves += 1
        verdict = chain(self._spent.options).solve(self._held, variables, values)
        if isinstance(verdict, Model):
            return Model({**values, **verdict})
        try:
            if isinstance(verdict, Unsat) or not self._settle():
                self.infeasible = True
                return None
        except BudgetExceeded:
            return None
        return Model(completed(self._model, variables))

    def _decided(self, condition: Condition, site: int) -> bool:
        place = self._place(site)
        number = len(self.taken)
        if number < len(self._answers):
            answer = bool(self._answers[number])
        else:
            rule = self._policy.rule(place, self._steps)
            if rule.answer is None:
                self._settle_or_stop()
                answer = condition.holds(self._model)
                self.open.append(number)
            elif rule.certain and not self._asking:
                answer = rule.answer
            else:
                self._settle_or_stop()
                answer = rule.answer == self._satisfied(condition if rule.answer else condition.negated())
        self._take(condition, answer, site)
        return answer

    def _take(self, condition: Condition, answer: bool, site: int) -> None:
        if len(self.taken) >= self._spent.most_decisions or self._spent.over():
            self._stop()
        self._spent.decisions += 1
        self.taken.append(answer)
        self.sites.append(site)
        if self._policy.length:
            self._steps.append(2 * self._place(site) + answer)
            del self._steps[: -self._policy.length]
        self._held.append(condition if answer else condition.negated())

    def _place(self, site: int) -> int:
        number = self._numbers_of.get(site)
        if number is None:
            place = self.places.places(site)[0] if site >= 0 else None
            number = self._numbers_of[site] = -1 if place is None else self._policy.places.get(place, -1)
        return number

    def _settle_or_stop(self) -> None:
        if not self._settle():
            self.infeasible = True
            self._stop()

    def _settle(self) -> bool:
        """Let the model satisfy all that held; tell whether it can."""
        asked = self._asked()
        while self._settled < len(self._held):
            if not self._satisfied(self._held[self._settled]):
                return False
            asked.push(self._held[self._settled])
            self._settled += 1
        return True

    def _satisfied(self, condition: Condition) -> bool:
        """Let the model satisfy one condition more, if the solver finds one."""
        asked = self._asked()
        if condition.holds(self._model):
            return True
        if self._spent.solves >= self._spent.most_solves or self._spent.over():
            self._stop()
        self._spent.solves += 1
        verdict = asked.solve(condition, self._model)
        if not isinstance(verdict, Model):
            return False
        self._model = verdict
        return True

    def _asked(self) -> Session:
        """The session over all variables that there are by now."""
        if self._session is None or self._known != len(self.variables):
            self._known = len(self.variables)
            self._model = completed(self._model, self.variables)
            self._session = session(tuple(self.variables), self._spent.options)
            self._session.follow(self._held[: self._settled])
        return self._session

    def _stop(self) -> None:
        self.stopped = True
        self.quiet = True
        raise BudgetExceeded
