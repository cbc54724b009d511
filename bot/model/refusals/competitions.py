"""Refusals to open, join, leave or change competitions, and to show profiles."""

from datetime import date, datetime

from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class CompetitionRefusal(Refusal):
    """A request that cannot be met in a competition."""

    competition: Competition


class UnknownCompetition(
    TextRefusal,
    says="There's no league, event or ladder {text:q} here. Choose one from the suggestions of `/season`.",
):
    """There is no such competition on this server."""


class NoCompetition(
    Refusal,
    says="There's no league, event or ladder on this server yet. A server manager can open one with `/manage start`.",
):
    """No competition was named, and the server has none."""


class CompetitionAway(
    CompetitionRefusal,
    says="This competition waits: its game isn't installed here just now. Tell whoever hosts Furlong; nothing is lost.",
):
    """A game of the competition is of a package that is not installed any more."""


class NoLadder(
    Refusal,
    says="`player` is for challenges on a ladder, and this server has none. `/play opponent:` challenges anyone here.",
):
    """A player was to be challenged on a ladder, and the server has none."""


class SeveralCompetitions(Refusal):
    """The name fits several competitions of the server."""

    found: tuple[Competition, ...]


class NotDay(
    TextRefusal,
    says="{text:q} isn't a day. Type a date such as 2030-01-31, or `3 days`, `2 weeks`, `2 months`.",
):
    """The text names no day."""


class FirstDayTooFar(
    Refusal,
    says="{first_day} won't do as the first day: it has to come after today, {today} (UTC), and within {most, plural, one {# day} other {# days}}.",
):
    """The first day is not within the `most` days after today."""

    first_day: date
    today: date
    most: int


class SeasonTooShort(
    Refusal,
    says="From {first_day} to {last_day} is too short: a season takes at least {least, plural, one {# day} other {# days}}. A few weeks give "
    "everyone time to finish.",
):
    """The season has fewer than `least` days."""

    first_day: date
    last_day: date
    least: int


class SeasonTooLong(
    Refusal, says="A season of {days, plural, one {# day} other {# days}} is too long: it can take up to {most}."
):
    """The season has `days` days, more than `most`."""

    days: int
    most: int


class NotMoment(
    TextRefusal,
    says="{text:q} doesn't say how long. Type `90 minutes`, `3 hours`, `2 days` or `4 weeks`.",
):
    """The text does not say how long something lasts."""


class BeginsTooFar(
    Refusal,
    says="An event has to start in the future, within {most, plural, one {# day} other {# days}}: type `2 hours`, `3 days` or a date.",
):
    """The event would begin in the past, or more than `most` days from now."""

    most: int


class LastsTooLong(
    Refusal,
    says="An event lasts from {minutes, plural, one {# minute} other {# minutes}} to {most, plural, one {# day} other {# days}}.",
):
    """The event would last less than `minutes` minutes or more than `most` days."""

    minutes: int
    most: int


class NoTimeLimit(
    Refusal,
    says="A season has to end, so its matches need a time limit: choose `days` from 1 to 14.",
):
    """A competition has to end, so its matches need a limit for a move."""


class DivisionTooLarge(
    Refusal,
    says="That would be too many matches at once: with two matches for each pair, a division takes up to {most, plural, one {# person} other {# people}}. Choose a smaller `size`, or one match for each pair.",
):
    """In divisions of this size a person would have too many matches at once; `most` people would work."""

    most: int


class OneGame(Refusal, says="Only a league takes several games in turn: choose one `game`."):
    """Several games were named, and only a league takes them in turn."""


class TooManyGames(
    Refusal, says="A league takes up to {most, plural, one {# game} other {# games}} in turn: choose fewer."
):
    """More games were chosen than a league takes in turn."""

    most: int


class SeveralTicked(Refusal, says="You've ticked several numbers: tick one of {ticked:or}, or none."):
    """Several of the numbers `ticked` were chosen in a modal, and only one is possible."""

    ticked: tuple[int, ...]


class SameGame(Refusal):
    """Another competition of the same format with this game is open or running on the server."""

    other: Competition
    game: Game


class AlreadyEntered(CompetitionRefusal):
    """The person is already in it."""


class NotEntered(CompetitionRefusal, says="Nobody by that name plays in {competition:b}."):
    """The person is not in it, or no longer."""


class EntryClosed(
    CompetitionRefusal,
    says="{competition:b} has started or is over, so it's too late for that. When a league goes on, its next season opens by itself.",
):
    """It has begun, or is over."""


class CompetitionOver(CompetitionRefusal, says="{competition:b} is over."):
    """It is over, so nothing in it can be changed."""


class CompetitionFull(
    CompetitionRefusal, says="{competition:b} is full: it takes up to {most, plural, one {# person} other {# people}}."
):
    """It already has `most` entrants, the maximum."""

    most: int


class KeptOutOfCompetition(
    CompetitionRefusal,
    says="A server manager has taken you out of {competition:b}, so you can't join it again before {again_at}.",
):
    """A manager of the server has removed the person lately; they may join again from `again_at` on."""

    again_at: datetime


class PlaysThere(
    CompetitionRefusal,
    says="You play in {competition:b} yourself, and it has started, so you can't take others out of it. Another server manager can.",
):
    """A manager wanted to remove another from a running competition in which they play themselves."""


class TooFewEntered(
    CompetitionRefusal,
    says="{competition:b} can't start yet: it needs {competition.regulations.format.fewest, plural, one {# person} other {# people}}, and {count, plural, one {# has} other {# have}} joined so far.",
):
    """It cannot begin with `count` entrants."""

    count: int


class TooManyMatches(
    CompetitionRefusal,
    says="With {competition:b} you could have more than {most, plural, one {# match} other {# matches}} in competitions at once: you're in {entered}. Leave one of them first.",
):
    """With the competitions already entered, the person might have more than `most` matches at once."""

    entered: tuple[Competition, ...]
    most: int


class NotOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent is not on the ladder."""

    person: Person
    is_asker: bool


class OutOfReach(CompetitionRefusal):
    """The challenger may only challenge the people in `reach`."""

    reach: tuple[Person, ...]


class BusyOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent has a challenge or match on the ladder already."""

    person: Person
    match_id: int
    is_asker: bool


class ApartOnLadder(
    CompetitionRefusal,
    says="You and {person:b} had a challenge or match on this ladder recently. You can challenge each other again "
    "{again_at:R}; until then others can.",
):
    """The two people had a challenge or a match lately, and can challenge each other again from `again_at` on."""

    person: Person
    again_at: datetime


class ProfileOfAnother(
    PersonRefusal,
    says="Here you can only see your own profile: who {person:b} plays in direct messages is private. `/leaderboard` compares you with people you've played, and servers show their members' profiles.",
):
    """The profile of another person was requested outside a server, where results are private."""


class BotHasNoProfile(
    PersonRefusal,
    says="{person:b} is a bot, and bots don't play here. Name a person, or nobody to see your own.",
):
    """The profile of a bot was requested."""
