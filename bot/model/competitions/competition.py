"""A competition: its regulations, its entrants and its fixtures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.model.clock import Terms
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending
from rules.core import Game, Position, message

FEWEST_ENTRANTS: Final = 4
"""The fewest people with whom a season begins."""

FEWEST_IN_EVENT: Final = 3

FEWEST_BOARDS: Final = 4
"""The fewest boards of a match between servers."""

MOST_BOARDS: Final = 40
"""The most people who enter for one side of it; all boards have room in its table."""

CALL_WAITS: Final = timedelta(days=7)
"""How long the call to a match or a season of servers waits for others."""

FEWEST_SERVERS: Final = 3
"""The fewest servers that play a season together."""

MOST_SERVERS: Final = 6
"""The most servers that play a season together, so that nobody has more than ten matches at once."""

MOST_ENTRANTS: Final = 200
SMALLEST_DIVISION: Final = 4
USUAL_SIZE: Final = 6
"""The default size of a division: the maximum number of people in it."""

LARGEST_DIVISION: Final = 40
"""With this size, `MOST_ENTRANTS` people fit in five divisions, and standings have room for all rows."""

MOST_MATCHES: Final = 14
"""How many matches a person may have at once in several competitions of a server; a single one may have more."""

MOST_MATCHES_OF_ONE: Final = LARGEST_DIVISION - 1
"""How many matches a person may have at once in one competition."""

MOST_VACATION: Final = 7
"""For how many days of each turn a vacation stops the clock in a competition's match."""

NEVER: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""Stands for the end of a ladder, which has none."""


class Format(StrEnum):
    """The formats of competitions."""

    LEAGUE = "league"
    """A season of a league: everybody plays everybody in their division, all matches at once."""
    KNOCKOUT = "knockout"
    """An event in rounds: the loser of a pair of matches, one on each side, is out."""
    SWISS = "swiss"
    """An event in rounds: people with similar scores meet, and nobody meets twice."""
    ALL_PLAY_ALL = "all play all"
    """An event in which everybody meets everybody, all matches at once."""

    LADDER = "ladder"
    """A ranking on a server that never ends, in which people climb by beating others a little above them."""
    SERVERS = "servers"
    """A match between two servers, or a season of several, board by board, all at once and in direct messages."""

    @property
    def has_rounds(self) -> bool:
        """Whether it is played in rounds, one after the other."""
        return self in (Format.KNOCKOUT, Format.SWISS)

    @property
    def fewest(self) -> int:
        """The fewest people with whom it begins."""
        fewest = {Format.LEAGUE: FEWEST_ENTRANTS, Format.SERVERS: 2 * FEWEST_BOARDS}
        return fewest.get(self, FEWEST_IN_EVENT)


class CompetitionStage(StrEnum):
    """The stages of a competition."""

    CALLED = "called"
    """A server calls others to a match or a season, and waits for those that accept."""
    OPEN = "open"
    """People may join."""
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called off"
    """Too few people joined, too few servers accepted, or a manager of the server cancelled it."""


CURRENT: Final = (CompetitionStage.CALLED, CompetitionStage.OPEN, CompetitionStage.RUNNING)
"""The stages of competitions that are not over."""


class Entering(StrEnum):
    """The things people can do in a competition, as its buttons name them."""

    CHALLENGE = message("Challenge")
    """Challenge a person above them, on a ladder."""
    JOIN = message("Join")
    JOIN_LATE = message("Join late")
    LEAVE = message("Leave")


_LATE_FORMATS: Final = (Format.SWISS, Format.ALL_PLAY_ALL)


class WithdrawalCause(StrEnum):
    """Why an entrant is out of a competition."""

    LEFT = "left"
    TIME = "time"
    """They lost too many matches on time."""
    REMOVED = "removed"
    """A manager of the server removed them."""
    ABSENT = "absent"
    """They had not moved when somebody on the bench of their server took their board over."""
    RULED = "ruled"
    """Whoever hosts the bot removed them from a match between servers."""


class BulletinKind(StrEnum):
    """The kinds of messages about a competition."""

    CARD = "card"
    """The competition and its entrants, with the button to join."""
    STANDINGS = "table"
    """The standings of a division."""
    SEALS = "seals"
    """The seals of matches with chance that begin together, by the number of that message, which is never edited."""
    WEEK = "week"
    """A reminder to those who are behind that a week is left."""
    DAY = "day"
    """A reminder to those who are behind that a day is left."""
    RESULT = "result"
    """How the competition ended."""


def absent(key: str) -> Game:
    """What is known of a game whose package is not installed: its key, under which lists and tables name it."""

    def unplayable(_given: object) -> Position:
        raise LookupError(f"the game {key} is not installed")

    return Game(key, key, key, range(2, 3), 0, "", unplayable, unplayable)


@dataclass(frozen=True, slots=True)
class Regulations:
    """How a competition is played."""

    format: Format

    games: tuple[Game, ...]
    """The games, played in turn, one a round."""

    size: int
    """The maximum number of people in a division; in a season of servers, the number of servers."""

    both_sides: bool
    """Whether two people who meet play two matches, with the sides swapped."""

    terms: Terms
    """The terms of its matches, with a limit for a move."""

    goes_on: bool = False
    """Whether the next season opens when this one is over."""

    rounds: int | None = None
    """The number of rounds of an event in rounds; None until it is known."""

    @property
    def is_away(self) -> bool:
        """Whether the package of one of its games is not installed, so that nothing of it can be played."""
        return any(not game.version for game in self.games)

    @property
    def servers(self) -> int:
        """How many servers a match between servers is for: two, unless its size is that of a season."""
        return self.size if FEWEST_SERVERS <= self.size <= MOST_SERVERS else 2

    @property
    def matches_each(self) -> int:
        """How many matches an entrant has at once, in a full division."""
        if self.format is Format.LADDER:  # one at a time, and only by agreement
            return 0
        if self.format is Format.SERVERS:
            return self.matches_among(self.servers)
        return self.matches_among(2 if self.format.has_rounds else self.size)

    @property
    def most_matches_each(self) -> int:
        """How many matches an entrant may have at once at most."""
        return self.matches_among(self.most_together) if self.format is Format.LEAGUE else self.matches_each

    @property
    def most_together(self) -> int:
        """How many people a division of a league can have: some more than its size if another would have too few."""
        return max(self.size, 2 * SMALLEST_DIVISION - 1)

    @property
    def largest_division(self) -> int:
        """The largest division in which nobody has too many matches at once."""
        return MOST_MATCHES_OF_ONE // self.matches_among(2) + 1

    @property
    def most_entrants(self) -> int:
        """The maximum number of entrants; of each side, in a match between servers."""
        most = {Format.ALL_PLAY_ALL: self.size, Format.SERVERS: MOST_BOARDS}
        return most.get(self.format, MOST_ENTRANTS)

    def matches_among(self, people: int) -> int:
        """How many matches each person has if this many people, or the servers for which they play, all meet."""
        return (people - 1) * (2 if self.both_sides else 1)

    def game_of(self, round_number: int) -> Game:
        """The game of a round, counted from 1."""
        return self.games[(round_number - 1) % len(self.games)]


@dataclass(frozen=True, slots=True)
class Venue:
    """The channels of a competition and of its matches."""

    server_id: int
    channel_id: int
    """The text channel of its standings."""
    match_channel_id: int
    """The channel of its matches: the same one, or the forum of the server."""
    wants_threads: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A server in a match between servers."""

    server_id: int
    channel_id: int
    """The text channel in which it shows the match; 0 once Furlong has left the server for good."""
    name: str
    """The name of the server when it called or accepted."""


