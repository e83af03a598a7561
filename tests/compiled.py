"""The compiled package for tests, made where `make compiled` makes it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def compiled_package() -> Path:
    """The compiled package, compiled if it is not of this source; the test is skipped where that cannot be.

    Any level will do: results are the same. What is compiled for tests alone is compiled in a hurry.
    """
    tool = tool_of("compile")
    lacking = tool.missing()
    if lacking is not None:
        pytest.skip(f"cannot compile here: {lacking} is missing")
    place: Path = ROOT / "build" / "compiled"
    level = next((one for one in tool.LEVELS if tool.is_ready(place, one)), "0")
    assert tool.compile_package(place, level) == ""
    return place


def tool_of(name: str) -> Any:
    """One of the tools, which are no package, as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_tool", ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def with_package(package: Path) -> dict[str, str]:
    """The environment of a process that takes debellis from there."""
    return {**os.environ, "PYTHONPATH": str(package)}


def is_compiled(package: Path) -> bool:
    """Whether the rules of a package there are native code."""
    script = (
        "import debellis.dba.moving.single_moves as m, debellis.dba.playing.game as g, debellis.meg.playing.flow as f\n"
        "print(m.__file__, g.__file__, f.__file__)"
    )
    where = subprocess.run([sys.executable, "-c", script], env=with_package(package), capture_output=True, check=True)
    return where.stdout.count(b".so") + where.stdout.count(b".pyd") == 3
