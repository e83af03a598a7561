"""Steps a second of the environments, plain and compiled, by PettingZoo's benchmark; its connect-four and chess too."""

from __future__ import annotations

import contextlib
import io
import os
import random
import subprocess
import sys
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
OURS = ("dba22_v0", "rrr_v0")
PEERS = ("connect_four_v3", "chess_v6")


def measure(name: str, **options: Any) -> float:
    """Steps a second of one environment in this process."""
    from pettingzoo.test import performance_benchmark

    warnings.simplefilter("ignore")
    random.seed(0)
    package = "pettingzoo.classic" if name in PEERS else "debellis.environment"
    env = import_module(f"{package}.{name}").env(**options)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(env)
    line = next(line for line in said.getvalue().splitlines() if "turns per second" in line)
    return float(line.split()[0])


def elsewhere(name: str, path: Path | None, skip_forced: bool = False) -> float | None:
    """The same in a process of its own, with another build of the package or without; None if it cannot run."""
    more = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if path is not None:
        more["PYTHONPATH"] = str(path)
    asked = [sys.executable, str(Path(__file__)), "--child", name, *(["--skip-forced"] if skip_forced else [])]
    done = subprocess.run(asked, capture_output=True, text=True, env={**os.environ, **more})
    return float(done.stdout) if done.returncode == 0 else None


def tell(name: str, how: str, speed: float | None) -> None:
    """One line of the comparison."""
    print(f"{name:16} {how:30} " + ("not measured" if speed is None else f"{speed:9,.0f} steps a second"), flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        options = {"skip_forced": True} if "--skip-forced" in sys.argv else {}
        print(measure(sys.argv[2], **options))
        return
    if find_spec("pettingzoo") is None:
        print("PettingZoo is not installed, nothing measured: pip install 'debellis[environment]'")
        return
    built = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py")], capture_output=True, text=True)
    if built.returncode != 0:
        print(f"compiled: not built ({built.stdout.strip() or built.stderr.strip()})")
    for name in OURS:
        tell(name, "plain", elsewhere(name, None))
        if built.returncode == 0:
            compiled = ROOT / "build" / "compiled"
            tell(name, "compiled", elsewhere(name, compiled))
            tell(name, "compiled, forced ones skipped", elsewhere(name, compiled, skip_forced=True))
    for name in PEERS:
        tell(name, "PettingZoo's own", elsewhere(name, None))


if __name__ == "__main__":
    main()
