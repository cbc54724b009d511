"""With whom somebody wants to play: people whom they name, and characters of the bot's own."""

from collections.abc import Callable, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.chat.challenges.places import MatchPlace
from bot.chat.core.press import Option, Press, PressChoice, choice
from bot.chat.core.request import Request
from bot.model.characters import CHARACTERS, Character, seated
from bot.model.people import Person
from bot.model.refusals.challenges import NoSeatLeft, OpponentIsBot, OpponentNotHere, UnknownLevel
from bot.texts import characters
from rules.core import Game

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


def character_menu(press: Callable[[Character], Press]) -> PressChoice:
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
