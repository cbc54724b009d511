"""Signs of life and outages by shard, and which process holds which shards."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_HEARTBEAT, _RECKONED = "heartbeat", "clocks reckoned up to match"
_EPOCH = datetime.fromtimestamp(0, timezone.utc)  # noqa: UP017 - as it was when this was written


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("shard_number", sa.Integer(), nullable=False, server_default=sa.text("0")))
        batch_op.add_column(sa.Column("shard_total", sa.Integer(), nullable=False, server_default=sa.text("1")))
    heartbeats = op.create_table(
        "heartbeats",
        sa.Column("total", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.Column("reckoned", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("total", "number", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("machine", sa.String(length=200), nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.Column("shards", sa.String(length=40), nullable=False),
        sa.Column("renewed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        sqlite_autoincrement=True,
    )
    _take_over_the_sign_of_life(heartbeats)


def _take_over_the_sign_of_life(heartbeats: sa.Table) -> None:
    """What was a fact of the whole bot is one of the shard to which every server belongs."""
    facts = sa.table("facts", sa.column("key", sa.String), sa.column("value", sa.Text))
    connection = op.get_bind()
    known = {row.key: row.value for row in connection.execute(sa.select(facts))}
    if _HEARTBEAT in known:
        beat_at = (datetime.fromisoformat(known[_HEARTBEAT]) - _EPOCH) // timedelta(milliseconds=1)
        reckoned = int(known[_RECKONED]) if _RECKONED in known else None
        connection.execute(sa.insert(heartbeats).values(total=1, number=0, beat_at=beat_at, reckoned=reckoned))
    connection.execute(sa.delete(facts).where(facts.c.key.in_([_HEARTBEAT, _RECKONED])))


def downgrade() -> None:
    """Take the change back; the next start measures its outages from then on."""
    op.drop_table("processes")
    op.drop_table("heartbeats")
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.drop_column("shard_total")
        batch_op.drop_column("shard_number")
