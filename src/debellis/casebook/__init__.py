"""Case files: small positions with questions and the answers the rules give, read, run, counted and drawn."""

from debellis.casebook.case import Ask, Case
from debellis.casebook.case_text import CaseError
from debellis.casebook.reading import read_case
from debellis.casebook.running import Report, Result, run_case, run_files

__all__ = ["Ask", "Case", "CaseError", "Report", "Result", "read_case", "run_case", "run_files"]
