"""What follows from a move before a player is to move again: chance's draws, and steps that leave no choice.

Pure functions of positions and dice; nothing is stored here.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.core import CHANCE, Game, Move, Outcome, Position, Seat
from rules.dice import Dice
from rules.record import follow, retired_seat, settle


class Cause(StrEnum):
    """Why an entry was made, where nobody made it at that moment."""

    PLANNED = "planned"
    """The player had planned it."""
    TIME = "time"
    """The player's time had run out."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry that the record gains; `seat` is who made it, None for chance."""

    move: Move
    seat: Seat | None
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Entries for the record, in order, and the position after them."""

    entries: tuple[Entry, ...]
    position: Position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.position.outcome()

    def because(self, cause: Cause | None) -> Self:
        """The same with a cause for the first entry; what follows from it follows by itself."""
        first, *others = self.entries
        return replace(self, entries=(replace(first, cause=cause), *others))


def begin(game: Game, seats: int, dice: Dice | None) -> Progress:
    """From the start of a game to its first decision."""
    return _settled(Progress((), game.start(seats)), dice, 0)


def advance(position: Position, seat: Seat, entry: Move, dice: Dice | None, drawn: int) -> Progress:
    """From an entry of `seat`, a legal move or its retirement, to the next decision.

    `drawn` is the number of draws that the match has made so far. A series of steps of one turn that leaves its
    player a single move goes on by itself.
    """
    progress = _settled(Progress((Entry(entry, seat),), follow(position, entry)), dice, drawn)
    if retired_seat(entry) is not None or position.turn != seat:
        return progress
    while (only := only_move(progress.position, seat)) is not None:
        forced = Progress((*progress.entries, Entry(only, seat)), progress.position.play(only))
        progress = _settled(forced, dice, drawn)
    return progress


def only_move(position: Position, seat: Seat) -> Move | None:
    """The move of `seat` if it is to move and has no choice, else None."""
    if position.turn != seat:
        return None
    moves = position.legal_moves()
    return moves[0] if len(moves) == 1 else None


def _settled(progress: Progress, dice: Dice | None, drawn: int) -> Progress:
    if progress.position.turn is not CHANCE:
        return progress
    if dice is None:
        raise ValueError("a game with chance needs dice")
    drawn += sum(entry.seat is None for entry in progress.entries)
    draws = settle(progress.position, dice, drawn=drawn)
    return Progress((*progress.entries, *(Entry(step.move, None) for step in draws)), draws[-1].after)
