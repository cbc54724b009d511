"""Telling people what somebody who manages a server has done to their matches and seasons, as they like to be told."""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.actions.context import Context
from bot.chat.core.messages import Post, plain
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.recipients import Route, usual_routes
from bot.chat.delivery.routing import tell
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads
from bot.model.people import Person
from bot.store import moderation as interventions
from bot.store import settings
from bot.store.moderation import InterventionClaim
from bot.texts import moderation, notices

_log: Final = logging.getLogger(__name__)
_A_WHILE: Final = timedelta(minutes=1)


class Interventions(Stored[InterventionClaim, SendResult]):
    """Tells people with `client`. Their number is that of the intervention, their channel the person whom it concerns."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, interventions)
        self._client = client
        self._threads = threads

    async def abandon(self, claimed: InterventionClaim) -> None:
        """Leave an intervention to others."""
        await self._release(claimed, self._context.now())

    async def put_back(self, claimed: InterventionClaim, error: Exception) -> None:
        """Tell of an intervention later: Discord is away."""
        _log.warning("person %s is told of an intervention later: %s", claimed.person_id, error)
        await self._release(claimed, self._context.now() + _A_WHILE)

    async def show(self, claimed: InterventionClaim) -> SendResult:
        """Tell somebody, or wait for the end of their quiet hours; closed routes are left alone."""
        async with self._database.read() as connection:
            likes = await settings.preferences_of(connection, claimed.person_id)
        quiet_until = likes.quiet_until(self._context.now())
        if quiet_until is None and not await tell(usual_routes(likes), partial(self._send, claimed)):
            _log.info("person %s cannot be told what was done", claimed.person_id)
        await self._release(claimed, quiet_until)
        return SendResult()

    async def _release(self, claimed: InterventionClaim, due_at: datetime | None) -> None:
        async with self._database.write() as connection:
            await interventions.put_back(connection, claimed, due_at)

    async def _send(self, claimed: InterventionClaim, route: Route) -> discord.Message:
        """Tell somebody by one route."""
        done, person = claimed.intervention, Person(claimed.person_id, "")
        text = notices.addressed(person, moderation.concerned(done), in_channel=route is Route.MENTION)
        post = Post(plain(text), pings=(person.id,))
        if route is Route.DIRECT:
            direct = await self._client.create_dm(discord.Object(person.id))
            return await direct.send(view=post.view, allowed_mentions=post.allowed_mentions, nonce=f"{claimed.nonce}-d")
        channel = self._client.get_partial_messageable(done.channel_id, guild_id=done.server_id)
        send = partial(channel.send, view=post.view, allowed_mentions=post.allowed_mentions, nonce=claimed.nonce)
        return await self._threads.awake(done.server_id, done.channel_id, send)
