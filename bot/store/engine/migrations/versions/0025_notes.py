"""Notes that people write to themselves about a match."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "notes",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notes_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_person_id"), "notes", ["person_id"], unique=False)


def downgrade() -> None:
    """Take the change back."""
    op.drop_index(op.f("ix_notes_person_id"), table_name="notes")
    op.drop_table("notes")
