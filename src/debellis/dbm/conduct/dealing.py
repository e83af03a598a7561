"""Fair dealing: one convention of measuring, the benefit of doubt, cocked dice, removed terrain, the sealed map."""

from __future__ import annotations

from typing import Any

from debellis.dbm.conduct.guidelines import guidelines_hold, set_aside
from debellis.dbm.measures import paces
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.move_arguments import POSE
from debellis.mechanics.tables import table
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, NUMBER, TEXT, BadQuestion, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

SIDES = ("red", "blue")
METRIC, IMPERIAL = "metric", "imperial"
AT_MOST, AT_LEAST = "at_most", "at_least"


def may_measure(position: Position, *, red: str, blue: str, agreed: str | None = None) -> Ruling:
    """Whether the players may measure this way. `agreed` is the convention settled before the game, if any."""
    verdict = Verdict()
    says = None
    if red != blue:
        says = f"red measures {red} and blue {blue}: both must use the same convention"
    elif agreed is not None and red != agreed:
        says = f"{agreed} was agreed before the game, and neither may change over to {red}"
    if says is not None and guidelines_hold(position):
        verdict.refuse(says, "IWF-G1.1")
    elif says is not None:
        set_aside(verdict, "each measures as he likes")
    more = {"mm_per_pace": paces(position, 1.0)} if red == blue == METRIC else {}
    return verdict.decide("may_measure", **more)


def in_doubt(position: Position, *, side: str, least: float, most: float, limit: float, needs: str = AT_MOST) -> Ruling:
    """Whether a claim stands about a distance that can only be measured as between `least` and `most` paces.

    `side` claims that the distance is at most (or at least) `limit`. The moving player is the one whose bound it is.
    """
    finding = Finding()
    if most < least:
        raise BadQuestion("most must not be less than least", "most")
    if position.active is None:
        raise BadQuestion("the position must tell whose bound it is", "side")
    surely = most <= limit + COINCIDE if needs == AT_MOST else least >= limit - COINCIDE
    possibly = least <= limit + COINCIDE if needs == AT_MOST else most >= limit - COINCIDE
    finding.measure("least it may be", least, "paces", limit)
    finding.measure("most it may be", most, "paces", limit)
    doubtful = possibly and not surely
    stands: bool | None = surely
    if doubtful and guidelines_hold(position):
        stands = side != position.active
        whose = "the moving player, and fails" if side == position.active else "the static player, and stands"
        finding.cite("IWF-G2.1b", f"it may be {least:g} or {most:g} paces: the claim is that of {whose}")
    elif doubtful:
        stands = None
        set_aside(finding, "nobody has the benefit of a doubt")
    return finding.rule("in_doubt", {"doubtful": doubtful, "stands": stands})


def die_counts(
    position: Position, *, flat: bool, on: tuple[str, ...] = (), agreed: tuple[str, ...] | None = None
) -> Ruling:
    """Whether a die counts as it lies: flat or not, and on which object other than the playing surface.

    `agreed` names the objects on which a die counts as cocked. Without an agreement any object makes it cocked.
    """
    finding = Finding()
    if agreed is not None:
        cocked = not flat or any(thing in agreed for thing in on)
        return finding.rule("die_counts", {"counts": not cocked, "roll_again": cocked})
    cocked = not flat or bool(on)
    if cocked and guidelines_hold(position):
        why = f"lies partly on {' and '.join(on)}" if on else "does not lie flat"
        finding.cite("IWF-G3.1b", f"nothing was agreed and the die {why}: it is cocked and rolled again")
    elif cocked:
        set_aside(finding, "the die is not cocked")
        return finding.rule("die_counts", {"counts": None, "roll_again": False})
    return finding.rule("die_counts", {"counts": not cocked, "roll_again": cocked})


def may_replace_terrain(
    position: Position, *, side: str, kind: str, instead_of: str | None = None, removed: dict[str, str] | None = None
) -> Ruling:
    """Whether a side may replace one piece of terrain by another. `removed` names the owner of each removed piece.

    The questions about terrain decide whether the piece may be chosen and placed.
    """
    verdict = Verdict()
    if kind not in table(position, "ground"):
        raise BadQuestion(f"kind must be a kind of terrain, and {kind!r} is none", "kind")
    owners = removed or {}
    if instead_of is not None and instead_of in owners:
        if owners[instead_of] != side:
            verdict.refuse(f"{instead_of} was not a piece of {side}")
        elif guidelines_hold(position):
            says = f"{instead_of} was removed as unsuitable: {side} may not put {kind} in its place"
            verdict.refuse(says, "IWF-G5.1b")
        else:
            set_aside(verdict, f"{side} may put {kind} in place of {instead_of}")
    return verdict.decide("may_replace_terrain")


def open_map(position: Position, *, side: str, over: bool, asked: bool, sealed: dict[str, Pose]) -> Ruling:
    """Whether the sealed map of a side is opened to its opponent, and which part of it he then sees."""
    finding = Finding()
    answer: dict[str, Any] = {"opened": False, "must": False, "shown": {}}
    if not over:
        return finding.rule("open_map", answer)
    if not guidelines_hold(position):
        set_aside(finding, f"{side} may keep its map to itself")
        return finding.rule("open_map", answer)
    how = "has to be opened, as the opponent asks" if asked else "is normally opened"
    finding.cite("IWF-G6.3b", f"the game is over: the map of {side} {how}")
    shown = {name: list(pose.front) for name, pose in sealed.items()}
    return finding.rule("open_map", {"opened": True, "must": asked, "shown": shown})


_CONVENTION = one_of(METRIC, IMPERIAL)
QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_measure",
        "whether the players may measure by these conventions",
        {"red": _CONVENTION, "blue": _CONVENTION, "agreed": _CONVENTION.or_none()},
        may_measure,
    ),
    Question(
        "in_doubt",
        "whether a claim stands about a distance that cannot be settled nearer than from least to most",
        {
            "side": one_of(*SIDES),
            "least": NUMBER,
            "most": NUMBER,
            "limit": NUMBER,
            "needs": one_of(AT_MOST, AT_LEAST).or_none(),
        },
        in_doubt,
    ),
    Question(
        "die_counts",
        "whether a die counts as it lies or is rolled again",
        {"flat": FLAG, "on": list_of(TEXT).or_none(), "agreed": list_of(TEXT).or_none()},
        die_counts,
    ),
    Question(
        "may_replace_terrain",
        "whether a side may bring a piece of terrain instead of one that was removed",
        {
            "side": one_of(*SIDES),
            "kind": TEXT,
            "instead_of": TEXT.or_none(),
            "removed": table_of(one_of(*SIDES)).or_none(),
        },
        may_replace_terrain,
    ),
    Question(
        "open_map",
        "whether the sealed map of a side is opened to its opponent",
        {"side": one_of(*SIDES), "over": FLAG, "asked": FLAG, "sealed": table_of(POSE)},
        open_map,
    ),
)
