"""Quicker compiling: several C files of one extension at once, and the headers that all of them share read once.

By itself setuptools compiles one file after another on one core, and every file reads two megabytes of declarations.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

#: The header that includes all shared ones, once there is one, and how the names of the files begin that want it.
_SHARED: list[Path] = []
_NATIVE = "__native_"


def _distutils(name: str) -> Any:
    """A module of the distutils that setuptools uses. It puts its own in the place of any other when it is imported."""
    import_module("setuptools")
    return import_module(f"distutils.{name}")


def _failures() -> tuple[type[Exception], ...]:
    errors = _distutils("errors")
    return (errors.CompileError, errors.DistutilsExecError)


def share_headers(folder: str) -> None:
    """Let the C files that mypyc wrote into a folder read their headers in compiled form."""
    headers = sorted(Path(folder).glob(f"{_NATIVE}*.h"))
    shared = Path(folder, "shared_headers.h").resolve()
    shared.write_text("".join(f'#include "{header.name}"\n' for header in headers))
    _SHARED[:] = [shared]


def _precompiled(compiler: Any, arguments: list[str], more: list[str]) -> list[str]:
    """The options by which a file uses the shared headers; none where the compiler cannot compile headers."""
    if not _SHARED:
        return []
    made = _SHARED[0].with_name(f"{_SHARED[0].name}.gch")
    if not made.exists():
        command = [*compiler.compiler_so, *arguments, "-x", "c-header", str(_SHARED[0]), "-o", str(made), *more]
        try:
            compiler.spawn(command)
        except _failures():
            _SHARED.clear()
            return []
    return ["-include", str(_SHARED[0])]


def compile_in_parallel(workers: int) -> None:
    """Let setuptools compile so many files of an extension at a time, where its compiler is a Unix one."""

    def compile_all(
        self: Any,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        macros, objects, extra_postargs, options, build = self._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = self._get_cc_args(options, debug, extra_preargs)
        postargs = list(extra_postargs or ())
        wants = any(Path(source).name.startswith(_NATIVE) for source in sources)
        headers = _precompiled(self, arguments, postargs) if wants else []

        def compile_one(made: str) -> None:
            if made in build:
                source, kind = build[made]
                extra = headers if Path(source).name.startswith(_NATIVE) else []
                self._compile(made, source, kind, arguments, [*extra, *postargs], options)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(compile_one, objects))
        return list(objects)

    _distutils("ccompiler").CCompiler.compile = compile_all
