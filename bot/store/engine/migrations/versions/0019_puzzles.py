"""Puzzles: what people have done about them, how they stand with them, and how hard each has turned out to be."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("is_hinted", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.String(length=20), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_puzzle_attempts_person_id")),
        sa.PrimaryKeyConstraint("person_id", "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_table(
        "puzzle_standings",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_puzzle_standings_person_id")),
        sa.PrimaryKeyConstraint("server_id", "game", "person_id", name=op.f("pk_puzzle_standings")),
    )
    with op.batch_alter_table("puzzle_standings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_puzzle_standings_person_id"), ["person_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_puzzle_standings_server_id_game_rating"), ["server_id", "game", "rating"], unique=False
        )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("puzzle_ratings")
    with op.batch_alter_table("puzzle_standings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_puzzle_standings_server_id_game_rating"))
        batch_op.drop_index(batch_op.f("ix_puzzle_standings_person_id"))
    op.drop_table("puzzle_standings")
    op.drop_table("puzzle_attempts")
