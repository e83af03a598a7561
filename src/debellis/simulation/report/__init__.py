"""The report of a simulation as one HTML page: no scripts, nothing from anywhere else, light or dark as one likes."""

from debellis.simulation.report.page import report_page

__all__ = ["report_page"]
