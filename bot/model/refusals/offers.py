"""Offers, and what they are about: draws, takebacks, more time, rematches."""

from dataclasses import dataclass

from bot.model.match import Match
from bot.model.offer import Offer
from bot.model.people import Person
from bot.model.refusals.refusal import MatchRefusal, Refusal


@dataclass(eq=False)
class OfferedAlready(Refusal):
    """An offer of this kind waits for an answer in this match; `person` wanted to make another."""

    match: Match
    offer: Offer
    person: Person


@dataclass(eq=False)
class RefusedBefore(Refusal):
    """The person's last offer of this kind was refused, and it is too early for another."""

    match: Match
    offer: Offer


@dataclass(eq=False)
class OfferedThisTurn(Refusal):
    """The person has made an offer of this kind in this turn of the match, and it is open no longer."""

    match: Match
    offer: Offer


@dataclass(eq=False)
class OfferClosed(Refusal):
    """The offer was answered or overtaken before; None if there never was such an offer."""

    match: Match
    offer: Offer | None


@dataclass(eq=False)
class OfferForOthers(Refusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    match: Match
    offer: Offer
    person: Person


@dataclass(eq=False)
class AgreedAlready(Refusal):
    """The person has accepted the offer before, and others have still to answer."""

    match: Match
    offer: Offer


class HandoverForTwo(MatchRefusal):
    """Somebody wanted to hand a match over that is not one between two people."""


class SeatNotFree(MatchRefusal):
    """Nobody has left the seat that somebody wanted to take, or another plays on there by now."""


class PlaysAlready(MatchRefusal):
    """Somebody who plays in a match, or has played, wanted to take a seat that another has left."""


class SeatRefused(MatchRefusal):
    """Those who play have declined before that this person takes a seat."""


class NothingToTakeBack(MatchRefusal):
    """The person has not decided anything in this match yet."""


@dataclass(eq=False)
class TakebackBlocked(Refusal):
    """Since the person's last decision somebody has left the match; with None, chance has decided something."""

    match: Match
    leaver: Person | None


class NoClock(MatchRefusal):
    """Nobody's time runs in this match: there is no limit."""


@dataclass(eq=False)
class NoMoreTime(Refusal):
    """The player who is to move was given as many days as one may be given for a move."""

    match: Match
    most: int


class NoRematchYet(MatchRefusal):
    """The match is not over, or was called off, so there is nothing to play again."""


class PlayerForgotten(MatchRefusal):
    """Somebody who has played the match wanted to be forgotten, so there is nobody to play again with."""


class NothingToRepeat(Refusal):
    """The person has no match here that is over."""
