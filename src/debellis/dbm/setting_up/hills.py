"""Hills: what their slopes make of them, and what a list must have for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, NUMBER, TEXT, BadQuestion, Kind, Question, checked, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

HILL = "hill"
BARE, STEEP = "bare", "steep"
_ROUGH_COVER = "rough"


class Slope(Value, frozen=True):
    """One slope of a hill: gentle or steep, and what covers it."""

    steep: bool
    cover: str

    @property
    def plain(self) -> bool:
        """Whether it is gentle and bare."""
        return not self.steep and self.cover == BARE


def hill_class(slopes: Collection[Slope]) -> str:
    """The list code of a hill: gentle only if all its slopes are gentle and bare."""
    return "H(G)" if all(slope.plain for slope in slopes) else "H(S)"


def going_of_slope(position: Position, slope: Slope) -> str:
    """The going of a slope."""
    if slope.steep:
        return "difficult"
    found: str = _cover(position, slope)["gentle"]
    return found


def codes_needed(position: Position, slopes: Collection[Slope]) -> list[str]:
    """Everything a list must have for a hill with such slopes."""
    needed = dict.fromkeys((hill_class(slopes),))
    for slope in slopes:
        needed.update(dict.fromkeys(_cover(position, slope)["needs"]))
    return list(needed)


def judge_cover(
    verdict: Verdict, position: Position, name: str, slopes: Collection[Slope], allowed: Collection[str] | None
) -> None:
    """Report a hill with covered or terraced slopes for which the defender's list lacks something."""
    if allowed is None or all(slope.cover == BARE for slope in slopes):
        return
    needed = codes_needed(position, slopes)
    missing = [code for code in needed if code not in allowed]
    if missing:
        says = f"{name} needs {' and '.join(needed)}; the list lacks {' and '.join(missing)}."
        verdict.refuse(says, "IWF-5.4d")


def judge_invader_hill(verdict: Verdict, position: Position, name: str, slopes: Collection[Slope]) -> None:
    """Report a hill that an invader may not add to his road; covered or not, all of one he may is difficult going."""
    if not all(slope.steep for slope in slopes):
        verdict.refuse(f"Every slope of {name} must be steep, and part of it is gentle.", "IWF-5.4e")
    covers = sorted({slope.cover for slope in slopes if slope.cover != BARE})
    barred = [cover for cover in covers if not _cover(position, Slope(True, cover)).get("invader", False)]
    if barred:
        verdict.refuse(f"The invader's hills may not be {' or '.join(barred)}.", "DBM32-P12-inv-hills-cover")
    elif covers:
        says = f"{name} is {' and '.join(covers)}, but counts as H(S) and is difficult going all over."
        verdict.cite("DBM32-P12-inv-hills-cover", says)


def _cover(position: Position, slope: Slope) -> dict[str, Any]:
    found: dict[str, Any] = table(position, "setup")["cover"][slope.cover]
    return found


def ask_hill(
    position: Position,
    *,
    slopes: tuple[Slope, ...],
    fe: float | None = None,
    allowed: tuple[str, ...] | None = None,
    by: str = "defender",
) -> Ruling:
    """What a hill with such slopes is: its class, the going of each slope, what a list must have, and if one may."""
    verdict = Verdict()
    found = hill_class(slopes)
    if found == "H(S)" and any(not slope.steep for slope in slopes):
        says = "Not every slope of the hill is gentle and bare: it is H(S)."
        verdict.cite("IWF-5.4a", says)
    going = [going_of_slope(position, slope) for slope in slopes]
    for slope, answer in zip(slopes, going, strict=True):
        if answer == _ROUGH_COVER:
            verdict.cite("IWF-5.4b", f"A gentle {slope.cover} slope is rough going.")
        elif answer == "difficult":
            what = "steep slope" if slope.steep else f"{slope.cover} slope"
            verdict.cite("IWF-5.4c", f"A {what} is difficult going.")
    kinds = {(slope.steep, slope.cover) for slope in slopes}
    if len(kinds) > 1 or any(slope.cover not in (BARE, "terraced") for slope in slopes):
        verdict.cite("DBM32-P12-hill-single", "Whatever its slopes and their cover, the hill is one feature.")
    if by == "invader":
        judge_invader_hill(verdict, position, "the hill", slopes)
    elif allowed is not None and found not in allowed and all(slope.cover == BARE for slope in slopes):
        verdict.refuse(f"The defender's list has no {found}.", "DBM-B9.2")
    judge_cover(verdict, position, "The hill", slopes, allowed)
    more = {"class": found, "going": going, "needs": codes_needed(position, slopes), "features": 1, "fe": fe}
    return verdict.decide("hill", **more)


def read_slopes(value: Any, position: Position) -> tuple[Slope, ...]:
    """Slopes as written: tables with steep and cover."""
    written = list_of(Kind("table", lambda item, _: item)).check(value, position)
    if not written:
        raise BadQuestion("a hill has at least one slope", "slopes")
    return tuple(_read_slope(item, position) for item in written)


def _read_slope(value: Any, position: Position) -> Slope:
    if not isinstance(value, dict):
        raise BadQuestion("a slope is a table with steep and cover", "slopes")
    kinds = {STEEP: FLAG.or_none(), "cover": one_of(*table(position, "setup")["cover"]).or_none()}
    found = checked("a slope", kinds, value, position)
    return Slope(found.get(STEEP, False), found.get("cover", BARE))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "hill",
        "what a hill is by its slopes: class, going, what the list must have",
        {
            "slopes": Kind("list of slopes", read_slopes),
            "fe": NUMBER.or_none(),
            "allowed": list_of(TEXT).or_none(),
            "by": one_of("invader", "defender").or_none(),
        },
        ask_hill,
    ),
)
