"""Kernels: functions that numba compiles when they are first called, and that are kept for the next program.

What is compiled is kept by a digest of all that numba compiles it from: the function itself, the kernels that it calls,
in whatever module they stand, and every value that it takes from its modules. So what is kept is never out of date, and
every checkout and every process may take it; of several that want it at once, one compiles and the others wait. It lies
in `$HOUSEWAY_COMPILED`, else in the folder of the counts; what was not used for a month goes.

This module does not import numba: a program that only reads what was counted never waits for a compiler.
"""

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from functools import cache, cached_property, update_wrapper
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast, overload

import numpy as np
from filelock import FileLock

from houseway.counting.folder import folder

_Function = TypeVar("_Function", bound=Callable[..., Any])

_MONTH, _DAY = 30 * 86_400, 86_400  # seconds
LOCKS = "locks"  # the folder of files that say who compiles what
_PLAIN = (bool, int, float, complex, str, bytes, range, type(None), type(...), type(NotImplemented))
_FOREIGN = ("builtins", "math", "numba", "numpy")  # known by their versions


@overload
def kernel(function: _Function, /) -> _Function: ...
@overload
def kernel(**options: Any) -> Callable[[_Function], _Function]: ...
def kernel(function: Any = None, /, **options: Any) -> Any:
    """Compile with numba, without the interpreter's lock, so that threads share the cores: `@kernel`, or with numba's
    options `@kernel(inline="always")`. To a type checker the function stays as it is written."""
    if function is None:
        return lambda function: Kernel(function, options)
    return cast(Any, Kernel(function, options))


