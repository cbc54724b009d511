"""The rules for offers: what may be offered, who is asked, and how draws and abandoned seats count.

A match has at most one open offer of a kind, and each player makes at most one of a kind in a turn. A player who was
refused may not repeat the offer before they have moved, and may never repeat the offer of a rematch. A draw offer
stands until one of the players who have yet to answer moves; every other offer is about the last or the next move, so
it lapses with the next one. Each also lapses after a week; a pause, on the day on which it would end.
"""

from typing import Final

from bot.model.history import Cause, History
from bot.model.match import Match, State
from bot.model.offers import Offer, OfferKind, OfferState, Rematch
from bot.model.people import Person
from bot.model.refusals import MatchRefusal
from bot.model.refusals.matches import NotByVote
from bot.model.refusals.offers import (
    HandoverForTwo,
    HandoverOfFixture,
    NoClock,
    NothingToTakeBack,
    OfferedAlready,
    OfferedThisTurn,
    PausedAlready,
    PauseOfFixture,
    PauseOfSitting,
    PlaysAlready,
    RefusedBefore,
    SeatNotFree,
    SeatRefused,
    TakebackBlocked,
    TooManyOffers,
)
from bot.model.settings import USUAL, Timeouts
from rules.core import CHANCE, Move, Seat
from rules.record import Step, retired_seat


def asked(match: Match, offer: Offer) -> tuple[Person, ...]:
    """The people whom an offer asks: all others who still play; for a rematch, all others who have played.

    Whoever plays on alone against characters in the seats of others asks these for a draw.
    """
    people = match.players if offer.kind is OfferKind.REMATCH else match.seating.staying.values()
    others = tuple(person for person in people if person.id != offer.by_id)
    return others or (match.seating.playing_on if offer.kind is OfferKind.DRAW else ())


def awaited(match: Match, offer: Offer) -> tuple[Person, ...]:
    """The people whom an offer asks and who have not accepted it."""
    return tuple(person for person in asked(match, offer) if person.id not in offer.accepted_by)


def offers_to(match: Match, person_id: int) -> tuple[Offer, ...]:
    """The open offers that wait for a person's answer."""
    return tuple(offer for offer in match.open_offers if person_id in {person.id for person in awaited(match, offer)})


def offer_of(match: Match, offer_id: int) -> Offer | None:
    """The offer with this number, if the match has it."""
    return next((offer for offer in match.offers if offer.id == offer_id), None)


def open_offer(match: Match, kind: OfferKind) -> Offer | None:
    """The open offer of a kind; there is at most one."""
    return next((offer for offer in match.open_offers if offer.kind is kind), None)


def accepted_rematch(match: Match) -> Offer | None:
    """The offer that led to a rematch, if any."""
    return next((offer for offer in match.offers if offer.rematch is not None), None)


def rematch_of(match: Match) -> Rematch | None:
    """The rematch that all have agreed to play, if any."""
    offer = accepted_rematch(match)
    return None if offer is None else offer.rematch


def takebacks_since_shown(match: Match) -> tuple[Offer, ...]:
    """The takebacks that no board has mentioned yet: the message that showed the match then still shows it."""
    latest = _latest(match, OfferKind.TAKEBACK, OfferState.ACCEPTED)
    return tuple(
        offer
        for offer in match.offers
        if offer.undone
        # A board that was being sent during a takeback has more plies than the record.
        and (
            offer.message_id == match.place.message_id
            or (offer is latest and (match.place.message_ply or 0) > match.ply)
        )
    )


def takebacks_to_tell(match: Match) -> tuple[Offer, ...]:
    """The takebacks that a board mentions: all since the last board, and the one that led to the current position."""
    since, latest = takebacks_since_shown(match), _latest(match, OfferKind.TAKEBACK, OfferState.ACCEPTED)
    if match.state is not State.RUNNING or latest is None or latest in since or latest.ply != match.ply:
        return since
    return (*since, latest)


