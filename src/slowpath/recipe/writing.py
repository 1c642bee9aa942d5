"""Calls of a target on inputs, expressions by parameter, as a maintainer would write them."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Collection, Mapping, Sequence

from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import RECEIVER_ITSELF, Parameter, Target, TargetKind
from slowpath.recipe.expression import INDEXES, SIZE, parsed

MEASURED = "# measured"
_FILES = "__import__('slowpath.files', fromlist=[''])."  # how an expression reaches them
# An expression has no import statement: this is how it names what a module has.
_IMPORTED = re.compile(r"\b__import__\('([\w.]+)'(?:, fromlist=\[''\])?\)\.(\w+)")
_REDUCE = "__import__('functools').reduce("  # how one expression puts values into values
INDENT = "    "
_ITEM = "item"  # what another method than the target is given in a round
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+")  # of the name of a class: HTMLParser is HTML, Parser


def written_program(target: Target, inputs: Mapping[str, str], scenario: Scenario = ONE_CALL) -> str:
    """Return the source of a run: what builds, then the statements that are measured, each of them marked."""
    lines = [scenario.setup.rstrip()] if scenario.setup.strip() else []
    for make_first in (_files_first, _nests_first):
        made, inputs = make_first(target, inputs, scenario)
        lines += made
    if target.kind is TargetKind.METHOD and RECEIVER_ITSELF not in inputs:
        name = receiver_name(target)
        lines.append(f"{name} = {written_receiver(target, inputs)}")
        inputs = {**inputs, RECEIVER_ITSELF: name}
    lists = {each: inputs[each] for each in scenario.each}
    rest = " ".join(source for name, source in inputs.items() if name not in lists)
    loop, varying = written_rounds(lists, set(re.findall(r"\w+", rest)))
    call = written_call(target, {**inputs, **varying})
    feed: list[str] = []
    if scenario.feed is not None:
        loop, items = written_rounds({_ITEM: scenario.feed.items}, set(re.findall(r"\w+", rest)))
        feed = [f"{INDENT}{_called_on(inputs)}.{scenario.feed.method}({items[_ITEM]})"]
    lines += [f"{loop}  {MEASURED}", *feed, INDENT + call] if loop else [f"{call}  {MEASURED}"]
    lines += [f"{_called_on(inputs)}.{each}()  {MEASURED}" for each in scenario.closing]
    return _imports_first("\n".join(lines), target)


def makes_first(inputs: Mapping[str, str]) -> bool:
    """Whether an input is made by statements before the call: a file, a folder, or values within values; or
    whether it needs a name that is no builtin."""
    return any(_IMPORTED.search(source) or _nest(source) is not None for source in inputs.values())


def _imports_first(source: str, target: Target) -> str:
    """A program with import statements in the place of expressions that import. The names of the target's own
    module are known. What would hide another name stays an expression."""
    if not _IMPORTED.search(source):
        return source
    names = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    used = {node.id for node in names} | {target.qualname.partition(".")[0]}
    known = {line for line in source.splitlines() if line.startswith("import ")}
    imports: dict[str, None] = {}

    def named(found: re.Match[str]) -> str:
        module, name = found.groups()
        if module == target.module:
            return found[0] if name in bound else name
        line = f"import {module}"
        if line not in known:
            if module.partition(".")[0] in used:
                return found[0]
            imports[line] = None
        return f"{module}.{name}"

    written = _IMPORTED.sub(named, source)
    return "\n".join([*imports, written])


def _files_first(
    target: Target, inputs: Mapping[str, str], scenario: Scenario
) -> tuple[list[str], Mapping[str, str]]:
    """The statements that make files of the input, each bound to the name of its parameter, and the inputs
    after them."""
    called = target.qualname.partition(".")[0]
    if called == "files":
        return [], inputs  # the module would hide the target
    taken = {called, "files", *scenario.each}
    made = {
        name: source
        for name, source in inputs.items()
        if _FILES in source and name.isidentifier() and name not in taken
    }
    lines = [f"{name} = {source.replace(_FILES, 'files.')}" for name, source in made.items()]
    return ["from slowpath import files", *lines] if lines else [], {
        **inputs,
        **{name: name for name in made},
    }


def _nests_first(
    target: Target, inputs: Mapping[str, str], scenario: Scenario
) -> tuple[list[str], Mapping[str, str]]:
    """The statements that put values into values N times over, each nest bound to the name of its parameter,
    and the inputs after them."""
    taken = {target.qualname.partition(".")[0], SIZE, *INDEXES, *scenario.each}
    lines: list[str] = []
    named: dict[str, str] = {}
    for name, source in inputs.items():
        nest = _nest(source)
        if nest is None or not name.isidentifier() or name in taken or re.search(rf"\b{name}\b", source):
            continue
        inner, rounds, body, start = nest
        lines += [f"{name} = {ast.unparse(start)}", f"for {INDEXES[0]} in {ast.unparse(rounds)}:"]
        lines += [INDENT + line for line in _round(_with_name(body, inner, name), name)]
        named[name] = name
    return lines, {**inputs, **named}


def _round(around: str, name: str) -> list[str]:
    """The statements of one round, which puts the value of a name into another one."""
    match parsed(around):
        case ast.Subscript(
            value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=made), value=value), *settings])
        ) if made != name:
            lines = [f"{made} = {ast.unparse(value)}"]
            for each in settings:
                match each:
                    case ast.Call(
                        func=ast.Name(id="setattr"), args=[ast.Name(), ast.Constant(value=str() as key), held]
                    ):
                        lines.append(f"{made}.{key} = {ast.unparse(held)}")
                    case _:
                        return [f"{name} = {around}"]
            return [*lines, f"{name} = {made}"]
    return [f"{name} = {around}"]


def _with_name(tree: ast.expr, old: str, new: str) -> str:
    """The source of an expression in which a variable has another name."""
    copied = ast.parse(ast.unparse(tree), mode="eval").body
    for node in ast.walk(copied):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
    return ast.unparse(copied)


def _nest(source: str) -> tuple[str, ast.expr, ast.expr, ast.expr] | None:
    """What `functools.reduce` makes of values within values: the name of the inner one, the rounds, what a
    round makes, and what it begins with. None if the source is something else."""
    if not source.startswith(_REDUCE):
        return None
    match parsed(source):
        case ast.Call(
            args=[
                ast.Lambda(args=ast.arguments(args=[ast.arg(arg=inner), ast.arg(arg=index)]), body=body),
                ast.Call(func=ast.Name(id="range")) as rounds,
                start,
            ]
        ) if index in ("_", INDEXES[0]):
            return inner, rounds, body, start
    return None


def written_call(target: Target, inputs: Mapping[str, str]) -> str:
    """Return the source of the call of a target on inputs, expressions by parameter."""
    given = written_arguments(target.parameters, inputs)
    if target.kind is not TargetKind.METHOD:
        return f"{target.qualname}({given})"
    receiver = _called_on(inputs) if RECEIVER_ITSELF in inputs else written_receiver(target, inputs)
    read = f"{receiver}.{target.qualname.rpartition('.')[2]}"
    return read if target.is_property else f"{read}({given})"


def written_receiver(target: Target, inputs: Mapping[str, str]) -> str:
    """Return the source of the call of the constructor that makes the receiver of a method."""
    return f"{target.qualname.rpartition('.')[0]}({written_arguments(target.receiver, inputs)})"


def written_arguments(parameters: Sequence[Parameter], inputs: Mapping[str, str]) -> str:
    """Return the arguments of a call: those that it needs by position, others by name."""
    written: list[str] = []
    by_position = True
    spread = any(each.kind == "VAR_POSITIONAL" and each.label in inputs for each in parameters)
    for each in parameters:
        source = inputs.get(each.label)
        if source is None:
            by_position = False
            continue
        match each.kind:
            case "VAR_POSITIONAL":
                written.append(f"*{source}")
            case "VAR_KEYWORD":
                written.append(f"**{source}")
            case "POSITIONAL_ONLY":
                written.append(source)
            case "POSITIONAL_OR_KEYWORD" if spread or (each.required and by_position):
                written.append(source)
            case _:
                by_position = False
                written.append(f"{each.name}={source}")
    return ", ".join(written)


def written_rounds(lists: Mapping[str, str], taken: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return the first line of a loop over lists of arguments, and what each argument is in a round.

    The line is empty if there are no lists. Names that are `taken` mean something else in the loop.
    """
    if not lists:
        return "", {}
    if len(lists) == 1:
        ((name, source),) = lists.items()
        item = _item(parsed(source))
        if item is not None and INDEXES[0] not in taken:
            return f"for {INDEXES[0]} in range({SIZE}):", {name: ast.unparse(item)}
    names = {name: f"each_{name}" if name in taken else name for name in lists}
    items = next(iter(lists.values())) if len(lists) == 1 else f"zip({', '.join(lists.values())})"
    return f"for {', '.join(names.values())} in {items}:", names


