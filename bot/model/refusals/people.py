"""Refusals of settings, blocking, vacations and forgetting, and of guests."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.model.people import Person
from bot.model.refusals import PersonRefusal, Refusal


class NoServerHere(Refusal):
    """Use `/server` in a channel of the server that you mean. `/settings` works here too."""


class NotManager(Refusal):
    """You need the permission **Manage Server** to change a server's settings, open leagues, events and ladders, or act on other people's matches. `/settings` and `/season` are for everybody."""


class BlocksThemselves(Refusal):
    """You can't block yourself. `/settings challenges:` says who may challenge you."""


class BlocksBot(PersonRefusal):
    """{person:b} is a bot, and bots don't challenge anyone. Name a person."""


class TooManyBlocked(Refusal):
    """You've blocked {most} people, and that's the limit. Use `/block` to unblock some. Or accept challenges only from people you've played: `/settings challenges:`."""

    most: int


class FollowsThemselves(Refusal):
    """You can't follow yourself: you're told of your own matches anyway."""


class TooManyFollowed(Refusal):
    """You follow {most} people and matches, and that's the limit. `/settings` shows **What you're told**, where you can stop following some."""

    most: int


class AskedOfAnother(Refusal):
    """That question was for someone else, and only they can answer it. `/privacy` asks you."""


class KeepsPlaying(Refusal):
    """Your matches are over, but another one has started or you've joined a season since, so Furlong hasn't forgotten you yet. Use `/privacy` again."""


class DeletedMeanwhile(Refusal):
    """Nothing happened, because someone's data was being deleted at that moment. Please try again if you still want this."""


class ExportedTooOften(Refusal):
    """You've asked for your data {most, plural, one {# time} other {# times}} within an hour, and that's the limit. Please come back later."""

    most: int


class DoneTooOften(Refusal):
    """You've gone on vacation, turned on a webhook, or opened or joined a season, {most, plural, one {# time} other {# times}} within a day, and that's the limit. Please come back tomorrow."""

    most: int


class NoCookies(Refusal):
    """Your browser keeps no cookies inside Discord, so the board can't recognise you here. Use Discord's own app, or open Furlong's page in a browser outside Discord."""


class NotNow(Refusal):
    """Discord isn't saying whether you're on the server. Try again in a moment."""


class OthersAway(Refusal):
    """{apart, plural, one {{apart} is} other {{apart} are}} timed out on this server or no longer there, so nothing can start with them now."""

    apart: tuple[Person, ...]


class TimedOut(Refusal):
    """You're timed out on this server, so you can't start or join anything there until that's over. Your running matches go on."""


class NoLongerThere(Refusal):
    """You're not on this server, so you can't start or join anything there. Your running matches go on."""


class NotNamed(Refusal):
    """Discord didn't confirm who you are. Close the board, and press **Open the board** again."""


class LinkUsed(Refusal):
    """This link has been used, or is older than ten minutes. Each link opens the page once: use `/games` in Discord, and press **Open the board** there."""


class OverInThatZone(Refusal):
    """Your weekend would shift, and you'd be out of time in match #{number}. Make your move there first."""

    number: int


class VacationTooLong(Refusal):
    """The vacation is longer than a year's budget allows.

    `most` is how many days a vacation from now could last, `left` is the rest of the budget, by year.
    """

    most: int
    left: Sequence[tuple[int, timedelta]]


class AwayLonger(Refusal):
    """You're on vacation for longer than that already: until {until}. `/vacation` has a button that ends it at once."""

    until: datetime


class NotAhead(Refusal):
    """You can plan a vacation from tomorrow on, up to a year ahead: type `tomorrow`, `2 weeks` or a date such as `2030-12-24`."""


class NotAway(Refusal):
    """That vacation is already over. `/vacation` says how many days you have left."""


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
