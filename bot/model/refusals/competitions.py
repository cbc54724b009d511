"""Competitions and ratings: what stands in the way of opening a competition, joining it, leaving it, and of a profile."""

from datetime import date, datetime

from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class CompetitionRefusal(Refusal):
    """Something that cannot be done with a competition."""

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
    """The first day is not within `most` days after today."""

    first_day: date
    today: date
    most: int


class SeasonTooShort(Refusal):
    """From the first day to the last there are fewer than `least` days."""

    first_day: date
    last_day: date
    least: int


class SeasonTooLong(Refusal):
    """From the first day to the last there are `days` days, more than `most`."""

    days: int
    most: int


class NotMoment(TextRefusal):
    """The text does not say how long something lasts."""


class BeginsTooFar(Refusal):
    """An event has to begin later than now, and within `most` days."""

    most: int


class LastsTooLong(Refusal):
    """An event lasts so many `minutes` at least and `most` days at most."""

    minutes: int
    most: int


class NoTimeLimit(Refusal):
    """A competition has to end, so its matches need a limit for a move."""


class DivisionTooLarge(Refusal):
    """In divisions of so many people a person would have too many matches at once: `most` people would do."""

    most: int


class OneGame(Refusal):
    """Only a league takes several games in turn."""


class SeveralTicked(Refusal):
    """In a window several of the numbers `ticked` were chosen, of which there can be one."""

    ticked: str


class SameGame(Refusal):
    """Another competition of the same format with this game is open or running on the server."""

    other: Competition
    game: Game


class AlreadyEntered(CompetitionRefusal):
    """The person is in it already."""


class NotEntered(CompetitionRefusal):
    """The person is not in it, or not any more."""


class EntryClosed(CompetitionRefusal):
    """It has begun, or is over."""


class CompetitionOver(CompetitionRefusal):
    """It is over, so that nothing can be changed in it."""


class CompetitionFull(CompetitionRefusal):
    """It has `most` entrants, as many as it takes."""

    most: int


class TooFewEntered(CompetitionRefusal):
    """It cannot begin with `count` entrants."""

    count: int


class TooManyMatches(CompetitionRefusal):
    """With those that the person has entered already, it might be more than `most` matches at once."""

    entered: tuple[Competition, ...]
    most: int


class NotOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent is not on the ladder."""

    person: Person
    is_asker: bool


class OutOfReach(CompetitionRefusal):
    """The challenger may challenge these people alone."""

    reach: tuple[Person, ...]


class BusyOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent has a challenge or match on the ladder already."""

    person: Person
    match_id: int
    is_asker: bool


class ApartOnLadder(CompetitionRefusal):
    """The challenger and the opponent had a challenge or a match lately, and can challenge each other from `again_at` on."""

    person: Person
    again_at: datetime


class ProfileOfAnother(PersonRefusal):
    """The profile of another person was asked for where no server is: what they play there is for them alone to see."""


class BotHasNoProfile(PersonRefusal):
    """The profile of a bot was asked for."""
