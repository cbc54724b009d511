"""The history of a game: the entries of its record with their positions, and the automatic steps after a move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Self

from rules.core import CHANCE, Game, Move, Position, Seat
from rules.dice import Dice
from rules.record import Step, follow, last_turn, retired_seat, settle, steps, steps_from

_BLOCK: Final = 64
"""How many entries of a compact history are replayed together: a few milliseconds."""


class Cause(StrEnum):
    """The reason for an entry that no player made at that moment."""

    PLANNED = "planned"
    """The player had planned it."""
    TIME = "time"
    """The player's time had run out."""
    REMOVED = "removed"
    """A server manager had removed the player from the match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a record: a move, a roll of chance, or the retirement of a seat."""

    token: Move

    seat: Seat | None
    """The seat that made it; None for chance."""

    cause: Cause | None = None

    @property
    def is_move(self) -> bool:
        """Whether it is a move, rather than a roll of chance or a retirement."""
        return self.seat is not None and retired_seat(self.token) is None


class CompactSteps(Sequence[Step]):
    """The steps of a long record, replayed in blocks when they are looked at.

    The positions of a long record are some hundred thousand objects, over which each full collection would stand still.
    """

    def __init__(self, moves: Sequence[Move], firsts: Sequence[Position]) -> None:
        """The steps of these entries; `firsts` are the positions before each block of them, and perhaps more."""
        self._moves, self._firsts = tuple(moves), tuple(firsts)
        self._latest: tuple[int, Sequence[Step]] = (-1, ())  # the block looked at last, after its number

    def __len__(self) -> int:
        """How many there are."""
        return len(self._moves)

    def __getitem__(self, index: Any) -> Any:
        """A step, or several."""
        if not isinstance(index, slice):
            return self._at(index if index >= 0 else index + len(self))
        asked: range = range(len(self))[index]
        if asked == range(len(asked)):
            return CompactSteps(self._moves[: len(asked)], self._firsts)
        return tuple(map(self._at, asked))

    def _at(self, number: int) -> Step:
        block, place = divmod(number, _BLOCK)
        latest, block_steps = self._latest
        if latest != block:
            block_steps = tuple(steps_from(self._firsts[block], self._moves[block * _BLOCK : (block + 1) * _BLOCK]))
            self._latest = block, block_steps
        return block_steps[place]


@dataclass(frozen=True, slots=True)
class History:
    """A game from its start to the current position.

    `and_then` extends it and `upto` shortens it; entries and steps always correspond.
    """

    game: Game
    seats: int
    start: Position
    entries: tuple[Entry, ...] = ()

    steps: Sequence[Step] = field(default=(), compare=False)
    """Each entry with the position before it and after it."""

    moves: int = 0
    """How many of the entries are moves. Kept because every message shows it and records grow long."""

    retired: frozenset[Seat] = frozenset()
    """The seats that have left, kept because every message asks for them several times."""

    @classmethod
    def beginning(cls, game: Game, seats: int) -> Self:
        """A game in which nothing has happened."""
        return cls(game, seats, game.start(seats))

    @classmethod
    def of(cls, game: Game, seats: int, tokens: Iterable[Move], causes: Sequence[Cause | None] = ()) -> Self:
        """The history of a record. Raises `rules.core.IllegalMove` if it cannot be replayed."""
        return cls.beginning(game, seats).and_then(tuple(steps(game, seats, tokens)), causes)

    @classmethod
    def compact(cls, game: Game, seats: int, steps: Iterable[Step]) -> Self:
        """The history of a record that may be long, from its steps."""
        entries, firsts, alike = list[Entry](), list[Position](), dict[Entry, Entry]()
        for step in steps:
            if len(entries) % _BLOCK == 0:
                firsts.append(step.before)
            entry = Entry(step.move, _maker(step))
            entries.append(alike.setdefault(entry, entry))
        compact = CompactSteps([entry.token for entry in entries], firsts)
        moves, retired = _moves_among(entries), _retired_among(entries)
        return cls(game, seats, game.start(seats), tuple(entries), compact, moves, retired)

    def and_then(self, steps: Sequence[Step], causes: Sequence[Cause | None] = ()) -> Self:
        """The history after further steps from the current position; empty `causes` stand for no causes."""
        cause_of_each = causes or (None,) * len(steps)
        entries = tuple(Entry(step.move, _maker(step), cause) for step, cause in zip(steps, cause_of_each, strict=True))
        return replace(
            self,
            entries=self.entries + entries,
            steps=(*self.steps, *steps),
            moves=self.moves + _moves_among(entries),
            retired=self.retired | _retired_among(entries),
        )

    def upto(self, ply: int) -> Self:
        """The history when the record had `ply` entries; unchanged if it has no more."""
        if ply >= self.ply:
            return self
        entries, moves = self.entries[:ply], self.moves_upto(ply)
        return replace(self, entries=entries, steps=self.steps[:ply], moves=moves, retired=_retired_among(entries))

    def moves_upto(self, ply: int) -> int:
        """How many of the first `ply` entries are moves."""
        return self.moves - _moves_among(self.entries[ply:])

    @property
    def position(self) -> Position:
        """The current position."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def ply(self) -> int:
        """The number of entries in the record, rolls of chance included."""
        return len(self.entries)

    @property
    def tokens(self) -> tuple[Move, ...]:
        """The record: the tokens of its entries."""
        return tuple(entry.token for entry in self.entries)

    @property
    def rolls(self) -> int:
        """How many of the entries are rolls of chance."""
        return sum(entry.seat is None for entry in self.entries)

    @property
    def last_turn(self) -> tuple[Step, ...]:
        """The steps since another seat moved; a roll of chance belongs to the turn of the move that led to it."""
        return last_turn(self.steps)

    @property
    def turn_began(self) -> int:
        """The number of entries in the record when the current turn began."""
        return self.ply - len(self.last_turn) if self.goes_on else self.ply

    @property
    def goes_on(self) -> bool:
        """Whether the player to move has already moved in this turn."""
        turn = self.position.turn
        return turn is not None and any(step.mover == turn for step in self.last_turn)

    def has_moved(self, seat: Seat) -> bool:
        """Whether a seat has ever made a move."""
        return any(entry.is_move and entry.seat == seat for entry in self.entries)

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has left while the others play on."""
        return seat in self.retired


