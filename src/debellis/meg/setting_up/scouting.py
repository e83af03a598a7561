"""The pre-battle system: who invades, passing, cards saved for scouting, and who is outscouted."""

from __future__ import annotations

from debellis.mechanics.tables import table
from debellis.meg.arguments import COLOUR, FACE, SIDE, question
from debellis.meg.words import SIDES
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, WHOLE, BadQuestion, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

INVADE, DEFEND = "invade", "defend"


def _invader(position: Position, faces: dict[str, str]) -> Ruling:
    found = Finding()
    order = [face.casefold() for face in table(position, "pbs")["invader_roll_order"]]
    if set(faces) != set(SIDES):
        raise BadQuestion("faces must have one for red and one for blue", "faces")
    ranks = {side: order.index(faces[side].casefold()) for side in SIDES}
    found.cite("MEG-B9.1", f"Red rolled {faces['red']}, blue {faces['blue']}.")
    if ranks["red"] == ranks["blue"]:
        return found.rule("invader", {"chooses": "again", "may_intercept": False})
    winner = min(SIDES, key=lambda side: ranks[side])
    return found.rule("invader", {"chooses": winner, "may_intercept": faces[winner] == "skull"})


def judge_part(verdict: Verdict, part: str, intercept: bool, may_intercept: bool) -> None:
    """Refuse what is no part to take, and a strategic intercept that was not won with a skull (MEG-B9.1)."""
    if part not in (INVADE, DEFEND):
        verdict.refuse("The winner of the roll invades or defends.", "MEG-B9.1")
    elif intercept and not (part == INVADE and may_intercept):
        verdict.refuse("A strategic intercept is for an invader who won the roll with a skull.", "MEG-B9.1")


def _may_take_part(position: Position, side: str, faces: dict[str, str], part: str, intercept: bool = False) -> Ruling:
    verdict = Verdict()
    won = _invader(position, faces).answer
    if won["chooses"] != side:
        verdict.refuse(f"{side.capitalize()} has not won the roll.", "MEG-B9.1")
    else:
        judge_part(verdict, part, intercept, bool(won["may_intercept"]))
    return verdict.decide("may_take_part")


def _may_pass(position: Position, dealt: int, round: int, passes: int = 0) -> Ruling:
    verdict = Verdict()
    rounds = int(table(position, "document")["pbs_rounds"])
    if not 1 <= round <= rounds:
        raise BadQuestion(f"there are {rounds} rounds", "round")
    short = max(0, rounds - dealt)
    verdict.measure("passes left", short - passes, "passes", 1)
    if passes >= short:
        verdict.refuse(f"With {dealt} cards one may pass {short} times, and has passed {passes} times.", "MEG-08a")
    else:
        permit(verdict, f"With only {dealt} cards one may pass {short} times.", "MEG-08a")
    return verdict.decide("may_pass")


def _scouting_cards(position: Position, dealt: int) -> Ruling:
    found = Finding()
    left = max(0, dealt - int(table(position, "document")["pbs_rounds"]))
    says = f"Five of {dealt} cards are used up; {left} can be saved for scouting."
    found.cite("MEG-08b", says)
    return found.rule("scouting_cards", left)


def _outscouted(position: Position, cards: dict[str, tuple[str, ...]]) -> Ruling:
    found = Finding()
    values = table(position, "cards")["value"]
    numbers = table(position, "pbs")["outscouting"]
    totals = {side: sum(int(values[card]) for card in cards.get(side, ())) for side in SIDES}
    apart = abs(totals["red"] - totals["blue"])
    percent = min(int(numbers["max_percent"]), int(numbers["percent_per_point"]) * apart)
    if apart:
        found.cite("MEG-B9.11", f"Red has {totals['red']} and blue {totals['blue']} points of scouting.")
    side = "none" if apart == 0 else min(SIDES, key=lambda one: totals[one])
    return found.rule("outscouted", {"side": side, "percent": percent})


QUESTIONS = (
    question("invader", "who chooses to invade or defend", {"faces": table_of(FACE)}, _invader),
    question(
        "may_take_part",
        "whether a side may invade or defend after the roll, perhaps with a strategic intercept",
        {"side": SIDE, "faces": table_of(FACE), "part": one_of(INVADE, DEFEND), "intercept": FLAG.or_none()},
        _may_take_part,
    ),
    question(
        "may_pass",
        "whether a player may pass in a round of the pre-battle system",
        {"dealt": WHOLE, "round": WHOLE, "passes": WHOLE.or_none()},
        _may_pass,
    ),
    question("scouting_cards", "how many cards can be left for scouting", {"dealt": WHOLE}, _scouting_cards),
    question(
        "outscouted",
        "who is outscouted, and by how much",
        {"cards": table_of(list_of(COLOUR))},
        _outscouted,
    ),
)
