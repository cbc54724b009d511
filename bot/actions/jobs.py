"""The steps of a job, in a transaction each; and notes of where matches were shown and who gets notices."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from bot.actions.context import Context
from bot.model.clock import reminded_again_at, reminder_after
from bot.model.jobs import Claim, DueJob, DueNotice, Kind, Notice, SentTo
from bot.model.match import Match, State
from bot.model.offer_rules import offers_to
from bot.model.offers import Offer
from bot.model.settings import Preferences
from bot.store import match_changes
from bot.store import settings as setting_store
from bot.store.jobs import boards, bulletins, queue, server_posts


async def may_be_due(context: Context) -> Sequence[Kind]:
    """The kinds of jobs that may be due on any server; nearly always none."""
    async with context.database.ask() as connection:
        return await queue.may_be_due(connection, context.now())


async def due(context: Context, kinds: Collection[Kind], limit: int, busy: Collection[int] = ()) -> Sequence[DueJob]:
    """The jobs that may be claimed now; see `bot.store.jobs.queue.due`."""
    async with context.database.ask() as connection:
        return await queue.due(connection, kinds, context.now(), limit, busy, context.shards())


async def claim(context: Context, job: DueJob, lease: timedelta | None = None) -> Claim | None:
    """Claim a job, or the jobs of a match that are done together; None if none is due or another process has them."""
    async with context.database.write() as connection:
        return await queue.claim(connection, job.kind, job.number, context.now(), lease, person_id=job.person_id)


async def renew(context: Context, claim: Claim, lease: timedelta) -> bool:
    """Keep a claim for longer; False if it was lost."""
    async with context.database.write() as connection:
        return await queue.renew(connection, claim, context.now() + lease)


async def finish(context: Context, claim: Claim, person_ids: Collection[int] | None = None) -> None:
    """Delete the claimed jobs, all or those for these people, because they are done."""
    async with context.database.write() as connection:
        await queue.finish(connection, claim, person_ids)


async def note_posted(context: Context, claim: Claim, message_id: int, **data: int) -> bool:
    """Store the message in which a claimed job was posted, and `data` of a bulletin.

    Returns False for a panel that belongs elsewhere by now.
    """
    now = context.now()
    async with context.database.write() as connection:
        if claim.kind is Kind.PANEL:
            return await server_posts.panel_posted(connection, claim, message_id, now)
        if claim.kind is Kind.BULLETIN:
            await bulletins.posted(connection, claim, message_id, now, data)
        else:
            await queue.keep(connection, claim, now, message_id=message_id)
    return True


async def put_back(context: Context, claim: Claim, wait: timedelta | None, *, is_untried: bool = False) -> None:
    """Put back a claimed job that has failed, to try again after `wait`; `is_untried` if the same was refused lately.

    With None, it has failed too often and is dropped, unless a change makes it due again.
    """
    async with context.database.write() as connection:
        if wait is None:
            await queue.give_up(connection, claim)
        elif claim.kind is Kind.BOARD:
            await boards.put_back(connection, claim, context.now(), wait, is_untried=is_untried)
        else:
            await queue.put_back(connection, claim, context.now() + wait)


async def put_off(context: Context, claim: Claim, wait: timedelta) -> None:
    """Release claimed jobs to be done after `wait`, or looked at once a day until then, although nothing has failed."""
    now = context.now()
    async with context.database.write() as connection:
        await queue.put_off(connection, claim, queue.looked_at(now + wait, now))


async def hasten_board(context: Context, match_id: int) -> bool:
    """Make the board of a match due now if it was put off or put back; return whether it was."""
    async with context.database.write() as connection:
        return await boards.hasten(connection, match_id, context.now())


async def unless_quiet(context: Context, claim: Claim) -> Preferences | None:
    """The settings of the person whom a claimed job notifies; None during their quiet hours, when the job waits."""
    async with context.database.ask() as connection:
        preferences = await setting_store.preferences_of(connection, claim.about_person)
    quiet_until = preferences.quiet_until(context.now())
    if quiet_until is None:
        return preferences
    async with context.database.write() as connection:
        await queue.postpone(connection, claim, claim.about_person, quiet_until)
    return None


async def abandon(context: Context, claim: Claim) -> None:
    """Release at once, for other processes, jobs that this process claimed but could not finish."""
    async with context.database.write() as connection:
        await queue.abandon(connection, claim, context.now())


async def note_shown(
    context: Context,
    claim: Claim,
    before: Match,
    after: Match,
    due_notices: Sequence[DueNotice],
    *,
    by_earlier: bool = False,
) -> tuple[Sequence[Claim], bool]:
    """Store where a match is shown, as `after` has it, and who else is to be notified.

    Return claims on older messages that are to change now, and whether more waits to be shown.
    """
    now, left = context.now(), list[Claim]()
    async with context.database.write() as connection:
        if claim.person_id is None:
            await match_changes.save_place(connection, before, after)
        elif (board := after.board_of(claim.person_id)) not in (None, before.board_of(claim.person_id)):
            await match_changes.keep_board(connection, after.id, board)
        is_left = before.place.message_id is not None and after.place.message_id not in (None, before.place.message_id)
        if is_left or before.state is State.FINISHED:
            left += await boards.wake(connection, before, now)
        if is_left and not before.is_shown_by_start:
            left += await boards.leave(connection, before, now, is_same=claim.attempts > 0)
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
    """The messages that notified players of a match as it is now, or that ask them about open offers."""
    async with context.database.read() as connection:
        return await boards.notices_sent(connection, match_id)


async def note_told(context: Context, claim: Claim, match: Match, sent: Sequence[SentTo]) -> None:
    """Note that a player was notified with these messages, or that the notice is no longer needed.

    Messages that ask about offers take the place of earlier ones.
    """
    data, now = dict(claim.first.data), context.now()
    if sent:
        data |= {"messages": [*map(list, sent)], "offers": [offer.id for offer in offers_to(match, claim.about_person)]}
    async with context.database.write() as connection:
        await queue.keep(connection, claim, now, data=data)
        if sent and data["notice"] == Notice.OFFER:
            await boards.replace_asking(connection, match, claim, now)


async def is_early(context: Context, claim: Claim, match: Match, kind: Notice) -> bool:
    """Whether a reminder after the first one is due only later, because the player got more time; then it is put off."""
    assert match.clock is not None, "there is a deadline to be reminded of"
    wait = reminded_again_at(match.terms, match.clock, kind) - context.now()
    if wait > timedelta():
        await put_off(context, claim, wait)
    return wait > timedelta()


async def due_with(context: Context, claim: Claim) -> Sequence[Claim]:
    """Claim the notices that are due and that one message can bring with a claimed one."""
    async with context.database.write() as connection:
        return await boards.due_with(connection, claim, context.now())


async def remind_again(context: Context, match: Match, person_id: int, reminded: Notice) -> None:
    """Add the next reminder of a move for a player who wants several, after the one that was sent."""
    assert match.clock is not None, "there was a deadline to be reminded of"
    now = context.now()
    following = reminder_after(match.terms, match.clock, reminded, now)
    if following is not None:
        kind, due_at = following
        async with context.database.write() as connection:
            await boards.add_notice(connection, match, person_id, kind, queue.looked_at(due_at, now))


async def renew_notices(
    context: Context,
    match: Match,
    person_id: int,
    sent: Sequence[SentTo],
    offers: Sequence[Offer],
) -> None:
    """Edit messages that asked a player about offers."""
    numbers = [offer.id for offer in offers]
    async with context.database.write() as connection:
        for message in sent:
            await boards.renew_notice(connection, match, person_id, message, numbers, context.now())
