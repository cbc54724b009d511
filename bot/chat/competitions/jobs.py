"""Posts about competitions: cards and standings, each in a message that is edited, reminders and results."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.actions import challenges, jobs, matches, settings
from bot.actions.competitions import calendar
from bot.actions.competitions import standings as competition_standings
from bot.chat.core.messages import Post, content_of
from bot.chat.core.outages import PASSING, obstacle
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, UPKEEP, JobKind, JobResult
from bot.chat.delivery.threads import LONG, is_closed, is_lasting, resend_after
from bot.chat.screens import post_of
from bot.model.competitions.competition import BulletinKind, Competition
from bot.model.competitions.standings import DivisionStandings, Standings
from bot.model.jobs import Claim, Kind
from bot.model.people import Person
from bot.screens import competitions
from bot.texts import competitions as competition_texts

_log: Final = logging.getLogger(__name__)
_LEASE: Final = timedelta(seconds=30)
"""The claim of a process that looks after a competition, renewed meanwhile; when it dies, another goes on soon."""

_MOST_REFUSED: Final = 24
"""The most attempts to post in a closed channel, about one per hour."""


async def post_bulletin(delivery: Delivery, claim: Claim) -> JobResult:
    """Post a message about a competition, or edit it."""
    job, kind = claim.first, BulletinKind(claim.first.data["bulletin"])
    assert job.channel_id is not None, "a bulletin is in a channel"
    if kind is BulletinKind.STANDINGS:
        return await _post_standings(delivery, claim, job.channel_id)
    if kind is BulletinKind.SEALS:
        return await _post_seals(delivery, claim)
    post = await _post(delivery, claim, kind)
    is_silent = kind is BulletinKind.CARD
    message_id = await delivery.keep_up(claim, job.channel_id, job.message_id, post, claim.nonce, silent=is_silent)
    await jobs.note_posted(delivery.context, claim, message_id)
    return JobResult()


async def _post_seals(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the seals of matches that begin together, silently, and begin them with the number of this message.

    Nothing is rolled before that. If this is interrupted, those that have not begun are sealed in another message.
    """
    context, number = delivery.context, claim.first.data["competition"]
    sealed = await competition_standings.sealed(context, number, competition_texts.MOST_SEALS)
    if not sealed:
        await jobs.finish(context, claim)
        return JobResult()
    place, post = sealed[0].place, await post_of(competitions.seals(sealed))
    sent = await delivery.send(claim.server_id, place.channel_id, post, claim.nonce, silent=True)
    is_repetition = content_of(sent) != content_of(
        post
    )  # of a message that Discord has already, and which holds others
    for match in () if is_repetition else sealed:
        async with matches.change(context, match.id) as change:
            challenges.begin_sealed(change, sent.id)
    delivery.look()
    await jobs.note_posted(context, claim, sent.id, left=1)
    return JobResult()


async def _post_standings(delivery: Delivery, claim: Claim, channel_id: int) -> JobResult:
    """Post a table, or edit it; each round has a message of its own, and that of the round before becomes a line soon."""
    data, posted_in = claim.first.data, claim.first.message_id
    table = await competition_standings.division(delivery.context, None, data["competition"], data["division"])
    rounds = await _standings(delivery, claim) if table.competition.regulations.format.has_rounds else None
    latest = 0 if rounds is None else rounds.latest_round
    before = data.get("round", latest)
    is_new = posted_in is None or before != latest
    if data.get("left"):
        line = await post_of(competitions.past_round(table.competition, before - 1))
        await delivery.edit(claim.server_id, channel_id, data["left"], line)
    post = await _table(delivery, claim.server_id, table, rounds, is_new=is_new)
    kept = None if is_new else posted_in
    message_id = await delivery.keep_up(claim, channel_id, kept, post, claim.nonce, silent=not post.pings)
    left = (is_new and posted_in) or 0  # it is edited a little later, so that nobody waits for that
    shown = {} if rounds is None else {"round": latest, "left": left}
    await jobs.note_posted(delivery.context, claim, message_id, **shown)
    return JobResult()


async def _table(
    delivery: Delivery, server_id: int, table: DivisionStandings, rounds: Standings | None, *, is_new: bool
) -> Post:
    """The table of a division; a new message tells those whose matches have begun, or were cut off with the last round."""
    context, division = delivery.context, table.division
    theme = await settings.theme_of(context, server_id)
    if table.competition.between_servers:
        standings = await competition_standings.standings(context, None, table.competition.id)
        return await post_of(competitions.public_score(standings, theme))
    assert division is not None, "the message refers to it"
    people = [row.entrant.person for row in division.rows] if rounds is None else rounds.paired(is_bye=False)
    is_told = is_new if rounds is None else rounds.is_small and (is_new or rounds.is_fresh)
    begun = people if is_told and table.competition.starts_together else []
    news, pinged = (
        competition_texts.starts(begun) if begun else "",
        [person for person in begun if is_new and person.is_on_discord],
    )
    if rounds is not None:
        cut_off = await competition_standings.cut_off(context, rounds, competition_texts.MOST_CUT_OFF)
        news = competition_texts.this_round(rounds, begun, cut_off)
        pinged += competition_texts.cut_short(rounds) if is_new else ()
    post = await post_of(competitions.public_standings(table.competition, division, theme, news))
    return replace(post, pings=tuple(await _awake(delivery, [*dict.fromkeys(person.id for person in pinged)])))