def _latest(match: Match, kind: OfferKind, state: OfferState, by_id: int | None = None) -> Offer | None:
    """The latest offer of this kind in this state; by any player if `by_id` is None."""
    for offer in reversed(match.offers):
        if offer.kind is kind and offer.state is state and by_id in (None, offer.by_id):
            return offer
    return None


def is_overtaken(match: Match, offer: Offer, seat: Seat, token: Move) -> bool:
    """Whether an open offer lapses with the entry that `seat` is about to make."""
    if offer.kind in (OfferKind.STAND_IN, OfferKind.REPLACEMENT):
        return False
    if offer.kind is not OfferKind.DRAW or retired_seat(token) is not None:
        return True
    return match.seated[seat].id in {person.id for person in awaited(match, offer)}


MOST_OFFERS: Final = 500
"""How many offers one player may make in a match, those included that characters accept at once: all are kept with it."""


def check_may_offer(match: Match, kind: OfferKind, person: Person) -> None:
    """Check that a player may make an offer of this kind now.

    Raises `NotByVote` for anything but a draw if a channel plays, `OfferedAlready` while one is open, `RefusedBefore`
    or `OfferedThisTurn` if it is too early for another, and `TooManyOffers`.
    """
    if match.is_by_vote and kind is not OfferKind.DRAW:
        raise NotByVote(match)
    standing = open_offer(match, kind)
    if standing is not None:
        raise OfferedAlready(match, standing, person)
    refused = _latest(match, kind, OfferState.REFUSED, person.id)
    if refused is not None and not _has_moved_since(match, refused):
        raise RefusedBefore(match, refused)
    lapsed = _latest(match, kind, OfferState.OVERTAKEN, person.id)
    for earlier in (refused, lapsed):
        if earlier is not None and earlier.ply >= match.history.turn_began:
            raise OfferedThisTurn(match, earlier)
    if sum(offer.by_id == person.id for offer in match.offers) >= MOST_OFFERS:
        raise TooManyOffers(match, MOST_OFFERS)


def check_may_hand_over(match: Match) -> None:
    """Check that a character may finish a match for a player: it must be between two people and no fixture.

    Raises `NotByVote`, `HandoverForTwo` or `HandoverOfFixture`.
    """
    if match.is_by_vote:
        raise NotByVote(match)
    if match.seats != 2 or match.has_characters:
        raise HandoverForTwo(match)
    if match.is_fixture:
        raise HandoverOfFixture(match)


def check_may_replace(match: Match, seat: Seat, person: Person) -> None:
    """Check that a person may ask to play on in a seat.

    Raises `SeatNotFree`, `PlaysAlready`, `OfferedAlready` or `SeatRefused`.
    """
    if any(other.id == person.id for other in match.players) or match.seating.plays_on(person.id):
        raise PlaysAlready(match)
    if seat not in match.seating.free_seats:
        raise SeatNotFree(match)
    standing = open_offer(match, OfferKind.REPLACEMENT)
    if standing is not None:
        raise OfferedAlready(match, standing, person)
    if _latest(match, OfferKind.REPLACEMENT, OfferState.REFUSED, person.id) is not None:
        raise SeatRefused(match)


def may_ask_more_time(match: Match) -> bool:
    """Whether players may ask for more time: a clock runs, to which days can be added, and no channel plays."""
    return match.clock is not None and not match.terms.is_quick and not match.is_by_vote


def waives_win(match: Match, seat: Seat) -> Person | None:
    """The opponent who does not claim the win on time against a seat yet, by their settings; None if there is none.

    Once in a match for two, and not in one of a competition, in which others depend on the result.
    """
    if match.seats != 2 or match.is_fixture or match.terms.is_quick:
        return None
    [opponent] = [person for other, person in enumerate(match.seated) if other != seat]
    waives = match.preferences.get(opponent.id, USUAL).timeouts is Timeouts.WAIVED
    return opponent if waives and not any(opponent.id in offer.accepted_by for offer in waivers(match)) else None


