"""Outages of single servers."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("outages", sa.Column("server_id", sa.BigInteger(), nullable=True))
    op.add_column("outages", sa.Column("reckoned", sa.Integer(), nullable=True))
    op.create_index(
        op.f("ix_outages_server_id_reckoned"),
        "outages",
        ["server_id", "reckoned"],
        unique=False,
        sqlite_where=sa.text("reckoned IS NOT NULL"),
        postgresql_where=sa.text("reckoned IS NOT NULL"),
    )


def downgrade() -> None:
    """Undo the change."""
    op.drop_index(
        op.f("ix_outages_server_id_reckoned"),
        table_name="outages",
        sqlite_where=sa.text("reckoned IS NOT NULL"),
        postgresql_where=sa.text("reckoned IS NOT NULL"),
    )
    op.drop_column("outages", "reckoned")
    op.drop_column("outages", "server_id")
