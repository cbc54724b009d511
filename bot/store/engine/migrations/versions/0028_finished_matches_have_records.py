"""Finished matches have records."""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

_MATCHES = sa.table("matches", sa.column("id"), sa.column("state"))
_MOVES = sa.table("moves", *map(sa.column, ("match_id", "ply", "token", "seat", "cause", "played_at")))
_RECORDS = sa.table(
    "records",
    *map(sa.column, ("match_id", "tokens", "seats", "times")),
    sa.column("causes", sa.JSON(none_as_null=True)),
)
_AT_ONCE = 1_000  # matches
_GOES_ON = ("open", "running")


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "records",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("times", sa.Text(), nullable=False),
        sa.Column("causes", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_records_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_records")),
    )
    is_over = _MATCHES.c.state.not_in(_GOES_ON)
    for numbers in _numbers(sa.select(_MATCHES.c.id).where(is_over), _MATCHES.c.id):
        own = _MOVES.c.match_id.in_(numbers)
        rows = op.get_bind().execute(sa.select(_MOVES).where(own).order_by(_MOVES.c.match_id, _MOVES.c.ply))
        records = [_record(number, list(entries)) for number, entries in groupby(rows, lambda row: row.match_id)]
        if records:
            op.get_bind().execute(sa.insert(_RECORDS), records)
            op.get_bind().execute(sa.delete(_MOVES).where(own))


def downgrade() -> None:
    """Undo the change."""
    for numbers in _numbers(sa.select(_RECORDS.c.match_id), _RECORDS.c.match_id):
        rows = op.get_bind().execute(sa.select(_RECORDS).where(_RECORDS.c.match_id.in_(numbers)))
        op.get_bind().execute(sa.insert(_MOVES), [entry for row in rows for entry in _entries(row)])
    op.drop_table("records")


def _numbers(query: Any, key: Any) -> Iterator[list[int]]:
    """The numbers that a query finds, some at a time, in order of this column of it."""
    last = 0
    while numbers := list(op.get_bind().scalars(query.where(key > last).order_by(key).limit(_AT_ONCE))):
        yield numbers
        last = numbers[-1]


def _record(number: int, entries: list[Any]) -> dict[str, Any]:
    times = [0, *(entry.played_at for entry in entries)]
    return {
        "match_id": number,
        "tokens": " ".join(entry.token for entry in entries),
        "seats": " ".join("-" if entry.seat is None else str(entry.seat) for entry in entries),
        "times": " ".join(str(after - before) for before, after in pairwise(times)),
        "causes": [[entry.ply, entry.cause] for entry in entries if entry.cause] or None,
    }


def _entries(row: Any) -> Iterable[dict[str, Any]]:
    causes: dict[int, str] = dict(row.causes or ())
    played_at = 0
    parts = zip(row.tokens.split(), row.seats.split(), row.times.split(), strict=True)
    for ply, (token, seat, gap) in enumerate(parts, start=1):
        played_at += int(gap)
        maker = None if seat == "-" else int(seat)
        yield {
            "match_id": row.match_id,
            "ply": ply,
            "token": token,
            "seat": maker,
            "cause": causes.get(ply),
            "played_at": played_at,
        }
