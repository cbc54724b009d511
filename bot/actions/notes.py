"""Notes to oneself: a private text for each match, which nobody else ever sees."""

from typing import Final

from bot.actions import matches
from bot.actions.checks import check_begun
from bot.actions.context import Context
from bot.model.match import Match
from bot.model.people import Actor
from bot.model.refusals.matches import NotPlaying
from bot.store import notes as store

LONGEST: Final = 1_500
"""Characters of a note."""


async def read(context: Context, actor: Actor, match_id: int) -> tuple[Match, str]:
    """A match and the note of a player who plays or has played it.

    Raises `NotPlaying`, or what `bot.actions.matches.find` and `check_begun` raise.
    """
    match = await _played(context, actor, match_id)
    async with context.database.read() as connection:
        return match, await store.of_person(connection, match.id, actor.person.id)


async def write(context: Context, actor: Actor, match_id: int, text: str) -> tuple[Match, str]:
    """Keep a note in place of the one before. Raises what `read` raises."""
    match = await _played(context, actor, match_id)
    kept = text.strip()[:LONGEST]
    async with context.database.write() as connection:
        await store.keep(connection, match.id, actor.person.id, kept, context.now())
    return match, kept


async def _played(context: Context, actor: Actor, match_id: int) -> Match:
    match = await matches.find(context, actor, match_id)
    check_begun(match)
    if match.seat_of(actor.person.id) is None:
        raise NotPlaying(match)
    return match
