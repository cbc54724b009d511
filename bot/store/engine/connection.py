"""What stands for an open transaction where nobody writes SQL."""

from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

Connection: TypeAlias = AsyncConnection
"""An open transaction; outside `bot.store` it is only handed on."""
