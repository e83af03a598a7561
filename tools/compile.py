"""Compile the geometry, the rules and the generals with mypyc: the same source, as native code.

    python tools/compile.py                       # into build/compiled
    PYTHONPATH=build/compiled python -m debellis.cli ...

The package is copied to the output directory and compiled there, structures as native classes (tools/native.py),
extension modules beside the .py files; the working tree stays plain. Rounding is the same either way: no fast
mathematics, no fused multiply-add.
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

sys.path.insert(0, str(Path(__file__).parent))
from native import defines_structs, rewritten, written_form

from debellis.table.writing import WRITTEN

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "debellis"
#: What is compiled: the geometry and the rooms of the rules.
COMPILED = (
    "geometry",
    "manoeuvre",
    "mechanics",
    "dba",
    "dba/setting_up",
    "dba/moving",
    "dba/fighting",
    "dba/aftermath",
    "dba/shooting",
    "dba/playing",
    "dba/survey",
    "dbm",
    "dbm/aftermath",
    "dbm/ambush",
    "dbm/commanding",
    "dbm/fighting",
    "dbm/grouping",
    "dbm/mounts",
    "dbm/moving",
    "dbm/shooting",
    "dbm/spontaneous",
    "dbm/storming",
    "dbm/survey",
    "meg",
    "meg/cards",
    "meg/charging",
    "meg/fighting",
    "meg/leading",
    "meg/moving",
    "meg/outcomes",
    "meg/playing",
    "meg/setting_up",
    "meg/shooting",
    "meg/survey",
    "generals",
)
#: And what else is used all the time: by the rules, by generals who weigh positions, and by environments.
BESIDES = (
    "battle/chance.py",
    "battle/dice_supply.py",
    "battle/game.py",
    "battle/phase.py",
    "battle/pieces.py",
    "battle/sides.py",
    "battle/survey.py",
    # Of the phases of DBM, those that take most of the time of a battle.
    "dbm/playing/advance_phase.py",
    "dbm/playing/changes.py",
    "dbm/playing/formation_ideas.py",
    "dbm/playing/melee_phase.py",
    "dbm/playing/move_ideas.py",
    "dbm/playing/move_phase.py",
    "dbm/playing/moving.py",
    "dbm/playing/order_phase.py",
    "dbm/playing/shooting_phase.py",
    "dbm/playing/watching.py",
    # It extends a compiled class, which no plain module can.
    "dbm/armies/army_verdict.py",
    "environment/offers.py",
    "environment/packing.py",
    "environment/session.py",
    "environment/sizes.py",
    "environment/ways.py",
    "umpire/citing.py",
    "umpire/ruling.py",
    "umpire/verdict.py",
    "umpire/sheet.py",
    "table/bases.py",
    "table/grid.py",
    "table/memory.py",
    "table/pose.py",
    "table/position.py",
    "table/scale.py",
    "table/surroundings.py",
    "table/terrain.py",
    "table/board.py",
    "table/placing.py",
    "table/terrain_shapes.py",
    "table/units.py",
    "table/waterways.py",
)
#: Modules that stay plain: msgspec tells their structures apart by a tag, or reads them under other names, or
#: writes them as they are.
PLAIN = {
    "dba/tables.py",
    "dba/playing/actions.py",
    "dba/playing/views.py",
    "dba/setting_up/auto_order.py",
    "dba/setting_up/lists.py",
    "dba/setting_up/modification.py",
    "mechanics/odds_answer.py",
    "meg/playing/actions.py",
    "meg/playing/views.py",
}
#: Rounding as in plain Python, nothing for debuggers, and calls from module to module that go straight there.
FLAGS = "-ffp-contract=off -g0 -fvisibility=hidden -fno-semantic-interposition"
#: How hard the C compiler may try, the usual first, and the file that says what a package was compiled from.
LEVELS = ("1", "2", "3", "0")
STAMP = "fingerprint"


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
    """Changes whenever something has to be compiled anew."""
    digest = hashlib.sha256(f"{sys.version} {level} {FLAGS}".encode() + (ROOT / "tools" / "native.py").read_bytes())
    for name in modules():
        digest.update(name.encode() + b"\0" + (PACKAGE / name).read_bytes())
    return digest.hexdigest()


def modules() -> list[str]:
    """The files to compile, from the top of the package."""
    found = [f"{room}/{path.name}" for room in COMPILED for path in sorted((PACKAGE / room).glob("*.py"))]
    return [*BESIDES] + [name for name in found if not name.endswith("__init__.py") and name not in PLAIN]


def is_ready(out: Path, level: str) -> bool:
    """Whether the package there is compiled from this source, with the C compiler trying so hard."""
    stamp = out / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint(level)


def compile_package(out: Path, level: str = "1") -> str:
    """Make the compiled package; answer the compiler's complaint, empty when it worked."""
    if is_ready(out, level):
        copy_package(out)
        return ""
    wanted = fingerprint(level)
    # Built aside and put in place whole, so that another run never meets half a package.
    aside = out.with_name(f"{out.name}-{os.getpid()}")
    try:
        copy_package(aside)
        complaint = compile_modules(aside, level)
        if not complaint:
            (aside / STAMP).write_text(wanted)
            shutil.rmtree(out, ignore_errors=True)
            aside.rename(out)
        return complaint
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def copy_package(out: Path) -> None:
    """Bring the copy up to date with the source, leaving alone what is still good, compiled or not."""
    copy = out / "debellis"
    wanted = {
        path.relative_to(PACKAGE).as_posix(): path.read_bytes()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd")
    }
    for name in modules():
        source = wanted[name].decode()
        if defines_structs(source):
            module = "debellis." + name.removesuffix(".py").replace("/", ".")
            wanted[name.replace(".py", f"{WRITTEN}.py")] = written_form(source, module).encode()
        wanted[name] = rewritten(source).encode()
    for path in copy.rglob("*.py"):
        if path.relative_to(copy).as_posix() not in wanted:
            path.unlink()
    for name, content in wanted.items():
        if not (copy / name).is_file() or (copy / name).read_bytes() != content:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(content)