@dataclass(frozen=True, slots=True)
class Competition:
    """A season of a league, an event or a ladder; `number` is the season's, `previous_id` the season before.

    A match between servers, or a season of several, belongs to none of them: the server of its venue is `DIRECT`, and its
    `sides` are the servers, the one that called first.
    """

    name: str
    venue: Venue
    regulations: Regulations
    begins_at: datetime
    ends_at: datetime
    host: Person
    created_at: datetime
    stage: CompetitionStage = CompetitionStage.OPEN
    number: int = 1
    previous_id: int | None = None

    id: int = 0
    """0 until it is stored."""

    closed_at: datetime | None = None

    sides: tuple[Side, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether it waits, is open or running."""
        return self.stage in CURRENT

    @property
    def between_servers(self) -> bool:
        """Whether it is a match between servers, or a season of several."""
        return self.regulations.format is Format.SERVERS

    @property
    def is_among_several(self) -> bool:
        """Whether more than two servers play a season together, in which every two meet."""
        return self.between_servers and self.regulations.servers > 2

    def venue_on(self, server_id: int | None) -> Venue:
        """Its channels on a server that takes part in it; its own venue for any other, and for None."""
        side = next((side for side in self.sides if side.server_id == server_id), None)
        return self.venue if side is None else Venue(side.server_id, side.channel_id, 0, wants_threads=False)

    @property
    def venues(self) -> Sequence[Venue]:
        """Its channels on all servers that take part in it."""
        return [self.venue_on(side.server_id) for side in self.sides] or [self.venue]

    @property
    def season(self) -> int | None:
        """The number of the season; None for a competition without seasons."""
        return self.number if self.regulations.format is Format.LEAGUE else None

    def entering(self, is_in: bool | None = None) -> Sequence[Entering]:
        """The things people can do, leaving last; `is_in` says whether one person is in it, None for everybody."""
        kind, is_running = self.regulations.format, self.stage is CompetitionStage.RUNNING
        is_open, is_ladder = self.stage is CompetitionStage.OPEN, kind is Format.LADDER
        possible = {
            Entering.CHALLENGE: is_running and is_ladder and is_in is not False,
            Entering.JOIN: not is_in and (is_open or (is_running and is_ladder)),
            Entering.JOIN_LATE: not is_in and is_running and kind in _LATE_FORMATS,
            Entering.LEAVE: is_in is not False and (is_running or is_open),
        }
        return [entering for entering, is_possible in possible.items() if is_possible]

    @property
    def starts_together(self) -> bool:
        """Whether its matches, or those of a round, begin at once in one channel, where boards would bury everything else."""
        return not (self.regulations.format in (Format.LADDER, Format.SERVERS) or self.venue.wants_threads)

    @property
    def length(self) -> timedelta:
        """The time from its beginning to its end."""
        return self.ends_at - self.begins_at


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """An entrant's withdrawal from a running competition; if `is_struck`, none of their matches counts."""

    cause: WithdrawalCause
    at: datetime
    is_struck: bool


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a competition.

    `division` counts from 1 and `seed` from 0 within it, both None until it begins. `place` is the final one in the
    division, None until the competition is over.
    """

    person: Person
    joined_at: datetime
    division: int | None = None
    seed: int | None = None
    withdrawal: Withdrawal | None = None
    place: int | None = None
    side_id: int | None = None
    """The server for which they play, in a match between servers."""

    @property
    def is_out(self) -> bool:
        """Whether the entrant no longer plays."""
        return self.withdrawal is not None

    def has_played_since(self, instant: datetime) -> bool:
        """Whether the entrant still plays, or has played since an instant."""
        return self.withdrawal is None or self.withdrawal.at > instant

    @property
    def is_struck(self) -> bool:
        """Whether none of the entrant's matches counts."""
        return self.withdrawal is not None and self.withdrawal.is_struck


@dataclass(frozen=True, slots=True)
class FixtureMatch:
    """The facts of a fixture's match that its result needs; `places`, by seat, are empty without a result."""

    id: int
    state: State
    ending: Ending | None = None
    ended_by_id: int | None = None
    places: tuple[int, ...] = ()
    ply: int = 0
    """The number of entries in its record."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two people who are to meet, `first_id` in the first seat; `match` is None until it is made.

    In a match between servers, `round` is the number of the board; in a season of them, `division` is the meeting of two.

    Without a second person, the first has a bye, which counts as a won round.
    """

    id: int
    division: int
    round: int
    first_id: int
    second_id: int | None
    match: FixtureMatch | None = None
    is_casual: bool = False
    """Whether its match isn't rated, although those of the competition are."""

    @property
    def people(self) -> tuple[int, ...]:
        """Both people, in seat order, or the one who has a bye."""
        return (self.first_id,) if self.second_id is None else (self.first_id, self.second_id)

    @property
    def is_bye(self) -> bool:
        """Whether the fixture is a bye."""
        return self.second_id is None

    @property
    def is_over(self) -> bool:
        """Whether its match has ended, with a result or without; a bye is over from the beginning."""
        return self.is_bye or (self.match is not None and self.match.state in (State.FINISHED, State.CALLED_OFF))

    @property
    def goes_on(self) -> bool:
        """Whether its match waits for an answer or is being played."""
        return self.match is not None and not self.is_over

    @property
    def points(self) -> tuple[float, float] | None:
        """The points of both people: 1 for a win, half for a draw; None if it is not over or counts for nobody.

        A player who never made a move in time, or was out before it began, has lost it, even if it is not rated.
        """
        match = self.match
        if match is None or not self.is_over:
            return None
        if match.places:
            first, second = match.places
            return (1.0, 0.0) if first < second else (0.0, 1.0) if second < first else (0.5, 0.5)
        if match.ending in (Ending.UNPLAYED, Ending.STRUCK) and match.ended_by_id in self.people:
            return (0.0, 1.0) if match.ended_by_id == self.first_id else (1.0, 0.0)
        return None


def meeting(number: int, person: int, other: int | None = None, *, both_sides: bool) -> Sequence[Fixture]:
    """The fixtures of two people in a round: one, or two with the sides swapped; without a second person, a bye.

    They are not stored yet, so their id is 0.
    """
    pairs = [(person, other)] if other is None or not both_sides else [(person, other), (other, person)]
    return [Fixture(0, 1, number, first, second) for first, second in pairs]


MOST_LOST_ON_TIME: Final = 2
"""An entrant who loses this many matches on time is out."""


def is_struck(person_id: int, fixtures: Sequence[Fixture]) -> bool:
    """Whether the matches of a person who drops out now should count for nobody.

    That is the case if fewer than half of the person's fixtures are over, because points would otherwise depend on who
    happened to meet the person in time.
    """
    own = [fixture for fixture in fixtures if person_id in fixture.people]
    return 2 * sum(fixture.is_over for fixture in own) < len(own)
