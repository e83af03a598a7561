"""What a state is without its history: two states that can only go on alike have the same essence."""

from __future__ import annotations

import msgspec

from debellis.dba.playing.state import State
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.table.writing import written

#: What only the telling and citing of later decisions reads, and what no decision of a bound changes.
HISTORY = ("displaced", "beaten", "beaten_before", "forces")
#: Lists whose order nothing depends on.
UNORDERED = ("fought", "shot", "targeted", "helped")
_PACKING = msgspec.msgpack.Encoder(order="deterministic", enc_hook=written)


def essence(state: State) -> bytes:
    """The key by which states are merged: everything but the history, to the last bit of every number."""
    changed = {name: tuple(sorted(getattr(state, name))) for name in UNORDERED}
    return _PACKING.encode(
        replace(state, position=_position(state.position), **changed, **{name: {} for name in HISTORY})
    )


def unburdened(state: State) -> State:
    """The state without the data that makes a later combat cite how earlier ones changed it, because citing is slow."""
    return replace(state, displaced={}) if state.displaced else state


def _position(position: Position) -> Position:
    """The position without the mark of an earlier recoil, and with the lists of losses sorted."""
    if not position.lost and not any(base.recoiled for base in position.bases):
        return position
    bases = tuple(replace(base, recoiled=False) if base.recoiled else base for base in position.bases)
    return replace(position, bases=bases, lost={side: tuple(sorted(gone)) for side, gone in position.lost.items()})
