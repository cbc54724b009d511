"""Jobs about a match: showing its board, removing the buttons of an older one, and notices for its players.

A change of a match adds a job in its own transaction. A message always shows the match as it is when it is sent, so one
message does for all jobs that pile up while Discord is away.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import REMINDERS, Claim, Kind, Notice, SentTo, is_new
from bot.model.match import Match, State
from bot.model.people import FIRST_ON_DISCORD
from bot.model.place import DIRECT
from bot.store.engine.conditions import CLAIM
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, participants
from bot.store.jobs import queue, server_posts

_WAITS: Final = exists().where(queue.of_match(Kind.BOARD, matches.c.id))
_IS_READER: Final = and_(
    matches.c.by_player, participants.c.match_id == matches.c.id, participants.c.person_id >= FIRST_ON_DISCORD
)


def _added(claimed_until: Any) -> Select[Any]:
    """Query: the columns of a job for a match or, for a direct match, of a job for each of its people on Discord."""
    columns = {
        jobs.c.kind: literal(Kind.BOARD.value),
        jobs.c.server_id: case((matches.c.by_player, DIRECT), else_=matches.c.server_id),
        jobs.c.match_id: matches.c.id,
        jobs.c.person_id: participants.c.person_id,
        jobs.c.channel_id: case(
            (matches.c.by_player, null()), else_=func.coalesce(matches.c.thread_id, matches.c.channel_id)
        ),
        jobs.c.data: bindparam("data", type_=jobs.c.data.type),
        jobs.c.due_at: bindparam("due", type_=jobs.c.due_at.type),
        jobs.c.claimed_until: claimed_until,
        jobs.c.attempts: literal(0),
    }
    return (
        select(*(value.label(column.name) for column, value in columns.items()))
        .outerjoin_from(matches, participants, _IS_READER)
        .where(matches.c.id == bindparam("number"), or_(~matches.c.by_player, participants.c.person_id.is_not(None)))
        .order_by(participants.c.place)
    )


_COLUMNS: Final = [
    *("kind", "server_id", "match_id", "person_id", "channel_id", "data", "due_at", "claimed_until", "attempts")
]
_UNTIL: Final = bindparam("until", type_=jobs.c.claimed_until.type)
_ADD: Final = insert(jobs).from_select(_COLUMNS, _added(literal(None, jobs.c.claimed_until.type)))
_ADD_CLAIMED: Final = (
    insert(jobs)
    .from_select(_COLUMNS, _added(case((or_(matches.c.by_player, _WAITS), null()), else_=_UNTIL)))
    .returning(*jobs.c)
)
MOST_NOTICES: Final = 9
"""The most notices that are sent with another in one message, which has room for no more."""

_ASKS: Final = jobs.c.data["notice"].as_string() == Notice.OFFER
_IS_SENT: Final = jobs.c.due_at.is_(None)
_IS_UNSENT: Final = and_(~_IS_SENT, jobs.c.claimed_until.is_(None))
_ROWS: Final[BindParameter[Any]] = bindparam("rows")
_FORGET: Final = delete(jobs).where(jobs.c.id.in_(_ROWS))

# What is left to do once a match is shown. There is rarely anything, so looking first costs less.
_PANEL: Final = jobs.alias("panel")
_NOTICES: Final = jobs.alias("earlier")
_NUMBER: Final[BindParameter[Any]] = bindparam("number")
_READER: Final[BindParameter[Any]] = bindparam("reader", type_=jobs.c.person_id.type)
_LEFT: Final = {
    "more_waits": exists().where(queue.of_board(_NUMBER, _READER), jobs.c.id.not_in(_ROWS)).correlate(None),
    "has_panel": exists(
        select(literal(1))
        .select_from(matches)
        .join(_PANEL, and_(_PANEL.c.server_id == matches.c.server_id, _PANEL.c.kind == Kind.PANEL))
        .where(matches.c.id == _NUMBER, server_posts.IS_SHOWN)
    ),
    "has_earlier_notices": exists().where(
        _NOTICES.c.match_id == _NUMBER, _NOTICES.c.kind == Kind.NOTICE, _NOTICES.c.revision < bindparam("revision")
    ),
}
# Selected, because SQLAlchemy leaves out the names of tables in what a deletion returns.
_FORGET_SHOWN: Final = _FORGET.returning(
    *(select(each).correlate(None).scalar_subquery().label(name) for name, each in _LEFT.items())
)
_LOOK: Final = select(*(each.label(name) for name, each in _LEFT.items()))


async def announce(
    connection: AsyncConnection, match_id: int, due_at: datetime, *, is_new_message: bool, claims: bool = False
) -> Claim | None:
    """Add a job to show a match, in a new message or by editing the present one.

    With `claims`, the caller, who has locked the match and shows it at once, gets a claim on all its waiting jobs; None
    if another process is showing an earlier change, because that process will find this one when it is done. The boards
    of a direct match are claimed one by one, and never here.
    """
    row = {"number": match_id, "due": due_at, "data": {"is_new_message": is_new_message}}
    if not claims:
        await connection.execute(_ADD, row)
        return None
    until = due_at + CLAIM
    added = (await connection.execute(_ADD_CLAIMED, {**row, "until": until})).mappings().first()
    if added is None or added["person_id"] is not None:
        return None
    if added["claimed_until"] is None:
        return await queue.claim(connection, Kind.BOARD, match_id, due_at)
    return Claim((queue.job_in(added),), until)


async def renew(connection: AsyncConnection, match_ids: Sequence[int], due_at: datetime) -> None:
    """Add jobs to edit the present messages of many matches."""
    if match_ids:
        rows = [{"number": match_id, "due": due_at, "data": {"is_new_message": False}} for match_id in match_ids]
        await connection.execute(_ADD, rows)


async def renew_of(connection: AsyncConnection, person_id: int, since: datetime, due_at: datetime) -> None:
    """Add jobs to edit the messages that may say that a person is on the vacation that began at `since`."""
    may_show = or_(matches.c.to_move_id == person_id, matches.c.changed_at >= since)
    query = (
        select(matches.c.id)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.state == State.RUNNING, may_show)
        .order_by(matches.c.id)
    )
    await renew(connection, (await connection.scalars(query)).all(), due_at)


async def renew_once(connection: AsyncConnection, match_id: int, due_at: datetime) -> None:
    """Add a job to edit the present message of a match, unless one is already waiting."""
    waits = exists().where(queue.of_match(Kind.BOARD, match_id), jobs.c.claimed_until.is_(None))
    if not await connection.scalar(select(waits)):
        await renew(connection, [match_id], due_at)


async def hasten(connection: AsyncConnection, match_id: int, now: datetime) -> bool:
    """Make the jobs to show a match due now if they are due later; return whether there are any."""
    is_later = (jobs.c.claimed_until.is_(None), jobs.c.due_at > now)
    is_board = queue.of_match(Kind.BOARD, match_id)
    return (await connection.execute(update(jobs).where(is_board, *is_later).values(due_at=now))).rowcount > 0


async def finish(
    connection: AsyncConnection, claim: Claim, now: datetime, shown: Match | None = None, *, by_earlier: bool = False
) -> bool:
    """Remove the jobs of a match that was shown; return whether there is more to show by now.

    If the first job was done `by_earlier` attempt, the others are still due. The panel of the server becomes due. A new
    message, which showed the match as in `shown`, replaces notices about its earlier state, and later jobs for changes
    that the message has already shown.
    """
    revision = 0 if shown is None else shown.revision
    done, others = (claim.rows[:1], claim.rows[1:]) if by_earlier else (claim.rows, ())
    number = claim.about_match
    about = {"rows": done, "number": number, "revision": revision, "reader": claim.person_id}
    left: Any = (await connection.execute(_FORGET_SHOWN, about)).first()
    if left is None:  # another process has done them
        left = (await connection.execute(_LOOK, about)).one()
    if others:
        as_new = {"claimed_until": None, "attempts": 0, "due_at": now}
        await connection.execute(update(jobs).where(jobs.c.id.in_(others)).values(**as_new))
    if left.has_panel:
        await server_posts.touch_panel(connection, number, now)
    if left.has_earlier_notices and is_new(claim.jobs):
        await forget_earlier_notices(connection, number, revision)
    if left.more_waits and shown is not None and not by_earlier:
        return await _more_waits_than(connection, claim, shown)
    return bool(left.more_waits)


async def _more_waits_than(connection: AsyncConnection, claim: Claim, shown: Match) -> bool:
    """Delete the jobs whose changes the message has already shown; return whether others are left."""
    is_same = (matches.c.revision == shown.revision, matches.c.changed_at == shown.changed_at)
    is_as_shown = exists().where(matches.c.id == shown.id, *is_same)
    is_board = queue.of_board(shown.id, claim.person_id)
    # A job added after the last change of the record, such as for an offer, may not have been shown.
    is_of_record = (jobs.c.due_at <= shown.changed_at, jobs.c.attempts == 0, jobs.c.claimed_until.is_(None))
    rows = await connection.execute(select(jobs.c.id, jobs.c.data).where(is_board, *is_of_record, is_as_shown))
    seen = [row.id for row in rows if is_new(claim.jobs) or not row.data["is_new_message"]]
    if seen:
        await connection.execute(_FORGET, {"rows": seen})
    return bool(await connection.scalar(select(exists().where(is_board))))


async def put_back(
    connection: AsyncConnection, claim: Claim, now: datetime, wait: timedelta, *, is_untried: bool = False
) -> None:
    """Put back the jobs of a match that could not be shown, to try again later.

    If it `is_untried`, those that wait already keep their time, and no attempt is counted: otherwise each move would
    make the match wait longer, or not long enough. The panel of its server shows the change anyway, because it may be
    in another channel.
    """
    until = max((job.due_at for job in claim.jobs if job.attempts and job.due_at is not None), default=now)
    if is_untried and until > now:
        await queue.put_off(connection, claim, until)
    else:
        await queue.put_back(connection, claim, now + wait)
    await server_posts.touch_panel(connection, claim.about_match, now)


async def release(connection: AsyncConnection, now: datetime) -> None:
    """Make all waiting boards due now, claimed or not."""
    await connection.execute(update(jobs).where(jobs.c.kind == Kind.BOARD).values(claimed_until=None, due_at=now))


async def drop_finished(connection: AsyncConnection) -> None:
    """Delete the jobs to show matches that have ended."""
    over = select(matches.c.id).where(matches.c.state == State.FINISHED)
    await connection.execute(delete(jobs).where(jobs.c.kind == Kind.BOARD, jobs.c.match_id.in_(over)))


async def leave(connection: AsyncConnection, match: Match, now: datetime, *, is_same: bool = False) -> Sequence[Claim]:
    """Add a job for the message that showed a match until now, and claim it if that is to change at once.

    A board that the match has left behind keeps its buttons, which lead to the new one, until another follows; then it
    shrinks to a line. It loses them at once if the match is over, and shrinks at once if it shows nothing else than the
    new one, such as one that `is_same`. One that the new one replaces is changed at once too. As a job, it survives
    failures and crashes, so the buttons cannot stay forever.
    """
    place, ply = match.place, match.place.message_ply
    shrinks = match.shrinks_boards and ply is not None
    is_same = is_same or (ply or 0) >= match.ply
    stays = shrinks and match.state is State.RUNNING and not (is_same or match.is_replaced(ply))
    data = {"ply": ply, "shrinks": shrinks and (stays or is_same)}
    where = {"match_id": match.id, "channel_id": place.shown_in, "message_id": place.message_id, "data": data}
    if not stays:
        return [await queue.add_claimed(connection, Kind.OLD_BOARD, place.posted_on, now, **where)]
    await queue.add(connection, Kind.OLD_BOARD, place.posted_on, None, **where)
    return []


async def wake(connection: AsyncConnection, match: Match, now: datetime) -> Sequence[Claim]:
    """Claim the jobs for the messages that have waited for another board; in a direct match, for those of its reader."""
    is_of_reader = (jobs.c.channel_id == match.place.shown_in) if match.place.by_player else true()
    return await queue.wake(connection, and_(queue.of_match(Kind.OLD_BOARD, match.id), is_of_reader), now)


async def forget(connection: AsyncConnection, claims: Sequence[Claim]) -> None:
    """Delete the jobs of old boards that have lost their buttons."""
    await connection.execute(_FORGET, {"rows": [number for claim in claims for number in claim.rows]})


async def forget_old(connection: AsyncConnection) -> None:
    """Delete the jobs of all old boards and notices, because the (simulated) Discord is a new one."""
    await connection.execute(delete(jobs).where(jobs.c.kind.in_((Kind.OLD_BOARD, Kind.OLD_NOTICE))))


async def add_notice(
    connection: AsyncConnection, match: Match, person_id: int, notice: Notice, due_at: datetime
) -> None:
    """Add a notice for a player about a match as it is now, unless there is one.

    Several offers can be made while a match does not change. The notice of a new one replaces one that was not sent.
    """
    state = f"{match.id} {notice} {match.revision} {person_id}"
    about = {"match_id": match.id, "person_id": person_id, "revision": match.revision}
    columns: dict[str, Any] = {**about, "data": {"notice": notice}}
    if notice is Notice.OFFER:
        state += f" {len(match.offers)}"
        is_unsent_question = (queue.of_match(Kind.NOTICE, match.id), jobs.c.person_id == person_id, _ASKS, _IS_UNSENT)
        await connection.execute(delete(jobs).where(*is_unsent_question))
        if not match.place.by_player:  # one after the other, so that one message asks all of them
            columns["channel_id"] = match.place.shown_in
    name = sha256(state.encode()).hexdigest()  # it does not reveal the person
    await queue.add_once(connection, Kind.NOTICE, match.place.posted_on, name, due_at, **columns)


async def renew_notice(
    connection: AsyncConnection,
    match: Match,
    person_id: int,
    sent: SentTo,
    offers: Sequence[int],
    due_at: datetime,
    *,
    is_replaced: bool = False,
) -> None:
    """Add a job to edit a message that asked a player about `offers`; `is_replaced` if a newer message asks too."""
    channel_id, message_id = sent
    about = {"match_id": match.id, "person_id": person_id, "channel_id": channel_id, "message_id": message_id}
    data = {"offers": list(offers), "is_replaced": is_replaced}
    await queue.put(connection, Kind.OLD_NOTICE, match.place.posted_on, f"{message_id}", due_at, **about, data=data)


async def due_with(connection: AsyncConnection, claim: Claim, now: datetime) -> Sequence[Claim]:
    """Claim the notices that one message can bring with a claimed one.

    With a reminder, these are the other reminders of its person; with a question, the questions to others in its match.
    """
    if claim.first.data["notice"] == Notice.OFFER:
        is_alike = and_(queue.of_match(Kind.NOTICE, claim.about_match), _ASKS)
    else:
        is_reminder = jobs.c.data["notice"].as_string().in_(REMINDERS)
        is_alike = and_(jobs.c.kind == Kind.NOTICE, jobs.c.person_id == claim.person_id, is_reminder)
    numbers = await connection.scalars(
        select(jobs.c.id)
        .where(is_alike, jobs.c.due_at <= now, jobs.c.claimed_until.is_(None))
        .order_by(jobs.c.id)
        .limit(MOST_NOTICES)
    )
    claims = [await queue.claim(connection, Kind.NOTICE, number, now) for number in numbers.all()]
    return [claim for claim in claims if claim is not None]


async def forget_earlier_notices(connection: AsyncConnection, match_id: int, revision: int) -> None:
    """Delete the notices about a match before a revision, except for messages whose buttons answer offers."""
    is_earlier = (queue.of_match(Kind.NOTICE, match_id), jobs.c.revision < revision, or_(~_ASKS, _IS_UNSENT))
    await connection.execute(delete(jobs).where(*is_earlier))


async def forget_asking(connection: AsyncConnection, match_id: int) -> None:
    """Delete the notices about the offers of a match, all of which are closed."""
    is_question = (queue.of_match(Kind.NOTICE, match_id), _ASKS, jobs.c.claimed_until.is_(None))
    await connection.execute(delete(jobs).where(*is_question))


async def replace_asking(connection: AsyncConnection, match: Match, claim: Claim, now: datetime) -> None:
    """Take the buttons off the messages that asked a player about offers before the claimed notice did."""
    is_question = (
        queue.of_match(Kind.NOTICE, match.id),
        jobs.c.person_id == claim.person_id,
        _ASKS,
        jobs.c.id < claim.first.id,
    )
    for data in (await connection.scalars(delete(jobs).where(*is_question, _IS_SENT).returning(jobs.c.data))).all():
        for sent in data.get("messages", ()):
            await renew_notice(connection, match, claim.about_person, sent, data["offers"], now, is_replaced=True)


async def notices_sent(connection: AsyncConnection, match_id: int) -> Sequence[SentTo]:
    """The messages that notified players of a match as it is now, or that ask them about open offers."""
    query = select(jobs.c.data).where(queue.of_match(Kind.NOTICE, match_id)).order_by(jobs.c.id)
    rows = await connection.scalars(query)
    return [(channel_id, message_id) for data in rows for channel_id, message_id in data.get("messages", ())]


async def asking(connection: AsyncConnection, match_id: int) -> Sequence[tuple[int, SentTo, Sequence[int]]]:
    """The messages that asked players of a match about offers: the player, the message, and the ids of the offers."""
    query = select(jobs.c.person_id, jobs.c.data).where(queue.of_match(Kind.NOTICE, match_id), _ASKS)
    return [
        (person_id, (channel_id, message_id), data["offers"])
        for person_id, data in await connection.execute(query.order_by(jobs.c.id))
        for channel_id, message_id in data.get("messages", ())
    ]
