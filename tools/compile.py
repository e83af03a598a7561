"""Compile the geometry with mypyc: the same source, as native code.

    python tools/compile.py                       # into build/compiled
    PYTHONPATH=build/compiled python -m debellis.cli ...

The package is copied to the output directory and its geometry compiled there, extension modules beside the .py files;
the working tree stays plain. Rounding is the same either way: no fast mathematics, no fused multiply-add.
Exit code 0 when the compiled package is there, 3 when this machine cannot compile.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "debellis"
COMPILED = "geometry"
EXACT = "-ffp-contract=off"


def missing() -> str | None:
    """What this machine lacks to compile, or None."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python (Python.h)"
    for module, package in (("mypyc", "mypy"), ("setuptools", "setuptools")):
        if importlib.util.find_spec(module) is None:
            return f"the Python package {package}"
    return None


def fingerprint(level: str) -> str:
    """Changes whenever the geometry has to be compiled anew."""
    digest = hashlib.sha256(f"{sys.version} {level} {EXACT}".encode())
    for path in sorted((PACKAGE / COMPILED).glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def compile_package(out: Path, level: str = "3") -> str:
    """Make the compiled package; answer the compiler's complaint, empty when it worked."""
    stamp = out / "fingerprint"
    wanted = fingerprint(level)
    if stamp.exists() and stamp.read_text() == wanted:
        copy_package(out)
        return ""
    # Built aside and put in place whole, so that another run never meets half a package.
    aside = out.with_name(f"{out.name}-{os.getpid()}")
    try:
        copy_package(aside)
        complaint = compile_modules(aside, level)
        if not complaint:
            (aside / stamp.name).write_text(wanted)
            shutil.rmtree(out, ignore_errors=True)
            aside.rename(out)
        return complaint
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def copy_package(out: Path) -> None:
    """Bring the copy up to date with the source, leaving alone what is compiled and still good."""
    copy = out / "debellis"
    copy.mkdir(parents=True, exist_ok=True)
    for entry in copy.iterdir():
        if entry.name == COMPILED:
            continue
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(PACKAGE, copy, ignore=leave, dirs_exist_ok=True)


def compile_modules(out: Path, level: str) -> str:
    """Compile the geometry of the copy in place."""
    modules = [
        f"debellis/{COMPILED}/{path.name}"
        for path in sorted((out / "debellis" / COMPILED).glob("*.py"))
        if path.name != "__init__.py"
    ]
    script = (
        "from setuptools import setup\n"
        "from mypyc.build import mypycify\n"
        f"modules = mypycify({['--config-file=', *modules]!r}, opt_level={level!r})\n"
        "setup(name='debellis', packages=[], ext_modules=modules)\n"
    )
    flags = f"{os.environ.get('CFLAGS', '')} {EXACT}".strip()
    built = subprocess.run(
        [sys.executable, "-c", script, "build_ext", "--inplace"],
        cwd=out,
        env={**os.environ, "CFLAGS": flags, "MYPYPATH": str(out)},
        capture_output=True,
        text=True,
        check=False,
    )
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(out / left, ignore_errors=True)
    return "" if built.returncode == 0 else (built.stdout + built.stderr).strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the geometry of debellis with mypyc.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "compiled", help="where the compiled package goes")
    parser.add_argument("--opt-level", default="3", choices=["0", "1", "2", "3"], help="how hard the C compiler tries")
    arguments = parser.parse_args()
    lacking = missing()
    if lacking is not None:
        print(f"Cannot compile here, {lacking} is missing; debellis runs as plain Python all the same.")
        return 3
    complaint = compile_package(arguments.out, arguments.opt_level)
    if complaint:
        print(complaint, file=sys.stderr)
        print("The geometry did not compile; the compiler's words are above.", file=sys.stderr)
        return 1
    print(f"Compiled debellis.{COMPILED}; use it with PYTHONPATH={arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
