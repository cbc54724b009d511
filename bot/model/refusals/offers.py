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


class OfferedThisTurn(
    OfferRefusal,
    says="You've asked for {offer} in match #{match.id} during this turn. You can ask again on your next turn.",
):
    """The person has already made an offer of this kind in this turn, and it is no longer open."""


class OfferClosed(MatchRefusal):
    """The offer was already answered or overtaken; `offer` is None if it never existed."""

    offer: Offer | None


class OfferForOthers(OfferRefusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    person: Person


class AgreedAlready(
    OfferRefusal,
    says="You've already agreed to that in match #{match.id}: it waits for {players} now.",
):
    """The person has already accepted the offer, and others have yet to answer."""


class HandoverForTwo(
    MatchRefusal,
    says="Only a match between two people can be handed over to a character, and match #{match.id} isn't one. `/match do:resign` leaves it.",
):
    """Only a match between two people can be handed over, and this is not one."""


class HandoverOfFixture(
    MatchRefusal,
    says="Match #{match.id} belongs to a competition, so you have to finish it yourself. `/match do:more time` asks "
    "for another day, `/vacation` stops your clocks, and `/match do:resign` leaves it.",
):
    """The players of a competition's fixture have to finish it themselves."""


class PauseOfFixture(
    MatchRefusal,
    says="Match #{match.id} belongs to a competition, where others wait for its result, so it can't be paused. `/match do:more time` asks for another day, and `/vacation` stops your clocks.",
):
    """The matches of a competition cannot be paused: a season has a last day, and the next round waits for the result."""


class PauseOfSitting(
    MatchRefusal,
    says="Match #{match.id} is played in one sitting, so it can't be paused. If you can't finish it now, agree on a draw with `/match do:draw`.",
):
    """A match for one sitting cannot be paused: nobody could be given time to come back to it."""


class PausedAlready(MatchRefusal, says="Match #{match.id} is paused already: `/board` shows until when."):
    """The match is paused."""


class NotPaused(MatchRefusal, says="Match #{match.id} isn't paused: its clocks run."):
    """There is no pause to end."""


class SeatNotFree(
    MatchRefusal,
    says="That seat of match #{match.id} isn't free: nobody has left it, or someone has taken it over.",
):
    """The person wanted to take a seat that no player has left, or that another person has already taken over."""


class PlaysAlready(
    MatchRefusal,
    says="You already play in match #{match.id}. Only someone who doesn't can take a seat there.",
):
    """The person plays in the match, or has played, and wanted to take a seat that another has left."""


class SeatRefused(
    MatchRefusal,
    says="The players of match #{match.id} have declined your request for a seat, so you can't ask again.",
):
    """The players have already declined to let this person take a seat."""


class NothingToTakeBack(
    MatchRefusal,
    says="You haven't chosen a move in match #{match.id} yet, so there's nothing to take back.",
):
    """The person has made no decision in this match yet."""


class TakebackBlocked(MatchRefusal):
    """Since the person's last decision, `leaver` has left the match or, if None, chance has decided something."""

    leaver: Person | None


class NoClock(MatchRefusal, says="Match #{match.id} has no time limit: take as long as you like."):
    """No clock runs in this match, because it has no limit."""


class NoMoreDays(
    MatchRefusal,
    says="Match #{match.id} is played in one sitting, so no days can be added to its clocks. If you can't finish it now, agree on a draw with `/match do:draw`.",
):
    """A match for one sitting cannot be given days."""


class NoMoreTime(
    MatchRefusal,
    says="This move in match #{match.id} already got {most, plural, one {# more day} other {# more days}}, and that's the limit. You can ask again for the next one.",
):
    """The player to move was already given `most` days for this move, the maximum."""

    most: int


class NoRematchYet(MatchRefusal):
    """The match is not over, or was called off, so there is nothing to play again."""


class PlayerForgotten(
    MatchRefusal,
    says="Match #{match.id} can't have a rematch: one of the players asked Furlong to forget them. `/play` starts a new match whenever you like.",
):
    """A player of the match asked to be forgotten, so there can be no rematch."""
