"""Puzzles from matches of a server, which of them are to be looked through, and what people say to that."""

import time
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_A_SEASON = 90 * 24 * 60 * 60 * 1000  # milliseconds; to look through years of a large host would take weeks


def upgrade() -> None:
    """Apply the change; matches that have been over for no longer than a season are looked through, too."""
    op.add_column("preferences", sa.Column("sharing", sa.String(length=20), server_default="unnamed", nullable=False))
    op.add_column("matches", sa.Column("puzzles_due_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_matches_puzzles_due_at"), "matches", ["puzzles_due_at"], unique=False)
    since = sa.bindparam("since", int(time.time() * 1000) - _A_SEASON, sa.BigInteger())
    recent = sa.text("UPDATE matches SET puzzles_due_at = ended_at WHERE state = 'finished' AND ended_at > :since")
    op.get_bind().execute(recent.bindparams(since))
    op.create_table(
        "match_puzzles",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_puzzles_match_id")),
        sa.PrimaryKeyConstraint("server_id", "puzzle", name=op.f("pk_match_puzzles")),
    )
    op.create_index(op.f("ix_match_puzzles_match_id"), "match_puzzles", ["match_id"], unique=False)
    op.create_index(op.f("ix_match_puzzles_server_id_game"), "match_puzzles", ["server_id", "game"], unique=False)


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("match_puzzles")
    op.drop_index(op.f("ix_matches_puzzles_due_at"), table_name="matches")
    op.drop_column("matches", "puzzles_due_at")
    op.drop_column("preferences", "sharing")
