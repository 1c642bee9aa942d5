"""Simple statements of the count build: native operations go through hooks, as in expressions (`hooks`)."""

from __future__ import annotations

import ast

from slowpath.counting.native import OPERATORS
from slowpath.target import nodes, questions, reading
from slowpath.target.hooks import ExpressionRewriter


class StatementRewriter(ExpressionRewriter):
    """Rewrites one simple statement."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        hooked = self._is_hooked(node)
        self.generic_visit(node)
        if self._around.reads:
            node.value = reading.assigned(node.value, [node.target])
        if not hooked:
            return node
        what = OPERATORS[type(node.op)]
        target = node.target
        if isinstance(target, ast.Name):
            if what == "add" and target.id in self._around.locals:
                node.value = self._hook("grown", node, nodes.load(target.id, node), node.value)
                return node
            return nodes.assign(
                target, self._hook(f"i{what}", node, nodes.load(target.id, node), node.value), node
            )
        return self._update_in_place(node, target, what) if self._around.temporaries else node

    def _update_in_place(
        self, node: ast.AugAssign, target: ast.Attribute | ast.Subscript, what: str
    ) -> ast.AST | list[ast.stmt]:
        """`owner.name += value` with the owner (and the key) evaluated once."""
        before: list[ast.stmt] = []
        used: list[ast.expr] = []

        def once(part: ast.expr, name: str) -> ast.expr:
            if questions.keeps(node.value, part, self._around.locals):
                return part
            before.append(nodes.assign(nodes.store(name, node), part, node))
            used.append(nodes.placed(ast.Name(name, ast.Del()), node))
            return nodes.load(name, node)

        owner = once(target.value, ".owner")
        current: ast.expr
        if isinstance(target, ast.Attribute):
            target.value = owner
            current = ast.Attribute(owner, target.attr, ast.Load())
        else:
            if any(isinstance(part, ast.Slice | ast.Starred) for part in ast.walk(target.slice)):
                return node
            target.value, target.slice = owner, once(target.slice, ".key")
            current = ast.Subscript(owner, target.slice, ast.Load())
        update = nodes.assign(
            target, self._hook(f"i{what}", node, nodes.placed(current, node), node.value), node
        )
        return [*before, update, *([nodes.placed(ast.Delete(used), node)] if used else [])]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BinOp(ast.Name(id=same), ast.Add()) as value
            ) if name == same and name in self._around.locals and self._is_hooked(value):
                # A text is concatenated in place here too; a list is copied.
                value.right = self._hook("summed", node, nodes.load(name, node), self.visit(value.right))
                return node
            case ast.Assign(targets=[ast.Subscript(slice=ast.Slice() as part) as target]) if (
                self._around.native
            ):
                self.generic_visit(node)
                return nodes.perform(
                    self._hook("setslice", node, node.value, target.value, nodes.slice_object(part)), node
                )
        self.generic_visit(node)
        if self._around.reads:
            node.value = reading.assigned(node.value, node.targets)
        return self._unpacking(node)

    def _unpacking(self, node: ast.Assign) -> list[ast.stmt]:
        """Charge the lists that `first, *rest = items` makes."""
        rests = [
            part.value.id
            for target in node.targets
            for part in ast.walk(target)
            if isinstance(part, ast.Starred) and isinstance(part.value, ast.Name)
        ]
        if not self._around.native or not rests:
            return [node]
        sites = [self._site(node, "made") for _ in rests]
        if self._around.reads and len(rests) == 1:
            node.value = nodes.call(".read_unpacked", node, sites[0], node.value)
        hook = ".read_rest" if self._around.reads else ".made"
        made = [
            nodes.call(hook, node, site, nodes.load(name, node))
            for site, name in zip(sites, rests, strict=True)
        ]
        return [node, *(nodes.perform(each, node) for each in made)]

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not self._around.native or not any(isinstance(target, ast.Subscript) for target in node.targets):
            return node
        return [self._deletion(node, target) for target in node.targets]

    def _deletion(self, node: ast.Delete, target: ast.expr) -> ast.stmt:
        if not isinstance(target, ast.Subscript):
            return nodes.placed(ast.Delete([target]), node)
        index = nodes.slice_object(target.slice) if isinstance(target.slice, ast.Slice) else target.slice
        return nodes.perform(self._hook("delitem", node, target.value, index), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        # Annotations of a function's variables are not evaluated; tools read those of a class or module.
        if node.value is not None:
            node.value = self.visit(node.value)
        node.target = self.visit(node.target)
        return node
