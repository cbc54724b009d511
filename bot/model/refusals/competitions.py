"""Refusals to open, join, leave or change competitions, and to show profiles."""

from datetime import date, datetime

from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class CompetitionRefusal(Refusal):
    """A request that cannot be met in a competition."""

    competition: Competition


class UnknownCompetition(TextRefusal):
    """There is no such competition on this server."""


class NoCompetition(Refusal):
    """No competition was named, and the server has none."""


class NoLadder(Refusal):
    """A player was to be challenged on a ladder, and the server has none."""


class SeveralCompetitions(Refusal):
    """The name fits several competitions of the server."""

    found: tuple[Competition, ...]


class NotDay(TextRefusal):
    """The text names no day."""


class FirstDayTooFar(Refusal):
    """The first day is not within the `most` days after today."""

    first_day: date
    today: date
    most: int


class SeasonTooShort(Refusal):
    """The season has fewer than `least` days."""

    first_day: date
    last_day: date
    least: int


class SeasonTooLong(Refusal):
    """The season has `days` days, more than `most`."""

    days: int
    most: int


class NotMoment(TextRefusal):
    """The text does not say how long something lasts."""


class BeginsTooFar(Refusal):
    """The event would begin in the past, or more than `most` days from now."""

    most: int


class LastsTooLong(Refusal):
    """The event would last less than `minutes` minutes or more than `most` days."""

    minutes: int
    most: int


class NoTimeLimit(Refusal):
    """A competition has to end, so its matches need a limit for a move."""


class DivisionTooLarge(Refusal):
    """In divisions of this size a person would have too many matches at once; `most` people would work."""

    most: int


class OneGame(Refusal):
    """Several games were named, and only a league takes them in turn."""


class SeveralTicked(Refusal):
    """Several of the numbers `ticked` were chosen in a modal, and only one is possible."""

    ticked: tuple[int, ...]


class SameGame(Refusal):
    """Another competition of the same format with this game is open or running on the server."""

    other: Competition
    game: Game


class AlreadyEntered(CompetitionRefusal):
    """The person is already in it."""


class NotEntered(CompetitionRefusal):
    """The person is not in it, or no longer."""


class EntryClosed(CompetitionRefusal):
    """It has begun, or is over."""


class CompetitionOver(CompetitionRefusal):
    """It is over, so nothing in it can be changed."""


class CompetitionFull(CompetitionRefusal):
    """It already has `most` entrants, the maximum."""

    most: int


class KeptOutOfCompetition(CompetitionRefusal):
    """A manager of the server has removed the person lately; they may join again from `again_at` on."""

    again_at: datetime


class PlaysThere(CompetitionRefusal):
    """A manager wanted to remove another from a running competition in which they play themselves."""


class TooFewEntered(CompetitionRefusal):
    """It cannot begin with `count` entrants."""

    count: int


class TooManyMatches(CompetitionRefusal):
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


class ApartOnLadder(CompetitionRefusal):
    """The two people had a challenge or a match lately, and can challenge each other again from `again_at` on."""

    person: Person
    again_at: datetime


class ProfileOfAnother(PersonRefusal):
    """The profile of another person was requested outside a server, where results are private."""


class BotHasNoProfile(PersonRefusal):
    """The profile of a bot was requested."""
