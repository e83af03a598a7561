"""The report of a simulation as one HTML page, without scripts or external files, in light or dark colours."""

from debellis.simulation.report.page import report_page

__all__ = ["report_page"]
