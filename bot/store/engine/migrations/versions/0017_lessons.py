"""Which first lessons people have done."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "lessons",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("done", sa.JSON(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_lessons_person_id")),
        sa.PrimaryKeyConstraint("person_id", "game", name=op.f("pk_lessons")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("lessons")
