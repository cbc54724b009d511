"""Refusals of settings, blocking, vacations and forgetting."""

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
    """Your matches are over, but another one has started since, so Furlong hasn't forgotten you yet. Use `/privacy` again."""


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
