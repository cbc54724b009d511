"""An open challenge is called that."""

from alembic import op

revision = "0016"
down_revision = "0015"

_RENAMED = "ALTER TABLE matches RENAME COLUMN {old} TO {new}"


def upgrade() -> None:
    """Apply the change."""
    op.execute(_RENAMED.format(old="is_table", new="is_open_challenge"))


def downgrade() -> None:
    """Undo the change."""
    op.execute(_RENAMED.format(old="is_open_challenge", new="is_table"))
