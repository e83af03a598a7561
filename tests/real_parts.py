"""The real parts tests run on: Chromium and PostgreSQL, found on the machine or installed.

`python tests/real_parts.py` installs what is missing where it may (root on Debian), and otherwise says how to.
On CI (CI=true) a missing part is a failure; elsewhere its tests are skipped with one line saying how to get it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ON_CI = os.environ.get("CI", "").lower() in ("1", "true")
HOW = {
    "chromium": "no Chromium: apt-get install chromium, or .venv/bin/playwright install chromium",
    "postgresql": "no PostgreSQL: apt-get install postgresql",
}


def chromium() -> str | None:
    """The program that is Chromium: Debian's, another of its kind, or the one Playwright downloaded."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    roots = (Path.home() / ".cache" / "ms-playwright", Path.home() / "Library" / "Caches" / "ms-playwright")
    patterns = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium")
    downloaded = [file for root in roots for pattern in patterns for file in root.glob(pattern)]
    return str(max(downloaded)) if downloaded else None


def postgresql() -> Path | None:
    """The directory that holds initdb, pg_ctl and postgres; the newest if there are several."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    kept = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(kept, key=lambda file: [int(part) for part in re.findall(r"\d+", str(file))])
    return newest[-1].parent if newest else None


FINDERS = {"chromium": chromium, "postgresql": postgresql}


def lacking(part: str) -> NoReturn:
    """Skip the test that needs a part, or fail on CI, where nothing is skipped."""
    import pytest

    if ON_CI:
        pytest.fail(HOW[part])
    pytest.skip(HOW[part])


def install(part: str) -> bool:
    """Install a part: Debian's package where one may, or the browser's own download; whether it is there now."""
    return _from_debian(part) or (part == "chromium" and _download_chromium())


def _download_chromium() -> bool:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return chromium() is not None


def _from_debian(part: str) -> bool:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "install", "-y", "-qq", part], ["apt-get", "update", "-qq"]):
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode == 0 and FINDERS[part]() is not None:
            return True
    subprocess.run(["apt-get", "install", "-y", "-qq", part], env=environment, stdout=subprocess.DEVNULL)
    return FINDERS[part]() is not None


def main() -> int:
    """Find or install each part; 1 on CI if one is lacking."""
    lacks = [part for part, find in FINDERS.items() if find() is None and not install(part)]
    for part in lacks:
        print(f"{HOW[part]} ({'needed on CI' if ON_CI else 'its tests are skipped'})")
    return 1 if lacks and ON_CI else 0


if __name__ == "__main__":
    sys.exit(main())
