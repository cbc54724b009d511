"""What the bot knows of a match: people, state, record, and the position that follows from it.

Everything here is plain data. `bot.matches` changes it, `bot.store` keeps it, `bot.ui` shows it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.fairness import Fairness
from bot.plans import Plan
from rules.core import CHANCE, Game, Move, Outcome, Position, Seat
from rules.record import Step, last_turn, retired_seat, retirement


class State(StrEnum):
    """Where a match stands in its life."""

    OPEN = "open"
    """A challenge or a table that waits for players."""
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called off"
    """Declined or cancelled before anybody played."""


class Ending(StrEnum):
    """Why a match is over."""

    RULES = "rules"
    RESIGNED = "resigned"
    DECLINED = "declined"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord: the user id, and the name last seen on a server."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    `places` and `points` are by seat as in `rules.core.Outcome`, empty for a match that was called off. `by` is the
    person who resigned, declined or cancelled, `reason` what the rules say.
    """

    ending: Ending
    places: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    by: Person | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """One playing of a game between people, as it is stored.

    `seats` is how many play; `players` are those who have joined, in seat order once the match runs. `invited` are
    the people who were challenged and have not answered; nobody was, and anybody may join, where `is_table`.
    `host_seat` is the seat that the host chose, None where lots are drawn.
    `steps` is the record with the positions around every entry. `fairness` is what a game with chance has sealed, `plans`
    what its people have queued, for nobody else's eyes. `message_id` is the message that shows
    the match at present, None until one was sent, and `message_ply` the ply of the board in it, None while it shows a
    challenge or table.
    """

    id: int
    server_id: int
    channel_id: int
    message_id: int | None
    message_ply: int | None
    game: Game
    seats: int
    state: State
    host: Person
    host_seat: Seat | None
    is_table: bool
    invited: tuple[Person, ...]
    players: tuple[Person, ...]
    moves: tuple[Move, ...]
    position: Position
    steps: tuple[Step, ...]
    result: Result | None
    fairness: Fairness | None
    plans: tuple[Plan, ...]
    changed_at: datetime

    @property
    def ply(self) -> int:
        """The number of moves played, chance's draws among them."""
        return len(self.moves)

    @property
    def draws(self) -> int:
        """How many of the entries chance has made."""
        return sum(step.before.turn is CHANCE and retired_seat(step.move) is None for step in self.steps)

    @property
    def last_turn(self) -> tuple[Step, ...]:
        """The steps since another seat moved; what chance decides belongs to the turn of the move that led to it."""
        return last_turn(self.steps)

    @property
    def news(self) -> tuple[Step, ...]:
        """The steps that a new message tells of: all since the board shown until now, at least the last turn."""
        turn = len(self.steps) - len(self.last_turn)
        return self.steps[min(turn, self.message_ply or 0) :]

    @property
    def to_move(self) -> Person | None:
        """Whose move it is; None unless the match runs."""
        turn = self.position.turn
        if self.state is not State.RUNNING or turn is None or turn is CHANCE:
            return None
        return self.players[turn]

    @property
    def outcome(self) -> Outcome | None:
        """How a finished match ended, by the rules or otherwise; None while it waits or runs, or if it was called off."""
        if self.state is not State.FINISHED or self.result is None:
            return None
        return Outcome(self.result.places, self.result.reason, self.result.points)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who plays or is asked to."""
        return self.players + self.invited

    @property
    def players_are_seated(self) -> bool:
        """Whether the match has begun, so that there is a board and `players` are in seat order."""
        return self.state in (State.RUNNING, State.FINISHED)

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has left the match while the others play on."""
        return retirement(seat) in self.moves

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat of somebody in a match that has begun; None for everybody else."""
        if not self.players_are_seated:
            return None
        for seat, player in enumerate(self.players):
            if player.id == person_id:
                return Seat(seat)
        return None

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or is asked to."""
        return tuple(person for person in self.people if person.id != person_id)

    def plan_of(self, person_id: int) -> Plan:
        """What somebody has queued; an empty plan if nothing."""
        return next((plan for plan in self.plans if plan.person_id == person_id), Plan(person_id))


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list: what can be said of it without replaying its record.

    `people` are those who play or are asked to, in seat order once the match runs.
    """

    id: int
    server_id: int
    channel_id: int
    message_id: int | None
    game: Game
    state: State
    host: Person
    is_table: bool
    people: tuple[Person, ...]
    to_move: Person | None
    ply: int
    changed_at: datetime

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or is asked to."""
        return tuple(person for person in self.people if person.id != person_id)
