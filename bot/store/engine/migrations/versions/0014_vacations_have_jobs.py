"""Vacations that were running before their end had a job get one."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_KIND = "ends of vacations"
_JOBS = sa.table(
    "jobs",
    sa.column("kind", sa.String),
    sa.column("server_id", sa.BigInteger),
    sa.column("person_id", sa.BigInteger),
    sa.column("name", sa.String),
    sa.column("due_at", sa.BigInteger),
    sa.column("attempts", sa.Integer),
    sa.column("data", sa.JSON),
)
_RUNNING = sa.text("SELECT id, person_id FROM vacations WHERE ended_at > :now")


def upgrade() -> None:
    """Apply the change: a job that is due now finds the end of its vacation and waits for it."""
    connection, now = op.get_bind(), int(time.time() * 1000)
    known = connection.scalars(sa.select(_JOBS.c.name).where(_JOBS.c.kind == _KIND)).all()
    for vacation, person_id in connection.execute(_RUNNING, {"now": now}).all():
        if f"{vacation}" not in known:
            job = {"kind": _KIND, "server_id": 0, "person_id": person_id, "name": f"{vacation}", "due_at": now}
            connection.execute(sa.insert(_JOBS).values(**job, attempts=0, data={"vacation": vacation}))


def downgrade() -> None:
    """Undo the change."""
    op.get_bind().execute(sa.delete(_JOBS).where(_JOBS.c.kind == _KIND))
