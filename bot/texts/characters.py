"""The characters that the bot plays as."""

from datetime import timedelta
from typing import Final

from discord.utils import escape_markdown

from bot.model.characters import Character, rating
from bot.model.match import Match
from bot.texts.names import name, shortened
from rules.core import Game, Move
from rules.wording import listed, plural

_WORTH_TELLING: Final = timedelta(seconds=30)


def choice(character: Character) -> str:
    """A character in a list of choices."""
    return shortened(f"{character.name} · {character.manner}")


def here(character: Character, game: Game, seats: int) -> str:
    """Beside a character in a menu, how it plays and how strong it is in that game for so many players."""
    known = rating(character, game.key, seats)
    return shortened(character.manner if known is None else f"About {known}. {character.manner}")


CHOOSE: Final = "Choose a character"
"""On a menu of characters before one is chosen."""


def queue(expected_wait: timedelta) -> str:
    """Below a character that is to think, if so many matches wait that it cannot begin soon; empty otherwise."""
    if expected_wait <= _WORTH_TELLING:
        return ""
    minutes = max(1, round(expected_wait / timedelta(minutes=1)))
    return f"-# Many matches wait for a move just now: this one may take {plural(minutes, 'minute')}."


def advice(adviser: str, move: Move, reason: str) -> str:
    """A move that a character would play, and why."""
    why = f", because it {escape_markdown(reason)}" if reason else ""
    return f"💡 **{adviser}** would play `{move}`{why}."


def given(match: Match) -> str:
    """On a board: how many hints were given to whom; empty where there were none."""
    counts = [
        (player, sum(hint.seat == seat for hint in match.hints_given)) for seat, player in enumerate(match.players)
    ]
    counts_text = [f"{name(player)} {count}" for player, count in counts if count]
    return f"-# 💡 Hints: {listed(counts_text)}." if counts_text else ""
