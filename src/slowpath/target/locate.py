"""From `module:qualname` or `path/to/file.py:qualname` to a module name, and to the thing named in it."""

from __future__ import annotations

import functools
import importlib.machinery
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType, MethodDescriptorType, MethodType, ModuleType, WrapperDescriptorType
from typing import Any

from slowpath.errors import SourceUnavailable, TargetNotFound, UsageError
from slowpath.model.target import Flow, Parameter, TargetKind, told_by_owner
from slowpath.target.patterned import Define, function_of

_RELATIVE = re.compile(rb"^[ \t]*from[ \t]+(\.+)", re.MULTILINE)  # the dots of a relative import
FORM = "Write module:function, module:Class.method or path/to/file.py:function."


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec: `file` where the user named one, and the folder that must be importable then."""

    text: str
    module: str
    qualname: str
    file: str | None = None
    root: str | None = None


@dataclass(frozen=True, slots=True)
class Located:
    """The thing a spec names: what to call, the class its receiver is made from, its definition, and whether
    it is called by reading an attribute."""

    callable: object
    owner: type | None
    kind: TargetKind
    definition: FunctionType | type
    is_property: bool = False


def spec_of(target: str | Callable[..., Any]) -> str:
    """Return the "module:qualname" of a function, method or class, or the text itself."""
    if isinstance(target, str):
        return target
    module, qualname = getattr(target, "__module__", None), getattr(target, "__qualname__", None)
    if not module or not qualname:
        raise UsageError(f"{target!r} has no name of its own", "Give the target as 'module:name'.")
    if "<" in qualname:
        raise TargetNotFound(
            f"{qualname} exists only while the function around it runs",
            "Define it at the top level of a module.",
        )
    receiver = getattr(target, "__self__", None)
    if isinstance(receiver, type):  # an inherited class method has the qualified name of its base
        module, qualname = receiver.__module__, f"{receiver.__qualname__}.{target.__name__}"
    elif receiver is not None and not isinstance(receiver, ModuleType):
        kind = type(receiver)
        raise UsageError(
            f"{qualname} is bound to an object, which cannot be sent to another process",
            f"Name it as {kind.__module__}:{qualname}, and give the arguments of {kind.__qualname__}(...).",
        )
    if module == "__main__":
        file = getattr(sys.modules["__main__"], "__file__", None)
        if file is None:
            raise TargetNotFound(f"{qualname} is not in a file", "Save it in a module.")
        return f"{file}:{qualname}"
    return f"{module}:{qualname}"


def parse(text: str) -> Spec:
    """Split a spec. A file inside a package gets the package's dotted name, and so does one that imports from
    its own folder as from a package: that is a namespace package."""
    place, colon, qualname = text.rpartition(":")
    if not colon or not place or not qualname:
        module, _, name = text.rpartition(".")
        close = f" Did you mean '{module}:{name}'?" if module and not text.endswith(".py") else ""
        raise UsageError(f"'{text}' does not name a function", FORM + close)
    if not (place.endswith((".py", ".ipynb")) or "/" in place):
        return Spec(text, place, qualname)
    path = Path(place).resolve()
    if path.suffix == ".ipynb" and path.is_file():
        command = f"jupyter nbconvert --to script {place}"
        raise UsageError(f"'{place}' is a notebook, not a module", f"Save its code as one: {command}")
    if not path.is_file():
        close = _suggestion(path.name, (each.name for each in path.parent.glob("*.py")))
        raise TargetNotFound(f"no file '{place}'", close or "Check the path, relative to the current folder.")
    parts, root = _parts_and_root(path)
    if root == path.parent:
        root = _namespace_root(path)
        parts = [*path.parent.relative_to(root).parts, *parts]
    if parts == ["__main__"]:
        parts = ["main"]  # __main__ is the program that runs
    return Spec(text, ".".join(parts), qualname, str(path), str(root))


def importable_name(path: Path) -> str:
    """Return the dotted name by which a file of a regular package can be imported; empty if there is none."""
    parts, root = _parts_and_root(path)
    return ".".join(parts) if root != path.parent and root in _search_path() else ""


def _parts_and_root(path: Path) -> tuple[list[str], Path]:
    """The parts of a file's dotted name, and the folder of the outermost regular package around it."""
    parts = [path.stem.replace(".", "_")] if path.stem != "__init__" else []
    root = path.parent
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    return parts, root


def _search_path() -> set[Path]:
    return {Path(each or ".").resolve() for each in ("", *sys.path)}


def _namespace_root(path: Path) -> Path:
    """The folder from which a file outside of regular packages is imported: its own, or one above it if the
    file has relative imports. Then it is the nearest one on the module search path, if there is one."""
    levels = [len(dots) for dots in _RELATIVE.findall(path.read_bytes())]
    if not levels:
        return path.parent
    above = [path.parent, *path.parent.parents][max(levels) :]
    importable = _search_path()
    return next((each for each in above if each in importable), above[0] if above else path.parent)


