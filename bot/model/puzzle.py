"""Puzzles: positions in which exactly one move wins or is clearly the best, and how that is known."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from rules.core import Game, Move, Position, Seat

_ID_DIGITS = 10


@dataclass(frozen=True)
class Puzzle:
    """A position with the one move that is looked for, and the search that has proved it.

    Worths are those for the seat to move, from -1 (lost) to 1 (won). Where there is chance they are estimates.
    """

    game: Game
    fen: str
    best: Move

    is_win: bool
    """Whether the move wins by force, and no other does; otherwise it is clearly better than all others."""

    depth: int
    """How many moves ahead it is proved; where there is chance, how many thousand samples were taken."""

    worth: float
    """Of the best move, at most 1."""

    second: float
    """Of the best of all others."""

    rating: int
    """How hard it seems to be, on the scale of ratings, before anybody has tried it."""

    line: tuple[Move, ...]
    """The best move and what follows if everybody plays as well as they can."""

    replies: Mapping[Move, Move] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """What the other side does after each wrong move, where it is to move then."""

    @cached_property
    def id(self) -> str:
        """The same for the same position, and no other: what is stored of a puzzle refers to this."""
        return hashlib.sha256(f"{self.game.key} {self.fen}".encode()).hexdigest()[:_ID_DIGITS]

    @cached_property
    def position(self) -> Position:
        """Where it begins."""
        return self.game.from_fen(self.fen)

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        turn = self.position.turn
        assert isinstance(turn, int), "somebody is to move in a puzzle"
        return turn