class Kernel:
    """A function that is compiled, or taken from what was kept, when it is first wanted. To numba, and so to other
    kernels, it is what numba made of it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self._function = cast(FunctionType, function)
        self._options = {"nogil": True} | options
        self._once = Lock()

    @property
    def compiled(self) -> Any:
        with self._once:
            if "_compiled" not in self.__dict__:
                from numba import njit

                # Two functions made from one definition must not go by one name in a program that takes both from disk.
                self._function.__qualname__ = f"{self.__qualname__}_{self.digest[:16]}"
                made: Any = njit(**self._options)(self._function)
                if hasattr(made, "enable_caching"):  # not where numba is told to compile nothing
                    made._cache = kept = _Kept(f"{self.__module__}.{self.__qualname__}", self.digest)
                    made._compiler.compile = kept.once(made._compiler.compile, made.targetctx)
                self._compiled = made
        return self._compiled

    @cached_property
    def digest(self) -> str:
        """Of all that this kernel is compiled from."""
        together = hashlib.sha256()
        for part in _made_of(self, {}):
            together.update(f"{len(part)} {part}\n".encode())
        return together.hexdigest()

    def __call__(self, *args: Any) -> Any:
        return (self.__dict__.get("_compiled") or self.compiled)(*args)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.compiled, name)


# What a kernel is made of


def _made_of(kernel: Kernel, seen: dict[int, int]) -> Iterator[str]:
    """A kernel in words: its code, its options, and all that it names; one seen before by its number."""
    if id(kernel) in seen:
        yield f"kernel {seen[id(kernel)]}"
        return
    seen[id(kernel)] = len(seen)
    function = kernel._function
    yield f"kernel {kernel.__module__}.{kernel.__qualname__}"
    options = [(name, tuple(sorted(value)) if isinstance(value, set) else value)
               for name, value in sorted(kernel._options.items())]  # fmt: skip
    for value in (options, function.__defaults__, function.__kwdefaults__ and sorted(function.__kwdefaults__.items())):
        yield from _value(value, (), kernel, seen)
    yield from _code(function.__code__, function.__doc__)
    names = tuple(sorted(set(_names(function.__code__))))
    for name in names:
        if name in function.__globals__:
            yield name
            yield from _value(function.__globals__[name], names, kernel, seen)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name
        yield from _value(cell.cell_contents, names, kernel, seen)


def _code(code: CodeType, doc: str | None) -> Iterator[str]:
    """What a function does, wherever it stands and whatever is said of it."""
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars}"
    yield f"{code.co_argcount} {code.co_kwonlyargcount} {code.co_posonlyargcount} {code.co_flags}"
    for at, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            yield from _code(constant, None)
        elif at or constant != doc:
            yield _constant(constant)


def _constant(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_constant, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_constant, value)))}}}"
    return f"{type(value).__name__} {value!r}"


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _value(value: Any, names: Sequence[str], kernel: Kernel, seen: dict[int, int]) -> Iterator[str]:
    """A value that a kernel takes from its module; of another module, all that it names there."""
    if isinstance(value, Kernel):
        yield from _made_of(value, seen)
    elif isinstance(value, _PLAIN):
        yield _constant(value)
    elif isinstance(value, tuple | list):
        yield f"{type(value).__name__} {getattr(value, '_fields', '')} {len(value)}"
        for one in value:
            yield from _value(one, names, kernel, seen)
    elif isinstance(value, np.ndarray | np.generic):
        yield f"{value.dtype.descr} {value.shape} {value.tobytes().hex()}"
    elif isinstance(value, ModuleType):
        yield f"module {value.__name__}"
        if value.__name__.partition(".")[0] not in _FOREIGN:
            for name in names:
                if hasattr(value, name):
                    yield name
                    yield from _value(getattr(value, name), names, kernel, seen)
    elif isinstance(value, type) and issubclass(value, Enum):
        yield f"{value.__qualname__} {[(name, one.value) for name, one in value.__members__.items()]}"
    elif isinstance(value, type) and (fields := getattr(value, "_fields", None)) is not None:
        yield f"{value.__qualname__} {fields}"
    elif getattr(value, "__module__", "builtins").partition(".")[0] in _FOREIGN:
        yield f"{value.__module__}.{getattr(value, '__qualname__', repr(value))}"
    elif isinstance(value, BuiltinFunctionType):
        yield f"{value.__module__}.{value.__qualname__}"
    else:
        raise TypeError(
            f"{kernel.__module__}.{kernel.__qualname__} can't be compiled with {value!r}: a kernel works with kernels, "
            "numbers, tuples and arrays"
        )


# What is kept


def place() -> Path:
    """Where compiled code is kept."""
    told = os.environ.get("HOUSEWAY_COMPILED")
    return Path(told) if told else folder() / "compiled"


class _Kept:
    """What numba asks for compiled code: a file for each kernel and the types that it is called with. It stands in for
    numba's own cache, whose index two processes can spoil for each other."""

    def __init__(self, name: str, digest: str) -> None:
        self._name = name.replace("<", "").replace(">", "")
        self._digest = digest

    @property
    def cache_path(self) -> str:
        return str(place())

    def load_overload(self, signature: Any, target: Any) -> Any:
        from numba.core import compiler

        rebuilt: Any = compiler.CompileResult._rebuild
        target.refresh()
        path = self._path(signature, target.codegen())
        try:
            if time.time() - path.stat().st_mtime > _DAY:
                path.touch()
            return rebuilt(target, *pickle.loads(path.read_bytes()))
        except Exception:  # not there, or spoilt: whatever a pickle can raise
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """What was compiled is kept by then."""

    def once(self, compiling: Callable[..., Any], target: Any) -> Callable[..., Any]:
        """Compile and keep, unless another process has done so in the meantime: what that takes is not spent twice."""

        def compiled(args: Any, return_type: Any) -> Any:
            with _alone(self._path(args, target.codegen())):
                if (found := self.load_overload(args, target)) is None:
                    self._keep(args, found := compiling(args, return_type))
                else:
                    target.insert_user_function(found.entry_point, found.fndesc, [found.library])
                return found

        return compiled

    def _keep(self, signature: Any, compiled: Any) -> None:
        from numba.core import serialize

        dumps: Any = serialize.dumps
        if compiled.library.has_dynamic_globals or any(not one.can_cache for one in compiled.lifted):
            return
        path = self._path(signature, compiled.codegen)
        with suppress(OSError):  # a disk that is full or closed only costs the time
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
                file.write(dumps(compiled._reduce()))
            Path(file.name).replace(path)
            _clear(path.parent)

    def _path(self, signature: Any, codegen: Any) -> Path:
        for_what = repr([self._digest, _types(signature), codegen.magic_tuple(), *_versions()])
        return place() / f"{self._name}-{hashlib.sha256(for_what.encode()).hexdigest()[:32]}"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time for what lies at a path. A lock goes with the process that has it, however it ends."""
    with ExitStack() as held:
        with suppress(OSError):  # a closed folder or a file system without locks only costs the time
            (path.parent / LOCKS).mkdir(parents=True, exist_ok=True)
            held.enter_context(FileLock(path.parent / LOCKS / f"{path.name}.lock", is_singleton=True))
        yield


@cache
def _versions() -> tuple[str, ...]:
    return str(sys.implementation.cache_tag), *map(version, ("numba", "llvmlite", "numpy"))


def _types(signature: Any) -> list[str]:
    """The types in words, and the names of their fields, which numba's own words leave out."""
    if isinstance(signature, tuple | list):
        return [word for one in signature for word in _types(one)]
    return [repr(signature), str(getattr(signature, "fields", ())), *_types(tuple(getattr(signature, "types", ())))]


def _clear(folder: Path) -> None:
    """Take away what no program has used for a month."""
    long_ago = time.time() - _MONTH
    for path in (*folder.iterdir(), *(folder / LOCKS).glob("*.lock")):
        with suppress(OSError):
            if path.is_file() and path.stat().st_mtime < long_ago:
                path.unlink()
