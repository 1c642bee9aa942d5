"""Which variables the enhanced abstraction keeps.

The paper begins with the variables that get instantiated during symbolic execution, adds those that share
a guard or an arithmetic operation with one of them, and goes on to a fixpoint. Here a variable is
instantiated where it is assigned an expression of constants, lengths and instantiated variables. Two things
differ. Only what decides a branch, an index or a size, directly or by way of other variables, is kept: the
rest would tell states apart whose futures are the same. And an operation that is not linear ends the
spread: its result is unknown whatever is kept. Indices and divisors are guards too, since Python checks
them; the check instantiates a divisor.

A variable is a name in a function, or the name of a field; "xs[]" stands for the items of xs.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from slowpath.abstract.code import Variable

_NUMBERS_OF = frozenset({"range", "enumerate"})
_LINEAR = (ast.Add, ast.Sub, ast.Mult)
_HOOKED_LINEAR = frozenset({".add", ".sub", ".mul", ".iadd", ".isub", ".imul"})


@dataclass(slots=True)
class _Facts:
    """What the text of the functions says: `flows` are variables and what they are assigned (None where a
    part of it is not known), `guards` the variables that meet in a comparison or an index."""

    flows: list[tuple[Variable, frozenset[Variable], bool]] = field(default_factory=list)
    guards: list[frozenset[Variable]] = field(default_factory=list)
    sizes: list[frozenset[Variable]] = field(default_factory=list)
    divisors: set[Variable] = field(default_factory=set)


def kept(functions: Iterable[tuple[str, ast.FunctionDef]], sizes: bool) -> frozenset[Variable]:
    """The variables to keep, of functions by qualified name; with `sizes` what allocations depend on."""
    listed = list(functions)
    facts = _Facts()
    parameters: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for name, node in listed:
        names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        called = name.removesuffix(".__init__").rpartition(".")[2]  # a class, where it makes an object
        parameters[called].append((name, names))
    for name, node in listed:
        _Reader(name, facts, parameters).read(node)
    sources: dict[Variable, set[Variable]] = defaultdict(set)
    for target, read, _ in facts.flows:
        sources[target] |= read
    guards = [*facts.guards, *(facts.sizes if sizes else ())]
    relevant = _closed({each for guard in guards for each in guard}, sources)
    chosen = (_instantiated(facts) & relevant) | facts.divisors
    if sizes:
        chosen |= {each for guard in facts.sizes for each in guard}
    while True:
        more = {each for guard in facts.guards if guard & chosen for each in guard}
        more = _closed(chosen | more, sources)
        if more <= chosen:
            return frozenset(chosen)
        chosen |= more


def _instantiated(facts: _Facts) -> set[Variable]:
    found: set[Variable] = set()
    changed = True
    while changed:
        changed = False
        for target, read, whole in facts.flows:
            if target not in found and whole and read <= found:
                found.add(target)
                changed = True
    return found


def _closed(variables: set[Variable], sources: dict[Variable, set[Variable]]) -> set[Variable]:
    """The variables, and all whose values flow into them."""
    found = set(variables)
    waiting = list(variables)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


class _Reader:
    """Reads the facts off one function."""

    def __init__(
        self, function: str, facts: _Facts, parameters: dict[str, list[tuple[str, list[str]]]]
    ) -> None:
        self._function = function
        self._facts = facts
        self._parameters = parameters

    def read(self, definition: ast.FunctionDef) -> None:
        for node in ast.walk(definition):
            self._read_flow(node)
            self._read_check(node)

    def _read_flow(self, node: ast.AST) -> None:
        """Note which variables a value comes from, if something is assigned or returned."""
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assigned(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assigned(target, value)
            case ast.AugAssign(target=target, value=value):
                for variable in self._targets(target):
                    read, _ = self._reads(value)
                    self._flow(variable, read | {variable}, whole=False)
            case ast.NamedExpr(target=target, value=value):
                self._assigned(target, value)
            case ast.For(target=target, iter=source) | ast.comprehension(target=target, iter=source):
                self._iterated(target, source)
            case ast.Return(value=ast.expr() as value):
                read, whole = self._reads(value)
                short = self._function.rpartition(".")[2]
                self._flow(("return", short), read, whole)

    def _read_check(self, node: ast.AST) -> None:
        """Note which variables decide a branch, an index, a division or a size."""
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                self._guard(test)
            case ast.Compare(left=left, comparators=others):
                self._guard(left, *others)
            case ast.Slice(lower=lower, upper=upper, step=step):
                for part in (lower, upper, step):
                    if part is not None:
                        self._guard(part)
            case ast.Subscript(slice=key):
                self._guard(key)
            case ast.BinOp(op=ast.Mod() | ast.FloorDiv() | ast.Div(), right=divisor):
                self._divides(divisor)
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                self._repeated(left, right)
            case ast.Call():
                self._called(node)

    def _guard(self, *parts: ast.expr) -> None:
        variables: set[Variable] = set()
        for part in parts:
            if not isinstance(part, ast.BoolOp | ast.Compare):
                variables |= self._reads(part)[0]
        if variables:
            self._facts.guards.append(frozenset(variables))

    def _divides(self, divisor: ast.expr) -> None:
        """A divisor is checked: one that fails is zero."""
        self._guard(divisor)
        if isinstance(divisor, ast.Name | ast.Attribute):
            self._facts.divisors |= set(self._targets(divisor))

    def _repeated(self, left: ast.expr, right: ast.expr) -> None:
        for part, other in ((left, right), (right, left)):
            if isinstance(part, ast.List):
                self._facts.sizes.append(self._reads(other)[0])
                self._guard(other)

    def _called(self, node: ast.Call) -> None:
        function, arguments = node.func, list(node.args)
        match function:
            case ast.Name(id=".mul" | ".imul"):
                self._repeated(arguments[1], arguments[2])
            case ast.Name(id=".mod" | ".floordiv" | ".imod" | ".ifloordiv"):
                self._divides(arguments[2])
            case ast.Name(id=".eq" | ".ne" | ".lt" | ".le" | ".gt" | ".ge"):
                self._guard(*arguments[1:])
            case ast.Name(id=".call"):
                self._passed(arguments[1], arguments[2:], node)
            case ast.Call(func=ast.Name(id=".method"), args=[_, ast.Constant(value=name), receiver]):
                self._passed(ast.Attribute(receiver, str(name), ast.Load()), arguments, node)
            case ast.Call(func=ast.Name(id=".pick"), args=[_, inner]):
                self._passed(inner, arguments, node)
            case ast.Name() | ast.Attribute():
                self._passed(function, arguments, node)

    def _passed(self, function: ast.expr, arguments: list[ast.expr], node: ast.Call) -> None:
        name = _name(function)
        if name == "range":
            self._guard(*arguments)
        if name in ("append", "insert") and isinstance(function, ast.Attribute):
            for box in self._targets(function.value):
                read, whole = self._reads(arguments[-1])
                self._flow(_items(box), read, whole)
        for qualified, names in self._parameters.get(name, ()):
            method = "." in qualified and not qualified.rpartition(".")[0].endswith("<locals>")
            positional = names[1:] if method else names
            given = [*zip(positional, arguments, strict=False)]
            given += [(each.arg, each.value) for each in node.keywords if each.arg in names]
            for parameter, value in given:
                self._bind((qualified, parameter), value)

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                for part, given in zip(target.elts, value.elts, strict=True):
                    self._assigned(part, given)
            else:
                for part in target.elts:
                    for variable in self._targets(part):
                        self._flow(variable, self._contents(value), whole=False)
            return
        for variable in self._targets(target):
            self._bind(variable, value)

    def _bind(self, variable: Variable, value: ast.expr) -> None:
        read, whole = self._reads(value)
        self._flow(variable, read, whole)
        inside = self._contents(value)
        self._flow(_items(variable), inside, whole=False)
        for source in inside:  # two names of one container
            self._flow(source, frozenset({_items(variable)}), whole=False)

    def _iterated(self, target: ast.expr, source: ast.expr) -> None:
        names = [each for each in ast.walk(target) if isinstance(each, ast.Name)]
        called = _unhooked(source)
        counts = isinstance(called, ast.Call) and _name(called.func) in _NUMBERS_OF
        for each in names:
            for variable in self._targets(each):
                if counts and isinstance(called, ast.Call) and _name(called.func) == "range":
                    reads = [self._reads(part) for part in called.args]
                    read = frozenset[Variable]().union(*(part for part, _ in reads))
                    self._flow(variable, read, whole=True)
                    self._facts.flows.append((variable, frozenset(), True))
                elif counts and isinstance(target, ast.Tuple) and each is target.elts[0]:
                    self._flow(variable, frozenset(), whole=True)
                else:
                    self._flow(variable, self._contents(source), whole=False)

    def _flow(self, target: Variable, read: frozenset[Variable], whole: bool) -> None:
        self._facts.flows.append((target, read, whole))

    # -- what an expression reads ----------------------------------------------------------------

    def _targets(self, node: ast.expr) -> list[Variable]:
        match node:
            case ast.Name(id=name):
                return [(self._function, name)]
            case ast.Attribute(attr=name):
                return [("", name)]
            case ast.Subscript(value=box) | ast.Starred(value=box):
                return [_items(variable) for variable in self._targets(box)]
        return []

    def _reads(self, node: ast.expr) -> tuple[frozenset[Variable], bool]:
        """The variables whose numbers make the value of an expression, and whether they are all of it."""
        match node:
            case ast.Constant():
                return frozenset(), True
            case ast.Name() | ast.Attribute():
                return frozenset(self._targets(node)), True
            case ast.Subscript(value=box):
                return self._contents(box), True
            case ast.BinOp(left=left, op=op, right=right):
                return self._both(left, right, isinstance(op, _LINEAR))
            case ast.UnaryOp(operand=operand):
                return self._reads(operand)
            case ast.IfExp(body=body, orelse=orelse):
                return self._both(body, orelse, linear=True)
            case ast.Call(func=ast.Name(id=name), args=[_, left, right]) if name.startswith("."):
                return self._both(left, right, name in _HOOKED_LINEAR)
            case ast.Call():
                called = _unhooked(node)
                if isinstance(called, ast.Call) and isinstance(called.func, ast.Name | ast.Attribute):
                    name = _name(called.func)
                    if name == "len":
                        return frozenset(), True
                    return frozenset({("return", name)}), name in self._parameters
        return frozenset(), False

    def _both(self, left: ast.expr, right: ast.expr, linear: bool) -> tuple[frozenset[Variable], bool]:
        one, other = self._reads(left), self._reads(right)
        read, whole = one[0] | other[0], one[1] and other[1]
        if linear or not read:
            return read, whole
        # What is not linear is known only where all of it is: it spreads no further.
        return (read, whole) if _constants(left, right) else (frozenset(), False)

    def _contents(self, node: ast.expr) -> frozenset[Variable]:
        """The variables that stand for the items of a container."""
        match node:
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return frozenset(_items(each) for each in self._targets(node))
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return frozenset(each for part in parts for each in self._reads(part)[0])
            case ast.Call(args=arguments):
                return frozenset(each for part in arguments for each in self._contents(part))
        return frozenset()


def _constants(*parts: ast.expr) -> bool:
    """Whether one of two operands is a constant: `n // 2` is known where n is."""
    return any(isinstance(part, ast.Constant) for part in parts)


def _items(variable: Variable) -> Variable:
    function, name = variable
    return function, name if name.endswith("[]") else f"{name}[]"


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _unhooked(node: ast.expr) -> ast.expr:
    """A call as the source has it."""
    match node:
        case ast.Call(func=ast.Name(id=".call"), args=[_, function, *arguments]):
            return ast.Call(function, arguments, node.keywords)
        case ast.Call(
            func=ast.Call(func=ast.Name(id=".method"), args=[_, ast.Constant(value=name), receiver]),
            args=arguments,
        ):
            return ast.Call(ast.Attribute(receiver, str(name), ast.Load()), arguments, node.keywords)
        case ast.Call(func=ast.Call(func=ast.Name(id=".pick"), args=[_, function]), args=arguments):
            return ast.Call(function, arguments, node.keywords)
    return node
