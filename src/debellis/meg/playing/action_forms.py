"""The written form of the actions of a battle, with the same arguments as the questions."""

from __future__ import annotations

from typing import Any

from debellis.battle.action_forms import ActionForm
from debellis.geometry.plane import Point
from debellis.meg.arguments import (
    ACTION,
    ANYTHING,
    BASE,
    COLOUR,
    FILE,
    GENERAL,
    STANDING,
    UNIT,
    UNITS,
)
from debellis.meg.moving.move_questions import PART, MovePart
from debellis.meg.moving.steps import BASE_END, STEP, End, UnitStep
from debellis.meg.places import PLACE
from debellis.meg.playing.actions import (
    Aim,
    Align,
    AnswerDraw,
    Appoint,
    BaseEnd,
    Begin,
    BreakOff,
    Delay,
    Discard,
    Engage,
    Fight,
    FreeMove,
    Gift,
    Give,
    GiveUp,
    GiveWay,
    HoldBack,
    HoldFiles,
    Lead,
    LendDie,
    Move,
    MoveGeneral,
    OfferDraw,
    PairUp,
    Pass,
    Pursue,
    Rearrange,
    Recover,
    RemoveBase,
    Rout,
    Sack,
    Shoot,
    TakeCover,
)
from debellis.meg.playing.charge_forms import CHARGE_FORMS
from debellis.meg.playing.form_parts import CARDS, PAID, SHIFT, STAYS, steps_of
from debellis.meg.playing.moving import FORMATIONS
from debellis.meg.playing.setting_up.action_forms import SET_UP_FORMS
from debellis.meg.units import generals_of, named_bases, named_file
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, NUMBER, POINT, TEXT, BadQuestion, Kind, WrongValue, list_of, one_of


def _hands(value: Any, position: Position) -> dict[str, tuple[str, ...]]:
    """Cards by general."""
    known = {general.id for general in generals_of(position)}
    if not isinstance(value, dict) or not set(value) <= known:
        raise WrongValue(f"a table of cards by general, as in {{ {min(known, default='G')} = ['black'] }}")
    return {name: CARDS.check(cards, position) for name, cards in value.items()}


def _gift(value: Any, position: Position) -> Gift:
    if not isinstance(value, dict) or set(value) != {"from", "to", "cards"}:
        raise WrongValue("a gift { from = general, to = general, cards = [...] }")
    giver, to = GENERAL.check(value["from"], position), GENERAL.check(value["to"], position)
    return Gift(giver, to, CARDS.check(value["cards"], position))


def _files(value: Any, position: Position) -> dict[str, str]:
    if not isinstance(value, dict):
        raise WrongValue('a table of files, each with the enemy file it fights, as in { "A/1" = "B/2" }')
    return {FILE.check(key, position): FILE.check(item, position) for key, item in value.items()}


FILES = Kind("table of files", _files)
HANDS = Kind("table of cards by general", _hands)
GIFT = Kind("gift", _gift)


def _move(
    position: Position,
    *,
    code: str,
    general: str,
    cards: tuple[str, ...],
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    steps: tuple[UnitStep, ...] | None = None,
    parts: tuple[MovePart, ...] | None = None,
    pulls: str | None = None,
    formation: str = "",
    stays: tuple[str, ...] = (),
) -> Move:
    units = block or (unit or "",)
    if parts is None:
        return Move(units, code, steps_of(steps), general, cards, pulls, formation=formation, stays=stays)
    if len(parts) != 2 or steps is not None:
        raise BadQuestion("a double move has two parts, each with its own steps", "parts")
    one, two = parts
    first, second = steps_of(one.steps), steps_of(two.steps)
    return Move(units, code, first, general, cards, pulls, one.action, two.action, second, stays=stays)


def _shoot(position: Position, *, unit: str, files: tuple[str, ...], targets: tuple[str, ...]) -> Shoot:
    pairs = zip(files, targets, strict=True)
    return Shoot(unit, tuple(Aim(named_file(position, file)[0].id, target) for file, target in pairs))


def _fight(position: Position, *, file: str, against: str, general: bool = False) -> Fight:
    return Fight(named_file(position, file)[0].id, named_bases(position, against)[0].id, general)


def _align(position: Position, *, unit: str, to: Pose, block: tuple[str, ...] | None = None) -> Align:
    others = tuple(name for name in block or () if name != unit)
    return Align(unit, to, others)


def _pass(position: Position) -> Any:
    return Pass()


def _pursue(position: Position, *, unit: str = "") -> Any:
    return Pursue(unit)


