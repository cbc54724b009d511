"""An analysis board: a tree of moves that a person tries for all seats, starting from a position of a match.

It is private and changes nothing in the match. Rolls are chosen or random; the analysis knows nothing of the match's
dice.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, Self, TypeAlias

from bot.model.history import History
from bot.model.plans.tree import PlanBranch, PlanTree
from bot.model.refusals.matches import AnalysisFull, NoMoveOfYours
from rules.core import Move, MoveError, Position, Seat
from rules.record import Step, steps_from

MOST_MOVES: Final = 200
"""How many moves the tree of one analysis may have."""

Line: TypeAlias = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves a person has tried from a position of a match.

    `ply` is the number of entries before that position, and `fen` the position itself, which shows whether the match
    has gone another way since. `lines` are the moves to each position reached, a longer line after the one that it
    continues. `path` is the line to the position on the board. `revision` rises with every change; buttons carry it.
    """

    ply: int
    fen: str
    lines: tuple[Line, ...] = ()
    path: Line = ()
    revision: int = 0

    @classmethod
    def beginning(cls, history: History, ply: int) -> Self:
        """An empty analysis from the position after `ply` entries of a record."""
        then = history.upto(ply)
        return cls(then.ply, then.position.fen())

    @property
    def branches(self) -> Sequence[Move]:
        """The moves tried from the position on the board, in order."""
        return [line[-1] for line in self.lines if line[:-1] == self.path]

    def history(self, record: History) -> History:
        """The record of a match up to the beginning of the analysis, then the moves to the position on the board."""
        history = record.upto(self.ply)
        return history.and_then(tuple(steps_from(history.position, self.path)))

    def played(self, move: Move) -> Self:
        """The analysis after a legal move on the board. Raises `AnalysisFull`."""
        path = (*self.path, move)
        if path in self.lines:
            return self.at(path)
        if len(self.lines) >= MOST_MOVES:
            raise AnalysisFull(MOST_MOVES)
        return self._changed(lines=(*self.lines, path), path=path)

    def back(self) -> Self:
        """The analysis one move back."""
        return self.at(self.path[:-1])

    def forward(self) -> Self:
        """The analysis one move forward, along the move that was tried first."""
        return self.at((*self.path, *self.branches[:1]))

    def at(self, path: Line) -> Self:
        """The analysis with another position, reached before, on the board."""
        return self._changed(path=path)

    def cut(self) -> Self:
        """The analysis without the last move on the board and everything tried after it."""
        kept = tuple(line for line in self.lines if line[: len(self.path)] != self.path)
        return self._changed(lines=kept, path=self.path[:-1])

    def followed(self, record: History) -> Self | None:
        """The analysis after the match has gone on: the moves tried from its current position.

        None if the match went a way that was not tried, or no longer contains the beginning of the analysis.
        """
        then = record.upto(self.ply)
        if then.ply != self.ply or then.position.fen() != self.fen:
            return None
        since = record.tokens[self.ply :]
        if not since:
            return self
        if since not in self.lines:
            return None

        def rest(line: Line) -> Line:
            return line[len(since) :] if line[: len(since)] == since else ()

        lines = tuple(line for line in map(rest, self.lines) if line)
        return self._changed(ply=record.ply, fen=record.position.fen(), lines=lines, path=rest(self.path))

    def _changed(self, **values: Any) -> Self:
        return replace(self, revision=self.revision + 1, **values)


def line_as_plan(tried: Sequence[Step], seat: Seat) -> PlanTree:
    """A seat's plan from a line: its own moves, each after the others' moves before it.

    Rolls of chance are no conditions. Raises `NoMoveOfYours` if the seat makes no move in the line.
    """
    turns = [
        (is_own, tuple(step.move for step in steps))
        for is_own, steps in groupby(
            (step for step in tried if step.mover is not None), key=lambda step: step.mover == seat
        )
    ]
    if turns and not turns[-1][0]:  # the seat makes no move after them
        turns.pop()
    if not turns:
        raise NoMoveOfYours
    tree = PlanTree()
    for is_own, moves in reversed(turns):
        tree = PlanTree(moves, tree.branches) if is_own else PlanTree((), (PlanBranch(moves, tree),))
    return tree


_BETWEEN: Final = re.compile(r"[;\n]|,(?![0-9])")
"""Separates moves; before a digit a comma belongs to a square."""


def moves_in(text: str, position: Position) -> Sequence[Move]:
    """The moves in a text, played from a position and separated by commas or spaces.

    Raises `MoveError` for the first one that cannot be played.
    """
    moves: list[Move] = []
    for piece in filter(None, (part.strip().strip("`") for part in _BETWEEN.split(text))):
        for word in _words(piece, position):
            moves.append(position.parse(word))
            position = position.play(moves[-1])
    return moves


def _words(piece: str, position: Position) -> Sequence[str]:
    """The moves in a text without commas: a single move if it can be played, else a move for each word."""
    words = piece.split()
    if len(words) == 1:
        return words
    try:
        position.parse(piece)
    except MoveError:
        return words
    return [piece]
