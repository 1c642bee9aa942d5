"""The stages of a pipeline as one module: each alone, and all of them behind each other.

What slowpath can do with a target it can then do with a stage whose other arguments are fixed, and with the
pipeline: run it counted in fresh processes, search it as a whole. A stage that returns an iterator hands it
on as it is, so items stay lazy.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from itertools import accumulate
from pathlib import Path

from slowpath.errors import UsageError
from slowpath.pipeline.stage import PipeStage
from slowpath.target.locate import Spec, parse

PIPELINE = "pipeline"  # takes the input, and how many of the stages shall run
PARAMETER = "data"
COUNT = "stages"

_HEAD = '''"""The stages of a pipeline, written by `slowpath pipe`."""

import sys

'''
_KEPT = '''

def kept(made):
    """Whether a stage puts out its items one by one, and what it puts out."""
    return (True, list(made)) if hasattr(made, "__next__") else (False, made)


def drained(made):
    """What a stage puts out, all of it."""
    return list(made) if hasattr(made, "__next__") else made
'''


_CALLER = '''

class Reached(BaseException):
    """A caller has come to the call that it is to run to; its argument is what it hands over."""


def handed_over(module, name, call):
    """What a call hands to a function of a module first."""
    def reached(first, *others, **named):
        raise Reached(first)

    called = getattr(module, name)
    setattr(module, name, reached)
    try:
        call()
    except Reached as end:
        return end.args[0]
    finally:
        setattr(module, name, called)
    raise LookupError(f"{name} is not called")
'''


def stage_name(place: int) -> str:
    """The function that runs one stage alone; it returns whether its output is lazy, and the output."""
    return f"stage_{place + 1}"


def write_glue(stages: Sequence[PipeStage]) -> str:
    """The source of a module with the stages and the pipeline. Raise UsageError if two files that it needs
    have one module name."""
    specs = [parse(stage.spec) for stage in stages]
    roots = list(dict.fromkeys(spec.root for spec in specs if spec.root is not None))
    _check_modules(specs, roots)
    lines = [f"sys.path[:0] = {roots!r}", ""] if roots else []
    for place, spec in enumerate(specs):
        lines.append(f"import {spec.module} as module_{place + 1}")
    lines.append("")
    lines += [f"run_{place + 1} = module_{place + 1}.{spec.qualname}" for place, spec in enumerate(specs)]
    alone = "".join(
        f"\n\ndef {stage_name(place)}({PARAMETER}):\n    return kept({_call(stage, place, PARAMETER)})\n"
        for place, stage in enumerate(stages)
    )
    more = _CALLER if any(stage.until for stage in stages) else ""
    return _HEAD + "\n".join(lines) + "\n" + _KEPT + more + alone + _pipeline(stages)


def _check_modules(specs: Sequence[Spec], roots: Sequence[str]) -> None:
    """Raise UsageError if the folders of the stages hide the module of a stage behind another file."""
    for spec in specs:
        found = _file_of(spec.module, roots)
        wanted = spec.file or _file_of(spec.module, ["", *sys.path])
        # In one folder a compiled module may stand beside its source.
        if wanted and found and Path(wanted).resolve().parent != Path(found).resolve().parent:
            raise UsageError(
                f"'{wanted}' and '{found}' are both module '{spec.module}': a pipeline can import only one",
                "Rename one of the two files.",
            )


def _file_of(module: str, folders: Sequence[str]) -> str | None:
    """The file that Python imports a module from if it looks in these folders; None if it finds none."""
    *packages, _ = accumulate(module.split("."), "{}.{}".format)
    for package in packages:
        found = PathFinder.find_spec(package, folders)
        folders = (found and found.submodule_search_locations) or []
    found = PathFinder.find_spec(module, folders)
    return found.origin if found is not None and found.has_location else None


def _call(stage: PipeStage, place: int, value: str) -> str:
    """The source of a call of a stage, as far as it goes."""
    call = stage.call(f"run_{place + 1}", value)
    return f"handed_over(module_{place + 1}, {stage.until!r}, lambda: {call})" if stage.until else call


def tops(stages: Sequence[PipeStage]) -> tuple[str, ...]:
    """The top-level modules that the stages stand in."""
    return tuple(dict.fromkeys(parse(stage.spec).module.partition(".")[0] for stage in stages))


def _pipeline(stages: Sequence[PipeStage]) -> str:
    """The function that runs the first stages behind each other, all of them if no number is given."""
    lines = [f"\n\ndef {PIPELINE}({PARAMETER}, {COUNT}={len(stages)}):"]
    if stages[0].until:
        # The whole is the caller itself: it calls the other one, and goes on behind the call.
        lines += [f"    if {COUNT} == 1:", f"        return {_call(stages[0], 0, PARAMETER)}"]
        return "\n".join([*lines, f"    return drained({stages[0].call('run_1', PARAMETER)})"]) + "\n"
    for place, stage in enumerate(stages):
        value = PARAMETER if stage.source is None else f"out_{stage.source + 1}"
        call = stage.call(f"run_{place + 1}", value)
        readers = [at for at, other in enumerate(stages) if other.source == place]
        # An output that several stages read, or that none reads, is made whole.
        made = call if readers == [place + 1] else f"drained({call})"
        lines.append(f"    out_{place + 1} = {made}")
        if place < len(stages) - 1:
            lines.append(f"    if {COUNT} == {place + 1}:")
            lines.append(f"        return out_{place + 1}")
    lines.append(f"    return out_{len(stages)}")
    return "\n".join(lines) + "\n"
