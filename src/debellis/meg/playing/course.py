"""What happens in one decision: the state as it changes, the events in order, and the dice."""

from __future__ import annotations

from typing import Any

from debellis.battle.alternation import Choice, Waiting, acted, answered, waiting_for
from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.secrets import Secret
from debellis.meg.dice import SIDES as DIE_SIDES
from debellis.meg.dice import face_of
from debellis.meg.general_facts import general_of
from debellis.meg.playing.state import About, State
from debellis.meg.units import bases_of, files_of, generals_of, moment, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Charge, General, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling

#: The phase in which the owner of a general names the file he is with, since his own is no longer there.
NEW_FILE = "new-file"


class Course:
    """The course of one decision. Its state is replaced again and again; nothing else changes."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.thrown: tuple[str, ...] = ()

    @property
    def position(self) -> Position:
        return self.state.position

    def happened(self) -> Happened[State]:
        return self.state, tuple(self.events)

    def put(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def stand(self, position: Position) -> None:
        """Go on with another position."""
        self.state = replace(self.state, position=position)

    def tell(
        self, kind: str, says: str, *clauses: str, bases: tuple[str, ...] = (), ruling: Ruling | None = None
    ) -> None:
        """Record an event. The clauses of its ruling and of the dice thrown for it are cited too."""
        cited = tuple(dict.fromkeys((*clauses, *(() if ruling is None else ruling.clauses), *self.thrown)))
        self.thrown = ()
        self.events.append(Event(kind, says, cited, bases, ruling))

    # Chance

    def die(self, colour: str, why: str) -> str:
        """The face that a colour die shows."""
        edition = self.position.edition
        faces = tuple(face_of(edition, colour, score) for score in range(1, DIE_SIDES + 1))
        self.thrown = ("MEG-B5.6", "MEG-B30.1")
        return self.chance.colour(faces, why)

    # Unit groups

    def unit(self, name: str) -> Unit:
        return unit_of(self.position, name)

    def bases(self, name: str) -> tuple[Base, ...]:
        return bases_of(self.position, name)

    def note(self, name: str, **changes: Any) -> None:
        """Change what is noted of a unit group."""
        units = tuple([replace(one, **changes) if one.id == name else one for one in units_of(self.position)])
        self.stand(replace(self.position, units=units))

    def did(self, name: str, what: str) -> None:
        """Note what a unit group has done this turn."""
        self.note(name, did=(*self.unit(name).did, what))

    def place(self, bases: tuple[Base, ...]) -> None:
        """Put some bases where they now stand."""
        by_name = {base.id: base for base in bases}
        self.stand(replace(self.position, bases=tuple([by_name.get(one.id, one) for one in self.position.bases])))

    def take_off(self, name: str) -> None:
        """Take all bases of a unit group off the table."""
        own = {base.id for base in self.bases(name)}
        self.stand(self.position.without(*own))

    # Generals

    def general(self, name: str) -> General:
        return general_of(self.position, name)

    def note_general(self, name: str, **changes: Any) -> None:
        """Change what is noted of a general."""
        generals = tuple([replace(one, **changes) if one.id == name else one for one in generals_of(self.position)])
        self.stand(replace(self.position, generals=generals))

    def generals_with(self, unit: str) -> tuple[General, ...]:
        """The generals on the table who are with a unit group."""
        return tuple([one for one in generals_of(self.position) if one.unit == unit and one.state != "dead"])

    def regroup(self, unit: str, turned: bool = False) -> None:
        """Find the files of generals anew after a unit group has moved, perhaps by a quarter turn (MEG-B7.11).

        A general whose file is no longer there is with the file in which its front base now stands, and his owner may
        name another one.
        """
        files = files_of(self.position, unit)
        for general in self.generals_with(unit):
            file = next((one for one in files if any(base.id == general.file for base in one)), None)
            if not files or (file is not None and file[0].id == general.file and not turned):
                continue
            self.joins(general, (file or files[(len(files) - 1) // 2])[0].id, "MEG-B7.11")
            if len(files) > 1 and not self.unit(unit).broken:
                self.wait(general.side, NEW_FILE, general.id, *[one[0].id for one in files])

    def joins(self, general: General, front: str, *clauses: str) -> None:
        """Note that a general is with another file of his unit group."""
        if general.file != front:
            self.note_general(general.id, file=front)
            self.tell("joins", f"{general.id} joins {front}", *clauses)

    # Cards

    def pay(self, general: str, cards: tuple[str, ...]) -> None:
        """Spend cards of a general's hand: they go to the open pile."""
        if general in self.state.shown:
            open_hand = list(self.state.shown[general])
            for card in cards:
                open_hand.remove(card)
            self.put(shown={**self.state.shown, general: tuple(open_hand)}, pile=(*self.state.pile, *cards))
            return
        hand = list(self.state.hands[general].value)
        for card in cards:
            hand.remove(card)
        side = self.general(general).side
        hands = {**self.state.hands, general: Secret(side, tuple(hand))}
        self.put(hands=hands, pile=(*self.state.pile, *cards))

    # Charges

    def charges(self) -> tuple[Charge, ...]:
        found = self.position.charges
        return found if isinstance(found, tuple) else ()

    def set_charges(self, charges: tuple[Charge, ...]) -> None:
        self.stand(replace(self.position, charges=charges))

    # Choice

    def chosen(self) -> None:
        """Pass the choice to the other side after an action."""
        self.put(choice=acted(self.state.choice))

    def give_choice(self, side: str, passes: int = 0) -> None:
        self.put(choice=Choice(side, passes))

    def wait(self, side: str, phase: str, *what: str) -> None:
        """Wait for a response before anything else happens."""
        about: About = tuple(what)
        self.put(waiting=waiting_for(self.state.waiting, Waiting(side, phase, about)))

    def got_answer(self) -> About:
        """Remove the response that was due, and return what it was about."""
        found = self.state.waiting[-1].about
        self.put(waiting=answered(self.state.waiting))
        return found

    def in_phase(self, phase: str) -> None:
        """Enter a sub-phase: the active side has the first choice, and nobody has had his say yet."""
        now = replace(moment(self.position), phase=phase, turn=self.state.number)
        self.stand(replace(self.position, moment=now))
        self.put(phase=phase, choice=Choice(self.state.turn), stage="", queue=(), done=())
