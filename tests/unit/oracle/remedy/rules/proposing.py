"""What a rule makes of the function `target`."""

from __future__ import annotations

import ast
from textwrap import dedent

from slowpath.oracle.remedy.rule import RemedyRule
from slowpath.oracle.remedy.source import FunctionSource


def proposed(rule: type[RemedyRule], source: str, name: str = "target") -> list[str]:
    """Return the changed texts that a rule proposes; all of them are Python."""
    texts = [edits.result() for edits in rule().propose(FunctionSource(dedent(source), name))]
    for text in texts:
        ast.parse(text)
    return texts


def body(text: str, name: str = "target") -> str:
    """Return the statements of a function, without its head and docstring."""
    (function,) = [
        each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef) and each.name == name
    ]
    return "\n".join(ast.unparse(each) for each in function.body)
