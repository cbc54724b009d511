"""Channels play by vote."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "voters",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("is_out", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_voters_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_voters_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_voters")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_voters_person_id"), "voters", ["person_id"], unique=False)
    op.create_table(
        "votes",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("choice", sa.String(length=40), nullable=False),
        sa.Column("chosen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_votes_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_votes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "ply", "person_id", name=op.f("pk_votes")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_votes_person_id"), "votes", ["person_id"], unique=False)
    op.add_column("matches", sa.Column("vote_minutes", sa.Integer(), nullable=True))
    op.add_column(
        "servers", sa.Column("lets_new_accounts_vote", sa.Boolean(), server_default=sa.true(), nullable=False)
    )


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("servers", "lets_new_accounts_vote")
    op.drop_column("matches", "vote_minutes")
    op.drop_table("votes")
    op.drop_table("voters")
