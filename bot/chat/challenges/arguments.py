"""What `/play` needs to know: where the match may begin, and against whom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.enums import ChannelType

from bot.actions import settings
from bot.chat.core.permissions import check_channel, check_forum, forum_called, may_see
from bot.chat.core.press import Option, Press, PressMenu, choice
from bot.chat.core.request import Request
from bot.model.characters import CHARACTERS, Character, seated
from bot.model.people import Person
from bot.model.refusals.challenges import NoSeatLeft, OpponentIsBot, OpponentNotHere, UnknownLevel
from bot.model.refusals.commands import HiddenForum, OnlyInServers, WrongChannel
from bot.model.servers import Server
from bot.texts import characters
from rules.core import Game


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A channel or `forum` in which a match may begin, and what is usual on its server."""

    server_id: int
    channel_id: int
    server: Server
    wants_thread: bool
    forum: discord.ForumChannel | None = None


async def place_of(request: Request) -> MatchPlace:
    """Where somebody asks, or the server's forum. Raises `OnlyInServers`, `WrongChannel`, `HiddenForum` or `MissingPermissions`."""
    channel_id = request.surroundings.channel_id
    if request.server_id is None or channel_id is None:
        raise OnlyInServers
    server = await server_settled(request)
    forum = forum_called(request, server.channel_id)
    if forum is not None:
        check_forum(forum)
        if not may_see(request, forum):
            raise HiddenForum(forum.id)
        return MatchPlace(request.server_id, forum.id, server, wants_thread=False, forum=forum)
    wants_thread = server.uses_threads and isinstance(request.surroundings.channel, discord.TextChannel)
    _check_place(request, server)
    check_channel(request, opens_thread=wants_thread)
    return MatchPlace(request.server_id, channel_id, server, wants_thread)


async def server_settled(request: Request) -> Server:
    """What is settled for the server of this request; the usual in a direct message."""
    return Server() if request.server_id is None else await settings.of_server(request.context, request.server_id)


def _check_place(request: Request, server: Server) -> None:
    """Raise `WrongChannel` if matches may begin in another channel only; a thread belongs to its channel."""
    channel = request.surroundings.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else request.surroundings.channel_id
    if server.channel_id not in (None, here):
        raise WrongChannel(server.channel_id)


class _TextChannel(app_commands.Transformer):
    """A text channel as Discord describes it, wherever the bot knows it or not."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord asks for."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers."""
        return [ChannelType.text]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> app_commands.AppCommandChannel:
        """Take it as it is: what may be done in the channel is looked at later."""
        return value


class _MatchChannel(_TextChannel):
    """A text channel or a forum."""

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers."""
        return [ChannelType.text, ChannelType.forum]


class _ChallengePlace(_TextChannel):
    """Wherever a challenge may wait: a channel, a forum, a thread or post."""

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers; it knows no commands for media channels."""
        threads = [ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread]
        return [ChannelType.text, ChannelType.news, ChannelType.forum, *threads]


Channel = app_commands.Transform[app_commands.AppCommandChannel, _TextChannel]
ChannelOrForum = app_commands.Transform[app_commands.AppCommandChannel, _MatchChannel]
ChannelOrThread = app_commands.Transform[
    app_commands.AppCommandChannel | app_commands.AppCommandThread, _ChallengePlace
]


LEVELS: Final = [
    app_commands.Choice(name=characters.choice(character), value=character.key) for character in CHARACTERS
]
"""What a command's `level` offers."""

_USUAL: Final = CHARACTERS[0]
"""Who plays where somebody names the bot and no level: whoever does not know that there are levels has just come."""


def character_called(key: str) -> Character:
    """The character of that key. Raises `UnknownLevel`."""
    found = next((character for character in CHARACTERS if character.key == key.strip().casefold()), None)
    if found is None:
        raise UnknownLevel(key)
    return found


def character_menu(press: Callable[[Character], Press]) -> PressMenu:
    """A menu of all characters; choosing one asks for what `press` says."""
    options = [Option(character.name, character.manner, press(character)) for character in CHARACTERS]
    return choice(characters.CHOOSE, options, name="characters")


def is_own(request: Request, person: discord.User | discord.Member) -> bool:
    """Whether somebody is the bot itself."""
    own = request.services.discord.user
    return own is not None and person.id == own.id


def company(
    request: Request,
    place: MatchPlace,
    game: Game,
    named: Sequence[discord.User | discord.Member],
    level: str | None,
    players: int | None,
) -> tuple[Person, ...]:
    """Those who are named, and characters in the other seats if the bot is among them or a level is asked for.

    Without a number of `players` there are no more characters than it takes. Raises `OpponentIsBot`, `OpponentNotHere`,
    `UnknownLevel` or `NoSeatLeft`.
    """
    people = {person.id: check_opponent(person, place) for person in named if not is_own(request, person)}
    own = sum(is_own(request, person) for person in named)
    if level is None and not own:
        return tuple(people.values())
    character = _USUAL if level is None else character_called(level)
    without = 1 + len(people)
    seats = players or max(game.seats.start, without + max(own, 1))
    if without + max(own, 1) > seats:
        raise NoSeatLeft(game, character, seats, without)
    return (*people.values(), *seated(character, seats - without))


def check_opponent(opponent: discord.User | discord.Member, place: MatchPlace) -> Person:
    """Somebody who can be challenged in a place. Raises `OpponentIsBot` or `OpponentNotHere`."""
    person = Person(opponent.id, opponent.display_name)
    if opponent.bot:
        raise OpponentIsBot(person)
    # Discord describes members of the server with their permissions in this channel, and everybody else as users.
    is_here = isinstance(opponent, discord.Member)
    permissions = opponent.resolved_permissions if is_here else None
    if is_here and place.forum is not None:
        permissions = place.forum.permissions_for(opponent)
    if not is_here or (permissions is not None and not permissions.view_channel):
        raise OpponentNotHere(person, place.channel_id)
    return person
