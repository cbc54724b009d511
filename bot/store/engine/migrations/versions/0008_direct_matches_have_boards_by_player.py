"""Direct matches have boards by player."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "player_boards",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("message_ply", sa.Integer(), nullable=True),
        sa.Column("says_start", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_player_boards_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_player_boards_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_player_boards")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_player_boards_person_id"), "player_boards", ["person_id"], unique=False)
    op.add_column("matches", sa.Column("by_player", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("matches", "by_player")
    op.drop_table("player_boards")
