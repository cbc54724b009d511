"""What the bot knows of a match: people, state, record, and the position that follows from it.

Everything here is plain data. `bot.actions.matches` changes it, `bot.store` keeps it, `bot.chat.ui` shows it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.model.clock import FRIENDLY, Clock, Terms
from bot.model.fairness import Fairness
from bot.model.offers.offer import Offer, OfferState
from bot.model.plans import Plan
from bot.model.progress import Cause
from bot.model.rating import NewRating
from rules.core import CHANCE, Game, Move, Outcome, Position, Seat
from rules.record import Step, last_turn, retirement


class State(StrEnum):
    """Where a match stands in its life."""

    OPEN = "open"
    """A challenge or a table that waits for players."""
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called off"
    """Declined or cancelled before it began, or never really played: without a result."""


class Ending(StrEnum):
    """Why a match is over."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    """A draw that the players agreed on."""
    REPEATED = "repeated"
    """A draw because the same position had come for the third time."""
    UNPLAYED = "unplayed"
    """Called off because somebody never made a move."""
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
    person whose deed or time ended it, `reason` what the rules say.
    """

    ending: Ending
    places: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    by: Person | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is on vacation, and until when."""

    person_id: int
    until: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """One playing of a game between people, as it is stored.

    `seats` is how many play; `players` are those who have joined, in seat order once the match runs. `invited` are
    the people who were challenged and have not answered; nobody was, and anybody may join, where `is_table`.
    `host_seat` is the seat that the host chose, None where lots are drawn.
    `steps` is the record with the positions around every entry. `fairness` is what a game with chance has sealed, `plans`
    what its people have queued, for nobody else's eyes. `message_id` is the message that shows
    the match at present, None until one was sent, and `message_ply` the ply of the board in it, None while it shows a
    challenge or table. Boards are shown in the thread `thread_id`, if there is one; `wants_thread` tells that there is
    to be one.
    `causes` says by ply why an entry was made if nobody made it at that moment. `revision` rises with every change of
    the record, also where a move is taken back: buttons carry it. `clock` is the time of whoever is to move, None where
    there is no limit. `away` are those who are on vacation now, `offers` what was offered in this match so far, and
    `theme` is how pictures look on its server. `ratings` are those after it by seat, empty unless it has counted.
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
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    terms: Terms = FRIENDLY
    revision: int = 0
    causes: tuple[Cause | None, ...] = ()
    clock: Clock | None = None
    away: tuple[Away, ...] = ()
    offers: tuple[Offer, ...] = ()
    thread_id: int | None = None
    wants_thread: bool = False
    theme: str = ""
    ratings: tuple[NewRating, ...] = ()

    @property
    def ply(self) -> int:
        """The number of moves played, chance's draws among them."""
        return len(self.moves)

    @property
    def draws(self) -> int:
        """How many of the entries chance has made."""
        return sum(step.is_draw for step in self.steps)

    @property
    def last_turn(self) -> tuple[Step, ...]:
        """The steps since another seat moved; what chance decides belongs to the turn of the move that led to it."""
        return last_turn(self.steps)

    @property
    def news(self) -> range:
        """The plies of what a new message tells of: all since the board shown until now, at least the last turn."""
        turn = len(self.steps) - len(self.last_turn)
        return range(min(turn, self.message_ply or 0) + 1, self.ply + 1)

    @property
    def shown_in(self) -> int:
        """The channel or thread of the message that shows the match; a challenge is never in a thread of its own."""
        return self.channel_id if self.message_ply is None else self.boards_in

    @property
    def boards_in(self) -> int:
        """The channel or thread in which the next board will be shown."""
        return self.thread_id or self.channel_id

    @property
    def open_offers(self) -> tuple[Offer, ...]:
        """What was offered and neither answered nor overtaken yet."""
        return tuple(offer for offer in self.offers if offer.state is OfferState.OPEN)

    @property
    def to_move(self) -> Person | None:
        """Whose move it is; None unless the match runs."""
        turn = self.position.turn
        if self.state is not State.RUNNING or turn is None or turn is CHANCE:
            return None
        return self.players[turn]

    @property
    def deadline(self) -> datetime | None:
        """When the time of whoever is to move runs out; None where there is no limit."""
        return None if self.clock is None else self.clock.deadline

    @property
    def is_away(self) -> bool:
        """Whether whoever is to move is on vacation."""
        return self.to_move is not None and self.away_until(self.to_move.id) is not None

    def away_until(self, person_id: int) -> datetime | None:
        """Until when somebody is on vacation; None if they are not."""
        return next((away.until for away in self.away if away.person_id == person_id), None)

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
        return self.started_at is not None

    def has_moved(self, seat: Seat) -> bool:
        """Whether a seat has ever made a move."""
        return any(step.mover == seat for step in self.steps)

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

    `people` are those who play or are asked to, in seat order once the match runs. `deadline` is that of whoever is to
    move, None where there is no limit; `is_away` tells that they are on vacation.
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
    message_ply: int | None = None
    thread_id: int | None = None
    deadline: datetime | None = None
    is_away: bool = False

    @property
    def shown_in(self) -> int:
        """The channel or thread of the message that shows the match."""
        return self.channel_id if self.message_ply is None else self.thread_id or self.channel_id

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or is asked to."""
        return tuple(person for person in self.people if person.id != person_id)
