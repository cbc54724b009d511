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
from bot.model.challenges import with_character
from bot.model.characters import CHARACTERS
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals import HiddenForum, OnlyInServers, WrongChannel
from bot.model.refusals.challenges import OpponentIsBot, OpponentNotHere
from bot.model.servers import Server
from bot.model.votes import CHANNEL, teams
from bot.screens.core import character_called
from rules.core import Game, Seat


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """A host's wishes for a new match, from the options of `/play` or its modal."""

    game: Game
    named: Sequence[discord.User | discord.Member] = ()
    level: str | None = None
    engine: Person | None = None

    players: int | None = None
    """The number of players; None for as many as are named, or as the game allows."""

    host_seat: Seat | None = None
    both_sides: bool = False

    days: str | None = None
    """The time for a move, as typed; None for the usual time."""

    pauses_weekends: bool = False
    is_rated: bool | None = None
    has_hints: bool = False
    grants_takebacks: bool = False
    reliability: int | None = None

    is_direct: bool = False
    """Whether each player gets the board in their own direct messages."""

    vote_minutes: int | None = None
    """The time for the channel's vote on each move; None if the host plays."""

    @property
    def channels(self) -> tuple[Person, ...]:
        """The parts of the channel that play by vote: the whole channel, or two teams if nobody else is named."""
        if self.vote_minutes is None:
            return ()
        if self.named or self.level is not None or self.engine is not None:
            return (CHANNEL,)
        return teams(self.players or self.game.seats.start)


def company(request: Request, place: MatchPlace, wishes: Wishes) -> tuple[Person, ...]:
    """The opponents: the people named, and characters in the other seats if the bot or a level is named too.

    Without a number of players, as few characters as possible are added. Raises `OpponentIsBot`, `OpponentNotHere`,
    `UnknownLevel` or `NoSeatLeft`.
    """
    game, named, level, players = wishes.game, wishes.named, wishes.level, wishes.players
    check = check_person if wishes.is_direct else partial(check_opponent, request, place=place)
    people = {person.id: check(person) for person in named if not is_own(request, person)}
    people |= {} if wishes.engine is None else {wishes.engine.id: wishes.engine}
    own = sum(is_own(request, person) for person in named)
    if level is None and not own:
        return tuple(people.values())
    character = CHARACTERS[0] if level is None else character_called(level)  # a newcomer names the bot and no level
    return with_character(game, [*people.values()], character, players, max(own, 1))


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
