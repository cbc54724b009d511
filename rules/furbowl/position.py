"""The position of Furbowl that everybody else sees: the board, what can be typed and what is said."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

from rules.core import CHANCE, IllegalMove, Move, Position, Seat, Turn
from rules.furbowl import effects, notation, reading, reasons, refusals, soundness, stages, text_board, tokens, words
from rules.furbowl.animals import SIDES
from rules.furbowl.board import PLAYS, FurbowlBoard


@dataclass(frozen=True, slots=True)
class FurbowlPosition(FurbowlBoard, Position):
    """A position of Furbowl; `rules.furbowl.board` documents its fields and the order of its moves."""

    @property
    def turn(self) -> Turn:
        """The seat whose turn it is, `CHANCE` where dice decide, None once a team has scored."""
        if self.chance is not None:
            return CHANCE
        return self.mover if self.winner() is None else None

    def play(self, move: Move) -> Self:
        """The position after a move of a player or of chance. Raises `IllegalMove` with the rule that forbids it."""
        if not self.is_legal(move):
            raise IllegalMove(refusals.of_token(self, move))
        if self.chance is not None:
            return effects.after_chance(self, self.chance, move)
        animal_move = tokens.animal_moves().get(move)
        if animal_move is not None:
            return effects.after_animal_move(self, animal_move)
        return effects.after_end(self) if self.current is None else effects.after_finish(self)

    def fen(self) -> str:
        """One line with everything that counts; `rules.furbowl.notation` documents the form."""
        return notation.write_fen(self)

    def __str__(self) -> str:
        """The pitch as text and what is not seen on it; `rules.furbowl.text_board` documents the letters."""
        return text_board.text_board(self)

    def parse(self, text: str) -> Move:
        """The legal move meant by `fox-8,5`, "fox to 8,5", "bear tackles rabbit", "end turn" and the like."""
        return reading.read(self, text)

    def describe(self, move: Move) -> str:
        """A move in words: "moves the fox to 8,5", "Purple fox throws a medium pass to the bear: 4+3, …"."""
        return words.describe(self, move)

    def reason(self, move: Move) -> str:
        """What a legal move is good for: `rules.furbowl.reasons` knows."""
        return reasons.reason(self, move)

    def side(self, seat: Seat) -> str:
        """Purple for seat 0, Green for seat 1."""
        return SIDES[seat]

    def named_moves(self) -> Mapping[Move, str]:
        """How to stop: finishing a play or ending the turn."""
        if self.turn is None or self.turn is CHANCE:
            return {}
        return {self.stop(): "End the turn" if self.current is None else "Finish the play"}

    def odds(self, move: Move) -> str:
        """What a move needs: "tackle: needs 4+ on two dice, 92 %"; empty where it simply happens."""
        return words.odds(self, move)

    def stages(self, move: Move) -> tuple[str, ...]:
        """The animal, what it does, perhaps an area of the pitch, and the move: `rules.furbowl.stages` documents them."""
        return stages.stages(self, move)


def start(seats: int, first_plays: int = PLAYS) -> FurbowlPosition:
    """The position before chance has picked a formation; the first turn of the match has so many plays.

    Raises ValueError for any number of seats but two.
    """
    if seats != len(SIDES):
        raise ValueError(f"Furbowl is a game for {len(SIDES)} players, not {seats}")
    return _position(soundness.opening(first_plays))


def from_fen(text: str, first_plays: int = PLAYS) -> FurbowlPosition:
    """The position that `FurbowlPosition.fen` wrote, in a match whose first turn has so many plays.

    Raises ValueError, saying what is wrong, for anything else.
    """
    board = notation.read_fen(text)
    soundness.check(board, first_plays)
    position = _position(board)
    if position.fen() != text:
        raise ValueError(f"this Furbowl position is written {position.fen()}")
    return position


def _position(board: FurbowlBoard) -> FurbowlPosition:
    return FurbowlPosition(*(getattr(board, field.name) for field in fields(board)))
