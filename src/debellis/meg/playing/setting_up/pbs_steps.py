"""The pre-battle system by hand: who invades, PBS cards played face down, the territory, and the marker on the grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.mechanics.tables import rows, table
from debellis.meg.playing.before_battle import BeforeBattle
from debellis.meg.playing.cards import ordered
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.setting_up.actions import ChooseTerritory, PlayCard, RollForInvader, SetMarker, TakePart
from debellis.meg.playing.setting_up.flank_steps import begin_ground
from debellis.meg.playing.setting_up.progress import ask, before, defender_of, note
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import roll_of_commanders
from debellis.meg.setting_up.pre_battle import LOCATION, PASS, TERRITORY, cells, steps_between
from debellis.meg.setting_up.scouting import DEFEND, INVADE, judge_part
from debellis.meg.units import moment
from debellis.meg.words import COLOURS
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

INVADER, PART, CARD = "invader", "part", "card"
CHOOSE_TERRITORY, INTERCEPT, MARKER = "territory", "intercept", "marker"


# Invader and defender


def do_roll(course: Course, action: RollForInvader) -> None:
    """The army commanders roll until one wins (MEG-B9.1)."""
    ruling = roll_of_commanders(course)
    chooser = str(ruling.answer["chooses"])
    course.put(before=BeforeBattle(chooser, bool(ruling.answer["may_intercept"])))
    ask(course, PART, chooser)


def roll_ideas(state: State) -> list[Any]:
    return [RollForInvader()]


def check_part(state: State, action: TakePart) -> Ruling:
    """Whether the winner of the roll may take this part."""
    verdict = Verdict()
    judge_part(verdict, action.part, action.intercept, before(state).may_intercept)
    return verdict.decide("take_part")


def do_part(course: Course, action: TakePart) -> None:
    """Settle who invades, and draw the PBS cards (MEG-B9.2)."""
    chooser = before(course.state).chooser
    invader = chooser if action.part == INVADE else other(chooser)
    settle(course, invader)
    if action.intercept:
        course.tell("intercept", f"{invader} makes a strategic intercept", "MEG-B9.1")
    note(course, intercepts=action.intercept)
    for side in (other(invader), invader):
        _draw(course, side, course.state.forces[side].pbs_cards)
    _next_round(course)


def settle(course: Course, invader: str) -> None:
    """Note who invades and who defends."""
    defender = other(invader)
    course.put(invader=invader)
    course.stand(replace(course.position, moment=replace(moment(course.position), defender=defender)))
    course.tell("invader", f"{invader} invades and {defender} defends", "MEG-B9.1")


def _draw(course: Course, side: str, count: int) -> None:
    """Draw the PBS cards of a side, which only that side sees."""
    hand: tuple[str, ...] = ()
    for _ in range(count):
        card, deck = course.chance.draw(course.state.deck.value, f"a PBS card for {side}", to=side)
        hand = (*hand, card)
        course.put(deck=Secret(None, deck))
    now = before(course.state)
    hands = {**now.hands, side: Secret(side, ordered(hand))}
    note(course, hands=hands, dealt={**now.dealt, side: count}, passes={**now.passes, side: 0})
    course.tell("pbs-cards", f"{side} draws {count} PBS cards", "MEG-B9.2")


def part_ideas(state: State) -> Iterator[Any]:
    if before(state).may_intercept:
        yield TakePart(INVADE, True)
    yield TakePart(INVADE)
    yield TakePart(DEFEND)


# Cards


def _next_round(course: Course) -> None:
    """The next of the five plays; after the last the ground is laid out."""
    now = before(course.state)
    if now.round >= int(table(course.position, "pbs")["rounds"]):
        finish_rounds(course)
        return
    note(course, round=now.round + 1, named={}, mover="", steps=0)
    _ask_card(course)


def finish_rounds(course: Course) -> None:
    """The marker stays where it is."""
    column, row = before(course.state).cell
    course.tell("location", f"the battle is fought on {column.lower()} ground, secure flank: {row}", "MEG-B9.4")
    begin_ground(course)


def _ask_card(course: Course) -> None:
    """The defender names his card first, then the invader; who has none passes (MEG-B9.17, MEG-B9.19)."""
    while True:
        now = before(course.state)
        named = tuple(now.named)
        side = str(judged(course.position, "names_next", defender=defender_of(course.state), named=named).answer)
        if side not in SIDES:
            break
        if now.hands[side].value:
            ask(course, CARD, side)
            return
        _name(course, side, PASS)
        course.tell("pbs-pass", f"{side} has no PBS card left and passes", "MEG-B9.19")
    _reveal(course)


def _name(course: Course, side: str, card: str) -> None:
    now = before(course.state)
    passes = {**now.passes, side: now.passes[side] + (card == PASS)}
    note(course, named={**now.named, side: Secret(side, card)}, passes=passes)


def check_card(state: State, action: PlayCard) -> Ruling:
    """Whether a side may play this card or pass: the question `may_pass`."""
    verdict = Verdict()
    now, side = before(state), decider(state)
    if action.card == PASS:
        take_over(
            verdict,
            judged(state.position, "may_pass", dealt=now.dealt[side], round=now.round, passes=now.passes[side]),
        )
    elif action.card not in now.hands[side].value:
        verdict.refuse(f"There is no {action.card} card among your PBS cards.", "MEG-B9.3")
    return verdict.decide("play_card")


def do_card(course: Course, action: PlayCard) -> None:
    """Lay a card face down; when both lie there they are shown."""
    side = course.state.choice.side
    _name(course, side, action.card)
    course.tell("pbs-named", f"{side} has made its choice in round {before(course.state).round}", "MEG-B9.17")
    _ask_card(course)


def _reveal(course: Course) -> None:
    """Show both cards; the higher one decides (MEG-B9.3, MEG-B9.4)."""
    now = before(course.state)
    cards = {side: now.named[side].value for side in SIDES}
    hands = dict(now.hands)
    for side, card in cards.items():
        if card != PASS:
            left = list(hands[side].value)
            left.remove(card)
            hands[side] = Secret(side, tuple(left))
    played = tuple(card for card in cards.values() if card != PASS)
    course.put(pile=(*course.state.pile, *played))
    note(course, hands=hands, named={})
    play = TERRITORY if now.round == 1 else LOCATION
    ruling = judged(course.position, "pbs_round", cards=cards, defender=defender_of(course.state), play=play)
    says = f"round {now.round}: red plays {cards['red']}, blue {cards['blue']}"
    course.tell("pbs-round", says, ruling=ruling)
    winner = str(ruling.answer["side"])
    if play == TERRITORY:
        _ask_territory(course, winner)
    elif winner == "none":
        _next_round(course)
    else:
        note(course, mover=winner, steps=int(ruling.answer["steps"]))
        ask(course, MARKER, winner)


def card_ideas(state: State) -> list[Any]:
    """To pass where it may be, and each card of the hand; the lowest card is the default unless only a pass is left."""
    now, side = before(state), decider(state)
    cards = sorted(set(now.hands[side].value), key=COLOURS.index, reverse=True)
    found: list[Any] = [PlayCard(PASS), *(PlayCard(card) for card in cards)]
    return found


# Territory


def _ask_territory(course: Course, side: str) -> None:
    listed = course.state.forces[defender_of(course.state)].territories
    if len(listed) == 1:
        _take_territory(course, listed[0])
    else:
        note(course, mover=side)
        ask(course, CHOOSE_TERRITORY, side)


def check_territory(state: State, action: ChooseTerritory) -> Ruling:
    verdict = Verdict()
    listed = state.forces[defender_of(state)].territories
    if action.territory not in listed:
        verdict.refuse(f"The defender's list has {', '.join(listed)}, not {action.territory!r}.", "MEG-B9.3")
    return verdict.decide("choose_territory")


def do_territory(course: Course, action: ChooseTerritory) -> None:
    _take_territory(course, action.territory)


def _take_territory(course: Course, territory: str) -> None:
    """Settle the territory and put the marker on its starting cell (MEG-B9.4)."""
    row = next(one for one in rows(course.position, "territory") if one["name"] == territory)
    course.stand(replace(course.position, moment=replace(moment(course.position), territory=territory.lower())))
    note(course, cell=(str(row["start_density"]), str(row["start_row"])))
    course.tell("territory", f"the battle is fought in {territory.lower()} country", "MEG-B9.3")
    if before(course.state).intercepts:
        invader = course.state.invader
        assert invader is not None
        note(course, mover=invader, steps=1)
        ask(course, INTERCEPT, invader)
    else:
        _next_round(course)


def territory_ideas(state: State) -> list[Any]:
    """Every territory of the defender's list, the first one last."""
    return [ChooseTerritory(name) for name in reversed(state.forces[defender_of(state)].territories)]


# The marker


def check_marker(state: State, action: SetMarker) -> Ruling:
    """Whether the marker may go there: the question `may_move_marker`."""
    verdict = Verdict()
    now = before(state)
    to = (action.column, action.row)
    if to not in cells(state.position):
        verdict.refuse(f"The grid has no cell {action.column!r}, {action.row!r}.", "MEG-B9.18")
    else:
        take_over(
            verdict, judged(state.position, "may_move_marker", **{"from": now.cell, "to": to, "steps": now.steps})
        )
    return verdict.decide("set_marker")


def do_marker(course: Course, action: SetMarker) -> None:
    to = (action.column, action.row)
    stays = to == before(course.state).cell
    note(course, cell=to)
    side = course.state.choice.side
    says = f"{side} leaves the marker" if stays else f"{side} moves the marker to {action.column.lower()}, {action.row}"
    course.tell("marker", says, "MEG-B9.4", "MEG-B9.18")
    _next_round(course)


def marker_ideas(state: State) -> list[Any]:
    """Every cell in reach, the present one last."""
    now = before(state)
    near = [cell for cell in cells(state.position) if 0 < steps_between(state.position, now.cell, cell) <= now.steps]
    return [SetMarker(*cell) for cell in (*near, now.cell)]
