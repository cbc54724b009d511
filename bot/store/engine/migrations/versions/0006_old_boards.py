"""Old boards: messages that show a match no more, and still have their buttons."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "old_boards",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_old_boards_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_old_boards")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("old_boards", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_old_boards_due_at"), ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_old_boards_match_id"), ["match_id"], unique=False)


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("old_boards", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_old_boards_match_id"))
        batch_op.drop_index(batch_op.f("ix_old_boards_due_at"))

    op.drop_table("old_boards")
