"""The casebook and the page travel in the wheel, so that an installed umpire has both.

An editable installation finds them beside the sources instead, and needs no Node.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Travelling(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `cases/` as `debellis/_cases` and the built page to a standard wheel, building the page if need be."""

    def dependencies(self) -> list[str]:
        page = self._page()
        if page.is_built() or page.system_node() is not None:
            return []
        return [page.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        page = self._page()
        try:
            page.run("build", install=False)
        except page.CannotBuild as why:
            raise SystemExit(f"debellis cannot be built: {why}") from None
        build_data["force_include"]["cases"] = "debellis/_cases"
        build_data["force_include"]["src/debellis/server/page"] = "debellis/server/page"

    def _page(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("debellis_page", Path(self.root) / "tools" / "page.py")
        assert spec is not None
        assert spec.loader is not None
        page = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(page)
        return page
