"""Reading the games that people name, and the numbers that buttons carry."""

from typing import Final

from bot.model.refusals.commands import UnknownGame
from bot.texts.challenges import ALL, NONE
from rules import GAMES
from rules.core import Game

_LARGEST_ID: Final = 2**63 - 1


def game_of(key: str) -> Game:
    """The game with this key. Raises `UnknownGame`."""
    game = GAMES.get(key)
    if game is None:
        raise UnknownGame(key)
    return game


def game_named(text: str) -> Game:
    """The game with this key or name, in any case. Raises `UnknownGame`."""
    named = " ".join(text.split())
    found = next((game for game in GAMES.values() if named.casefold() in (game.key, game.name.casefold())), None)
    if found is None:
        raise UnknownGame(named)
    return found


def games_in(text: str) -> frozenset[str]:
    """The keys of the games in a list such as `Furl, play win`, in `all` or in `none`. Raises `UnknownGame`."""
    if text.strip(" ,").casefold() in (ALL, NONE):
        return frozenset(GAMES if text.strip(" ,").casefold() == ALL else ())
    return frozenset(game_named(part).key for part in text.split(",") if part.strip()) or frozenset(
        {game_named(text).key}
    )


def page_number(text: str) -> int:
    """The page in a button's detail, counted from 0; the first one if the detail is not a number."""
    return int(text) if text.isascii() and text.isdecimal() else 0


def snowflake(text: str) -> int:
    """The id in a button's detail; 0, which no one has, if the detail is not an id."""
    number = page_number(text)
    return number if number <= _LARGEST_ID else 0
