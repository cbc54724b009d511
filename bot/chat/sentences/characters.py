"""The characters that the bot plays as."""

from bot.chat.sentences.names import shortened
from bot.model.characters import Character


def choice(character: Character) -> str:
    """A character in a list of choices."""
    return shortened(f"{character.name} · {character.manner}")
