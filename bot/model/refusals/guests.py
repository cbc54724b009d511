"""Refusals of guests of the page."""

from bot.model.refusals import Refusal


class NoGuestName(
    Refusal, says="Choose a name of at most {most, plural, one {# letter} other {# letters}}. The other player sees it."
):
    """The text is no name for a guest."""

    most: int


class TooManyGuests(
    Refusal, says="Furlong has no room for more guests just now. Come back tomorrow, or play on Discord."
):
    """The most guests at a time are here, all in all or from one address within a day."""


class GuestsPlayCasually(
    Refusal, says="Guests play casual matches: for a rated one, sign in with `/games` in Discord."
):
    """A match with a guest was to be rated."""


class TooManyAsGuest(
    Refusal,
    says="Guests can play up to {most, plural, one {# match} other {# matches}} with Furlong's animals at a time. Finish or resign one of yours "
    "first; on Discord you can play more.",
):
    """A guest already plays `most` matches with characters alone."""

    most: int


class UnknownInvitation(Refusal, says="This link doesn't lead to a match. Ask who sent it for a new one."):
    """The link to an open challenge is not one that Furlong has made."""
