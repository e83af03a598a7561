"""Seats of a battle. The secret of a seat is its link; only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal, get_args

Role = Literal["red", "blue", "both", "spectator"]

#: Roles in a battle: a side, both sides on one screen, or a spectator.
RED: Role = "red"
BLUE: Role = "blue"
BOTH: Role = "both"
SPECTATOR: Role = "spectator"
ROLES: tuple[Role, ...] = get_args(Role)
#: The greatest length of a secret.
LONGEST = 64


def new_secret() -> str:
    """A new secret that cannot be guessed (192 bits)."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The hash of a secret, as it is stored."""
    return hashlib.sha256(f"debellis seat {secret}".encode()).hexdigest()


def new_name() -> str:
    """A new name for a battle. It cannot be guessed either, though it gives no access."""
    return secrets.token_hex(8)


def decides_for(role: Role, side: str | None) -> bool:
    """Whether a role decides for a side."""
    return side is not None and role in (side, BOTH)


def sees(role: Role) -> str | None:
    """The side whose hidden information a role sees; None for a spectator."""
    return role if role in (RED, BLUE) else None
