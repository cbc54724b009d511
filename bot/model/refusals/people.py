"""Refusals of settings, blocking, vacations and forgetting."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.model.refusals import ChannelRefusal, PersonRefusal, Refusal, TextRefusal


class NoServerHere(Refusal, says="Use `/server` in a channel of the server that you mean. `/settings` works here too."):
    """The settings of a server were asked for in a direct message."""


class NotManager(
    Refusal,
    says="You need the permission **Manage Server** to change a server's settings, open leagues, events and ladders, or act on other people's matches. `/settings` and `/season` are for everybody.",
):
    """The person does not manage the server whose settings, matches or competitions they want to change."""


class NotTextChannel(ChannelRefusal, says="<#{channel_id}> isn't a text channel of this server. Choose one that is."):
    """The channel is not a text channel of this server that Furlong can see."""


class NotDays(TextRefusal):
    """The text is not a number of days from `least` to `most`.

    Nor is it "no limit", if that is allowed (`may_be_none`), or a bank such as "7 days + 12 hours" (`may_be_bank`).
    """

    least: int
    most: int
    may_be_none: bool = False
    may_be_bank: bool = False


class NotQuietHours(
    TextRefusal,
    says="{text:q} doesn't work as quiet hours. Type when they start and end, such as `22-7` or `22:00-07:30`, or `off` for none.",
):
    """The text does not say when quiet hours begin and end."""


class UnknownZone(TextRefusal):
    """There is no such time zone; `similar` are similar names."""

    similar: Sequence[str]


class AmbiguousZone(TextRefusal):
    """The text names several time zones."""

    zones: Sequence[str]


class OverInThatZone(
    Refusal,
    says="In that time zone the weekend is at other hours, so your time in match #{number} would be over by now. Move there first.",
):
    """Another time zone would lose a match in which the clocks pause on weekends."""

    number: int


class TellsOnServers(
    Refusal,
    says="You choose this for each server: use `/settings tell:` in a channel of the server you mean. Nothing has changed.",
):
    """Subscriptions to games were set in a direct message, but they differ by server."""


class UnknownSetting(TextRefusal):
    """The setting has no such choice; `choices` are all of them, if no suggestions name them."""

    choices: Sequence[str] = ()


class BlocksThemselves(Refusal, says="You can't block yourself. `/settings challenges:` says who may challenge you."):
    """A person wanted to block themselves."""


class BlocksBot(PersonRefusal, says="{person:b} is a bot, and bots don't challenge anyone. Name a person."):
    """A person wanted to block a bot."""


class TooManyBlocked(
    Refusal,
    says="You've blocked {most} people, and that's the limit. Use `/block` to unblock some. Or accept challenges only from people you've played: `/settings challenges:`.",
):
    """A person has blocked as many people as possible."""

    most: int


class VacationTooLong(Refusal):
    """The vacation is longer than a year's budget allows.

    `most` is how many days a vacation from now could last, `left` is the rest of the budget, by year.
    """

    most: int
    left: Sequence[tuple[int, timedelta]]


class AwayLonger(
    Refusal,
    says="You're on vacation for longer than that already: until {until}. `/vacation` has a button that ends it at once.",
):
    """The person is already on vacation, for longer than they ask for."""

    until: datetime


class TooManyTokens(Refusal, says="You have {most} tokens, and that's the limit. Revoke one that you no longer use."):
    """A person has as many tokens for programs as possible."""

    most: int


class NamelessToken(
    Refusal, says="Give the program a name of up to {most} characters, so that you'll recognise the token."
):
    """A token has no name, or one that is too long."""

    most: int


class NoWebhookAddress(
    Refusal,
    says="That's no address to which events can be posted. It begins with `https`, names a host such as `example.com`, has no password or port, and at most {most} characters.",
):
    """An address of a webhook is none to which events are posted."""

    most: int


class NotAhead(
    Refusal, says="You can plan a vacation from tomorrow on, up to a year ahead: type the day like 2030-12-24."
):
    """The day on which a vacation should begin is not ahead, too far ahead, or no day at all."""


class NotAway(Refusal, says="That vacation is over already. `/vacation` says how many days you have left."):
    """The person is not on the vacation that they want to end."""


class AskedOfAnother(
    Refusal,
    says="That question was for someone else, and only they can answer it. `/privacy` asks you.",
):
    """A person answered a question that was for another person."""


class KeepsPlaying(
    Refusal,
    says="Your matches are over, but another one has started since, so Furlong hasn't forgotten you yet. Use `/privacy` again.",
):
    """A match of the person to be forgotten has only just begun."""


class DeletedMeanwhile(
    Refusal,
    says="Nothing happened, because someone's data was being deleted at that moment. Please try again if you still want this.",
):
    """Nothing is stored about a person, and someone's data was deleted while their request was on its way.

    It may have been theirs, which must not come back.
    """


class ExportedTooOften(
    Refusal,
    says="You've asked for your data {most, plural, one {# time} other {# times}} within an hour, and that's the limit. Please come back later.",
):
    """The person has had their data exported `most` times lately."""

    most: int


class NoCookies(
    Refusal,
    says="Your browser keeps no cookies inside Discord, so the board can't recognise you here. Use Discord's own app, or open Furlong's page in a browser outside Discord.",
):
    """The browser has not sent back the cookie that the page gave it inside Discord."""


class NotNow(Refusal, says="Discord isn't saying whether you're on the server. Try again in a moment."):
    """Discord did not say in time whether a person is on a server, and what they may do there."""


class TimedOut(
    Refusal,
    says="You're timed out on this server, so you can't start or join anything there until that's over. Your running matches go on.",
):
    """The person may do nothing on a server for a while, because a moderator of it has decided so."""


class NotNamed(
    Refusal,
    says="Discord didn't confirm who you are. Close the board, and press **Open the board** again.",
):
    """Discord did not say who has opened the page inside it."""


class LinkUsed(
    Refusal,
    says="This link has been used, or is older than ten minutes. Each link opens the page once: use `/games` in "
    "Discord, and press **Open the board** there.",
):
    """The link to the page was already used, or it is too old."""
