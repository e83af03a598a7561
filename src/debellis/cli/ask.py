"""`debellis ask`: the rulings on the questions of a case, with reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import MISMATCH, refuse, write_json

if TYPE_CHECKING:
    from debellis.casebook.case import Step
    from debellis.umpire import Ruling


def ask(
    case: Path = typer.Argument(..., metavar="CASE", help="A case file; its questions need no answers."),
    json: bool = typer.Option(False, "--json", help="Write the rulings as JSON."),
    trace: bool = typer.Option(False, "--trace", help="Show the traceback if the rules code fails on a question."),
) -> None:
    """Ask the questions of a case: the answer, the clauses that decided it, what was measured."""
    from debellis.casebook import CaseError, read_case
    from debellis.casebook.playing import RulesBroke, rulings

    try:
        read = read_case(case, answered=False)
        if not read.steps:
            refuse(f"{case}, line 1: the case asks nothing; give it at least one [[ask]]")
        found = list(rulings(read))
    except CaseError as error:
        refuse(str(error))
    except RulesBroke as broken:
        if trace and broken.__cause__ is not None:
            raise broken.__cause__ from None
        typer.echo(str(broken), err=True)
        raise typer.Exit(MISMATCH) from None
    if json:
        write_json([_as_json(question, ruling) for question, ruling in found])
        return
    from debellis.cli.printing import Printer

    printer = Printer()
    printer.title(read.title)
    for question, ruling in found:
        printer.ruling(question, ruling)


def _as_json(question: Step, ruling: Ruling) -> dict[str, Any]:
    from debellis.casebook.comparing import plain
    from debellis.umpire.clauses import clause

    return {
        "question": question.question,
        "arguments": question.arguments,
        "answer": plain(ruling.answer),
        "because": [
            {"clause": reason.clause, "says": reason.says, "tier": clause(reason.clause).tier}
            for reason in ruling.because
        ],
        "measures": ruling.measures,
        "sheets": ruling.sheets,
        "drawing": ruling.drawing,
    }
