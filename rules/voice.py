"""The voice of a game: the functions of its modules that write and read its positions and moves."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from rules.core import CHANCE, Move, Option, Position
from rules.wording import Reasons


class Voice(NamedTuple):
    """The functions that do the work of the methods of `SpokenPosition`; each takes the position first."""

    write_fen: Callable[[Any], str]
    text_board: Callable[[Any], str]
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
        return self.voice.text_board(self)

    def parse(self, text: str) -> Move:
        """The legal move that a player means by `text`. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
        return self.voice.read(self, text)

    def describe(self, move: Move) -> str:
        """A legal move as words that follow a player's name; a roll as a whole clause."""
        return self.voice.describe(self, move)

    def reason(self, move: Move, instead: Move | None = None) -> str:
        """Why a legal move is good, in words that follow "it"; as far as it does not hold `instead`, too."""
        known = () if instead is None else self.voice.reasons(self, instead)
        return self.voice.reasons(self, move).told([*chain(*known)])

    def question(self, stage: str = "") -> str:
        """The question that the picker asks at a stage."""
        return super().question(stage) if self.turn is CHANCE else self.voice.question(self, stage)

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """The picker's option for a stage that leads to these legal moves."""
        return super().option(stage, moves) if self.turn is CHANCE else self.voice.option(self, stage, moves)
