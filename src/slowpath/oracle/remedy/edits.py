"""A change of a module's text, put together from small ones."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable
from typing import Any

import libcst as cst

from slowpath.oracle.remedy.source import FunctionSource, read

Written = str | Callable[[Callable[[cst.CSTNode], str]], str]


class Edits:
    """Collects changes of one function; `result` is the text of the module with all of them.

    Changes of a part and of what stands in it can be combined: what is written in the place of a part may
    quote other parts with the changes made to them.
    """

    def __init__(self, source: FunctionSource) -> None:
        self.source = source
        self._places: dict[cst.CSTNode, Written] = {}
        self._before: dict[cst.CSTNode, list[str]] = {}
        self._after: dict[cst.CSTNode, list[str]] = {}
        self._finally: dict[cst.CSTNode, str] = {}
        self._dropped: dict[cst.CSTNode, cst.CompIf] = {}
        self._unwrapped: set[cst.CSTNode] = set()
        self._decorators: list[str] = []
        self._imports: list[str] = []
        self._taken = {each.value for each in read(source.function, source)}
        self._taken |= set(dir(builtins)) | {*keyword.kwlist}

    def fresh(self, base: str) -> str:
        """A name that means nothing else in the function."""
        name, count = base, 1
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name

    def replace(self, node: cst.CSTNode, text: Written) -> None:
        """Write an expression or a statement in the place of one; a function of a writer may quote parts."""
        self._places[node] = text

    def decorate(self, decorator: str) -> None:
        """Put a decorator on the function, outside of all others."""
        self._decorators.append(decorator)

    def drop_if(self, clause: cst.CompFor, condition: cst.CompIf) -> None:
        """Leave out a condition of a comprehension."""
        self._dropped[clause] = condition

    def unwrap(self, branch: cst.If) -> None:
        """Write what a branch does in its place, with the changes that were made to it."""
        self._unwrapped.add(branch)

    def remove(self, statement: cst.CSTNode) -> None:
        """Leave out a statement."""
        self._places[statement] = ""

    def before(self, statement: cst.CSTNode, text: str) -> None:
        """Write a statement in front of one."""
        self._before.setdefault(statement, []).append(text)

    def after(self, statement: cst.CSTNode, text: str) -> None:
        """Write a statement behind one."""
        self._after.setdefault(statement, []).append(text)

    def in_any_case(self, statement: cst.CSTNode, text: str) -> None:
        """Write a statement that runs behind one, whether that raises or not."""
        self._finally[statement] = text

    def need(self, line: str) -> bool:
        """Import what is needed; return False if its name means something else in the module."""
        name = line.split()[-1]
        if line not in self._imports and not self._has_import(line):
            if name in self.source.whole.names:
                return False
            self._imports.append(line)
        return True

    def _has_import(self, line: str) -> bool:
        lines = [each for each in self.source.module.body if isinstance(each, cst.SimpleStatementLine)]
        return any(_binds(part, line) for each in lines for part in each.body)

    def result(self) -> str:
        """The text with all changes. Raises cst.ParserSyntaxError if one of them is not Python."""
        text = self._changed().code
        for line in self._imports:
            text = with_import(text, line)
        return text

    def _changed(self) -> cst.Module:
        edits, config = self, self.source.module.config_for_parsing

        class _Transformer(cst.CSTTransformer):
            def on_leave(self, original_node: Any, updated_node: Any) -> Any:
                updated = super().on_leave(original_node, updated_node)
                return edits._put(original_node, updated, config)

        changed = self.source.module.visit(_Transformer())
        assert isinstance(changed, cst.Module)
        return changed

    def _put(self, original: cst.CSTNode, updated: Any, config: cst.PartialParserConfig) -> Any:
        if original is self.source.function and self._decorators:
            new = [cst.Decorator(cst.parse_expression(each)) for each in self._decorators]
            updated = updated.with_changes(decorators=[*new, *updated.decorators])
        dropped = self._dropped.get(original)
        if dropped is not None:
            place = next(place for place, each in enumerate(original.ifs) if each is dropped)  # type: ignore[attr-defined]
            updated = updated.with_changes(ifs=[*updated.ifs[:place], *updated.ifs[place + 1 :]])
        if original in self._unwrapped:
            updated = cst.FlattenSentinel(_unwrapped(updated))
        written = self._places.get(original)
        if written == "":
            updated = cst.FlattenSentinel([])
        elif written is not None:
            quote = _quoting(original, updated, self.source)
            text = written if isinstance(written, str) else written(quote)
            if isinstance(original, cst.BaseStatement):
                statements = _statements(text, config)
                if statements and isinstance(original, cst.SimpleStatementLine):
                    first = statements[0]
                    statements[0] = first.with_changes(leading_lines=original.leading_lines)
                updated = statements[0] if len(statements) == 1 else cst.FlattenSentinel(statements)
            elif isinstance(original, cst.BaseSmallStatement):
                (line,) = _statements(text, config)
                assert isinstance(line, cst.SimpleStatementLine)
                updated = line.body[0]
            else:
                updated = cst.parse_expression(text, config)
        if original in self._finally:
            closing = cst.Finally(cst.IndentedBlock(_statements(self._finally[original], config)))
            updated = cst.Try(cst.IndentedBlock([updated]), finalbody=closing)
        front = [each for text in self._before.get(original, ()) for each in _statements(text, config)]
        back = [each for text in self._after.get(original, ()) for each in _statements(text, config)]
        if not front and not back:
            return updated
        middle = list(updated) if isinstance(updated, cst.FlattenSentinel) else [updated]
        if front and middle and getattr(middle[0], "leading_lines", None):
            # A blank line stays in front of what is new; comments stay with what they are about.
            blank = [each for each in middle[0].leading_lines if each.comment is None]
            rest = [each for each in middle[0].leading_lines if each.comment is not None]
            front[0] = front[0].with_changes(leading_lines=blank)
            apart = [cst.EmptyLine(indent=False)] * 2 if isinstance(original, cst.FunctionDef) else []
            middle[0] = middle[0].with_changes(leading_lines=[*apart, *rest])
        return cst.FlattenSentinel([*front, *middle, *back])


def _unwrapped(branch: cst.If) -> list[Any]:
    """The statements of a branch, with the comments of its head."""
    body: list[Any] = list(branch.body.body)
    if not isinstance(branch.body, cst.IndentedBlock):
        return [cst.SimpleStatementLine(body, leading_lines=branch.leading_lines)]
    head = branch.body.header.comment
    above = [*branch.leading_lines, *([cst.EmptyLine(comment=head)] if head is not None else [])]
    first = body[0]
    return [first.with_changes(leading_lines=[*above, *first.leading_lines]), *body[1:]]


def _quoting(original: cst.CSTNode, updated: Any, source: FunctionSource) -> Callable[[cst.CSTNode], str]:
    """What writes a part of a replaced part with the changes that were made to it.

    Parts keep their order when they are changed, so a part is found again by the way that leads to it.
    """

    def quote(part: cst.CSTNode) -> str:
        way = []
        node = part
        while node is not original:
            around = source.parents[node]
            way.append(next(place for place, each in enumerate(around.children) if each is node))
            node = around
        here: Any = updated
        for place in reversed(way):
            here = here.children[place]
        return source.module.code_for_node(here).strip()

    return quote


def _statements(text: str, config: cst.PartialParserConfig) -> list[Any]:
    return list(cst.parse_module(text.rstrip() + "\n", config).body)


def _binds(part: cst.CSTNode, line: str) -> bool:
    """Whether an import statement makes the same name stand for the same thing as a line does."""
    (wanted,) = cst.parse_module(line).body[0].body  # type: ignore[misc]
    if isinstance(part, cst.Import) and isinstance(wanted, cst.Import):
        return any(each.deep_equals(wanted.names[0]) for each in _bare(part.names))
    if (
        isinstance(part, cst.ImportFrom)
        and isinstance(wanted, cst.ImportFrom)
        and not isinstance(part.names, cst.ImportStar)
        and not isinstance(wanted.names, cst.ImportStar)
        and part.module is not None
        and wanted.module is not None
    ):
        same = part.module.deep_equals(wanted.module) and not part.relative
        return same and any(each.deep_equals(wanted.names[0]) for each in _bare(part.names))
    return False


def _bare(names: Any) -> list[cst.ImportAlias]:
    return [each.with_changes(comma=cst.MaybeSentinel.DEFAULT) for each in names]


def with_import(text: str, line: str) -> str:
    """Return the text of a module with one more import: among those at its top, in their order."""
    module = cst.parse_module(text)
    new = cst.parse_module(line + "\n").body[0]
    body = list(module.body)
    imports = [place for place, each in enumerate(body) if _is_import(each)]
    places = [place for place in imports if "__future__" not in module.code_for_node(body[place])]
    group = _first_group(body, places)
    if group:
        later = [place for place in group if _order(module, body[place]) > _order(module, new)]
        place = later[0] if later else group[-1] + 1
        if place < len(body) and later and place == group[0]:
            new = new.with_changes(leading_lines=body[place].leading_lines)
            body[place] = body[place].with_changes(leading_lines=())
        body.insert(place, new)
    else:
        place = imports[-1] + 1 if imports else _behind_docstring(body)
        new = new.with_changes(leading_lines=[cst.EmptyLine(indent=False)] if place else [])
        body.insert(place, new)
    return module.with_changes(body=body).code


def _first_group(body: list[Any], places: list[int]) -> list[int]:
    """The first imports that stand together: the standard library's, if they are in order."""
    group: list[int] = []
    for place in places:
        if group and (place != group[-1] + 1 or body[place].leading_lines):
            break
        group.append(place)
    return group


def _is_import(statement: Any) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and isinstance(
        statement.body[0], cst.Import | cst.ImportFrom
    )


def _order(module: cst.Module, statement: Any) -> tuple[bool, str]:
    code = module.code_for_node(statement.body[0])
    return code.startswith("from"), code


def _behind_docstring(body: list[Any]) -> int:
    if body and isinstance(body[0], cst.SimpleStatementLine):
        first = body[0].body[0]
        if isinstance(first, cst.Expr) and isinstance(first.value, cst.SimpleString | cst.ConcatenatedString):
            return 1
    return 0
