"""Battles, seats and events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("dice", sa.String(8), nullable=False),
        sa.Column("seed", sa.String(64), nullable=True),
        sa.Column("began_from", sa.String(32), nullable=True),
        sa.Column("began_at", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("role", sa.String(16), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
    )
    op.create_table(
        "events",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("by", sa.String(16), nullable=True),
        sa.Column("action", sa.Text, nullable=True),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.UniqueConstraint("battle", "key"),
    )


def downgrade() -> None:
    for name in ("events", "seats", "battles"):
        op.drop_table(name)
