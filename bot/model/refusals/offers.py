"""Refusals about offers: draws, takebacks, more time, abandoned seats, and rematches."""

from bot.model.offers import Offer
from bot.model.people import Person
from bot.model.refusals import MatchRefusal


class OfferRefusal(MatchRefusal):
    """An offer that cannot be made or answered; `offer` is the one in the way, or the one to answer."""

    offer: Offer


class OfferedAlready(OfferRefusal):
    """An offer of this kind waits for an answer in this match; `person` wanted to make another."""

    person: Person


class RefusedBefore(OfferRefusal):
    """The person's last offer of this kind was refused, and it is too early for another."""


# Translators: {offer} is one of “a draw”, “a takeback”, “more time”, “a pause”, “a rematch”, “a seat” and the like.
class OfferedThisTurn(OfferRefusal):
    """You've asked for {offer} in match #{match.id} during this turn. You can ask again on your next turn."""


class TooManyOffers(MatchRefusal):
    """You've made {most, plural, one {# offer} other {# offers}} in match #{match.id}, takebacks included, and that's the limit for one match."""

    most: int


class OfferClosed(MatchRefusal):
    """The offer was already answered or overtaken; `offer` is None if it never existed."""

    offer: Offer | None


class OfferForOthers(OfferRefusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    person: Person


class AgreedAlready(OfferRefusal):
    """You've already agreed to that in match #{match.id}: it waits for {players} now."""


class HandoverForTwo(MatchRefusal):
    """Only a match between two people can be handed over to a character, and match #{match.id} isn't one. `/match do:resign` leaves it."""


class HandoverOfFixture(MatchRefusal):
    """Match #{match.id} belongs to a competition, so you have to finish it yourself. `/match do:more time` asks for another day, `/vacation` stops your clocks, and `/match do:resign` leaves it."""


class PauseOfFixture(MatchRefusal):
    """Match #{match.id} belongs to a competition, where others wait for its result, so it can't be paused. `/match do:more time` asks for another day, and `/vacation` stops your clocks."""


class PauseOfSitting(MatchRefusal):
    """Match #{match.id} is played in one sitting, so it can't be paused. If you can't finish it now, agree on a draw with `/match do:draw`."""


class PausedAlready(MatchRefusal):
    """Match #{match.id} is paused already: `/board` shows until when."""


class NotPaused(MatchRefusal):
    """Match #{match.id} isn't paused: its clocks run."""


class SeatNotFree(MatchRefusal):
    """That seat of match #{match.id} isn't free: nobody has left it, or someone has taken it over."""


class PlaysAlready(MatchRefusal):
    """You already play in match #{match.id}. Only someone who doesn't can take a seat there."""


class SeatRefused(MatchRefusal):
    """The players of match #{match.id} have declined to give you the seat, so you can't ask again."""


class NothingToTakeBack(MatchRefusal):
    """You haven't chosen a move in match #{match.id} yet, so there's nothing to take back."""


class TakebackBlocked(MatchRefusal):
    """Since the person's last decision, `leaver` has left the match or, if None, chance has decided something."""

    leaver: Person | None


class NoClock(MatchRefusal):
    """Match #{match.id} has no time limit: take as long as you like."""


class NoMoreDays(MatchRefusal):
    """Match #{match.id} is played in one sitting, so no days can be added to its clocks. If you can't finish it now, agree on a draw with `/match do:draw`."""


class NoMoreTime(MatchRefusal):
    """This move in match #{match.id} already got {most, plural, one {# more day} other {# more days}}, and that's the limit. You can ask again for the next one."""

    most: int


class NoRematchYet(MatchRefusal):
    """The match is not over, or was called off, so there is nothing to play again."""


class PlayerForgotten(MatchRefusal):
    """Match #{match.id} can't have a rematch: one of the players asked Furlong to forget them. `/play` starts a new match whenever you like."""
