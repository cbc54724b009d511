"""Handing a match over to a character."""

from bot.chat.sentences.names import names
from bot.model.match import Match
from bot.model.person import Person


def character_prompt(match: Match, person: Person) -> str:
    """Over the characters who could finish a match."""
    return (
        f"Who is to finish match #{match.id} ({match.game.name}) for you? "
        f"{names(match.opponents_of(person.id))} must agree before the next move, and it is casual from then on."
    )
