"""When open challenges are withdrawn by themselves, and who wants to be told of them.

Those that wait already get a week from now on.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    known = sa.text("expires_at IS NOT NULL")
    op.add_column("matches", sa.Column("expires_at", sa.BigInteger(), nullable=True))
    op.create_index(
        op.f("ix_matches_expires_at"), "matches", ["expires_at"], sqlite_where=known, postgresql_where=known
    )
    op.add_column("servers", sa.Column("challenge_days", sa.Integer(), server_default=sa.text("7"), nullable=True))
    in_a_week = int((datetime.now(UTC) + timedelta(days=7)).timestamp() * 1000)
    waiting = sa.text("UPDATE matches SET expires_at = :at WHERE state = 'open' AND is_table")
    op.execute(waiting.bindparams(at=in_a_week))
    _add_lookouts()


def _add_lookouts() -> None:
    op.create_table(
        "lookouts",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_lookouts_person_id")),
        sa.PrimaryKeyConstraint("server_id", "game", "person_id", name=op.f("pk_lookouts")),
    )
    op.create_index(op.f("ix_lookouts_person_id"), "lookouts", ["person_id"])
    op.create_table(
        "calls",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_calls_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_calls_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_calls")),
    )
    op.create_index(op.f("ix_calls_person_id"), "calls", ["person_id"])
    op.create_index(op.f("ix_calls_due_at"), "calls", ["due_at"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("calls")
    op.drop_table("lookouts")
    op.drop_column("servers", "challenge_days")
    op.drop_index(op.f("ix_matches_expires_at"), table_name="matches")
    op.drop_column("matches", "expires_at")
