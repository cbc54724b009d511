"""What somebody asks for by typing a command or pressing something, and what it may take to do it."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import discord

from bot.actions import matches
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.chat.core.answers import Answer, send
from bot.chat.core.press import Press
from bot.chat.core.services import Services
from bot.chat.core.showing import show
from bot.model.match import Match
from bot.model.people import Actor, Person

NO_PRESS: Final = Press("")
"""What was pressed where nothing was: somebody has typed a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where somebody asks, as Discord describes it; without a `guild` in a direct message."""

    channel_id: int | None
    channel: discord.abc.GuildChannel | discord.abc.PrivateChannel | discord.Thread | None
    guild: discord.Guild | None

    permissions: discord.Permissions
    """What the person may do in the channel."""

    app_permissions: discord.Permissions
    """What Furlong may do there."""

    filesize_limit: int
    """How many bytes a file may have there."""

    member: discord.Member | None = None
    """The person as somebody of the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a handler works with."""

    actor: Actor
    surroundings: Surroundings
    services: Services

    send: Callable[[Answer], Awaitable[object]]
    """Sends an answer at once, for what is to be seen before the answer that the handler returns."""

    press: Press = NO_PRESS
    """What a button, a menu or a modal asks for."""

    values: tuple[str, ...] = ()
    """What was chosen from that menu, or written in that modal."""

    options: Mapping[str, Any]
    """What was filled in so far while somebody types a command."""

    message: discord.Message | None = None
    """The message that the button or menu is on."""

    @property
    def person(self) -> Person:
        """Who asks."""
        return self.actor.person

    @property
    def server_id(self) -> int | None:
        """The server that somebody asks on; None in a direct message."""
        return self.actor.server_id

    @property
    def value(self) -> str:
        """The one value that was chosen or written; empty if there is none."""
        return self.values[0] if self.values else ""

    @property
    def context(self) -> Context:
        """What the functions of `bot.actions` work with."""
        return self.services.context

    async def find(self, match_id: int) -> Match:
        """A match that the person who asks may see from here. Raises `UnknownMatch` or `MatchElsewhere`."""
        return await matches.find(self.context, self.actor, match_id)

    async def match(self) -> Match:
        """The match of the button that was pressed. Raises what `find` raises."""
        return await self.find(self.press.match_id)

    def change(self, match_id: int) -> AbstractAsyncContextManager[MatchChange]:
        """A unit of work of the person who asks; what it has changed is shown with `show`."""
        return matches.change(self.context, match_id, self.actor, is_shown_at_once=True)

    async def show(self, change: MatchChange) -> Match:
        """Show what a unit of work has changed; see `bot.chat.core.showing`."""
        return await show(self.context, self.services.delivery, change)

    async def deliver(self, match_id: int) -> None:
        """Show a match and tell people of it, as far as something of it waits to be shown; never raises."""
        await self.services.delivery.deliver(match_id)


class _Host(Protocol):
    """The client, as far as requests need it."""

    @property
    def services(self) -> Services:
        """What handlers may use."""
        ...


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """What the client to which an interaction came lets handlers use."""
    host: _Host = interaction.client
    return host.services


def request_of(interaction: discord.Interaction[Any], press: Press = NO_PRESS, values: tuple[str, ...] = ()) -> Request:
    """What an interaction asks for."""
    person = Person(interaction.user.id, interaction.user.display_name)
    return Request(
        actor=Actor(person, interaction.guild_id),
        surroundings=Surroundings(
            channel_id=interaction.channel_id,
            channel=interaction.channel,
            guild=interaction.guild,
            member=interaction.user if isinstance(interaction.user, discord.Member) else None,
            permissions=interaction.permissions,
            app_permissions=interaction.app_permissions,
            filesize_limit=interaction.filesize_limit,
        ),
        services=services_of(interaction),
        send=partial(send, interaction),
        press=press,
        values=values,
        options=dict(iter(interaction.namespace)),
        message=interaction.message,
    )
