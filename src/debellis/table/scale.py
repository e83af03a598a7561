"""The scale agreed for a game: figure size and measuring system, converting the rules' units to millimetres."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

MM_IN_AN_INCH: Final = 25.4


class Scale(Struct, frozen=True):
    """Converts the units of the rules to millimetres on this table."""

    name: str
    base_width: float
    mm_per_100_paces: float

    def paces(self, count: float) -> float:
        """A distance in paces as millimetres."""
        return count * self.mm_per_100_paces / 100.0

    def in_paces(self, mm: float) -> float:
        """A distance in millimetres as paces."""
        return mm * 100.0 / self.mm_per_100_paces

    def movement_units(self, count: float) -> float:
        """A distance in movement units (MU, half a base width each) as millimetres."""
        return count * self.base_width / 2.0

    def in_movement_units(self, mm: float) -> float:
        """A distance in millimetres as movement units."""
        return mm * 2.0 / self.base_width

    def base_widths(self, count: float) -> float:
        """A distance in base widths as millimetres."""
        return count * self.base_width

    def in_unit(self, mm: float, unit: str) -> float:
        """A distance in millimetres in the unit of an edition: "paces", "MU", "BW" or "inches"."""
        if unit == "paces":
            return self.in_paces(mm)
        if unit == "MU":
            return self.in_movement_units(mm)
        return mm / (self.base_width if unit == "BW" else MM_IN_AN_INCH)

    @property
    def large(self) -> bool:
        """Whether this is the scale of 25 mm figures."""
        return self.base_width > 50.0


SCALES = {
    "15mm": Scale("15mm", 40.0, 25.0),
    "25mm": Scale("25mm", 60.0, 40.0),
    "15mm imperial": Scale("15mm imperial", 40.0, 25.4),
    "25mm imperial": Scale("25mm imperial", 60.0, 38.1),
}
