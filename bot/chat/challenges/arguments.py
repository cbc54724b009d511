"""The arguments of `/play`: the place of a match, and the people and characters to play against."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.actions import settings
from bot.chat.core.arguments import choices_of
from bot.chat.core.members import person_of
from bot.chat.core.permissions import check_channel, check_may_write, forum_called, may_see
from bot.chat.core.request import Request
from bot.chat.core.rooms import check_forum
from bot.model.challenges import Wishes, with_character
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals import HiddenForum, OnlyInServers, WrongChannel
from bot.model.refusals.challenges import OpponentIsBot, OpponentNotHere
from bot.model.servers import Server
from bot.screens.core import character_called
from players.characters import CHARACTERS
from rules.core import Game


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A channel or `forum` in which a match may begin, and the settings of its server."""

    server_id: int
    channel_id: int
    server: Server
    wants_thread: bool
    forum: discord.ForumChannel | None = None

    is_borrowed: bool = False
    """See `bot.chat.core.request.Surroundings`."""


async def place_of(request: Request, *, by_vote: bool = False) -> MatchPlace:
    """The channel of the request, or the server's forum; direct messages and servers without Furlong have no server.

    A match `by_vote` has a thread if possible, for its voters to talk in. Raises `OnlyInServers`, `WrongChannel`,
    `HiddenForum` or `MissingPermissions`.
    """
    channel_id = request.surroundings.channel_id
    if channel_id is None:
        raise OnlyInServers
    if request.server_id is None:
        is_borrowed = request.surroundings.is_borrowed
        return MatchPlace(DIRECT, channel_id, Server(), wants_thread=False, is_borrowed=is_borrowed)
    server = await server_settled(request)
    forum = forum_called(request, server.channel_id)
    if forum is not None:
        check_forum(forum, forum.guild.me)
        if not may_see(request, forum):
            raise HiddenForum(forum.id)
        check_may_write(request, forum)
        return MatchPlace(request.server_id, forum.id, server, wants_thread=False, forum=forum)
    channel = request.surroundings.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else channel_id  # a thread belongs to its channel
    if server.channel_id not in (None, here):
        raise WrongChannel(server.channel_id)
    wants_thread = (server.uses_threads or by_vote) and isinstance(channel, discord.TextChannel)
    check_channel(request, opens_thread=wants_thread)
    check_may_write(request)
    return MatchPlace(request.server_id, channel_id, server, wants_thread)


async def server_settled(request: Request) -> Server:
    """The settings of the request's server; the defaults in a direct message."""
    return Server() if request.server_id is None else await settings.of_server(request.context, request.server_id)


WEEKEND_CHOICES: Final = choices_of(
    {"run": "Clocks run", "pause": "Clocks pause on weekends, by each player's time zone"}
)
"""The choices of a command's `weekends`."""


def is_own(request: Request, person: discord.User | discord.Member) -> bool:
    """Whether a person is the bot itself."""
    own = request.services.discord.user
    return own is not None and person.id == own.id


@dataclass(frozen=True, slots=True)
class Company:
    """Whom a host names, in whichever way: people, Furlong itself, a character by its level, an engine."""

    named: Sequence[discord.User | discord.Member] = ()
    level: str | None = None
    engine: Person | None = None

    def seated(self, request: Request, game: Game, place: MatchPlace, wishes: Wishes) -> tuple[Person, ...]:
        """The opponents: the people named, and characters in the other seats if the bot or a level is named too.

        Without a number of players, as few characters as possible are added. Raises `OpponentIsBot`, `OpponentNotHere`,
        `UnknownLevel` or `NoSeatLeft`.
        """
        check = check_person if wishes.is_direct else partial(check_opponent, request, place=place)
        people = {person.id: check(person) for person in self.named if not is_own(request, person)}
        people |= {} if self.engine is None else {self.engine.id: self.engine}
        own = sum(is_own(request, person) for person in self.named)
        if self.level is None and not own:
            return tuple(people.values())
        # A newcomer names the bot and no level.
        character = CHARACTERS[0] if self.level is None else character_called(self.level)
        return with_character(game, [*people.values()], character, wishes.players, max(own, 1))


def check_person(opponent: discord.User | discord.Member) -> Person:
    """A person to challenge to a direct match, wherever they are. Raises `OpponentIsBot`."""
    person = person_of(opponent)
    if opponent.bot:
        raise OpponentIsBot(person)
    return person


def check_opponent(request: Request, opponent: discord.User | discord.Member, place: MatchPlace) -> Person:
    """A person to challenge in a place. Raises `OpponentIsBot` or `OpponentNotHere`."""
    person = check_person(opponent)
    if place.server_id == DIRECT:
        return person
    channel = place.forum or request.surroundings.channel
    # In a command, Discord sends members with their permissions in this channel, and other people as users.
    is_here = isinstance(opponent, discord.Member)
    permissions = opponent.resolved_permissions if is_here and place.forum is None else None
    if is_here and permissions is None and isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        permissions = channel.permissions_for(opponent)
    if not is_here or (permissions is not None and not permissions.view_channel):
        raise OpponentNotHere(person, place.channel_id)
    return person
