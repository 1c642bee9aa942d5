"""What each instruction of the abstract machine does to a step."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence

from slowpath.abstract import arithmetic, attributes, calls, containers, lists, truth
from slowpath.abstract.code import Instruction, StackOp
from slowpath.abstract.heap import Listed, Ongoing
from slowpath.abstract.iteration import Counting, Pairing, RangeValue
from slowpath.abstract.kind import is_number, known, number
from slowpath.abstract.state import Frame
from slowpath.abstract.step import AbstractStep, Raising
from slowpath.abstract.value import FALSE, TRUE, Asking, KnownValue, Ref, Thing, Thrown, Top, Tup, Value


def _const(step: AbstractStep, instruction: Instruction) -> None:
    value = instruction.arg
    if step.setting.kept is None and isinstance(value, KnownValue) and value.kind == "int":
        value = Top("int")
    step.frame.stack.append(value)


def _load(step: AbstractStep, instruction: Instruction) -> None:
    frame, name = step.frame, instruction.arg
    if name in frame.variables:
        frame.stack.append(frame.variables[name])
    elif name in frame.code.locals:
        raise Raising(UnboundLocalError)
    else:
        frame.stack.append(_global(step, frame, name))


def _global(step: AbstractStep, frame: Frame, name: str) -> Value:
    names = step.setting.functions.names(frame.code)
    if name in names:
        value = known(names[name])
        if isinstance(value, Thing) and isinstance(value.what, list | dict | set):
            raise step.refuse(f"the global variable {name}, which may change")
        return value
    if hasattr(builtins, name):
        return known(getattr(builtins, name))
    raise Raising(NameError)


def _store(step: AbstractStep, instruction: Instruction) -> None:
    frame, name = step.frame, instruction.arg
    frame.variables[name] = step.remembered((frame.code.name, name), frame.stack.pop())


def _delete(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.variables.pop(instruction.arg, None)


def _attr(step: AbstractStep, instruction: Instruction) -> None:
    stack = step.frame.stack
    stack.append(attributes.attribute(step, stack.pop(), instruction.arg))


def _set_attr(step: AbstractStep, instruction: Instruction) -> None:
    owner, value = _taken(step, 2)
    attributes.set_attribute(step, owner, instruction.arg, value)


def _item(step: AbstractStep, instruction: Instruction) -> None:
    box, key = _taken(step, 2)
    step.frame.stack.append(containers.item(step, box, key))


def _set_item(step: AbstractStep, instruction: Instruction) -> None:
    box, key, value = _taken(step, 3)
    containers.set_item(step, box, key, value, instruction.arg)


def _slice(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.stack.append(RangeValue(*_taken(step, 3)))


def _binary(step: AbstractStep, instruction: Instruction) -> None:
    op, site = instruction.arg
    left, right = _taken(step, 2)
    step.frame.stack.append(arithmetic.binary(step, op, left, right, site))


def _grown(step: AbstractStep, instruction: Instruction) -> None:
    old, added = _taken(step, 2)
    step.frame.stack.append(arithmetic.grown(step, old, added))


def _unary(step: AbstractStep, instruction: Instruction) -> None:
    stack = step.frame.stack
    stack.append(arithmetic.unary(step, instruction.arg, stack.pop()))


def _compare(step: AbstractStep, instruction: Instruction) -> None:
    left, right = _taken(step, 2)
    step.frame.stack.append(truth.compare(step, instruction.arg, left, right, instruction))


def _contains(step: AbstractStep, instruction: Instruction) -> None:
    wanted, box = _taken(step, 2)
    step.note_several()  # one for each item
    step.frame.stack.append(containers.contains(step, wanted, box, instruction.arg))


def _made(step: AbstractStep, instruction: Instruction) -> None:
    value = step.frame.stack[-1]
    if step.stand_in(value) is None:
        step.unpriced("making this")
    else:
        step.charge("made", value)


def _list(step: AbstractStep, instruction: Instruction) -> None:
    count, counted = instruction.arg
    items = _taken(step, count)
    if counted:
        step.allocate("list", number(count))
    step.frame.stack.append(step.new_list(items))


def _tuple(step: AbstractStep, instruction: Instruction) -> None:
    count, counted = instruction.arg
    if counted:
        step.allocate("tuple", number(count))
    step.frame.stack.append(Tup(tuple(_taken(step, count))))


def _opaque(step: AbstractStep, instruction: Instruction) -> None:
    kind, count = instruction.arg
    _taken(step, count)
    if kind == "str":
        step.unpriced("a formatted text")
    step.allocate(kind, number(count // 2) if kind == "dict" else Top("int"))
    step.frame.stack.append(Top(kind))


def _unpack(step: AbstractStep, instruction: Instruction) -> None:
    before, behind = instruction.arg
    parts = containers.unpack(step, step.frame.stack.pop(), before, behind)
    step.frame.stack += reversed(parts)


def _append(step: AbstractStep, instruction: Instruction) -> None:
    box, value = _taken(step, 2)
    cell = step.cell(box)
    assert isinstance(box, Ref)
    assert isinstance(cell, Listed)
    step.grow("list", number(1))
    step.work.heap[box.address] = lists.longer(step, cell, step.remembered(instruction.arg, value))


def _call(step: AbstractStep, instruction: Instruction) -> None:
    how = instruction.arg
    arguments = _taken(step, how.count + len(how.names))
    calls.call(step, step.frame.stack.pop(), arguments, how)


def _iter(step: AbstractStep, instruction: Instruction) -> None:
    stack = step.frame.stack
    stack.append(containers.iterator(step, stack.pop()))


def _next(step: AbstractStep, instruction: Instruction) -> None:
    frame = step.frame
    step.note_guard(instruction, _asks_once(step, frame.stack[-1]))
    item, frame.stack[-1] = containers.following(step, frame.stack[-1])
    if item is None:
        frame.stack.pop()
        frame.pc = instruction.arg
    else:
        frame.stack.append(item)


def _asks_once(step: AbstractStep, iterator: Value) -> bool:
    cell = step.cell(iterator)
    left = cell.left if isinstance(cell, Ongoing) else iterator
    return not isinstance(left, Pairing) or (
        all(isinstance(part, Counting) and part.stop is None for part in left.parts[:-1])
        and all(_asks_once(step, part) for part in left.parts[-1:])
    )


def _leave(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.iterations.pop(instruction.arg, None)


def _jump(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.pc = instruction.arg


def _branch(when: bool) -> Callable[[AbstractStep, Instruction], None]:
    def execute(step: AbstractStep, instruction: Instruction) -> None:
        value = step.frame.stack.pop()
        if not instruction.guard or not isinstance(value, Asking):  # a comparison asks at its own place
            step.note_guard(instruction, is_number(value))
        if truth.decide(step, value) is when:
            step.frame.pc = instruction.arg

    return execute


def _keeping(when: bool) -> Callable[[AbstractStep, Instruction], None]:
    def execute(step: AbstractStep, instruction: Instruction) -> None:
        value = step.frame.stack.pop()
        step.note_guard(instruction, deciding=False)
        if truth.decide(step, value) is not when:
            return
        truths = isinstance(value, Asking) or value == Top("bool")
        step.frame.stack.append((TRUE if when else FALSE) if truths else value)
        step.frame.pc = instruction.arg

    return execute


def _dup(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.stack.append(step.frame.stack[-1 - (instruction.arg or 0)])


def _pop(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.stack.pop()


def _dig(step: AbstractStep, instruction: Instruction) -> None:
    stack = step.frame.stack
    stack.append(stack.pop(-1 - instruction.arg))


def _try(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.handlers.append((instruction.arg, len(step.frame.stack)))


def _end_try(step: AbstractStep, instruction: Instruction) -> None:
    step.frame.handlers.pop()


def _match(step: AbstractStep, instruction: Instruction) -> None:
    thrown, kinds = _taken(step, 2)
    assert isinstance(thrown, Thrown)
    wanted = [
        each.what for each in (kinds.items if isinstance(kinds, Tup) else [kinds]) if isinstance(each, Thing)
    ]
    if thrown.kind is None:
        step.frame.stack.append(Top("bool"))
    else:
        step.frame.stack.append(known(issubclass(thrown.kind, tuple(wanted))))


def _raise(step: AbstractStep, instruction: Instruction) -> None:
    match step.frame.stack.pop():
        case Thrown(kind=kind):
            raise Raising(kind)
        case Thing(what=type() as kind) if issubclass(kind, BaseException):
            raise Raising(kind)
    raise step.refuse("what is raised here")


def _refuse(step: AbstractStep, instruction: Instruction) -> None:
    line, what = instruction.arg
    step.at = (line, line, 0, 0)
    raise step.refuse(f"this: {what}")


def _taken(step: AbstractStep, count: int) -> Sequence[Value]:
    stack = step.frame.stack
    if not count:
        return []
    taken = stack[-count:]
    del stack[-count:]
    return taken


EXECUTE: dict[StackOp, Callable[[AbstractStep, Instruction], None]] = {
    StackOp.CONST: _const,
    StackOp.LOAD: _load,
    StackOp.STORE: _store,
    StackOp.DELETE: _delete,
    StackOp.ATTR: _attr,
    StackOp.SETATTR: _set_attr,
    StackOp.ITEM: _item,
    StackOp.SETITEM: _set_item,
    StackOp.SLICE: _slice,
    StackOp.BINARY: _binary,
    StackOp.GROWN: _grown,
    StackOp.UNARY: _unary,
    StackOp.COMPARE: _compare,
    StackOp.CONTAINS: _contains,
    StackOp.MADE: _made,
    StackOp.LIST: _list,
    StackOp.TUPLE: _tuple,
    StackOp.OPAQUE: _opaque,
    StackOp.UNPACK: _unpack,
    StackOp.APPEND: _append,
    StackOp.CALL: _call,
    StackOp.ITER: _iter,
    StackOp.NEXT: _next,
    StackOp.LEAVE: _leave,
    StackOp.JUMP: _jump,
    StackOp.UNLESS: _branch(when=False),
    StackOp.WHEN: _branch(when=True),
    StackOp.UNLESS_KEEP: _keeping(when=False),
    StackOp.WHEN_KEEP: _keeping(when=True),
    StackOp.DUP: _dup,
    StackOp.POP: _pop,
    StackOp.DIG: _dig,
    StackOp.TRY: _try,
    StackOp.END_TRY: _end_try,
    StackOp.MATCH: _match,
    StackOp.RAISE: _raise,
    StackOp.REFUSE: _refuse,
}
