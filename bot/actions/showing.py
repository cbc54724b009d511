"""Noting that matches were shown: where each is shown, which message it left, and which players get notices."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from bot.actions.context import Context
from bot.model.jobs import Claim
from bot.model.match import Match
from bot.model.notice import DueNotice, SentTo
from bot.model.offers import Offer
from bot.model.settings import Preferences
from bot.store import match_changes, settings
from bot.store.jobs import boards, queue


def is_new(claim: Claim) -> bool:
    """Whether a new message is due for a board, or the present one only changes."""
    return boards.is_new(claim)


async def note_shown(
    context: Context,
    claim: Claim,
    before: Match,
    after: Match,
    due_notices: Sequence[DueNotice],
    *,
    by_earlier: bool = False,
) -> tuple[Claim | None, bool]:
    """Note where a match is shown, which `after` tells, and whom to tell of it besides.

    Returns a claim on the older message that showed it until now, if there is one, and whether more waits to be shown.
    """
    now, left = context.now(), None
    async with context.database.write() as connection:
        if claim.person_id is None:
            await match_changes.save_place(connection, before, after)
        elif (board := after.board_of(claim.person_id)) not in (None, before.board_of(claim.person_id)):
            await match_changes.keep_board(connection, after.id, board)
        is_left = before.place.message_id is not None and after.place.message_id not in (None, before.place.message_id)
        if is_left and not before.is_shown_by_start:
            left = await boards.leave(connection, before, now)
        for notice in due_notices:
            await boards.add_notice(connection, before, notice.person_id, notice.kind, notice.due_at)
        more_waits = await boards.finish(connection, claim, now, before, by_earlier=by_earlier)
    return left, more_waits


async def show_again(context: Context, match: Match, wait: timedelta) -> None:
    """Edit the present message of a match once more, after `wait`."""
    async with context.database.write() as connection:
        await boards.announce(connection, match.id, context.now() + wait, is_new_message=False)


async def forget_old_boards(context: Context, claims: Sequence[Claim]) -> None:
    """Delete the jobs of old boards that have lost their buttons."""
    async with context.database.write() as connection:
        await boards.forget(connection, claims)


async def messages_told(context: Context, match_id: int) -> Sequence[SentTo]:
    """The messages that have told players of a match since its record changed last."""
    async with context.database.read() as connection:
        return [sent for _person_id, sent in await boards.notices_sent(connection, match_id)]


async def note_told(context: Context, claim: Claim, sent: Sequence[SentTo]) -> None:
    """Note that a player was told with these messages, or that there is no reason for it any more."""
    told = {**claim.first.data, "messages": [list(message) for message in sent]} if sent else claim.first.data
    async with context.database.write() as connection:
        await queue.keep(connection, claim, context.now(), data=told)


async def renew_notices(
    context: Context,
    match: Match,
    person_id: int,
    sent: Sequence[SentTo],
    offers: Sequence[Offer],
    *,
    is_replaced: bool = False,
) -> None:
    """Have messages edited that asked a player about offers; `is_replaced` if a newer message asks them too."""
    numbers = [offer.id for offer in offers]
    async with context.database.write() as connection:
        for message in sent:
            await boards.renew_notice(
                connection, match, person_id, message, numbers, context.now(), is_replaced=is_replaced
            )


async def preferences_of(context: Context, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """By person: how they like to be told."""
    async with context.database.read() as connection:
        return await settings.preferences_of_all(connection, person_ids)
