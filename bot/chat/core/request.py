"""Requests of people, by commands or presses, with everything that a handler needs."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import discord

from bot.actions import matches, settings, startup
from bot.actions.change import JoiningChange, MatchChange
from bot.actions.context import Context
from bot.actions.replays import ReplayServices
from bot.actions.reviews import ReviewProgress
from bot.chat.core.answers import Answer, Change, MoveAnswers, OngoingAnswers, PostedChallenges, PressedMessage, send
from bot.chat.core.languages import PersonLanguages, channel_language
from bot.chat.core.members import Members, Visitors, membership_of, person_of
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING
from bot.chat.core.press import Fields, acts_in
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals import BeforeRestore
from bot.model.refusals.competitions import UnknownCompetition
from bot.model.refusals.matches import StaleBoard, UnknownMatch
from bot.model.refusals.people import NotNow
from bot.opponents.thinkers import Thinkers
from bot.screens.core import Act, page_number
from bot.texts import errors
from bot.texts.language import ENGLISH, supported
from bot.texts.symbols import Symbols

NO_ACT: Final = Act("")
"""The act of a request that is a typed command."""

ARRIVED_AT: Final = "arrived_at"
"""The key among an interaction's extras of the instant when it reached this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of a running bot for its handlers, shared by the whole bot."""

    discord: discord.Client
    """Discord itself, for the few requests that are not answers: fetching a file, deleting an old message."""

    context: Context
    """The context for functions of `bot.actions`."""

    show: Callable[[MatchChange, PressedMessage | None], Awaitable[Match]]
    """Shows the changes of a unit of work and returns the match as shown. Never raises Discord's errors."""

    posted: Callable[[Match], Post]
    """Returns the post of a challenge to a direct match that was posted by the answer to a command."""

    deliver: Callable[[int], Awaitable[None]]
    """Posts everything that is due about a match, and notifies its players; never raises."""

    renew: Callable[[Match], Awaitable[Match]]
    """Shows a match at once if its board was put off; returns it with the place of its board. Never raises."""

    reopen: Callable[[int], None]
    """Lets who acts try at once to post in a channel where Discord has refused it, unless much of theirs was refused."""

    keep_up: Callable[[int, Person, int], Awaitable[None]]
    """Updates the private board of a match for a person if the match has passed the revision that it shows."""

    tell: Callable[[], Awaitable[None]]
    """Posts what is due about competitions; never raises."""

    look: Callable[[], None]
    """Sends all due messages in the background."""

    handlers: Mapping[str, Callable[["Request"], Awaitable[Answer | None]]]
    """The handlers of acts, by name."""

    page: str
    """The public address of the page in the browser; empty if none is served."""

    has_activity: bool
    """Whether the page also opens inside Discord."""

    has_push: bool
    """Whether notices can be sent to browsers."""

    has_programs: bool
    """Whether the page serves the interface for programs, too."""

    members: Members
    visitors: Visitors
    languages: PersonLanguages
    ongoing_answers: OngoingAnswers
    move_answers: MoveAnswers
    posted_challenges: PostedChallenges
    replays: ReplayServices
    symbols: Symbols
    thinkers: Thinkers

    command_ids: Mapping[str, int]
    """Discord's ids of the slash commands, by name."""

    reviews: dict[int, ReviewProgress] = field(default_factory=dict[int, ReviewProgress])
    """The reviews in progress, by match."""

    async def left(self, server_id: int, person_ids: Collection[int]) -> frozenset[int]:
        """The people known to have left a server, once Discord has been asked about some; nobody leaves `DIRECT`."""
        with suppress(NotNow):
            guild = None if server_id == DIRECT else await self.visitors.guild(server_id)
            if guild is not None:
                await self.members.look_up(guild, person_ids)
        return self.members.gone(server_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The place of a request on Discord; there is no `guild` in direct messages and on servers without Furlong."""

    channel_id: int | None
    channel: discord.abc.GuildChannel | discord.abc.PrivateChannel | discord.Thread | None
    guild: discord.Guild | None

    permissions: discord.Permissions
    """The person's permissions in the channel."""

    app_permissions: discord.Permissions
    """Furlong's permissions there."""

    filesize_limit: int
    """The maximum size of a file there, in bytes."""

    member: discord.Member | None = None
    """The person as a member of the server."""

    language: str = ENGLISH
    """The language of a place without Furlong: of its community, or of the person."""

    is_borrowed: bool = False
    """Whether it is a group chat or a server without Furlong, where Furlong can only answer."""

    may_publish: bool = True
    """Whether Furlong's public answers are visible to others; servers without Furlong may prevent that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that a handler needs to answer a person."""

    actor: Actor
    surroundings: Surroundings
    services: Services

    send: Callable[[Answer], Awaitable[object]]
    """Sends an answer immediately, before the one that the handler returns."""

    context: Context
    """The context for functions of `bot.actions`, which stores nobody whose data was deleted since the request arrived."""

    act: Act = NO_ACT
    """The act of the pressed button, menu or modal."""

    values: tuple[str, ...] = ()
    """The values chosen from the menu, or the text entered in the modal."""

    fields: Fields = field(default_factory=dict[str, tuple[str, ...]])
    """The values chosen or entered in each part of the modal, by its name."""

    discord_language: str = ENGLISH
    """The language of the person's Discord, or English if Furlong does not speak it."""

    options: Mapping[str, Any]
    """The options filled in so far while a command is being typed."""

    message: discord.Message | None = None
    """The message with the button or menu."""

    pressed_message: PressedMessage | None = None
    """That message, if it is public and the press is answered in place."""

    @property
    def person(self) -> Person:
        """The person who makes the request."""
        return self.actor.person

    @property
    def server_id(self) -> int | None:
        """The server of the request; None in messages and on servers without Furlong."""
        return self.actor.server_id

    @property
    def value(self) -> str:
        """The one value chosen or entered; empty if there is none."""
        return self.values[0] if self.values else ""

    @property
    def is_on_board(self) -> bool:
        """Whether the answer takes the place of a public message, such as a board that becomes the picker."""
        return self.pressed_message is not None

    async def language_here(self) -> str:
        """The language for what everybody in this place sees."""
        if self.server_id is None:
            return self.surroundings.language
        chosen = await settings.server_language(self.context, self.server_id)
        return channel_language(chosen, self.surroundings.guild)

    async def left(self, person_ids: Collection[int]) -> frozenset[int]:
        """The people known to have left the server of the request, once Discord has been asked about some."""
        server_id = self.server_id or DIRECT
        self.services.members.met(server_id, self.person.id)
        return await self.services.left(server_id, person_ids)

    async def find(self, match_id: int) -> Match:
        """A match that the person may see from here. Raises `UnknownMatch` or `MatchElsewhere`."""
        return await matches.find(self.context, self.actor, match_id)

    async def match(self) -> Match:
        """The match of the pressed button. Raises the errors of `find`."""
        return await self.find(self.act.match_id)

    async def answer_to(self, act: Act) -> Answer | None:
        """The answer to another act of the person. Raises the errors of its handler."""
        return await self.services.handlers[act.name](replace(self, act=act))

    async def report(self, text: str) -> None:
        """Show the progress of an answer in its private message; ignore errors of an unavailable Discord."""
        with suppress(*PASSING):
            await self.send(Change.to_text(text))

    @property
    def seen(self) -> int | None:
        """The revision of the board on which the person presses; None for a command, of which no board was seen."""
        return None if self.message is None else self.act.revision

    def change(self, match_id: int, *, seen: int | None = None) -> AbstractAsyncContextManager[MatchChange]:
        """A unit of work of the person, whose changes `show` shows."""
        return matches.change(self.context, match_id, self.actor, seen=seen, is_shown_at_once=True)

    def joining(self, match_id: int) -> AbstractAsyncContextManager[JoiningChange]:
        """A unit of work in which the person may answer the challenge of a press. Raises `BeforeRestore`."""
        return matches.joining(self.context, match_id, self.actor, seen=self.seen, is_shown_at_once=True)

    async def show(self, change: MatchChange) -> Match:
        """Show the changes of a unit of work; returns the match as shown, from the person's point of view."""
        return (await self.services.show(change, self.pressed_message)).seen_by(self.person.id)


async def reply_to(services: Services, error: BaseException, message: discord.Message | None, act: Act) -> str:
    """The reply to an error, caused by a press of `act` on `message` if there is one.

    If a board turns out to be out of date, it is shown as it is now, so that the reply does not lead back to it. People
    can send any act, but nobody can forge what Discord says is in our message: if the act is one of those, a match, turn
    or season that never was there was lost with a restored backup.
    """
    if isinstance(error, StaleBoard):
        error = StaleBoard(await services.renew(error.match))
    if message is not None and act in acts_in(part.to_dict() for part in message.components):
        error = await _found_out(services.context, error, act)
    return errors.reply(error, seen=None if message is None else message.id)


async def _found_out(context: Context, error: BaseException, act: Act) -> BaseException:
    """The error that the act of a message of ours has caused, once it is found out whether a backup was restored."""
    if isinstance(error, UnknownMatch) and error.text == f"#{act.match_id}":
        return BeforeRestore() if await startup.find_out_restored(context, act.match_id) else error
    if isinstance(error, UnknownCompetition) and error.text == act.detail.partition("/")[0]:
        is_restored = await startup.find_out_restored_by(context, page_number(error.text))
        return BeforeRestore() if is_restored else error
    if isinstance(error, BeforeRestore) and error.board == (act.match_id, act.revision):
        await startup.find_out_restored(context, *error.board)
    return error


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """The services of the client that received an interaction."""
    return interaction.client.services


def request_of(
    interaction: discord.Interaction[Any],
    act: Act = NO_ACT,
    values: tuple[str, ...] = (),
    fields: Fields = MappingProxyType({}),
    *,
    in_place: bool = False,
) -> Request:
    """The request of an interaction, which is answered `in_place` or with a new message."""
    message, pressed_message = interaction.message, None
    if in_place and message is not None and not message.flags.ephemeral:
        pressed_message = PressedMessage(message.id, interaction.edit_original_response)
    person, server_id, services = person_of(interaction.user), interaction.guild_id, services_of(interaction)
    permissions, user = interaction.permissions, interaction.user
    # Discord also sends interactions from servers where Furlong was only added to people's accounts.
    is_foreign = server_id is not None and interaction.client.get_guild(server_id) is None
    member = user if isinstance(user, discord.Member) and not is_foreign else None
    return Request(
        actor=Actor(
            person,
            None if is_foreign else server_id,
            interaction.created_at,
            interaction.channel_id,
            not is_foreign and (permissions.manage_guild or permissions.administrator),
            None if member is None else membership_of(member),
        ),
        surroundings=Surroundings(
            channel_id=interaction.channel_id,
            channel=interaction.channel,
            guild=None if is_foreign else interaction.guild,
            member=member,
            is_borrowed=is_foreign or interaction.context.private_channel,
            may_publish=not is_foreign or interaction.permissions.use_external_apps,
            permissions=permissions,
            app_permissions=interaction.app_permissions,
            filesize_limit=interaction.filesize_limit,
            language=supported(str(interaction.guild_locale or interaction.locale)),
        ),
        services=services,
        context=services.context.serving(interaction.extras[ARRIVED_AT]),
        send=partial(send, interaction),
        act=act,
        values=values,
        fields=fields,
        discord_language=supported(str(interaction.locale)),
        options=dict(iter(interaction.namespace)),
        message=message,
        pressed_message=pressed_message,
    )
