"""Refusals of guests of the page."""

from bot.model.refusals import Refusal


class NoGuestName(Refusal):
    """Choose a name of at most {most, plural, one {# letter} other {# letters}}. The other player sees it."""

    most: int


class TooManyGuests(Refusal):
    """Furlong has no room for more guests just now. Come back tomorrow, or play on Discord."""


class GuestsPlayCasually(Refusal):
    """Guests play casual matches: for a rated one, sign in with `/games` in Discord."""


class GuestsUseNoPrograms(Refusal):
    """Programs and calendars are for people on Discord: sign in with `/games` there, and make your token then."""


class TooManyAsGuest(Refusal):
    """Guests can play up to {most, plural, one {# match} other {# matches}} with Furlong's characters at a time. Finish or resign one of yours first; on Discord you can play more."""

    most: int


class UnknownInvitation(Refusal):
    """This link doesn't lead to a match. Ask who sent it for a new one."""
