"""Ladders: who has joined and left them, and until when their challenges have to be answered."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "ladder_steps",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("is_there", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_ladder_steps_competition_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ladder_steps_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_steps")),
        sqlite_autoincrement=True,
    )
    for column in ("competition_id", "person_id"):
        op.create_index(op.f(f"ix_ladder_steps_{column}"), "ladder_steps", [column], unique=False)
    op.add_column("competitions", sa.Column("wakes_at", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("answer_by", sa.BigInteger(), nullable=True))
    known = sa.text("answer_by IS NOT NULL")
    op.create_index(
        op.f("ix_matches_answer_by"),
        "matches",
        ["answer_by"],
        unique=False,
        sqlite_where=known,
        postgresql_where=known,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index(op.f("ix_matches_answer_by"), table_name="matches")
    op.drop_column("matches", "answer_by")
    op.drop_column("competitions", "wakes_at")
    op.drop_table("ladder_steps")
