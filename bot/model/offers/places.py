"""Places where somebody has left their seat to another: who left stays last, and whoever plays on counts for nobody."""

from bot.model.match import Match
from bot.model.offer import OfferKind
from rules.record import retired_seat


def places_counted(match: Match, places: tuple[int, ...]) -> tuple[int, ...]:
    """The places of a match that ends with these on the board: of those who stay, then of who left last, and so on."""
    left = [offer for offer in (*match.seating.takeovers, *match.seating.votes) if offer.kind is not OfferKind.HANDOVER]
    if not places or not left:
        return places
    gone: dict[int | None, int] = {}
    for offer in left:  # who plays on for somebody may have left in their turn
        gone.setdefault(match.seat_of(offer.leaver_id), offer.ply)
    for ply, token in enumerate(match.history.tokens):
        seat = retired_seat(token)
        if seat is not None:
            gone.setdefault(seat, ply)
    order = sorted(gone, key=lambda seat: gone[seat])
    stay = [seat for seat in range(match.seats) if seat not in gone]
    return tuple(
        match.seats - order.index(seat) if seat in gone else 1 + sum(places[other] < places[seat] for other in stay)
        for seat in range(match.seats)
    )
