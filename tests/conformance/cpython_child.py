"""One subject of CPython's tests in this process.

`python -m tests.conformance.cpython_child SUBJECT BUILD ANSWER [AGAIN]`; the outcome goes to ANSWER.
The test modules run as `python -m unittest` runs them, while private copies (of the build) stand in
for the subject's modules. With AGAIN, the answer of such a run, what failed in it runs on the plain modules.
"""

from __future__ import annotations

import importlib
import sys
import unittest
from collections.abc import Iterable, Iterator
from contextlib import nullcontext

from slowpath.model.target import Build
from tests.conformance.outcome import Outcome, blocks
from tests.conformance.skips import is_skipped
from tests.conformance.subjects import subjects
from tests.conformance.visible import VisibleCopies


def main(name: str, build: str, answer: str, again: str = "") -> None:
    subject = subjects()[name]
    copies = VisibleCopies(subject.tops, Build(build))
    with nullcontext() if again else copies.installed():
        # CPython's tests then skip what needs a network, large files or much time.
        vars(importlib.import_module("test.support"))["use_resources"] = []
        for module in subject.counted:
            importlib.import_module(module)
        tests = list(_cases(map(_suite, subject.tests)))
        wanted = [test for test in tests if not is_skipped(f"{name}/{test.id()}", copies.build)]
        if again:
            wanted = [test for test in wanted if test.id() in Outcome.read(again).failed]
        copies.start()
        result = unittest.TextTestRunner(sys.stdout, verbosity=0).run(unittest.TestSuite(wanted))
        failed = {_id(test) for test, _ in result.failures + result.errors}
    run = result.testsRun - len(result.skipped)
    Outcome(run, sorted(failed), len(tests) - len(wanted), blocks(copies.ledger)).write(answer)


def _suite(module: str) -> unittest.TestSuite:
    return unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(module))


def _cases(suites: Iterable[unittest.TestCase | unittest.TestSuite]) -> Iterator[unittest.TestCase]:
    for each in suites:
        if isinstance(each, unittest.TestSuite):
            yield from _cases(each)
        else:
            yield each


def _id(test: unittest.TestCase) -> str:
    """The name of a test, also where one of its subtests failed."""
    whole: unittest.TestCase = getattr(test, "test_case", test)
    return whole.id()


if __name__ == "__main__":
    main(*sys.argv[1:])