async def _post(delivery: Delivery, claim: Claim, kind: BulletinKind) -> Post:
    standings = await _standings(delivery, claim)
    if kind is BulletinKind.CARD:
        return await post_of(competitions.card(standings))
    if kind is BulletinKind.RESULT:
        cut_off = await competition_standings.cut_off(delivery.context, standings, competition_texts.MOST_CUT_OFF)
        others = await _awake(delivery, [person.id for person in competition_texts.cut_short(standings)])
        pings = (*(person.id for person in competition_texts.winners(standings)), *others)
        return replace(await post_of(competitions.result(standings, cut_off)), pings=pings)
    is_last_day = kind is BulletinKind.DAY
    pings = await _pings(delivery, standings, is_last_day=is_last_day)
    return replace(await post_of(competitions.reminder(standings, is_last_day=is_last_day)), pings=pings)


async def _standings(delivery: Delivery, claim: Claim) -> Standings:
    return await competition_standings.standings(delivery.context, None, claim.first.data["competition"])


async def _pings(delivery: Delivery, standings: Standings, *, is_last_day: bool) -> tuple[int, ...]:
    """The people behind who may be pinged at this hour; the others are only named."""
    behind = [row.entrant.person.id for row in competition_texts.behind(standings, is_last_day=is_last_day)]
    return tuple(await _awake(delivery, behind))


async def _awake(delivery: Delivery, people: Sequence[int]) -> Sequence[int]:
    """Those of some people who may be pinged at this hour."""
    preferences, now = await settings.of_people(delivery.context, people), delivery.context.now()
    return [person for person in people if preferences[person].quiet_until(now) is None]


def _wait(delivery: Delivery, claim: Claim, error: Exception) -> timedelta | None:
    """The delay before the next attempt: a closed channel is tried for a day, then only when there is news."""
    if isinstance(error, discord.HTTPException) and is_closed(error):
        is_waited_for = (
            claim.first.data.get("bulletin") == BulletinKind.SEALS
        )  # by matches that do not begin without it
        return LONG if is_waited_for or claim.attempts + 1 < _MOST_REFUSED else None
    return resend_after(delivery, claim, error)


async def tell_of_closed_channel(delivery: Delivery, claim: Claim, error: Exception) -> None:
    """Tell one person in charge once if the channel of a competition is closed; log it if nobody can be reached."""
    if not isinstance(error, discord.HTTPException) or not is_lasting(error):
        return
    if not await competition_standings.refuse(delivery.context, claim):
        return
    competition = (await _standings(delivery, claim)).competition
    channel_id = claim.first.channel_id or competition.venue.channel_id
    text = partial(competition_texts.channel_closed, competition, channel_id, obstacle(error), error.code)
    if not await delivery.tell_one(await _in_charge(delivery, claim.server_id, competition), text, f"{claim.nonce}-c"):
        _log.warning("nobody could be told that the channel of competition %s is closed", competition.id)


async def _in_charge(delivery: Delivery, server_id: int, competition: Competition) -> Sequence[int]:
    """The people in charge: the host of a competition, if still a manager, then the owner of the server."""
    guild = delivery.client.get_guild(server_id)
    if guild is None:
        return []
    host = [competition.host.id] if await _still_manages(guild, competition.host) else []
    return [*dict.fromkeys([*host, *([] if guild.owner_id is None else [guild.owner_id])])]


async def _still_manages(guild: discord.Guild, person: Person) -> bool:
    """Whether a person is still on a server and manages it, according to Discord."""
    if not person.is_on_discord:
        return False
    try:
        return (await guild.fetch_member(person.id)).guild_permissions.manage_guild
    except discord.NotFound:
        return False
    except PASSING:
        return True


async def tend(delivery: Delivery, claim: Claim) -> JobResult:
    """Look after a competition once all downtime is credited, and show what has changed."""
    await delivery.catch_up()
    await calendar.tend(delivery.context, claim)
    delivery.look()
    return JobResult()


COMPETITION: Final = JobKind(Kind.COMPETITION, UPKEEP, tend, lease=_LEASE)
BULLETIN: Final = JobKind(Kind.BULLETIN, MESSAGES, post_bulletin, _wait, tell_of_closed_channel)
