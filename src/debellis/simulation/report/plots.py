"""The plots of a report: shares with their intervals, lengths, losses, and the matrix of armies."""

from __future__ import annotations

from collections.abc import Sequence

from debellis.simulation.intervals import Interval
from debellis.simulation.report.marks import bar, dot, line, svg, text
from debellis.simulation.summary import Cell, Length, Record, Toll

_LABELS = 240.0
_SCALE = 420.0
_ROW = 26.0
_BINS = 30
_CELL = 30.0


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100.0 * share:.1f} %"


def rates(records: Sequence[Record], label: str) -> str:
    """The score of each as a dot with its interval, and the line where both are equal."""
    rows = [(one.name, one.score, one.interval) for one in records]
    return _shares(rows, label, middle=True)


def tolls(losses: Sequence[Toll], label: str) -> str:
    """The share lost of each troop type."""
    rows = [(kind_words(one), one.share, one.interval) for one in losses]
    return _shares(rows, label, middle=False)


def kind_words(toll: Toll) -> str:
    """The troop type, with its army if it belongs to one."""
    kind = toll.kind.replace("_", " ")
    return f"{kind} ({toll.army})" if toll.army else kind


def _shares(rows: Sequence[tuple[str, float, Interval]], label: str, middle: bool) -> str:
    height = _ROW * len(rows) + 30.0
    parts = [_axis(height)]
    if middle:
        parts.append(line(_at(0.5), 4.0, _at(0.5), height - 24.0, "even"))
    for i, (name, share, interval) in enumerate(rows):
        y = 16.0 + _ROW * i
        parts.append(text(_LABELS - 12.0, y + 4.0, name, "end"))
        if not middle:
            parts.append(bar(_LABELS, y - 7.0, _SCALE * share, 14.0, "fill"))
        parts.append(line(_at(interval.low), y, _at(interval.high), y, "whisker"))
        parts.append(dot(_at(share), y, "dot") if middle else "")
        parts.append(text(_LABELS + _SCALE + 12.0, y + 4.0, percent(share)))
    return svg(_LABELS + _SCALE + 80.0, height, label, *parts)


def _axis(height: float) -> str:
    steps = range(0, 101, 25)
    marks = [line(_at(step / 100.0), 4.0, _at(step / 100.0), height - 24.0, "grid") for step in steps]
    return "".join(marks + [text(_at(step / 100.0), height - 8.0, f"{step} %", "middle dim") for step in steps])


def _at(share: float) -> float:
    return _LABELS + _SCALE * share


def lengths(length: Length) -> str:
    """How many battles took how many bounds."""
    span = length.longest - length.shortest + 1
    wide = -(-span // _BINS)
    counts = [0] * -(-span // wide)
    for bounds, count in length.counts.items():
        counts[(bounds - length.shortest) // wide] += count
    most = max(counts)
    step = 600.0 / len(counts)
    parts = [line(40.0, 180.0, 640.0, 180.0, "grid"), text(34.0, 20.0, str(most), "end dim")]
    for i, count in enumerate(counts):
        first = length.shortest + i * wide
        name = str(first) if wide == 1 else f"{first} to {first + wide - 1}"
        tall = 165.0 * count / most
        parts.append(bar(41.0 + step * i, 180.0 - tall, max(step - 2.0, 1.0), tall, "fill", f"{name} bounds: {count}"))
        if i % max(1, len(counts) // 12) == 0:
            parts.append(text(40.0 + step * (i + 0.5), 196.0, str(first), "middle dim"))
    parts.append(text(340.0, 214.0, "bounds, both sides together", "middle dim"))
    return svg(660.0, 220.0, f"Battles took {length.shortest} to {length.longest} bounds", *parts)


def matrix(cells: Sequence[Cell], order: Sequence[str]) -> str:
    """Every army (row) against every other (column), the strongest first: blue where the row wins, orange where not."""
    place = {army: i for i, army in enumerate(order)}
    left = 16.0 + 7.0 * max(len(army) for army in order)
    size = left + _CELL * len(order) + 8.0
    parts = [text(left - 6.0, left + _CELL * (i + 0.65), army, "end") for army, i in place.items()]
    for army, i in place.items():
        x, y = left + _CELL * (i + 0.65), left - 6.0
        parts.append(text(x, y, army, "", f' transform="rotate(-90 {x:.1f} {y:.1f})"'))
    for cell in cells:
        parts.append(_cell(cell, left + _CELL * place[cell.enemy], left + _CELL * place[cell.army]))
    return svg(size, size, "Scores of all armies against each other", *parts)


def _cell(cell: Cell, x: float, y: float) -> str:
    found = cell.record
    span = f"{percent(found.interval.low)} to {percent(found.interval.high)}"
    tip = f"{cell.army} against {cell.enemy}: {percent(found.score)} of {found.battles} ({span})"
    strong = f' style="fill-opacity:{abs(found.score - 0.5) * 1.6:.2f}"'
    kind = "ahead" if found.score >= 0.5 else "behind"
    square = bar(x + 1.0, y + 1.0, _CELL - 2.0, _CELL - 2.0, kind, tip, strong)
    return square + text(x + _CELL / 2.0, y + _CELL * 0.62, f"{100.0 * found.score:.0f}", "middle small")
