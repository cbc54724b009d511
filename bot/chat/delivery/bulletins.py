"""Telling of competitions on Discord: cards and tables, each in one message that is edited, reminders and results."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord

from bot.actions.competitions import standings as read
from bot.actions.context import Context
from bot.chat.competitions import views
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING, is_deleted
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads, is_closed, resend_after
from bot.model.competitions.competition import Competition
from bot.model.competitions.standings import Standings
from bot.model.people import Person
from bot.store import settings
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinClaim, BulletinKind
from bot.texts import competitions as competition_news

_log: Final = logging.getLogger(__name__)
_SILENT: Final = (BulletinKind.CARD, BulletinKind.TABLE)


class Bulletins(Stored[BulletinClaim, SendResult]):
    """Sends messages about competitions with `client`."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, bulletins)
        self._client = client
        self._threads = threads

    async def abandon(self, claimed: BulletinClaim) -> None:
        """Leave a message to others."""
        async with self._database.write() as connection:
            await bulletins.put_back(connection, claimed, self._context.now())

    async def put_back(self, claimed: BulletinClaim, error: Exception) -> None:
        """Send a message later: soon where Discord is away, rarely where it may not be posted."""
        _log.warning("a message about competition %s is sent later: %s", claimed.competition_id, error)
        is_shut, is_first = isinstance(error, discord.HTTPException) and is_closed(error), False
        now = self._context.now()
        async with self._database.write() as connection:
            if is_shut:
                is_first = await bulletins.refuse(connection, claimed, now)
            else:
                await bulletins.put_back(connection, claimed, now + resend_after(error))
        if is_first:
            await self._tell_of_closed_channel(claimed)

    async def _tell_of_closed_channel(self, claimed: BulletinClaim) -> None:
        """Tell one of those in charge of a competition that its channel is closed; if all are out of reach, the log does."""
        standings = await read.standings(self._context, None, claimed.competition_id)
        for person_id in await self._in_charge(standings.competition):
            try:
                direct = await self._client.create_dm(discord.Object(person_id))
                await direct.send(competition_news.channel_closed(standings.competition), nonce=f"{claimed.nonce}-c")
            except PASSING as failure:
                _log.info("person %s cannot be told that a channel is closed: %s", person_id, failure)
            else:
                return
        _log.warning("nobody could be told that the channel of competition %s is closed", claimed.competition_id)

    async def _in_charge(self, competition: Competition) -> Sequence[int]:
        """Whoever has opened a competition, if they still manage the server, and after them whom the server belongs to."""
        guild = self._client.get_guild(competition.venue.server_id)
        if guild is None:
            return []
        host = [competition.host.id] if await _still_manages(guild, competition.host) else []
        return [*dict.fromkeys([*host, *([] if guild.owner_id is None else [guild.owner_id])])]

    async def show(self, claimed: BulletinClaim) -> SendResult:
        """Post a message, or edit it."""
        post = await self._table(claimed) if claimed.kind is BulletinKind.TABLE else await self._post(claimed)
        message_id = claimed.message_id
        if message_id is None or not await self._edit(claimed, message_id, post):
            message_id = await self._send(claimed, post)
        async with self._database.write() as connection:
            await bulletins.finish(connection, claimed, message_id, self._context.now())
        return SendResult()

    async def _table(self, claimed: BulletinClaim) -> Post:
        found = await read.division(self._context, None, claimed.competition_id, claimed.division)
        assert found.division is not None, "the message refers to it"
        async with self._database.read() as connection:
            theme = (await settings.server_of(connection, claimed.server_id)).theme
        return await views.public_standings(found.competition, found.division, theme)

    async def _post(self, claimed: BulletinClaim) -> Post:
        standings = await read.standings(self._context, None, claimed.competition_id)
        if claimed.kind is BulletinKind.CARD:
            return views.card(standings)
        if claimed.kind is BulletinKind.RESULT:
            return views.result(standings)
        is_last_day = claimed.kind is BulletinKind.DAY
        pings = await self._pings(standings, is_last_day=is_last_day)
        return views.reminder(standings, is_last_day=is_last_day, pings=pings)

    async def _pings(self, standings: Standings, *, is_last_day: bool) -> tuple[int, ...]:
        """Those who are behind and want to be mentioned at this hour; the others find their names."""
        behind = [row.entrant.person.id for row in competition_news.behind(standings, is_last_day=is_last_day)]
        now = self._context.now()
        async with self._database.read() as connection:
            likes = await settings.preferences_of_all(connection, behind)
        return tuple(one for one in behind if likes[one].quiet_until(now) is None)

    def _channel(self, claimed: BulletinClaim) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(claimed.channel_id, guild_id=claimed.server_id)

    async def _send(self, claimed: BulletinClaim, post: Post) -> int:
        """Send it as a new message; returns its number."""
        send = partial(
            self._channel(claimed).send,
            view=post.view,
            allowed_mentions=post.allowed_mentions,
            nonce=claimed.nonce,
            silent=claimed.kind in _SILENT,
        )
        sent = await self._threads.awake(claimed.server_id, claimed.channel_id, lambda: send(files=post.files()))
        return sent.id

    async def _edit(self, claimed: BulletinClaim, message_id: int, post: Post) -> bool:
        """Change the message; False if somebody has deleted it."""
        none, message = discord.AllowedMentions.none(), self._channel(claimed).get_partial_message(message_id)
        try:
            await self._threads.awake(
                claimed.server_id,
                claimed.channel_id,
                lambda: message.edit(view=post.view, attachments=post.files(), allowed_mentions=none),
            )
        except discord.NotFound as error:
            if not is_deleted(error):
                raise
            return False
        return True


async def _still_manages(guild: discord.Guild, person: Person) -> bool:
    """Whether somebody who has managed a server is there and does still, as far as Discord tells at the moment."""
    if not person.is_on_discord:
        return False
    try:
        return (await guild.fetch_member(person.id)).guild_permissions.manage_guild
    except discord.NotFound:
        return False
    except PASSING:
        return True