def waivers(match: Match) -> tuple[Offer, ...]:
    """The times at which a win on time was waived; the offer is in the name of the player whose time was over."""
    return tuple(offer for offer in match.offers if offer.kind is OfferKind.TIME and offer.cause is Cause.TIME)


def check_may_pause(match: Match) -> None:
    """Check that players may agree on a pause.

    Raises `NotByVote`, `NoClock`, `PauseOfSitting`, `PauseOfFixture` or `PausedAlready`.
    """
    if match.is_by_vote:
        raise NotByVote(match)
    if not match.terms.has_limit:
        raise NoClock(match)
    if match.terms.is_quick:
        raise PauseOfSitting(match)
    if match.is_fixture:
        raise PauseOfFixture(match)
    if match.pause is not None:
        raise PausedAlready(match)


def may_pause(match: Match) -> bool:
    """Whether players may agree on a pause now."""
    try:
        check_may_pause(match)
    except MatchRefusal:
        return False
    return True


def _has_moved_since(match: Match, offer: Offer) -> bool:
    seat = match.seat_of(offer.by_id)
    return any(step.mover == seat for step in match.history.steps[offer.ply :])


def takeback_ply(match: Match, seat: Seat) -> int:
    """The number of entries in a running match before the last decision of a seat, that is, a move with a choice.

    Raises `NothingToTakeBack`, or `TakebackBlocked` if chance has decided something or a player has left since.
    """
    ply = next((ply for ply in reversed(range(match.ply)) if _is_decision(match.history.steps[ply], seat)), None)
    if ply is None:
        raise NothingToTakeBack(match)
    for step in match.history.steps[ply:]:
        left = retired_seat(step.move)
        if left is not None or step.before.turn is CHANCE:
            raise TakebackBlocked(match, None if left is None else match.players[left])
    return ply


def takes_back_at_once(match: Match, seat: Seat) -> bool:
    """Whether a takeback of a seat needs nobody's agreement: it was agreed on, and nobody else has moved since.

    Only once a move, because each takeback begins the time for it anew. Raises what `takeback_ply` raises.
    """
    ply = takeback_ply(match, seat)
    if match.is_solitary or not match.terms.grants_takebacks:
        return match.is_solitary
    person_id = match.seated[seat].id
    was_here = any(offer.undone and offer.ply == ply and offer.by_id == person_id for offer in match.offers)
    return not was_here and all(step.mover == seat for step in match.history.steps[ply:])


def _is_decision(step: Step, seat: Seat) -> bool:
    return step.mover == seat and len(step.before.legal_moves()) > 1


def places_counted(match: Match, places: tuple[int, ...]) -> tuple[int, ...]:
    """The places that count for a match that ends with these: players who left come last, the first of them lowest."""
    left = [offer for offer in (*match.seating.takeovers, *match.seating.votes) if offer.kind is not OfferKind.HANDOVER]
    if not places or not left:
        return places
    gone: dict[int | None, int] = {}
    for offer in left:  # a person who played on for another may have left too
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


ENOUGH: Final = 3  # threefold repetition


def occurrences(history: History) -> int:
    """How often the last position of a history has occurred, the start included."""
    present, steps = history.position, history.steps
    start = steps[0].before if steps else present
    return sum(position == present for position in (start, *(step.after for step in steps)))


def has_come_thrice(match: Match) -> bool:
    """Whether any player may claim a draw: the match runs, and its position has occurred at least twice before."""
    return match.state is State.RUNNING and occurrences(match.history) >= ENOUGH


def shared_places(match: Match) -> tuple[int, ...]:
    """The places by seat if all who still play share the first; behind them come those who left, the last one first."""
    left = [seat for move in match.history.tokens if (seat := retired_seat(move)) is not None]
    seats = map(Seat, range(match.seats))
    return tuple(match.seats - left.index(seat) if seat in left else 1 for seat in seats)
