"""Conditions along a path, of which the next is to be satisfied by a small change of the values at hand.

The search asks for an input that follows a path up to some decision and then decides otherwise. The
input of the path satisfies all conditions but the last, so the trail keeps them (as a graph where they
are orders, as sets of characters where they are memberships), and answers by repair: the last condition
is satisfied, then every condition that the change has broken, by trying the ways to repair it. Conditions
that are neither orders, memberships nor choices are only checked: where one is broken, repair gives up.
"""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.expr.condition import All, Condition, Member
from slowpath.expr.variable import Characters, Domain, Reals, Value, Values, Variables
from slowpath.solve.atom import Atom, alternatives_of, atoms_of
from slowpath.solve.graph import DOMAIN, Core, OrderGraph
from slowpath.solve.rank import plainer, rank, ranks_of, unrank
from slowpath.solve.sets import Sets
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict

# Choices tried before a question counts as too hard for repair. 400 take 9 ms, about what Z3 takes
# for a small question; with 50, five variables in four values that all differ are given up; 3,000 take 54 ms.
MOST_SPLITS = 400

Task = tuple[Condition | Atom, int]  # what to satisfy, and the place of the condition it comes from


class Trail:
    """A stack of conditions that one model satisfies."""

    def __init__(self, variables: Variables) -> None:
        self.conditions: list[Condition] = []
        self._graph = OrderGraph()
        self._sets = Sets()
        self._marks: list[tuple[int, int]] = []
        self._touching: dict[int, list[int]] = {}  # variable -> places of its conditions
        self._loose: dict[int, list[int]] = {}  # the same, of conditions that are not wholly in the graph
        self._tight: list[bool] = []
        self._reals = {each.index: each.domain for each in variables if isinstance(each.domain, Reals)}
        self._gaps: dict[int, Member] = {}  # domains with gaps
        for variable in variables:
            self._enter(variable.index, variable.domain)
        self._last: tuple[Condition, int] = (All(()), 0)
        self._hint: Values | None = None  # the values in the graph are its
        self._splits = 0

    def push(self, condition: Condition) -> None:
        """Add a condition that holds in the model of the next question."""
        place = len(self.conditions)
        self.conditions.append(condition)
        self._marks.append(self._mark())
        tight = self._add(condition, place)
        self._tight.append(tight)
        for index in condition.variables():
            self._touching.setdefault(index, []).append(place)
            if not tight:
                self._loose.setdefault(index, []).append(place)

    def pop(self, count: int = 1) -> None:
        """Take the last `count` conditions away."""
        for _ in range(count):
            condition = self.conditions.pop()
            tight = self._tight.pop()
            for index in condition.variables():
                self._touching[index].pop()
                if not tight:
                    self._loose[index].pop()
            self._undo(self._marks.pop())

    def repair(self, condition: Condition, hint: Values) -> Verdict:
        """A model of the trail and one more condition, given a model of the trail alone.

        Places in a core are those of the trail, and the next one for the condition. Unknown where
        conditions that only another solver can reason about stand in the way.
        """
        graph = self._graph
        if hint is not self._hint:
            self._hint = hint
            graph.values = self._ranked(hint)  # what a search changes is undone behind it
        mark = self._mark()
        self._splits = 0
        self._last = (condition, len(self.conditions))
        core = self._search([self._last], mark[0])
        if core is None:
            values = {index: graph.values[index] for index in graph.changed(mark[0])}
        self._undo(mark)
        if core is None:
            model = Model(hint)
            model.update(values)
            self._unrank(model, values, hint)
            return model
        if core is _LOST:
            return Unknown("conditions that are no orders stand in the way")
        return Unsat(tuple(sorted(core - {DOMAIN})))

    def connected(self, condition: Condition) -> list[int]:
        """The places of the conditions that share variables with `condition`, directly or by others."""
        return sorted(self._reached(condition, None)[1])

    def tied(self, condition: Condition, most: int) -> set[int]:
        """The variables of these conditions; the search for them ends where there are more than `most`."""
        return self._reached(condition, most)[0]

    def _reached(self, condition: Condition, most: int | None) -> tuple[set[int], set[int]]:
        seen = set(condition.variables())
        waiting = list(seen)
        places: set[int] = set()
        while waiting and (most is None or len(seen) <= most):
            for place in self._touching.get(waiting.pop(), ()):
                if place not in places:
                    places.add(place)
                    new = [index for index in self.conditions[place].variables() if index not in seen]
                    seen.update(new)
                    waiting += new
        return seen, places

    def touching(self, indices: Iterable[int]) -> set[int]:
        """The places of the conditions on some variables."""
        return {place for index in indices for place in self._touching.get(index, ())}

    def _mark(self) -> tuple[int, int]:
        return self._graph.mark(), self._sets.mark()

    def _undo(self, mark: tuple[int, int]) -> None:
        self._graph.undo(mark[0])
        self._sets.undo(mark[1])

    def _enter(self, index: int, domain: Domain) -> None:
        if isinstance(domain, Characters):
            member = Member(index, domain.chars)
            self._sets.narrow(member, DOMAIN)
            if len(domain.chars.spans) > 1:
                self._gaps[index] = member
        low, high = ranks_of(domain)
        if low is not None:
            self._graph.add(Atom(None, index, -low), DOMAIN)
        if high is not None:
            self._graph.add(Atom(index, None, high), DOMAIN)

    def _add(self, condition: Condition, place: int) -> bool:
        """Enter a condition in graph and sets; whether the graph has all of it."""
        if isinstance(condition, All):
            tight = [self._add(part, place) for part in condition.parts]
            return all(tight)
        if isinstance(condition, Member):
            self._sets.narrow(condition, place)
        atoms = atoms_of(condition)
        if atoms is not None:
            for atom in atoms:
                self._graph.add(atom, place)
        return atoms is not None

    def _search(self, tasks: list[Task], checked: int) -> Core | None:
        """Satisfy the tasks and whatever has broken since the mark `checked`.

        The contradiction, or _LOST, where that fails: the caller then undoes what was tried.
        """
        graph = self._graph
        while True:
            while tasks:
                task, place = tasks.pop()
                if isinstance(task, Member) and place != DOMAIN:
                    left = self._sets.narrow(task, place)
                    if not left:
                        return self._sets.core(task.index)
                    graph.settle(task.index, left)
                atoms = [task] if isinstance(task, Atom) else atoms_of(task)
                if atoms is not None:
                    for atom in atoms:
                        core = graph.require(atom, place)
                        if core is not None:
                            return core
                elif isinstance(task, All):
                    tasks += [(part, place) for part in task.parts]
                elif not self._holds(task):  # type: ignore[arg-type]
                    return self._split(task, place, tasks, checked)  # type: ignore[arg-type]
            now = graph.mark()
            tasks = self._broken(graph.changed(checked))
            checked = now
            if not tasks:
                return None
            self._splits += 1
            if self._splits > MOST_SPLITS:
                return _LOST

    def _split(self, condition: Condition, place: int, tasks: list[Task], checked: int) -> Core | None:
        """Satisfy one of a condition's alternatives, then the tasks."""
        self._splits += 1
        alternatives = alternatives_of(condition, self._graph.values)
        if alternatives is None or self._splits > MOST_SPLITS:
            return _LOST
        lost = False
        union: Core = {place}
        for alternative in alternatives:
            mark = self._mark()
            core = self._search([*tasks, (alternative, place)], checked)
            if core is None:
                return None
            self._undo(mark)
            if core is _LOST:
                lost = True
            elif place not in core:
                return core
            else:
                union |= core
        return _LOST if lost else union

    def _broken(self, changed: set[int]) -> list[Task]:
        """The conditions outside the graph that do not hold any more."""
        if not changed:
            return []
        tasks: list[Task] = []
        last, place = self._last
        if not self._holds(last):
            tasks.append((last, place))
        places: set[int] = set()
        for index in changed:
            places.update(self._loose.get(index, ()))
            gap = self._gaps.get(index)
            if gap is not None and self._graph.values[index] not in gap.chars:
                tasks.append((gap, DOMAIN))
        for place in places:
            if not self._holds(self.conditions[place]):
                tasks.append((self.conditions[place], place))
        return tasks

    def _holds(self, condition: Condition) -> bool:
        values = self._graph.values
        if self._reals:
            values = dict(values)
            for index in condition.variables():
                if index in self._reals:
                    values[index] = unrank(values[index])  # type: ignore[assignment]
        return condition.holds(values)

    def _ranked(self, hint: Values) -> dict[int, int]:
        values: dict[int, int] = dict(hint)  # type: ignore[arg-type]
        for index in self._reals:
            values[index] = rank(hint[index])
        return values

    def _unrank(self, model: dict[int, Value], values: dict[int, int], hint: Values) -> None:
        """Give changed real variables plain floats, of those that satisfy the same conditions."""
        reals = [index for index in values if index in self._reals]
        for index in reals:
            model[index] = unrank(values[index])
        # What was pushed furthest first: it has the most room.
        for index in sorted(reals, key=lambda each: -abs(model[each] - hint[each])):
            exact, domain = model[index], self._reals[index]
            conditions = [self._last[0], *[self.conditions[place] for place in self.touching([index])]]
            for candidate in plainer(exact):
                model[index] = candidate
                if domain.lo <= candidate <= domain.hi and all(each.holds(model) for each in conditions):
                    break
            else:
                model[index] = exact


_LOST: Core = set()  # compared by identity: repair cannot tell
