"""A toy edition, so that the casebook is tested without any rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from debellis.battle.action_forms import ActionForm
from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event, Opening, Refused
from debellis.casebook import Case, playing, reading, running
from debellis.casebook.case_text import CaseText
from debellis.dba.going import KINDS
from debellis.table.ground_kinds import GroundKind
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import replace
from debellis.umpire import asking
from debellis.umpire.editions import Edition, Troops
from debellis.umpire.questions import BASE, FLAG, NUMBER, TEXT, WHOLE, Question, list_of
from debellis.umpire.ruling import Finding, Ruling

SIZES = {"4Bd": (40.0, 15.0), "3Kn": (40.0, 30.0), "2Ps": (40.0, 20.0)}


def _read_troops(notation: str, scale: Scale) -> Troops:
    code, *words = notation.split()
    if code not in SIZES or any(word != "general" for word in words):
        raise ValueError(f"there are no troops {notation!r}; there are {', '.join(SIZES)}")
    width, depth = SIZES[code]
    return Troops(code, "toy", width * scale.base_width / 40.0, depth, general=bool(words))


def _echo(position: Position, **given: Any) -> Ruling:
    """Answers and cites what it is told to."""
    finding = Finding()
    for name in given.get("cite", ()):
        finding.cite(name, "because the toy was told so")
    return finding.rule(
        "may_echo",
        {
            "legal": given.get("legal", True),
            "edge": "front",
            "edges": ["front", "left"],
            "front": [1.0, 2.0],
            "facing": 359.999,
            "destroyed": ["A", "B"],
            "loser": None,
        },
    )


def _number(position: Position, *, of: str, value: float) -> Ruling:
    return Finding().rule("number", value)


def _broken(position: Position) -> Ruling:
    raise KeyError("no such thing")


def _north(position: Position, *, of: str) -> Ruling:
    return Finding().rule("north", position.base(of).front[1])


def _no_steps(position: Position) -> Ruling:
    return Finding().rule("steps", 0)


QUESTIONS = (
    Question(
        "may_echo",
        "Says what it is told.",
        {"legal": FLAG.or_none(), "cite": list_of(TEXT).or_none()},
        _echo,
        {"edge": "edges"},
    ),
    Question("number", "Gives back a number.", {"of": BASE, "value": NUMBER}, _number),
    Question("broken", "Breaks.", {}, _broken),
    Question("north", "How far north a base stands.", {"of": BASE}, _north),
    Question("steps", "How many steps were made.", {}, _no_steps),
)

TOY = Edition(
    name="toy",
    title="Toy rules",
    scales=("15mm", "25mm"),
    table_size=lambda scale: (600.0, 600.0),
    read_troops=_read_troops,
    ground={kind: GroundKind(kind, kind) for kind in KINDS},
    options={"weather": ("dry", "wet"), "night": (True, False)},
    questions={question.name: question for question in QUESTIONS},
)


class ToyState(Struct, frozen=True):
    """A battle of the toy rules: where everybody stands, and how many steps were made."""

    position: Position
    phase: str
    pips: int
    steps: int = 0


class ToyStep(Struct, frozen=True):
    """One step of a base, of so many dice."""

    who: str
    dice: int = 0
    cite: tuple[str, ...] = ()


class ToyRules:
    """A game in which bases step north while there are PIPs, and each die adds a millimetre a pip."""

    edition = "toy"
    action_forms: ClassVar[dict[str, ActionForm]] = {
        "step": ActionForm(
            "step",
            "a step north",
            {"who": BASE, "of": WHOLE.or_none(), "cite": list_of(TEXT).or_none()},
            lambda position, who, of=0, cite=(): ToyStep(who, of, cite),
        ),
        "break": ActionForm("break", "breaks", {}, lambda position: 1 / 0),
    }

    def from_position(self, position: Position, opening: Opening) -> ToyState:
        if opening.phase not in ("moves", "pips"):
            raise ValueError(f"there is no phase {opening.phase!r}")
        return ToyState(position, opening.phase, opening.purse, len(opening.waiting))

    def position(self, state: ToyState) -> Position:
        return state.position

    def check(self, state: ToyState, action: ToyStep) -> Ruling:
        finding = Finding()
        if state.pips < 1:
            finding.cite("BOB-PIP-1", "there are no PIPs")
        return finding.rule("step", {"legal": state.pips >= 1, "pips": state.pips})

    def apply(self, state: ToyState, action: ToyStep, chance: Chance) -> tuple[ToyState, tuple[Event, ...]]:
        ruling = self.check(state, action)
        if not ruling.answer["legal"]:
            raise Refused(ruling)
        far = 10.0 + sum(chance.roll("how far") for _ in range(action.dice))
        base = state.position.base(action.who)
        moved = replace(base, front=(base.front[0], base.front[1] + far))
        after = replace(state, position=state.position.with_base(moved), pips=state.pips - 1, steps=state.steps + 1)
        return after, (Event("step", f"{action.who} steps {far:g} mm", action.cite),)

    def ask(self, state: ToyState, question: str, arguments: dict[str, Any]) -> Ruling:
        if question == "steps":
            return Finding().rule("steps", state.steps)
        return TOY.questions[question].ask(state.position, arguments)


TOY_RULES = ToyRules()


@pytest.fixture(autouse=True)
def toy_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make "toy" an edition, beside the real ones."""
    real = asking.edition

    def find(name: str) -> Edition:
        return TOY if name == "toy" else real(name)

    for module in (reading, running, asking):
        monkeypatch.setattr(module, "edition", find)
    for player in (reading, playing):
        monkeypatch.setattr(player, "rules_of", lambda name: TOY_RULES if name == "toy" else rules_of(name))


@pytest.fixture
def read() -> Callable[[str], Case]:
    """Reads the case written in a text."""
    return lambda text: reading.case_from(CaseText("case.toml", text))
