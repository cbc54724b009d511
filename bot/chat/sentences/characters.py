"""The characters that the bot plays as."""

from datetime import timedelta
from typing import Final

from bot.chat.sentences.names import shortened
from bot.model.characters import Character
from rules.wording import plural

_WORTH_TELLING: Final = timedelta(seconds=30)


def choice(character: Character) -> str:
    """A character in a list of choices."""
    return shortened(f"{character.name} · {character.manner}")


def choose() -> str:
    """On a menu of characters before one is chosen."""
    return "Choose a character"


def queue(expected_wait: timedelta) -> str:
    """Below a character that is to think, if so many matches wait that it cannot begin soon; empty otherwise."""
    if expected_wait <= _WORTH_TELLING:
        return ""
    minutes = max(1, round(expected_wait / timedelta(minutes=1)))
    return f"-# Many matches wait for a move just now: this one may take {plural(minutes, 'minute')}."