def require_module(spec: Spec) -> None:
    """Raise a helpful error where a module does not exist or is not written in Python."""
    if spec.file is not None:
        return
    found = find_module(spec.module)
    if found.origin == "built-in" or (found.origin or "").endswith(
        tuple(importlib.machinery.EXTENSION_SUFFIXES)
    ):
        raise SourceUnavailable(
            f"module '{spec.module}' is written in C",
            "Name the Python function that calls it; its native work is counted there.",
        )
    if found.loader is not None and not _has_source(found):
        raise SourceUnavailable(
            f"module '{spec.module}' comes without its source",
            "Install the package from its source distribution.",
        )


@contextmanager
def looking_in(path: Sequence[str]) -> Iterator[None]:
    """A context in which modules are looked for in these folders, if there are any."""
    before = sys.path[:]
    sys.path[:] = path or before
    try:
        yield
    finally:
        sys.path[:] = before


def find_module(name: str) -> importlib.machinery.ModuleSpec:
    """Return where a module is, looking its packages up one by one without importing any.

    Raises TargetNotFound.
    """
    package, _, _ = name.rpartition(".")
    path = _folders(find_module(package)) if package else None
    found = _find(name, path)
    if found is None:
        raise TargetNotFound(f"no module '{name}'", _module_hint(name, path))
    return found


def _folders(package: importlib.machinery.ModuleSpec) -> list[str] | None:
    """Return where the submodules of a package are, None where it is no package."""
    locations = package.submodule_search_locations
    if locations is None or package.origin is not None:
        return locations
    # The path of a namespace package is worked out anew from the modules loaded, which it is not among.
    outer, _, name = package.name.rpartition(".")
    around = _folders(find_module(outer)) if outer else sys.path
    return [str(folder) for each in around or () if (folder := Path(each) / name).is_dir()]


def resolve(module: ModuleType, spec: Spec, define: Define, *, native: bool = False) -> Located:
    """Return what a qualified name stands for in a module.

    A method of a compiled pattern is called by a function in Python, which `define` makes. It may be written
    in C if `native` says so, and if it tells its parameters.
    """
    thing: object = module
    owner: type | None = None
    plain: object = module
    for part in spec.qualname.split("."):
        if part == "<locals>":
            raise TargetNotFound(
                f"'{spec.qualname}' is made while '{spec.qualname.partition('.<locals>')[0]}' runs",
                "Name the function that contains it; its cost includes the inner one's.",
            )
        owner = thing if isinstance(thing, type) else None
        try:
            plain = inspect.getattr_static(thing, part)
            thing = getattr(thing, part)
        except AttributeError:
            where = (
                spec.module if thing is module else f"{spec.module}:{getattr(thing, '__qualname__', part)}"
            )
            hint = _suggestion(part, dir(thing)) or "Check the name; nested names are joined by dots."
            raise TargetNotFound(f"no '{part}' in {where}", hint) from None
    pattern = getattr(thing, "__self__", None)
    if inspect.isbuiltin(thing) and isinstance(pattern, re.Pattern):
        function = function_of(pattern, spec.qualname, module, define)
        return Located(function, None, TargetKind.FUNCTION, function)
    if owner is not None and isinstance(plain, property | functools.cached_property):
        # What is asked for is what its function returns.
        plain = thing = plain.fget if isinstance(plain, property) else plain.func
        return replace(_classified(thing, plain, owner, spec, native), is_property=True)
    if owner is not None and spec.qualname.endswith(".__init__"):
        return _classified(owner, owner, None, spec, native)  # making an object is what calls it
    return _classified(thing, plain, owner, spec, native)


def _classified(thing: Any, plain: object, owner: type | None, spec: Spec, native: bool) -> Located:
    if not callable(thing):
        raise TargetNotFound(
            f"'{spec.qualname}' in {spec.module} is not callable: it is {type(thing).__name__}", FORM
        )
    if isinstance(thing, type):
        return Located(thing, None, TargetKind.CLASS, _defined(_class_definition, thing, spec, native))
    if isinstance(type(thing).__call__, MethodType):
        thing = type(thing).__call__  # a class method, whose first parameter `inspect` would leave out
    definition = _defined(_definition, thing, spec, native)
    if owner is None:
        return Located(thing, None, TargetKind.FUNCTION, definition)
    if isinstance(plain, staticmethod):
        return Located(thing, None, TargetKind.STATIC_METHOD, definition)
    if isinstance(plain, classmethod) or isinstance(thing, MethodType):
        return Located(thing, None, TargetKind.CLASS_METHOD, definition)
    return Located(thing, owner, TargetKind.METHOD, definition)


