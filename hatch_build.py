"""The casebook travels in the wheel, so that `debellis clauses --summary` can prove its numbers anywhere.

An editable installation finds it beside the sources instead.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CasebookHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `cases/` to a standard wheel as `debellis/_cases`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"]["cases"] = "debellis/_cases"
