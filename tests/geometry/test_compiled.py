"""The compiled geometry gives the same results as the plain one, to the last bit."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPUTATIONS = Path(__file__).with_name("computations.py")


def load_compile_tool():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("compile_tool", ROOT / "tools" / "compile.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def results(package: Path) -> list[str]:
    run = subprocess.run(
        [sys.executable, str(COMPUTATIONS)],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


def test_compiled_and_plain_agree_to_the_last_bit() -> None:
    tool = load_compile_tool()
    lacking = tool.missing()
    if lacking is not None:
        pytest.skip(f"cannot compile here: {lacking} is missing")
    out = ROOT / "build" / "compiled-for-tests"
    assert tool.compile_package(out, "1") == ""
    plain, compiled = results(ROOT / "src"), results(out)
    assert plain[0].endswith(".py") and str(ROOT / "src") in plain[0]
    assert not compiled[0].endswith(".py") and str(out) in compiled[0]
    assert len(plain) > 10_000
    differing = [(mine, theirs) for mine, theirs in zip(plain[1:], compiled[1:], strict=True) if mine != theirs]
    assert differing == []
