"""The whole page: what was played, the plots, and the numbers behind each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from debellis import __version__
from debellis.battle.playable import rules_of
from debellis.simulation.intervals import Interval, wilson
from debellis.simulation.plan import Plan
from debellis.simulation.report.plots import kind_words, lengths, matrix, percent, rates, tolls
from debellis.simulation.report.style import STYLE
from debellis.simulation.summary import Record, Summary, Toll
from debellis.table.value import replace
from debellis.umpire.wording import several

#: With more armies than this, losses are shown by troop type only.
_FEW = 2


def report_page(found: Summary) -> str:
    """The report as HTML."""
    plan = found.plan
    title = f"{several(found.battles, 'battle')} of {plan.edition}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_told(plan))}</p>",
        _records("Generals", found.generals),
        _records("Armies", [replace(one, name=_in_full(plan, one.name)) for one in found.armies]),
        _matrix(found),
        _length(found),
        _losses(found),
        _records("Sides", found.sides, "Sides are swapped in every pair, so these say how fair the set-up is."),
        _records("Invader and defender", found.roles),
        _endings(found),
        f'<p class="dim">{escape(_reading())} debellis {escape(__version__)}.</p>',
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    page = "\n".join(part for part in body if part)
    top = f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>'
    return f"{top}\n<body><main>\n{page}\n</main></body></html>\n"


def _in_full(plan: Plan, army: str) -> str:
    """The number of a list with its name."""
    known = rules_of(plan.edition).survey.find_army(army)
    return army if known is None or known.name == army else f"{army} {known.name}"


def _told(plan: Plan) -> str:
    generals = sorted({" against ".join(meeting.generals) for meeting in plan.meetings})
    who = generals[0] if len(generals) == 1 else f"{len(generals)} pairs of generals"
    first = plan.meetings[0].armies
    if len(plan.meetings) > 1:
        armies = f"{len(plan.meetings)} meetings"
    else:
        armies = "armies drawn from the lists" if first is None else f"{first[0]} and {first[1]}"
    most = f"at most {several(plan.limit, 'bound')} a side"
    return f"{who}; {armies}; {several(plan.battles, 'battle')} each, {most}, seed {plan.seed}."


def _reading() -> str:
    return (
        "Whiskers and brackets are 95 % intervals (Wilson's for shares). A battle stopped at the limit is a draw and "
        "counts half."
    )


def _records(title: str, records: Sequence[Record], note: str = "") -> str:
    if not records:
        return ""
    rows = [(r.name, percent(r.score), span(r.interval), r.wins, r.draws, r.losses, r.battles) for r in records]
    numbers = _table(("", "score", "95 %", "won", "drawn", "lost", "battles"), rows)
    said = f"<p>{escape(note)}</p>" if note else ""
    return _section(title, said + rates(records, f"{title}: scores with intervals") + numbers)


def _matrix(found: Summary) -> str:
    if not found.matrix:
        return ""
    said = (
        "<p>The score of the army of the row against that of the column, in per cent; point at a square for more.</p>"
    )
    order = [one.name for one in found.armies]
    return _section("Army against army", said + matrix(found.matrix, order))


def _length(found: Summary) -> str:
    long = found.length
    if long is None:
        return ""
    words = (
        f"{long.mean:.1f} bounds on average ({long.interval.low:.1f} to {long.interval.high:.1f}), median "
        f"{long.median:g}, from {long.shortest} to {long.longest}."
    )
    return _section("Length", f"<p>{escape(words)}</p>{lengths(long)}")


def _losses(found: Summary) -> str:
    if not found.losses:
        return ""
    several = len({toll.army for toll in found.losses}) > _FEW
    losses = _by_kind(found.losses) if several else found.losses
    rows = [(kind_words(t), t.lost, t.fielded, percent(t.share), span(t.interval)) for t in losses]
    numbers = _table(("", "lost", "fielded", "share", "95 %"), rows)
    return _section("Losses by troop type", tolls(losses, "Share of each troop type that was lost") + numbers)


def _by_kind(losses: Iterable[Toll]) -> list[Toll]:
    """The losses of all armies together."""
    fielded: dict[str, int] = {}
    lost: dict[str, int] = {}
    for toll in losses:
        fielded[toll.kind] = fielded.get(toll.kind, 0) + toll.fielded
        lost[toll.kind] = lost.get(toll.kind, 0) + toll.lost
    return [
        Toll("", kind, count, lost[kind], lost[kind] / count, wilson(lost[kind], count))
        for kind, count in sorted(fielded.items())
    ]


def _endings(found: Summary) -> str:
    return _section("How they ended", _table(("", "battles"), list(found.endings.items())))


def span(interval: Interval) -> str:
    """An interval in percent."""
    return f"{100.0 * interval.low:.1f} to {100.0 * interval.high:.1f}"


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(str(row[0]))}</th>{"".join(f"<td>{escape(str(v))}</td>" for v in row[1:])}</tr>'
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
