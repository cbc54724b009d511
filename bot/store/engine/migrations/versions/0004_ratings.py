"""Ratings."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "ratings",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("is_provisional", sa.Boolean(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ratings_person_id")),
        sa.PrimaryKeyConstraint("server_id", "pool", "person_id", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ratings_person_id_server_id"), ["person_id", "server_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_ratings_server_id_pool_is_provisional_rating_person_id"),
            ["server_id", "pool", "is_provisional", "rating", "person_id"],
            unique=False,
        )

    op.create_table(
        "rating_changes",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_rating_changes_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_rating_changes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "pool", "person_id", name=op.f("pk_rating_changes")),
    )
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_rating_changes_person_id_server_id_pool_ended_at"),
            ["person_id", "server_id", "pool", "ended_at"],
            unique=False,
        )


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_changes_person_id_server_id_pool_ended_at"))

    op.drop_table("rating_changes")
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ratings_server_id_pool_is_provisional_rating_person_id"))
        batch_op.drop_index(batch_op.f("ix_ratings_person_id_server_id"))

    op.drop_table("ratings")
