"""`debellis tour`: a handful of shipped cases, asked in the terminal and drawn."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.output import refuse

if TYPE_CHECKING:
    from debellis.casebook import Case
    from debellis.cli.printing import Printer

STOPS = (
    "dba22/contact/front-on-flank.toml",
    "dba22/zone/screened.toml",
    "dba22/shooting/lines-of-shot.toml",
    "dba22/support/second-ranks.toml",
    "dba22/combat/overlaps.toml",
    "dba22/odds/knights-against-spears.toml",
)
MOST_QUESTIONS = 2


def tour(
    output: Path = typer.Option(Path("tour"), "-o", "--output", metavar="DIRECTORY", help="Where to write drawings."),
) -> None:
    """A short illustrated tour: rulings on shipped cases, with their drawings."""
    from debellis.casebook import CaseError, read_case
    from debellis.casebook.running import RulesBroke
    from debellis.cli.printing import Printer

    printer = Printer()
    drawn: list[tuple[str, list[tuple[str, str]]]] = []
    for file in _stops():
        try:
            case = read_case(file)
            printer.title(f"\n{case.title}")
            pictures = _show(case, printer, output)
        except (CaseError, RulesBroke) as error:
            refuse(str(error))
        drawn.append((case.title, pictures))
    if not drawn:
        refuse("there are no cases to show; the casebook is missing from this installation")
    index = output / "index.html"
    _write(index, _page(drawn))
    count = sum(len(pictures) for _, pictures in drawn)
    printer.line(f"\n{count} drawings are in {output.resolve()}; open {index.resolve()}", "bold")


def _stops() -> list[Path]:
    from debellis.casebook.shipped import cases_directory

    stops = [cases_directory() / stop for stop in STOPS]
    return [stop for stop in stops if stop.is_file()]


def _show(case: Case, printer: Printer, output: Path) -> list[tuple[str, str]]:
    """Ask the first questions of a case and draw each; returns the file names and captions of the pictures."""
    from debellis.casebook.comparing import plain, written
    from debellis.casebook.drawing import draw_ask
    from debellis.casebook.running import ask_case

    pictures: list[tuple[str, str]] = []
    for ask in case.asks[:MOST_QUESTIONS]:
        ruling = ask_case(case, ask)
        printer.ruling(ask, ruling)
        name = f"{Path(case.file).parent.name}-{Path(case.file).stem}-{ask.number}.svg"
        _write(output / name, draw_ask(case, ask, near=True, titled=False))
        reasons = "; ".join(f"{reason.clause}: {reason.says}" for reason in ruling.because)
        pictures.append((name, f"{ask.question}: {written(plain(ruling.answer))}. {reasons}"))
    return pictures


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        refuse(f"{file} cannot be written ({(error.strerror or 'no reason given').lower()})")


def _page(drawn: list[tuple[str, list[tuple[str, str]]]]) -> str:
    parts: list[str] = []
    for title, pictures in drawn:
        parts.append(f"<h2>{escape(title)}</h2>\n<section>")
        for name, caption in pictures:
            picture = f'<img src="{escape(name)}" alt="The position, seen from above">'
            parts.append(f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>")
        parts.append("</section>")
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
        "section{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.5rem}"
        "figure{margin:0}img{width:100%;max-height:32rem;object-fit:contain;border:1px solid #ccc}"
        "figcaption{color:#444;font-size:.9em}"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>debellis: a short tour</title><style>{style}</style></head>\n<body><h1>A short tour</h1>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )
