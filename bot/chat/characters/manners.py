"""What characters do at a table besides moving, as `bot.opponents.manners` judges."""

from bot.model.match import Match
from bot.model.offers.repetition import has_come_thrice
from bot.opponents import manners
from rules.core import Seat


def willing_to_draw(match: Match) -> frozenset[int]:
    """The characters in a match who would agree to a draw; nobody in one that does not run."""
    seats = [Seat(seat) for seat, player in enumerate(match.players) if player.is_character]
    return frozenset(match.players[seat].id for seat in seats if manners.accepts_draw(match.history, seat))


def claims_draw(match: Match) -> bool:
    """Whether the character who is to move claims a draw, and may."""
    seat = match.position.turn
    if not isinstance(seat, int) or not match.players[seat].is_character:
        return False  # who plays on for somebody leaves it to the others how the match ends
    return has_come_thrice(match) and manners.claims_draw(match.history, seat)


def resigns(match: Match) -> bool:
    """Whether the character who is to move gives up."""
    seat = match.position.turn
    return isinstance(seat, int) and match.players[seat].is_character and manners.resigns(match.history, seat)
