"""Seats are secrets: whoever holds the link of a seat sits there. Only hashes of the secrets are kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal, get_args

Role = Literal["red", "blue", "both", "spectator"]

#: Roles of a battle: a side, both sides of one screen, or a bystander who only looks on.
RED: Role = "red"
BLUE: Role = "blue"
BOTH: Role = "both"
SPECTATOR: Role = "spectator"
ROLES: tuple[Role, ...] = get_args(Role)
#: No secret is longer than this.
LONGEST = 64


def new_secret() -> str:
    """A link nobody can guess (192 bits)."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(f"debellis seat {secret}".encode()).hexdigest()


def new_name() -> str:
    """The name of a battle: unguessable too, though it opens nothing."""
    return secrets.token_hex(8)


def decides_for(role: Role, side: str | None) -> bool:
    """Whether a role takes the decisions of a side."""
    return side is not None and role in (side, BOTH)


def sees(role: Role) -> str | None:
    """The side whose hidden things a role sees; None for bystanders."""
    return role if role in (RED, BLUE) else None
