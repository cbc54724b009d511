"""The positions of Wye.

The board is a hexagon with four cells on each edge. Its edges are three shores, each of two neighbouring edges: south
(from `a1` by `a4` to `d7`), north-east and north-west. A corner between two shores belongs to both. White begins; a
turn puts a stone on an empty cell, and whoever has a group that touches all three shores wins. There is no draw: on a
full board exactly one player has such a group.

A fen has the rows from the top, with `.`, `w` or `b` for each cell, and then the side to move. Moves come in the order
of the cells from `a1`, row by row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, Option, Outcome, Phrase, Position, Seat
from rules.hexes import HexBoard, hex_board, symmetry
from rules.reading import parts_of
from rules.wording import check_seats, example, game_over, not_a_move

SIDE: Final = 4
_LETTERS: Final = "wb"
_SIDES: Final = ("White", "Black")


def board() -> HexBoard:
    """The geometry of the board."""
    return hex_board(SIDE)


@cache
def shores() -> tuple[frozenset[str], ...]:
    """The cells of the three shores: south, north-east and north-west."""
    rows = board().rows
    lower, upper = rows[:SIDE], rows[SIDE - 1 :]
    edges = (
        rows[0],
        tuple(row[-1] for row in lower),
        tuple(row[-1] for row in upper),
        rows[-1],
        tuple(row[0] for row in upper),
        tuple(row[0] for row in lower),
    )
    return tuple(frozenset((*edges[first], *edges[first + 1])) for first in (0, 2, 4))


@cache
def _neighbours() -> Mapping[str, tuple[str, ...]]:
    return {cell: tuple(ray[0] for ray in board().rays[cell] if ray) for cell in board().cells}


def group_of(stones: frozenset[str], first: str) -> frozenset[str]:
    """The stones joined with one of them, itself included."""
    found, waiting = {first}, [first]
    while waiting:
        for cell in _neighbours()[waiting.pop()]:
            if cell in stones and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return frozenset(found)


def joining(stones: frozenset[str]) -> frozenset[str]:
    """The group that joins all three shores; empty if there is none."""
    for first in sorted(stones & shores()[0]):
        group = group_of(stones, first)
        if all(group & shore for shore in shores()):
            return group
    return frozenset()


@dataclass(frozen=True, slots=True)
class WyePosition(Position):
    """A position: the cells of each side's stones, and the seat that would move if nobody had won."""

    stones: tuple[frozenset[str], frozenset[str]]
    mover: Seat

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None after the end."""
        return self.mover if self.outcome() is None else None

    def outcome(self) -> Outcome | None:
        """A win for whoever has joined the shores."""
        for seat in (0, 1):
            if joining(self.stones[seat]):
                return Outcome.won(seat, Phrase("a group of {side} joins the three shores", side=Phrase(_SIDES[seat])))
        return None

    def legal_moves(self) -> Sequence[Move]:
        """The empty cells, row by row from `a1`."""
        if self.outcome() is not None:
            return ()
        return [Move(cell) for cell in board().cells if cell not in self.stones[0] and cell not in self.stones[1]]

    def play(self, move: Move) -> "WyePosition":
        """The position with a new stone. Raises `IllegalMove` if there is no such empty cell."""
        if move not in self.legal_moves():
            raise IllegalMove(self._refusal(move))
        stones = tuple(own | {move} if seat == self.mover else own for seat, own in enumerate(self.stones))
        return WyePosition((stones[0], stones[1]), Seat(1 - self.mover))

    def _refusal(self, text: str) -> str:
        if over := game_over(self.outcome()):
            return over
        if text in board().bit:
            return Phrase("There is a stone on {cell} already; put yours on an empty cell.", cell=text)
        return not_a_move(text, "Wye")

    def parse(self, text: str) -> Move:
        """The empty cell that a text names, with or without other words."""
        named = dict.fromkeys(parts_of(text).cells)
        if not named:
            raise InvalidMove(Phrase("{refusal} {example}", refusal=not_a_move(text, "Wye"), example=self._example()))
        if len(named) > 1:
            raise AmbiguousMove(Phrase("A turn is one stone: name one of {cells:or}.", cells=tuple(named)[:6]))
        [cell] = named
        board().check_cell(cell)
        if cell not in self.legal_moves():
            raise IllegalMove(self._refusal(cell))
        return Move(cell)

    def _example(self) -> str:
        return example(self.legal_moves()) if self.turn is not None else Phrase("The game is over.")

    def fen(self) -> str:
        """The rows from the top, and the side to move."""
        rows = ("".join(self._mark(cell) for cell in row) for row in reversed(board().rows))
        return f"{'/'.join(rows)} {_LETTERS[self.mover]}"

    def _mark(self, cell: str) -> str:
        return next((_LETTERS[seat] for seat, own in enumerate(self.stones) if cell in own), ".")

    def __str__(self) -> str:
        """The board, the top row first: `W` and `B` are stones."""
        return board().text_rows(lambda cell: self._mark(cell).upper())

    def side(self, seat: Seat) -> str:
        """White for seat 0, Black for seat 1."""
        return Phrase(_SIDES[seat])

    def describe(self, move: Move) -> str:
        """Where the stone goes."""
        return Phrase("puts a stone on {cell}", cell=move)

    def reason(self, move: Move, instead: Move | None = None) -> str:
        """How many shores the group of the new stone would touch, or how many groups it joins."""
        here = self._reason(move)
        return "" if instead is not None and here == self._reason(instead) else here

    def _reason(self, move: Move) -> str:
        group = group_of(self.stones[self.mover] | {move}, move)
        reached = sum(bool(group & shore) for shore in shores())
        if reached == len(shores()):
            return Phrase("joins the three shores")
        if len(group) > 1:
            return Phrase("makes a group of {count}", count=len(group))
        return Phrase("begins a group at a shore") if reached else Phrase("begins a group in the middle")

    def question(self, stage: str = "") -> str:
        """The question of the picker."""
        return Phrase("Where do you put a stone?")

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """A cell, and what a stone there does."""
        return Option(stage, self._reason(moves[0]))


def start(seats: int) -> WyePosition:
    """The empty board. Raises ValueError unless `seats` is two."""
    check_seats("Wye", seats)
    return WyePosition((frozenset(), frozenset()), Seat(0))


def longest(position: WyePosition) -> int:
    """The maximum number of moves to the end: one for each empty cell."""
    return len(position.legal_moves())


def from_fen(text: str) -> WyePosition:
    """The position that `WyePosition.fen` wrote. Raises ValueError for anything else."""
    placement, _, mover = text.partition(" ")
    if mover not in ("w", "b"):
        raise ValueError("a position of Wye ends with a space and w or b for the side to move")
    marks = board().rows_of_text(placement, r"[.wb]", "., w or b", of="position of Wye")
    white, black = (frozenset(cell for cell, mark in marks.items() if mark == letter) for letter in _LETTERS)
    if len(white) - len(black) != _LETTERS.index(mover):
        raise ValueError(
            "White begins, so White has as many stones as Black before White's turns, and one more before Black's"
        )
    if joining(white) and joining(black):
        raise ValueError("only one player can have joined the shores")
    return WyePosition((white, black), Seat(_LETTERS.index(mover)))


def _image(cells: Mapping[str, str], position: WyePosition) -> WyePosition:
    white, black = (frozenset(cells[cell] for cell in own) for own in position.stones)
    return WyePosition((white, black), position.mover)


def _turned_by_a_third() -> Mapping[str, str]:
    sixth = board().rotated()
    return {cell: sixth[image] for cell, image in sixth.items()}


SYMMETRIES: Final = (symmetry(_turned_by_a_third(), _image),)
"""The symmetries: a turn by a third, which takes each shore to the next."""
