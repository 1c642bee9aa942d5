"""Objects that hold each other, as the nodes of lists and trees do, by what code reads of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from slowpath.errors import ShapeError
from slowpath.shape import library as lib
from slowpath.shape.annotations import constructor, constructor_hints
from slowpath.shape.base import Shape
from slowpath.shape.body import Body, body_of, offered
from slowpath.shape.objects import reference
from slowpath.shape.source import write_call, write_class

_SHORT = 2  # objects of each chain, if there are N chains
NUMBER, TEXT = "i", "str(i)"  # what the fields of an object hold, if they are no containers
_HOLDERS = ((list, "[]"), (set, "set()"), (dict, "{}"), (str, "''"))


@dataclass(frozen=True, slots=True)
class Held:
    """What code reads of the objects that a parameter stands for: `links` hold objects of the same kind,
    `fields` hold other things. With `many`, the parameter holds such objects and is none itself."""

    links: tuple[str, ...]
    fields: tuple[str, ...]
    many: bool


def linked_objects(function: Any, name: str, value: str = NUMBER) -> tuple[Shape, str] | None:
    """Return chains of N objects, or lists of them, and an attribute that is read; None if none is.

    `value` is what their fields hold.
    """
    body = body_of(function)
    members = None if body is None else _members(body, name)
    if body is None or members is None:
        return None
    whole = _whole(_node(body, members, value), members)
    return lib.family(whole), f".{(members.links or members.fields)[0]}"


def _whole(node: str, members: Held) -> str:
    """The source of a chain of objects, or of a list of chains or objects."""
    chain = f"__import__('functools').reduce(lambda rest, i: {node}, range(N), None)"
    if not members.links:
        return f"[{node} for i in range(N)]"
    return f"[{chain.replace('range(N)', f'range({_SHORT})')} for k in range(N)]" if members.many else chain


def _members(body: Body, name: str) -> Held | None:
    tree, names, many = body.tree, {name}, False
    links = _follow(tree, names)
    if _read(tree, names) <= set(dir(list)):
        names, many = _items(tree, names), True
        links = _follow(tree, names)
    read = _read(tree, names)
    if not read or (not links and not many) or body.is_tested(name):
        return None
    if read & _called(tree, names) or _is_indexed(tree, names):
        return None
    if not links and any(read <= set(dir(kind)) for kind, _ in _HOLDERS):
        return None
    return Held(tuple(sorted(links, key=_order)), tuple(sorted(read - links)), many)


def _order(link: str) -> tuple[bool, str]:
    """The link that leads on comes first: `next` before `prev`, `left` before `right`."""
    return link not in ("next", "left", "children"), link


def _follow(tree: ast.AST, names: set[str]) -> set[str]:
    """Add to `names` those that stand for objects of the same kind; return the attributes that hold such."""
    inner = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    links: set[str] = set()
    while True:
        before = len(names) + len(links)
        read = _read(tree, names)
        for target, value in _assignments(tree):
            match value:
                case ast.Name(id=given) if given in names:
                    names.add(target)
                case ast.Attribute(value=ast.Name(id=given), attr=attribute) if given in names:
                    if target in names or _read(tree, {target}) & read:
                        names.add(target)
                        links.add(attribute)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(
                    value=ast.Attribute(value=ast.Name(id=given), attr=attribute), attr=further
                ) if given in names and further in read:
                    links.add(attribute)
                case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=arguments):
                    links |= {
                        each.attr
                        for each in arguments
                        if called in inner
                        and isinstance(each, ast.Attribute)
                        and isinstance(each.value, ast.Name)
                        and each.value.id in names
                    }
        if len(names) + len(links) == before:
            return links


def _assignments(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that are assigned, and the values."""
    return ((one.id, value) for one, value in _assigned(tree) if isinstance(one, ast.Name))


def _assigned(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to, and the values: one by one if several are assigned at once."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value


def _read(tree: ast.AST, names: set[str]) -> set[str]:
    """The attributes that are read or assigned of what some names stand for."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
    }


def _called(tree: ast.AST, names: set[str]) -> set[str]:
    return {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in names
    }


def _is_indexed(tree: ast.AST, names: set[str]) -> bool:
    return any(
        isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in names
        for node in ast.walk(tree)
    )


def _items(tree: ast.AST, names: set[str]) -> set[str]:
    """The names that stand for the items of a parameter in loops, and in the keys that they are sorted by."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.For(target=ast.Name(id=item), iter=ast.Name(id=name))
                | ast.comprehension(target=ast.Name(id=item), iter=ast.Name(id=name))
            ) if name in names:
                found.add(item)
            case ast.keyword(arg="key", value=ast.Lambda(args=ast.arguments(args=[ast.arg(arg=item)]))):
                found.add(item)
    return found


def _node(body: Body, members: Held, value: str) -> str:
    """The source of one object, which holds the `rest`: by a class that the code knows, or by a new one."""
    wanted = {*members.links, *members.fields}
    first = members.links[:1]
    fields = {each: _value(body, each, value) for each in members.fields}
    rest = dict.fromkeys(first, "[rest] if rest else []" if _is_many(body, first) else "rest")
    for cls in body.classes():
        made = _made(cls, members.links, fields | rest, value) if wanted <= offered(cls) else None
        if made is not None:
            return made
    written = ", ".join(
        f"{key!r}: {given}" for key, given in (fields | dict.fromkeys(members.links, "None") | rest).items()
    )
    return f"type('Node', (), {{{written}}})()"


def _made(cls: type, links: tuple[str, ...], held: dict[str, str], value: str) -> str | None:
    """An object of a class that holds what it should: by its constructor, as far as that keeps what it is
    given, and by assignments for the rest."""
    parameters = constructor_hints(cls)
    if parameters is None:
        return None
    given = {each.name: held[each.name] for each in parameters if each.name in _kept(cls) & held.keys()}
    for each in parameters:
        if each.required or (each.positional and each.name not in links):
            given.setdefault(each.name, value)
    required = [each.name for each in parameters if each.required]
    arguments = [given[name] for name in required]
    fields = {name: source for name, source in given.items() if name not in required}
    try:
        made = write_call(write_class(reference(cls)), arguments, fields)
    except ShapeError:
        return None
    # A constructor that takes a value says what its fields hold; one without arguments leaves them empty.
    takes_value = value in given.values()
    unset = {key: held[key] for key in held if key not in given and (key in links or not takes_value)}
    settings = "".join(f", setattr(each, {key!r}, {source})" for key, source in unset.items())
    return f"(each := {made}{settings},)[0]" if unset else made


def _kept(cls: type) -> set[str]:
    """The parameters of a constructor that it keeps as attributes of the same name."""
    if is_dataclass(cls):
        return {field.name for field in dataclass_fields(cls) if field.init}
    body = body_of(constructor(cls))
    return {
        value.id
        for target, value in (() if body is None else _assigned(body.tree))
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
        and isinstance(value, ast.Name)
        and value.id == target.attr
    }


def _value(body: Body, field: str, plain: str) -> str:
    """What a field holds: a container, if methods of one are called on it; else a plain value."""
    methods = {
        node.func.attr
        for node in ast.walk(body.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == field
    }
    fitting = [source for kind, source in _HOLDERS if methods and methods <= set(dir(kind))]
    return fitting[0] if fitting else plain


def _is_many(body: Body, links: tuple[str, ...]) -> bool:
    """Whether a link holds several objects: a loop goes through them."""
    return any(
        isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.iter, ast.Attribute)
        and node.iter.attr in links
        for node in ast.walk(body.tree)
    )
