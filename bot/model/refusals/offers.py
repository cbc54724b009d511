"""Refusals of offers, and of what they are about: draws, takebacks, more time, seats that were left, rematches."""

from bot.model.offers import Offer
from bot.model.people import Person
from bot.model.refusals import MatchRefusal


class OfferRefusal(MatchRefusal):
    """An offer of a match that cannot be made or answered; `offer` is the one in the way, or the one meant."""

    offer: Offer


class OfferedAlready(OfferRefusal):
    """An offer of this kind waits for an answer in this match; `person` wanted to make another."""

    person: Person


class RefusedBefore(OfferRefusal):
    """The person's last offer of this kind was refused, and it is too early for another."""


class OfferedThisTurn(OfferRefusal):
    """The person has made an offer of this kind in this turn of the match, and it is open no longer."""


class OfferClosed(MatchRefusal):
    """The offer was answered or overtaken before; None if there never was such an offer."""

    offer: Offer | None


class OfferForOthers(OfferRefusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    person: Person


class AgreedAlready(OfferRefusal):
    """The person has accepted the offer before, and others have still to answer."""


class HandoverForTwo(MatchRefusal):
    """Only a match between two people can be handed over, and this is another."""


class HandoverOfFixture(MatchRefusal):
    """The players of a fixture of a competition have to finish it themselves."""


class SeatNotFree(MatchRefusal):
    """The person wanted to take a seat that no player has left, or in which another person plays on by now."""


class PlaysAlready(MatchRefusal):
    """The person plays in the match, or has played, and wanted to take a seat that another has left."""


class SeatRefused(MatchRefusal):
    """The players have declined before that this person takes a seat."""


class NothingToTakeBack(MatchRefusal):
    """The person has not decided anything in this match yet."""


class TakebackBlocked(MatchRefusal):
    """Since the person's last decision `leaver` has left the match; with None, chance has decided something."""

    leaver: Person | None


class NoClock(MatchRefusal):
    """No time runs in this match, because it has no limit."""


class NoMoreDays(MatchRefusal):
    """A match for one sitting gets no more days."""


class NoMoreTime(MatchRefusal):
    """The player to move was given as many days as one may be given for a move."""

    most: int


class NoRematchYet(MatchRefusal):
    """The match is not over, or was called off, so there is nothing to play again."""


class PlayerForgotten(MatchRefusal):
    """A player of the match asked to be forgotten, so there can be no rematch."""
