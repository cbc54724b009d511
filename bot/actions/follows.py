"""Following people and matches of a server, and what followers are told of."""

from collections.abc import Sequence

from bot.actions import jobs, matches
from bot.actions.askers import spend
from bot.actions.context import Context
from bot.model.askers import Cost
from bot.model.follows import EVERY, MOST_FOLLOWED, MOST_NEWS, Follow, News
from bot.model.jobs import Claim
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check, check_profile
from bot.model.refusals.matches import FollowsPrivate
from bot.model.refusals.people import FollowsThemselves, TooManyFollowed
from bot.model.settings import Preferences
from bot.store import follows as follow_store
from bot.store import people as people_store
from bot.store.jobs import queue


async def of_person(context: Context, person: Person, server_id: int | None) -> Sequence[Follow]:
    """What a person follows on a server, or on all of them if it is None, the latest first."""
    async with context.database.ask() as connection:
        return await follow_store.of_person(connection, person.id, server_id, context.games)


async def follow_person(context: Context, actor: Actor, followed: Person) -> None:
    """Let a person follow another on the server where they ask, safe to repeat.

    Raises `FollowsThemselves`, `ProfileOfAnother`, `TooManyFollowed` or `DoneTooOften`.
    """
    if followed.id == actor.person.id:
        raise FollowsThemselves
    check_profile(actor, followed)
    assert actor.server_id is not None, "others' profiles are shown on servers"
    await _follow(context, actor.person, actor.server_id, followed_id=followed.id)


async def follow_match(context: Context, actor: Actor, match: Match) -> None:
    """Let a person follow a running match of others, safe to repeat.

    Raises `FollowsPrivate`, the refusals of the table of matches, `TooManyFollowed` or `DoneTooOften`.
    """
    check(MatchAct.FOLLOW, match, actor)
    if match.place.by_player:
        raise FollowsPrivate(match)
    await _follow(context, actor.person, match.place.server_id, match_id=match.id)


async def _follow(context: Context, person: Person, server_id: int, **followed: int) -> None:
    await spend(context, Cost.ENTRY, person)
    async with context.database.write() as connection:
        await people_store.lock(connection, person.id)
        await people_store.remember(connection, person)
        if await follow_store.add(connection, person.id, server_id, context.now(), **followed) > MOST_FOLLOWED:
            raise TooManyFollowed(MOST_FOLLOWED)


async def stop(context: Context, person: Person, number: int) -> None:
    """Let a person follow no longer what has this number, safe to repeat."""
    async with context.database.write() as connection:
        await follow_store.remove(connection, person.id, number)


async def switch_moves(context: Context, person: Person, number: int) -> None:
    """Let a person be told of the moves of the match that they follow under this number, too, or no longer."""
    async with context.database.write() as connection:
        await follow_store.switch_moves(connection, person.id, number)


async def note_read(context: Context, person: Person) -> None:
    """Note that a person has read what they were told of moves, so that they are told of more."""
    async with context.database.write() as connection:
        await follow_store.note_read(connection, person.id)


async def news(context: Context, claim: Claim, preferences: Preferences) -> News | None:
    """What a claimed job is to tell its person; None if it is too early for that, and the job waits.

    Others are told by the hour at most, and who has chosen an hour of their day at that hour.
    """
    person_id, server_id, now = claim.about_person, claim.server_id, context.now()
    async with context.database.read() as connection:
        free_at = await follow_store.free_at(connection, person_id, server_id)
        over = await follow_store.over(connection, person_id, server_id)
        moved = await follow_store.moved(connection, person_id, server_id, MOST_NEWS - len(over))
    due_at = preferences.news_due(claim.first.due_at or now, now)
    if free_at is not None and now < free_at <= now + EVERY:
        due_at = max(due_at, free_at)
    if due_at > now and (over or moved):
        await jobs.put_off(context, claim, due_at - now)
        return None
    ended, going_on = [[await matches.load(context, number) for number in numbers] for numbers in (over, moved)]
    return News(ended, going_on)


async def due_with(context: Context, claim: Claim) -> Sequence[Claim]:
    """Claim the news of other servers that one message can bring with a claimed job."""
    async with context.database.write() as connection:
        return await follow_store.due_with(connection, claim, context.now(), context.shards())


async def note_told(context: Context, claim: Claim, told: News) -> None:
    """Note that a person was told this, or that there is nothing; the job waits while there is more."""
    person_id, server_id, now = claim.about_person, claim.server_id, context.now()
    until = max((match.ended_at for match in told.over if match.ended_at is not None), default=None)
    async with context.database.write() as connection:
        if told.matches:
            moved = [match.id for match in told.moved]
            await follow_store.note_told(connection, person_id, server_id, now, until, moved)
        if await follow_store.over(connection, person_id, server_id) or await follow_store.moved(
            connection, person_id, server_id, 1
        ):
            await queue.put_off(connection, claim, now + EVERY)
        else:
            await queue.finish(connection, claim)