def receiver_name(target: Target) -> str:
    """Return a name for the receiver of a method: the last word of its class."""
    owner = target.qualname.rpartition(".")[0].rpartition(".")[2]
    words = _WORDS.findall(owner)
    name = words[-1].lower() if words else "receiver"
    taken = {SIZE, *INDEXES, *target.labels, *dir(builtins), *keyword.kwlist}
    return name if name.isidentifier() and name not in taken else f"a_{name}"


def _item(tree: ast.expr) -> ast.expr | None:
    """What a list of N items has in the round `i`; None if it is written in another way."""
    match tree:
        case ast.BinOp(left=ast.List(elts=[item]), op=ast.Mult(), right=ast.Name(id=size)) if size == SIZE:
            uses_index = any(isinstance(node, ast.Name) and node.id in INDEXES for node in ast.walk(item))
            return None if isinstance(item, ast.Starred) or uses_index else item
        case ast.ListComp(
            elt=item,
            generators=[
                ast.comprehension(
                    target=ast.Name(id=index),
                    iter=ast.Call(func=ast.Name(id="range"), args=[ast.Name(id=size)], keywords=[]),
                    ifs=[],
                    is_async=0,
                )
            ],
        ) if index == INDEXES[0] and size == SIZE:
            return item
    return None


def _called_on(inputs: Mapping[str, str]) -> str:
    """The receiver that is given, as what a method is called on."""
    source = inputs[RECEIVER_ITSELF]
    plain = isinstance(parsed(source), ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return source if plain else f"({source})"