def _moves_among(entries: Iterable[Entry]) -> int:
    return sum(entry.is_move for entry in entries)


def _retired_among(entries: Iterable[Entry]) -> frozenset[Seat]:
    return frozenset(seat for entry in entries if (seat := retired_seat(entry.token)) is not None)


def _maker(step: Step) -> Seat | None:
    left = retired_seat(step.move)
    return step.mover if left is None else left


def begin(game: Game, seats: int, dice: Dice | None) -> History:
    """The history from the start of a game to its first decision. Raises ValueError if chance has no dice."""
    return _settled(History.beginning(game, seats), dice)


def advance(history: History, seat: Seat, token: Move, dice: Dice | None, cause: Cause | None = None) -> History:
    """The history after an entry of `seat`, a legal move or its retirement, up to the next decision.

    While the turn of the seat goes on with a single legal move, that move is made automatically. `cause` is the reason
    for the entry, not for automatic steps. Raises `rules.core.IllegalMove` for an entry that cannot follow, and
    ValueError if chance has no dice.
    """
    before = history.position
    now = _settled(history.and_then([_step(before, token)], [cause]), dice)
    if retired_seat(token) is not None or before.turn != seat:
        return now
    while (only := only_move(now.position, seat)) is not None:
        now = _settled(now.and_then([_step(now.position, only)]), dice)
    return now


def only_move(position: Position, seat: Seat) -> Move | None:
    """The only legal move of `seat`; None if it has a choice or is not to move."""
    if position.turn != seat:
        return None
    moves = position.legal_moves()
    return moves[0] if len(moves) == 1 else None


def _step(before: Position, token: Move) -> Step:
    return Step(before, token, follow(before, token))


def _settled(history: History, dice: Dice | None) -> History:
    if history.position.turn is not CHANCE:
        return history
    if dice is None:
        raise ValueError("a game with chance needs dice")
    return history.and_then(settle(history.position, dice, rolled=history.rolls))


def entry_groups(history: History, plies: Sequence[int]) -> Sequence[tuple[int, ...]]:
    """These plies, counted from 1, in groups that are each described in one sentence.

    The game says which of its moves are of one kind. In a run of moves of one kind, those of each seat (and those of
    chance) form a group; every other entry is a group of its own.
    """
    groups: list[list[int]] = []
    kind_before, row = "", dict[Seat | None, list[int]]()
    for ply in plies:
        step = history.steps[ply - 1]
        kind = "" if retired_seat(step.move) is not None else step.before.kind(step.move)
        if not kind or kind != kind_before:
            row = {}
        if not kind or step.mover not in row:
            row[step.mover] = []
            groups.append(row[step.mover])
        row[step.mover].append(ply)
        kind_before = kind
    return [tuple(group) for group in groups]
