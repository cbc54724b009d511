"""Telling those who have asked for it that somebody looks for players: in one message for all whom the channel mentions."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.actions import matches
from bot.actions.context import Context
from bot.chat.core.connections import check_here, server_of
from bot.chat.core.messages import Post, plain
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads, is_closed
from bot.model.match import Match, State
from bot.model.settings import Preferences
from bot.store import lookouts, settings
from bot.store.jobs import calls
from bot.store.jobs.calls import CallClaim
from bot.texts import challenges as sentences

_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class _Audience:
    """Who is told directly, and whom the channel mentions; somebody may be both."""

    directly: list[int] = field(default_factory=list[int])
    in_channel: list[int] = field(default_factory=list[int])

    def add(self, person_id: int, likes: Preferences) -> None:
        """Tell somebody as they like it."""
        if likes.reach.directly:
            self.directly.append(person_id)
        if likes.reach.in_channel:
            self.in_channel.append(person_id)


class Calls(Stored[CallClaim, SendResult]):
    """Tells of open challenges with `client`. Their number is that of the match."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, calls)
        self._client = client
        self._threads = threads

    async def abandon(self, claimed: CallClaim) -> None:
        """Leave them to others."""
        async with self._database.write() as connection:
            await calls.abandon(connection, claimed)

    async def put_back(self, claimed: CallClaim, error: Exception) -> None:
        """Tell those later who were not told yet."""
        _log.warning("some are told of match %s later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await calls.put_back(connection, claimed, self._context.now())

    async def show(self, claimed: CallClaim) -> SendResult:
        """Tell everybody who still wants it and may hear of it now; keep the others for later, or for nothing."""
        match = await matches.load(self._context, claimed.match_id)
        if match.state is not State.OPEN or match.is_about_to_begin:
            await self._finish(claimed, claimed.person_ids)
            return SendResult()
        check_here(self._context.shards, self._client, match.place.server_id)
        audience = await self._audience(claimed, match)
        for person_id in audience.directly:
            if not await self._write_to(person_id, match, claimed) and person_id not in audience.in_channel:
                audience.in_channel.append(person_id)  # their direct messages are closed to us
            elif person_id not in audience.in_channel:
                await self._finish(claimed, [person_id])
        if audience.in_channel:
            await self._mention(audience.in_channel, match, claimed)
        await self._finish(claimed, [*audience.directly, *audience.in_channel])
        return SendResult()

    async def _finish(self, claimed: CallClaim, person_ids: Sequence[int]) -> None:
        async with self._database.write() as connection:
            await calls.finish(connection, claimed, person_ids)

    async def _audience(self, claimed: CallClaim, match: Match) -> _Audience:
        """Who is told now. Whoever is not to be disturbed, or was told a short time ago, is kept for later."""
        hearing = await self._who_may_hear(claimed, match)
        now, audience = self._context.now(), _Audience()
        await self._finish(claimed, [person_id for person_id in claimed.person_ids if person_id not in hearing])
        async with self._database.write() as connection:
            for person_id, likes in hearing.items():
                due_at = likes.quiet_until(now) or await lookouts.take_turn(connection, person_id, now)
                if due_at is None:
                    audience.add(person_id, likes)
                else:
                    await calls.postpone(connection, claimed, person_id, due_at)
        return audience

    async def _who_may_hear(self, claimed: CallClaim, match: Match) -> Mapping[int, Preferences]:
        """Those who still want it, have not joined, and can see the channel; each with what they like."""
        joined = {person.id for person in match.people}
        async with self._database.read() as connection:
            wanted = await lookouts.still_wanted(connection, match, claimed.person_ids) - joined
            likes = await settings.preferences_of_all(connection, sorted(wanted))
        return {person_id: liked for person_id, liked in likes.items() if await self._sees(person_id, match)}

    async def _sees(self, person_id: int, match: Match) -> bool:
        """Whether somebody is on the server of a match and sees its channel. Raises what Discord being away raises."""
        guild = server_of(self._client, match.place.server_id)
        channel = guild.get_channel_or_thread(match.place.channel_id)
        try:
            member = await guild.fetch_member(person_id)
        except discord.NotFound:
            return False
        return channel is not None and channel.permissions_for(member).view_channel

    async def _write_to(self, person_id: int, match: Match, claimed: CallClaim) -> bool:
        """Tell somebody directly; False if that is closed to us."""
        view, none = plain(sentences.call(match)), discord.AllowedMentions.none()
        try:
            direct = await self._client.create_dm(discord.Object(person_id))
            await direct.send(view=view, allowed_mentions=none, nonce=f"{claimed.nonce}-d")
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            return False
        return True

    async def _mention(self, person_ids: Sequence[int], match: Match, claimed: CallClaim) -> None:
        """Tell all of these in one message where the challenge is shown."""
        post = Post(plain(sentences.call_in_channel(match, person_ids)), pings=tuple(person_ids))
        channel = self._client.get_partial_messageable(match.place.shown_in, guild_id=match.place.server_id)
        await self._threads.awake(
            match.place.server_id,
            match.place.shown_in,
            lambda: channel.send(view=post.view, allowed_mentions=post.allowed_mentions, nonce=claimed.nonce),
        )
