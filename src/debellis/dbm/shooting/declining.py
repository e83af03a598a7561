"""Declining a shot: at a target whose recoil could run into friends of the shooter and destroy them."""

from __future__ import annotations

from debellis.dbm.aftermath.destruction import SHOOTING
from debellis.dbm.aftermath.obstructions import step_back
from debellis.dbm.aftermath.push_causes import runs_down
from debellis.dbm.aftermath.pushing import PASS, PUSH
from debellis.dbm.aftermath.recoil import Recoiled, recoil
from debellis.geometry.contact import meet
from debellis.manoeuvre.backing_into import parts_met
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def recoil_distance(position: Position, base: Base) -> float:
    """How far an element recoils: its base depth, at most a base width."""
    return step_back(position, base)


def endangered(position: Position, shooter: Base, target: Base) -> Base | None:
    """The friend of a shooter that a recoil of the target could run into and destroy, whatever its side chooses."""
    for choice in (PUSH, PASS):
        done = recoil(position, target.id, Finding(), cause=SHOOTING, choice=choice)
        for friend in position.friends(shooter.side):
            if friend.id in done.lost or _just_touched(done, target, friend):
                return friend
    return None


def _just_touched(done: Recoiled, target: Base, friend: Base) -> bool:
    """Whether a recoil carried through ends just in contact with a friend, where it would run it down."""
    if done.destroyed or not done.position.has_base(friend.id):
        return False
    there = done.position.base(target.id)
    if not meet(there.rectangle, friend.rectangle) or meet(target.rectangle, friend.rectangle):
        return False
    return runs_down(done.position, target, friend, parts_met(there.rectangle, friend.rectangle))
