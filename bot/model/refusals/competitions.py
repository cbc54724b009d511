"""Leagues and events: what stands in the way of beginning one, joining it and leaving it."""

from dataclasses import dataclass
from datetime import date, timedelta

from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.refusals.refusal import Refusal
from rules.core import Game


@dataclass(eq=False)
class UnknownCompetition(Refusal):
    """There is no such competition on this server."""

    text: str


class NoCompetition(Refusal):
    """There is none on this server that would do, and none was named."""


@dataclass(eq=False)
class SeveralCompetitions(Refusal):
    """There are several on this server, and none was named."""

    found: tuple[Competition, ...]


@dataclass(eq=False)
class NotDay(Refusal):
    """The text names no day."""

    text: str


@dataclass(eq=False)
class FirstDayTooFar(Refusal):
    """The first day is not within so many days after today."""

    first_day: date
    today: date
    most: int


@dataclass(eq=False)
class SeasonTooShort(Refusal):
    """From the first day to the last there are fewer than so many days."""

    first_day: date
    last_day: date
    least: int


@dataclass(eq=False)
class SeasonTooLong(Refusal):
    """From the first day to the last there are `days` days, more than `most`."""

    days: int
    most: int


@dataclass(eq=False)
class NotMoment(Refusal):
    """The text does not say how long something lasts."""

    text: str


@dataclass(eq=False)
class BeginsTooFar(Refusal):
    """An event has to begin later than now, and within `most` days."""

    most: int


@dataclass(eq=False)
class LastsTooLong(Refusal):
    """An event lasts `shortest` at least and `most` days at most."""

    shortest: timedelta
    most: int


@dataclass(eq=False)
class NoTimeLimit(Refusal):
    """A competition has to end, so its matches need a limit for a move."""


@dataclass(eq=False)
class SameGame(Refusal):
    """Another competition of the same format and of this game waits or runs on this server."""

    other: Competition
    game: Game


@dataclass(eq=False)
class AlreadyEntered(Refusal):
    """The person is in it already."""

    competition: Competition


@dataclass(eq=False)
class NotEntered(Refusal):
    """The person is not in it, or not any more."""

    competition: Competition


@dataclass(eq=False)
class EntryClosed(Refusal):
    """It has begun, or is over."""

    competition: Competition


@dataclass(eq=False)
class CompetitionFull(Refusal):
    """As many people are in it as may be."""

    competition: Competition
    most: int


@dataclass(eq=False)
class TooManyMatches(Refusal):
    """With those that the person has entered already, it might be more than `most` matches at once."""

    competition: Competition
    entered: tuple[Competition, ...]
    most: int


@dataclass(eq=False)
class CompetitionOver(Refusal):
    """It is over, so that nothing can be changed in it."""

    competition: Competition


@dataclass(eq=False)
class NotOnLadder(Refusal):
    """Whoever wants to challenge (`is_asker`), or whom they would, is not on the ladder."""

    competition: Competition
    person: Person
    is_asker: bool


@dataclass(eq=False)
class OutOfReach(Refusal):
    """Nobody else than these may be challenged by the person who asks."""

    competition: Competition
    reach: tuple[Person, ...]


@dataclass(eq=False)
class BusyOnLadder(Refusal):
    """Whoever wants to challenge (`is_asker`), or whom they would, has a challenge or match on the ladder."""

    competition: Competition
    person: Person
    match_id: int
    is_asker: bool
