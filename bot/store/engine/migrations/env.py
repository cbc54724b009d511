"""Runs migrations on the connection that `bot.store.engine.database` hands over."""

from alembic import context
from sqlalchemy import Connection

from bot.store.engine.schema import METADATA


def migrate() -> None:
    """Apply the migrations inside the caller's transaction."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


migrate()
