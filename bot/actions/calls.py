"""Calls: telling subscribers that an open challenge waits for players."""

from collections.abc import Collection, Mapping, Sequence

from bot.actions.context import Context
from bot.model.jobs import Claim
from bot.model.match import Match
from bot.model.settings import Preferences
from bot.store import settings, subscriptions
from bot.store.jobs import queue


async def still_wanted(context: Context, match: Match, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """Those of these people who want to be told of an open challenge now and have not joined it, and their settings."""
    joined = {person.id for person in match.people}
    async with context.database.read() as connection:
        wanted = await subscriptions.still_wanted(connection, match, person_ids) - joined
        return await settings.preferences_of_all(connection, sorted(wanted))


async def to_be_told_now(
    context: Context, claim: Claim, person_ids: Collection[int], hearing: Mapping[int, Preferences]
) -> Sequence[int]:
    """Those of the people who may be told now.

    A person who wants quiet, or was told a short time ago, is kept for later; who is not in `hearing` is told no more.
    """
    now, told = context.now(), list[int]()
    async with context.database.write() as connection:
        await queue.finish(connection, claim, [one for one in person_ids if one not in hearing])
        for person_id, likes in hearing.items():
            due_at = likes.quiet_until(now) or await subscriptions.note_told(connection, person_id, now)
            if due_at is None:
                told.append(person_id)
            else:
                await queue.postpone(connection, claim, person_id, due_at)
    return told


async def finish(context: Context, claim: Claim, person_ids: Collection[int]) -> None:
    """These people were told, or there is no reason for it any more."""
    async with context.database.write() as connection:
        await queue.finish(connection, claim, person_ids)