def _begin(position: Position) -> Begin:
    return Begin()


def _delay(position: Position, *, general: str, card: str) -> Delay:
    return Delay(general, card)


def _break_off(
    position: Position,
    *,
    unit: str,
    code: str,
    general: str,
    card: str,
    shift: float = 0.0,
    hand: str = "right",
) -> BreakOff:
    return BreakOff(unit, code, general, card, shift, hand)


def _recover(position: Position, *, unit: str, general: str, card: str) -> Recover:
    return Recover(unit, general, card)


def _discard(position: Position, *, cards: dict[str, tuple[str, ...]] | None = None) -> Discard:
    return Discard(cards or {})


def _give(position: Position, *, gifts: tuple[Gift, ...] | None = None) -> Give:
    return Give(gifts or ())


def _give_up(position: Position, *, cards: dict[str, tuple[str, ...]]) -> GiveUp:
    return GiveUp(cards)


def _move_general(
    position: Position,
    *,
    general: str,
    card: str,
    to: str | None = None,
    front: Point | None = None,
    payer: str | None = None,
) -> MoveGeneral:
    return MoveGeneral(general, _where(to, front), payer or general, card)


def _pair_up(position: Position, *, pairs: dict[str, str] | None = None) -> PairUp:
    found = {
        named_file(position, file)[0].id: named_file(position, against)[0].id for file, against in (pairs or {}).items()
    }
    return PairUp(found)


def _hold_files(position: Position, *, files: tuple[str, ...] | None = None) -> HoldFiles:
    return HoldFiles(tuple(named_file(position, file)[0].id for file in files or ()))


def _remove_base(position: Position, *, base: str) -> RemoveBase:
    return RemoveBase(base)


def _free_move(position: Position, *, to: str | None = None, front: Point | None = None) -> FreeMove:
    return FreeMove(_where(to, front))


def _where(to: str | None, front: Point | None) -> str | Point:
    place = to if to is not None else front
    if place is None or (to is not None and front is not None):
        raise BadQuestion("a general moves to a file (to) or to a place of his own (front)", "to")
    return place


def _engage(
    position: Position, *, unit: str, enemy: str, by: str, general: str, cards: tuple[str, ...], turned: float = 0.0
) -> Engage:
    return Engage(unit, enemy, by, general, cards, turned)


def _offer_draw(position: Position) -> OfferDraw:
    return OfferDraw()


def _answer_draw(position: Position, *, accepts: bool) -> AnswerDraw:
    return AnswerDraw(accepts)


def _hold_back(position: Position, *, general: str, card: str, advance: float = 0.0, unit: str = "") -> HoldBack:
    return HoldBack(general, card, advance, unit)


def _lead(position: Position, *, fights: bool) -> Lead:
    return Lead(fights)


def _lend_die(position: Position, *, lends: bool) -> LendDie:
    return LendDie(lends)


def _rout(position: Position, *, shift: float = 0.0, hand: str = "right") -> Rout:
    return Rout(shift, hand)


def _take_cover(position: Position, *, covers: bool) -> TakeCover:
    return TakeCover(covers)


def _appoint(position: Position, *, unit: str, file: str | None = None, heir: str = "") -> Appoint:
    return Appoint(unit, "" if file is None else named_file(position, file)[0].id, heir)


def _give_way(
    position: Position,
    *,
    response: str,
    shift: float = 0.0,
    hand: str = "right",
    toward: str = "",
    unit: str = "",
    stays: tuple[str, ...] = (),
) -> GiveWay:
    return GiveWay(response, shift, hand, toward, unit, stays)


def _rearrange(
    position: Position, *, unit: str, code: str, ends: tuple[End, ...], general: str, card: str
) -> Rearrange:
    return Rearrange(unit, code, tuple(BaseEnd(end.who, end.pose) for end in ends), general, card)


def _sack(position: Position, *, unit: str) -> Sack:
    return Sack(unit)


