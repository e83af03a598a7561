"""Cards and generals as a battle decides them: discards, gifts, deals, hands kept, and moves of generals."""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.meg.general_facts import general_of
from debellis.meg.playing.plays.taking_up import Given, Plays, at, holding, judged, phase_in
from debellis.table.position import Position

#: The sub-phases in which sides act in turn and may give up a card as a delay.
IN_TURN = ("2.1", "2.2", "4.3", "5.4", "5.5", "6.1")


def discarded(position: Position, given: Given) -> Playing | None:
    """A card that is discarded in SP 1.1, or given up as a delay where sides act in turn."""
    phase = phase_in(position, given, "1.1")
    he = general_of(position, given["general"])
    card = given.get("card") or (he.hand or ("black",))[0]
    here = holding(position, he.id, (card,))
    if phase == "1.1":
        return judged(at(here, phase, he.side), "discard", cards={he.id: [card]})
    if phase in IN_TURN:
        return judged(at(here, phase, he.side), "delay", general=he.id, card=card)
    return None


def given_away(position: Position, given: Given) -> Playing | None:
    """A gift or a distribution in SP 1.3."""
    if phase_in(position, given, "1.3") != "1.3":
        return None
    giver = general_of(position, given["from"])
    cards = tuple(given.get("cards") or (giver.hand or ("white",))[:1])
    here = holding(position, giver.id, cards)
    gift = {"from": giver.id, "to": given["to"], "cards": list(cards)}
    return judged(at(here, "1.3", giver.side), "give", gifts=[gift])


def moved(position: Position, given: Given) -> Playing | None:
    """A general who is moved by one card in SP 2.1 or 4.3."""
    phase = phase_in(position, given, "4.3")
    cards = given.get("cards") or ["green"]
    if phase not in ("2.1", "4.3") or len(cards) != 1:
        return None
    he = general_of(position, given["general"])
    payer = given.get("payer") or he.id
    here = holding(position, payer, tuple(cards))
    to = given["to"]
    where: Given = {"front": to.get("front") if isinstance(to, dict) else to}
    if isinstance(to, str):
        where = {"to": to if "/" in to else f"{to}/1"}
    return judged(at(here, phase, he.side), "move_general", general=he.id, payer=payer, card=cards[0], **where)


PLAYS: dict[str, Plays] = {
    "may_discard": discarded,
    "may_gift": given_away,
    "may_distribute": given_away,
    "may_move_general": moved,
}
