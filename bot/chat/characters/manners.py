"""What characters do in a match besides moving, as `bot.opponents.manners` judges."""

from bot.model.match import Match
from bot.model.offer_rules import has_come_thrice
from bot.opponents import manners
from rules.core import Seat


def willing_to_draw(match: Match) -> frozenset[int]:
    """The characters in a running match who would agree to a draw."""
    seats = [Seat(seat) for seat, player in enumerate(match.players) if player.is_character]
    return frozenset(match.players[seat].id for seat in seats if manners.accepts_draw(match.history, seat))


def claims_draw(match: Match) -> bool:
    """Whether the character to move claims a draw, and may."""
    seat = match.position.turn
    if not isinstance(seat, int) or not match.players[seat].is_character:
        return False  # a character that plays on for a player does not decide how the match ends
    return has_come_thrice(match) and manners.claims_draw(match.history, seat)


def resigns(match: Match) -> bool:
    """Whether the character to move resigns."""
    seat = match.position.turn
    return isinstance(seat, int) and match.players[seat].is_character and manners.resigns(match.history, seat)
