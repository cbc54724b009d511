"""Runs migrations on the connection that `bot.store.engine.upgrading` hands over, inside its transaction."""

from alembic import context

from bot.store.engine.schema import METADATA

if hasattr(
    context, "config"
):  # Alembic runs this file; like every other module it can also be imported, and does nothing then
    context.configure(target_metadata=METADATA, **context.config.attributes)
    with context.begin_transaction():
        context.run_migrations()
