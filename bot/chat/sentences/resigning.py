"""Giving a match up."""

from bot.chat.sentences.boards import staying, who_won
from bot.chat.sentences.names import names
from bot.model.match import Match, State
from bot.model.person import Person


def resign_question(match: Match, person: Person) -> str:
    """Before somebody gives a match up."""
    seat = match.seat_of(person.id)
    after = None if seat is None else match.position.retire(seat)
    if after is not None and after.turn is not None:
        return (
            f"Leave match #{match.id} ({match.game.name})? The others play on, perhaps with a character in your seat, and "
            "you come in behind them."
        )
    early = " It is so early that no rating would change." if match.terms.is_rated and match.is_cut_short else ""
    return f"Resign match #{match.id} ({match.game.name})? {names(staying(match, person))} would win at once.{early}"


def resigned(match: Match) -> str:
    """After somebody gave a match up."""
    if match.state is State.RUNNING:
        return f"You have left match #{match.id}; the others play on."
    return f"You resigned match #{match.id}. {who_won(match)}"


def played_on(match: Match) -> str:
    """After somebody decided not to resign."""
    return f"You play on in match #{match.id}."
