"""Bulletins: what a process that posts messages about competitions notes."""

from bot.actions.context import Context
from bot.model.jobs import Claim
from bot.store.jobs import bulletins


async def posted(context: Context, claim: Claim, message_id: int) -> None:
    """Note in which message a bulletin was posted, or edited."""
    async with context.database.write() as connection:
        await bulletins.posted(connection, claim, message_id, context.now())


async def refuse(context: Context, claim: Claim) -> bool:
    """Note that the channel of a bulletin is closed; tells whether no other of its competition has found it so."""
    async with context.database.write() as connection:
        return await bulletins.refuse(connection, claim)
