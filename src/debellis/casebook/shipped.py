"""The directory of the casebook: beside the sources in a checkout, inside the package when installed."""

from __future__ import annotations

from pathlib import Path

import debellis

PACKAGE = Path(debellis.__file__).parent


def cases_directory() -> Path:
    """The directory of the shipped casebook."""
    inside = PACKAGE / "_cases"
    if not inside.is_dir():
        for parent in PACKAGE.parents:
            if (parent / "cases").is_dir() and (parent / "pyproject.toml").is_file():
                return parent / "cases"
    return inside
