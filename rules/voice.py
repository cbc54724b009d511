"""The voice of a game: the functions of its modules that write and read its positions and moves."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from rules.core import CHANCE, Move, Option, Outcome, Position, Seat, Turn
from rules.wording import Reasons, of_nearly_all

_MOST_COMPARED: Final = 24
"""With how many other moves a move is compared at most to tell what is special about it."""


class Voice(NamedTuple):
    """The functions that do the work of the methods of `SpokenPosition`; each takes the position first."""

    write_fen: Callable[[Any], str]
    text_board: Callable[[Any, Seat | None], str]
    read: Callable[[Any, str], Move]
    describe: Callable[[Any, Move], str]
    reasons: Callable[[Any, Move], Reasons]
    question: Callable[[Any, str], str]
    option: Callable[[Any, str, Sequence[Move]], Option]


class SpokenPosition(Position):
    """A position whose class names the `voice` of its game. What chance decides is asked as in every game."""

    __slots__ = ()

    voice: ClassVar[Voice]

    def fen(self) -> str:
        """The whole position in one line; the module of `write_fen` documents the format."""
        return self.voice.write_fen(self)

    def __str__(self) -> str:
        """The board as text; the module of `text_board` documents its letters and signs."""
        return self.seen_from()

    def seen_from(self, viewpoint: Seat | None = None) -> str:
        """The same from the side of a seat, if the picture of the board is turned to it too."""
        return self.voice.text_board(self, viewpoint)

    def parse(self, text: str) -> Move:
        """The legal move that a player means by `text`. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
        return self.voice.read(self, text)

    def describe(self, move: Move) -> str:
        """A legal move as words that follow a player's name; a roll as a whole clause."""
        return self.voice.describe(self, move)

    def reason(self, move: Move, instead: Move | None = None) -> str:
        """Why a legal move is good, in words that follow "it".

        Only what does not hold as well for the move `instead` or, without one, for nearly all of the other moves.
        """
        if _is_last(self.play(move).outcome(), self.turn):
            return ""
        others = (
            [instead] if instead is not None else _some_of([other for other in self.legal_moves() if other != move])
        )
        return self.voice.reasons(self, move).told(of_nearly_all([self.voice.reasons(self, other) for other in others]))

    def question(self, stage: str = "") -> str:
        """The question that the picker asks at a stage."""
        return super().question(stage) if self.turn is CHANCE else self.voice.question(self, stage)

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """The picker's option for a stage that leads to these legal moves."""
        return super().option(stage, moves) if self.turn is CHANCE else self.voice.option(self, stage, moves)


def _some_of(moves: Sequence[Move]) -> Sequence[Move]:
    """A few moves, spread evenly over all of them."""
    count = min(len(moves), _MOST_COMPARED)
    return [moves[number * len(moves) // count] for number in range(count)]


def _is_last(outcome: Outcome | None, turn: Turn) -> bool:
    """Whether a game is over and a seat has nobody behind it."""
    return outcome is not None and isinstance(turn, int) and outcome.places[turn] == max(outcome.places) > 1
