"""Several C files of one extension at once: setuptools compiles them one after another, on one core."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from setuptools._distutils.ccompiler import CCompiler


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

        def compile_one(made: str) -> None:
            if made in build:
                source, kind = build[made]
                self._compile(made, source, kind, arguments, extra_postargs, options)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(compile_one, objects))
        return list(objects)

    CCompiler.compile = compile_all  # type: ignore[method-assign]
