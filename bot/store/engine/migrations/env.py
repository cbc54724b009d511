"""Runs migrations on the connection that `bot.store.engine.database` hands over."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, DefaultClause, Double, False_, True_

from bot.store.engine.schema import METADATA
from bot.store.engine.schema.columns import Instant


def migrate() -> None:
    """Apply the migrations inside the caller's transaction."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, render_item=_written)
    with context.begin_transaction():
        context.run_migrations()


def _written(kind: str, item: object, _context: AutogenContext) -> str | Literal[False]:
    """How a new migration writes a type or a default of a column; False for the usual way."""
    if kind == "type" and isinstance(item, Instant):
        return "sa.BigInteger()"  # what the database stores, which lasts if our type changes
    if kind == "type" and isinstance(item, Double):
        return "sa.Double[float]()"
    if kind == "server_default" and isinstance(item, DefaultClause) and isinstance(item.arg, (True_, False_)):
        return f"sa.{item.arg}()"  # which SQLite, where migrations are written, calls 1 and 0, and PostgreSQL does not
    return False


migrate()
