"""Competitions are looked after by jobs."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

_JOBS = sa.table("jobs", *map(sa.column, ("kind", "server_id", "name", "data", "due_at", "attempts")))
_COMPETITIONS = sa.table("competitions", *map(sa.column, ("id", "server_id", "stage")))
_KIND = "competitions"


def upgrade() -> None:
    """Apply the change."""
    op.drop_column("competitions", "wakes_at")
    # All are looked at at once.
    now, data = sa.literal(int(time.time() * 1_000), sa.BigInteger), {"wakes_at": "1970-01-01T00:00:00+00:00"}
    name = sa.cast(_COMPETITIONS.c.id, sa.String)
    values = (sa.literal(_KIND), _COMPETITIONS.c.server_id, name, sa.literal(data, sa.JSON), now, sa.literal(0))
    current = sa.select(*values).where(_COMPETITIONS.c.stage.in_(("open", "running")))
    op.execute(sa.insert(_JOBS).from_select(list(_JOBS.c.keys()), current))


def downgrade() -> None:
    """Undo the change."""
    op.execute(sa.delete(_JOBS).where(_JOBS.c.kind == _KIND))
    op.add_column("competitions", sa.Column("wakes_at", sa.BigInteger(), nullable=True))
