"""The tables of the database. Events are only ever appended."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData()

#: One row for each battle. `seed` does not leave the server before the end.
BATTLES = Table(
    "battles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("edition", String(16), nullable=False),
    Column("version", String(32), nullable=False),
    Column("setup", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("dice", String(8), nullable=False),
    Column("seed", String(64), nullable=True),
    Column("began_from", String(32), nullable=True),
    Column("began_at", Integer, nullable=False, default=0),
    Column("made", Float, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=false()),
)

#: The seats of battles. Only the hash of a secret is stored.
SEATS = Table(
    "seats",
    METADATA,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
    UniqueConstraint("secret_hash"),
)

#: The events: number 0 is the start, then decisions, undos and take-backs, each with the state after it.
EVENTS = Table(
    "events",
    METADATA,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("key", String(64), nullable=False),
    Column("by", String(16), nullable=True),
    Column("action", Text, nullable=True),
    Column("dice", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("said", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("made", Float, nullable=False),
    Column("reason", Text, nullable=True),
    Column("secret", Text, nullable=True),
    UniqueConstraint("battle", "key"),
)
