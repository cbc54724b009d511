"""Runs migrations on the connection that `bot.store.engine.upgrading` hands over, inside its transaction."""

from alembic import context

from bot.store.engine.schema import METADATA

context.configure(target_metadata=METADATA, **context.config.attributes)
with context.begin_transaction():
    context.run_migrations()
