"""What has happened on the board so far: the entries of a record with the positions around them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.core import Game, Move, Position, Seat
from rules.record import Step, last_turn, retired_seat, steps


class Cause(StrEnum):
    """Why an entry was made, where nobody made it at that moment."""

    PLANNED = "planned"
    """The player had planned it."""
    TIME = "time"
    """The player's time had run out."""
    REMOVED = "removed"
    """Somebody who manages the server had taken the player out of the match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a record: a move, a roll of chance, or that a seat has left."""

    token: Move

    seat: Seat | None
    """Who made it; None for chance."""

    cause: Cause | None = None

    @property
    def is_move(self) -> bool:
        """Whether somebody has moved: neither a roll of chance nor a retirement."""
        return self.seat is not None and retired_seat(self.token) is None


@dataclass(frozen=True, slots=True)
class History:
    """A game between so many seats from its start to where it stands.

    It grows by `and_then` and shrinks by `upto`; entries and steps always belong together.
    """

    game: Game
    seats: int
    start: Position
    entries: tuple[Entry, ...] = ()

    steps: tuple[Step, ...] = ()
    """Each entry with the position before it and after it."""

    moves: int = 0
    """How many of the entries are moves. It is kept, for every message tells it, and records grow long."""

    retired: frozenset[Seat] = frozenset()
    """The seats that have left. They are kept, for every message asks for them several times."""

    @classmethod
    def beginning(cls, game: Game, seats: int) -> Self:
        """A game in which nothing has happened."""
        return cls(game, seats, game.start(seats))

    @classmethod
    def of(cls, game: Game, seats: int, tokens: Iterable[Move], causes: Sequence[Cause | None] = ()) -> Self:
        """The history that a record tells. Raises `rules.core.IllegalMove` if it cannot be replayed."""
        return cls.beginning(game, seats).and_then(tuple(steps(game, seats, tokens)), causes)

    def and_then(self, steps: Sequence[Step], causes: Sequence[Cause | None] = ()) -> Self:
        """What it is after these steps, which begin where it stands; `causes` are theirs, none where it is empty."""
        known = causes or (None,) * len(steps)
        entries = tuple(Entry(step.move, _maker(step), cause) for step, cause in zip(steps, known, strict=True))
        return replace(
            self,
            entries=self.entries + entries,
            steps=self.steps + tuple(steps),
            moves=self.moves + _moves_among(entries),
            retired=self.retired | _retired_among(entries),
        )

    def upto(self, ply: int) -> Self:
        """What it was when the record had `ply` entries, or as it is if it has no more."""
        if ply >= self.ply:
            return self
        entries, moves = self.entries[:ply], self.moves_upto(ply)
        return replace(self, entries=entries, steps=self.steps[:ply], moves=moves, retired=_retired_among(entries))

    def moves_upto(self, ply: int) -> int:
        """How many of the first `ply` entries are moves."""
        return self.moves - _moves_among(self.entries[ply:])

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def ply(self) -> int:
        """How many entries the record has, rolls of chance among them."""
        return len(self.entries)

    @property
    def tokens(self) -> tuple[Move, ...]:
        """The record as it is written down."""
        return tuple(entry.token for entry in self.entries)

    @property
    def rolls(self) -> int:
        """How many of the entries chance has made."""
        return sum(entry.seat is None for entry in self.entries)

    @property
    def last_turn(self) -> tuple[Step, ...]:
        """The steps since another seat moved; what chance decides belongs to the turn of the move that led to it."""
        return last_turn(self.steps)

    @property
    def turn_began(self) -> int:
        """How many entries the record had when the turn that goes on now began."""
        goes_on = any(step.mover == self.position.turn for step in self.last_turn)
        return self.ply - len(self.last_turn) if goes_on else self.ply

    def has_moved(self, seat: Seat) -> bool:
        """Whether a seat has ever made a move."""
        return any(entry.is_move and entry.seat == seat for entry in self.entries)

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has left while the others play on."""
        return seat in self.retired


def _moves_among(entries: Sequence[Entry]) -> int:
    return sum(entry.is_move for entry in entries)


def _retired_among(entries: Sequence[Entry]) -> frozenset[Seat]:
    return frozenset(seat for entry in entries if (seat := retired_seat(entry.token)) is not None)


def _maker(step: Step) -> Seat | None:
    left = retired_seat(step.move)
    return step.mover if left is None else left