def _defined(definition: Callable[[Any, Spec], Any], thing: Any, spec: Spec, native: bool) -> Any:
    """What defines a thing in Python source; the thing itself if it is native, and may be."""
    try:
        return definition(thing, spec)
    except SourceUnavailable:
        if not native or not parameters_of(thing):
            raise
        return thing


def _class_definition(cls: type, spec: Spec) -> type:
    if cls.__flags__ & (1 << 9):  # Py_TPFLAGS_HEAPTYPE: made by a class statement, or by a C module's spec
        file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
        if file.endswith(".py") and not any(_is_slot(value, cls) for value in vars(cls).values()):
            return cls
    raise SourceUnavailable(
        f"class '{spec.qualname}' is written in C", "Name the Python function that uses it."
    )


def _is_slot(value: object, cls: type) -> bool:
    """Tell whether an attribute is one that only a class written in C defines."""
    return isinstance(value, WrapperDescriptorType | MethodDescriptorType) and value.__objclass__ is cls


def _definition(thing: object, spec: Spec) -> FunctionType:
    """Return the function in Python source behind decorators, partial objects and bound methods."""
    seen: object = thing
    while not isinstance(seen, FunctionType):
        inner = (
            getattr(seen, "__wrapped__", None)
            or getattr(seen, "__func__", None)
            or getattr(seen, "func", None)
        )
        if inner is None and not inspect.isbuiltin(seen) and isinstance(type(seen).__call__, FunctionType):
            inner = type(seen).__call__
        if inner is None:
            raise SourceUnavailable(
                f"'{spec.qualname}' in {spec.module} is written in C",
                "Name the Python function that calls it; its native work is counted there.",
            )
        seen = inner
    unwrapped = inspect.unwrap(seen)
    return unwrapped if isinstance(unwrapped, FunctionType) else seen


def flow_of(found: Located) -> Flow:
    """Return how the result of a call must be driven to its end."""
    if getattr(found.callable, "__globals__", {}).get("__name__") == "contextlib":
        return Flow.PLAIN  # @contextmanager makes a manager of a generator function
    code = getattr(found.definition, "__code__", None)
    flags = code.co_flags if code else 0
    if flags & inspect.CO_ASYNC_GENERATOR:
        return Flow.ASYNC_GENERATOR
    if flags & inspect.CO_COROUTINE:
        return Flow.COROUTINE
    return Flow.GENERATOR if flags & inspect.CO_GENERATOR else Flow.PLAIN


def parameters_of(function: object, *, skip_first: bool = False) -> tuple[Parameter, ...]:
    """Return the parameters of a callable; none where it does not tell them."""
    try:
        signature = inspect.signature(function)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return ()
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return tuple(
        Parameter(each.name, each.kind.name, each.default is each.empty and each.kind not in variadic)
        for each in list(signature.parameters.values())[1 if skip_first else 0 :]
    )


def parameters_of_receiver(owner: type, own: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Return the parameters of the constructor of a class, told from a method's `own` parameters."""
    names = {each.name for each in own}
    return tuple(
        replace(each, owner=told_by_owner(each.name, names, owner.__name__)) for each in parameters_of(owner)
    )


def _find(name: str, path: Iterable[str] | None) -> importlib.machinery.ModuleSpec | None:
    if path is not None:
        try:
            found = importlib.machinery.PathFinder.find_spec(name, list(path))
        except KeyError:  # a namespace package, whose own package is not loaded
            return importlib.machinery.ModuleSpec(name, None, is_package=True)
        return found or getattr(sys.modules.get(name), "__spec__", None)
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return getattr(sys.modules.get(name), "__spec__", None)


def _has_source(spec: importlib.machinery.ModuleSpec) -> bool:
    if spec.origin == "frozen":
        return importlib.machinery.PathFinder.find_spec(spec.name) is not None
    if spec.origin is None:  # a namespace package
        return spec.submodule_search_locations is not None
    return spec.origin.endswith(".py")


def _module_hint(name: str, path: Iterable[str] | None) -> str:
    import pkgutil

    prefix = name.rpartition(".")[0]
    known = {each.name for each in pkgutil.iter_modules(None if path is None else list(path))}
    if path is None:
        known |= sys.stdlib_module_names
    close = _suggestion(name.rpartition(".")[2], known, f"{prefix}." if prefix else "")
    return close or "Install it in this environment, or run slowpath where it can be imported."


def _suggestion(name: str, known: Iterable[str], prefix: str = "") -> str:
    import difflib

    close = difflib.get_close_matches(name, list(known), 1)
    return f"Did you mean '{prefix}{close[0]}'?" if close else ""