ACTION_FORMS: dict[str, ActionForm] = {
    form.name: form
    for form in (
        ActionForm(
            "move",
            "a prompted move of a unit group or a block",
            {
                "unit": UNIT.or_none(),
                "block": UNITS.or_none(),
                "code": ACTION,
                "steps": list_of(STEP).or_none(),
                "parts": list_of(PART).or_none(),
                "pulls": UNIT.or_none(),
                "formation": one_of(*FORMATIONS).or_none(),
                "general": GENERAL,
                "cards": CARDS,
                **STAYS,
            },
            _move,
        ),
        ActionForm("begin", "begin a battle taken up where chance comes first", {}, _begin),
        ActionForm("discard", "throw cards away, by general", {"cards": HANDS.or_none()}, _discard),
        ActionForm("give", "the gifts of a side", {"gifts": list_of(GIFT).or_none()}, _give),
        ActionForm("give_up", "the cards above what each general keeps", {"cards": HANDS}, _give_up),
        ActionForm(
            "move_general",
            "move a general to a file, or to a place of his own",
            {
                "general": GENERAL,
                "to": FILE.or_none(),
                "front": POINT.or_none(),
                "payer": GENERAL.or_none(),
                "card": COLOUR,
            },
            _move_general,
        ),
        ActionForm(
            "align",
            "align a unit group in contact, or its block as one body",
            {"unit": UNIT, "to": PLACE, "block": UNITS.or_none()},
            _align,
        ),
        ActionForm(
            "shoot",
            "the shots of a unit group, each file at the base named in the same place of the other list",
            {"unit": UNIT, "files": list_of(FILE), "targets": list_of(BASE)},
            _shoot,
        ),
        ActionForm(
            "fight",
            "the combat of a file with an enemy",
            {"file": FILE, "against": ANYTHING, "general": FLAG.or_none()},
            _fight,
        ),
        ActionForm("pursue", "let a unit group pursue", {"unit": UNIT.or_none()}, _pursue),
        ActionForm(
            "break_off",
            "break off a combat",
            {"unit": UNIT, "code": one_of("F2", "F3", "F4"), **PAID, **SHIFT},
            _break_off,
        ),
        ActionForm(
            "hold_back",
            "hold a unit group back from its pursuit by a card",
            {"unit": UNIT.or_none(), **PAID, "advance": NUMBER.or_none()},
            _hold_back,
        ),
        ActionForm("lead", "whether the general of a file that is attacked fights", {"fights": FLAG}, _lead),
        ActionForm(
            "lend_die",
            "whether a file between two fighting ones supports the one that has just rolled",
            {"lends": FLAG},
            _lend_die,
        ),
        ActionForm("rout", "with which shift a broken unit group runs past those in its way", {**SHIFT}, _rout),
        ActionForm("take_cover", "whether those shot at use shield cover", {"covers": FLAG}, _take_cover),
        ActionForm(
            "appoint",
            "the unit group and file with which a new general begins, and who succeeds an army commander",
            {"unit": UNIT, "file": FILE.or_none(), "heir": GENERAL.or_none()},
            _appoint,
        ),
        ActionForm(
            "give_way",
            "how a pushed SuG gives way; where there are several, which of them",
            {
                "unit": UNIT.or_none(),
                "response": one_of("fall_back", "run_away"),
                "toward": one_of("rear").or_none(),
                **SHIFT,
                **STAYS,
            },
            _give_way,
        ),
        ActionForm(
            "rearrange",
            "bases in combat make a file (MF1) or turn to face enemy (MF2)",
            {"unit": UNIT, "code": one_of("MF1", "MF2"), "ends": list_of(BASE_END), **PAID},
            _rearrange,
        ),
        ActionForm("recover", "clear the wound of a unit group", {"unit": UNIT, **PAID}, _recover),
        ActionForm("sack", "name the unit group that sacks the camp", {"unit": UNIT}, _sack),
        ActionForm(
            "engage",
            "open a combat with enemy that a unit group touches",
            {
                "unit": UNIT,
                "enemy": STANDING,
                "by": one_of("wheel", "turn"),
                "turned": NUMBER.or_none(),
                "general": GENERAL,
                "cards": CARDS,
            },
            _engage,
        ),
        ActionForm("pair_up", "the opponents of files that touch several", {"pairs": FILES.or_none()}, _pair_up),
        ActionForm(
            "hold_files",
            "the files that hold their fire at a charge, or do not press forward",
            {"files": list_of(FILE).or_none()},
            _hold_files,
        ),
        ActionForm("remove_base", "name the base that is lost, among equals", {"base": TEXT}, _remove_base),
        ActionForm(
            "free_move",
            "where a general goes by his free move",
            {"to": FILE.or_none(), "front": POINT.or_none()},
            _free_move,
        ),
        ActionForm("offer_draw", "offer a draw", {}, _offer_draw),
        ActionForm("answer_draw", "accept or refuse a draw", {"accepts": FLAG}, _answer_draw),
        ActionForm("delay", "give up a card and wait", PAID, _delay),
        ActionForm("pass", "do nothing now", {}, _pass),
        *CHARGE_FORMS,
        *SET_UP_FORMS,
    )
}