def compile_modules(out: Path, level: str) -> str:
    """Compile the modules of the copy in place."""
    options = ["--config-file=", "--follow-imports=silent", *(f"debellis/{name}" for name in modules())]
    workers = os.cpu_count() or 1
    script = (
        f"import sys\nsys.path.insert(0, {str(ROOT / 'tools')!r})\n"
        "from parallel_compiling import compile_in_parallel, share_headers\n"
        f"compile_in_parallel({workers})\n"
        "from setuptools import setup\n"
        "from mypyc.build import mypycify\n"
        f"built = mypycify({options!r}, opt_level={level!r}, multi_file=True)\n"
        "share_headers('build')\n"
        "setup(name='debellis', packages=[], ext_modules=built)\n"
    )
    flags = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
    built = subprocess.run(
        [sys.executable, "-c", script, "build_ext", "--inplace", f"-j{workers}"],
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
    parser = argparse.ArgumentParser(description="Compile the geometry and the rules of debellis with mypyc.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "compiled", help="where the compiled package goes")
    parser.add_argument("--opt-level", default="1", choices=sorted(LEVELS), help="how hard the C compiler tries")
    arguments = parser.parse_args()
    lacking = missing()
    if lacking is not None:
        print(f"Cannot compile here, {lacking} is missing; debellis runs as plain Python all the same.")
        return 3
    complaint = compile_package(arguments.out, arguments.opt_level)
    if complaint:
        print(complaint, file=sys.stderr)
        print("It did not compile; the compiler's words are above.", file=sys.stderr)
        return 1
    print(f"Compiled {len(modules())} modules; use it with PYTHONPATH={arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
