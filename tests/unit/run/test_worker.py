"""A worker loads what it is asked for, or says why it cannot; then it serves until its client leaves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from slowpath.run import worker, zygote
from slowpath.run.audit import Audit
from slowpath.run.builds import LoadedBuild
from slowpath.run.frames import Failed, Message
from slowpath.run.limits import Limits
from slowpath.run.messages import COUNT, MODEL, Load, Ready
from tests.unit.run.forked import forked
from tests.unit.run.targets import FILE


class Idle:
    """In the place of a zygote: it says how many runs it may start at once, and serves none."""

    def __init__(self, link: Client, subject: LoadedBuild, at_once: int) -> None:
        self._link, self._at_once = link, at_once

    def serve(self) -> None:
        self._link.sent.append(self._at_once)


class Client:
    """A link whose client asks once, and leaves."""

    def __init__(self, *requests: Message) -> None:
        self._requests = list(requests)
        self.sent: list[Any] = []
        self.audit = Audit()

    def receive(self, kind: type[Message]) -> Any:
        return self._requests.pop(0) if self._requests else None

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def restrict(self, allow: tuple[str, ...], *, loading: bool = True) -> None:
        """The kernel refuses nothing."""


def answers(*requests: Message) -> list[Any]:
    """What a worker sends; it changes its process, so it has one of its own."""

    def served() -> list[Any]:
        client = Client(*requests)
        vars(zygote)["Zygote"] = Idle
        worker.serve(client)  # type: ignore[arg-type]
        return client.sent

    found = forked(served)
    assert isinstance(found, list), f"the worker ended with {found}"
    return found


def order(spec: str, build: str = COUNT, **more: Any) -> Load:
    return Load(spec, (), build, tuple(sys.path), Limits(), **more)


def test_a_client_that_leaves_at_once_gets_no_answer() -> None:
    assert answers() == []


def test_a_loaded_target_is_described() -> None:
    ready, at_once = answers(order(f"{FILE}:exits_at", at_once=3))
    assert at_once == 3
    assert isinstance(ready, Ready)
    assert ready.target.qualname == "exits_at"
    assert [each.name for each in ready.target.parameters] == ["n", "at"]


def test_a_mistake_is_told() -> None:
    (failed,) = answers(order(f"{FILE}:exits_att"))
    assert isinstance(failed, Failed)
    assert failed.kind == "TargetNotFound"
    assert "exits_at" in failed.hint
    (failed,) = answers(order(f"{FILE}:exits_at", MODEL, model={"shapes": {}}))
    assert isinstance(failed, Failed)
    assert failed.kind == "UsageError"
    assert "the cost model" in failed.message


def test_an_import_that_takes_all_memory_is_told(tmp_path: Path) -> None:
    file = tmp_path / "hungry.py"
    file.write_text("room = bytearray(1 << 30)\ndef f(): pass\n")
    (failed,) = answers(Load(f"{file}:f", (), COUNT, tuple(sys.path), Limits(memory=1 << 28)))
    assert isinstance(failed, Failed)
    assert failed.kind == "TargetImportError"
    assert "MemoryError" in failed.message


def test_modules_are_looked_for_where_the_client_says(tmp_path: Path) -> None:
    (tmp_path / "only_here.py").write_text("def f(n):\n    return n\n")
    (failed,) = answers(order("only_here:f"))
    assert isinstance(failed, Failed)
    ready, _ = answers(Load("only_here:f", (), COUNT, (str(tmp_path), *sys.path), Limits()))
    assert isinstance(ready, Ready)
    assert Path(ready.target.file) == tmp_path / "only_here.py"
