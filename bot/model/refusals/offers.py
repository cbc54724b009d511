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


class OfferedThisTurn(OfferRefusal):
    """The person has already made an offer of this kind in this turn, and it is no longer open."""


class OfferClosed(MatchRefusal):
    """The offer was already answered or overtaken; `offer` is None if it never existed."""

    offer: Offer | None


class OfferForOthers(OfferRefusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    person: Person


class AgreedAlready(OfferRefusal):
    """The person has already accepted the offer, and others have yet to answer."""


class HandoverForTwo(MatchRefusal):
    """Only a match between two people can be handed over, and this is not one."""


class HandoverOfFixture(MatchRefusal):
    """The players of a competition's fixture have to finish it themselves."""


class SeatNotFree(MatchRefusal):
    """The person wanted to take a seat that no player has left, or that another person has already taken over."""


class PlaysAlready(MatchRefusal):
    """The person plays in the match, or has played, and wanted to take a seat that another has left."""


class SeatRefused(MatchRefusal):
    """The players have already declined to let this person take a seat."""


class NothingToTakeBack(MatchRefusal):
    """The person has made no decision in this match yet."""


class TakebackBlocked(MatchRefusal):
    """Since the person's last decision, `leaver` has left the match or, if None, chance has decided something."""

    leaver: Person | None


class NoClock(MatchRefusal):
    """No time runs in this match, because it has no limit."""


class NoMoreDays(MatchRefusal):
    """A match for one sitting cannot be given days."""


class NoMoreTime(MatchRefusal):
    """The player to move was already given `most` days for this move, the maximum."""

    most: int


class NoRematchYet(MatchRefusal):
    """The match is not over, or was called off, so there is nothing to play again."""


class PlayerForgotten(MatchRefusal):
    """A player of the match asked to be forgotten, so there can be no rematch."""
