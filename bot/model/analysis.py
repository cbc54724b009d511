"""An analysis board: a tree of moves that a person tries for all seats, from a position of a match on.

It is private and changes nothing in the match. Chance is chosen or rolled openly; nobody here knows how the dice of the
match will fall.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from bot.model.history import History
from bot.model.plans.tree import PlanBranch, PlanTree
from bot.model.refusals.matches import AnalysisFull, NoMoveOfYours
from rules.core import Move, MoveError, Position, Seat
from rules.record import Step

MOST_MOVES: Final = 200
"""How many moves the tree of one analysis may have."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A move that was tried, and what was tried after it, the first first."""

    move: Move
    after: tuple["Variation", ...] = ()

    @property
    def size(self) -> int:
        """How many moves it has."""
        return 1 + sum(other.size for other in self.after)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What somebody has tried from a position of a match.

    `ply` says how many entries of the record came before, and `fen` is the position there, so that it shows whether the
    match has gone another way since. `path` are the moves from there to the position that is looked at. `revision`
    rises with every change: buttons carry it.
    """

    ply: int
    fen: str
    variations: tuple[Variation, ...] = ()
    path: tuple[Move, ...] = ()
    revision: int = 0

    @classmethod
    def beginning(cls, history: History, ply: int) -> Self:
        """Nothing tried yet, from the position after so many entries of a record."""
        then = history.upto(ply)
        return cls(then.ply, then.position.fen())

    @property
    def branches(self) -> Sequence[Move]:
        """The moves that were tried from the position that is looked at."""
        return [variation.move for variation in _at(self.variations, self.path)]

    @property
    def size(self) -> int:
        """How many moves were tried."""
        return sum(variation.size for variation in self.variations)

    def history(self, record: History) -> History:
        """The record of a match as far as this goes by it, then what was tried, up to the position that is looked at."""
        history = record.upto(self.ply)
        steps: list[Step] = []
        position = history.position
        for move in self.path:
            steps.append(Step(position, move, position.play(move)))
            position = steps[-1].after
        return history.and_then(steps)

    def played(self, move: Move) -> Self:
        """With a legal move played at the position that is looked at. Raises `AnalysisFull`."""
        if move not in self.branches and self.size >= MOST_MOVES:
            raise AnalysisFull(MOST_MOVES)
        return self._changed(variations=_with(self.variations, self.path, move), path=(*self.path, move))

    def back(self) -> Self:
        """A move back."""
        return self.at(self.path[:-1])

    def forward(self) -> Self:
        """A move forward, by the one that was tried first."""
        return self.at((*self.path, *self.branches[:1]))

    def at(self, path: Sequence[Move]) -> Self:
        """Looking at the position after these moves, which were tried before."""
        return self._changed(path=tuple(path))

    def cut(self) -> Self:
        """Without the last move and all that was tried after it."""
        if not self.path:
            return self._changed(variations=())
        return self._changed(variations=_without(self.variations, self.path), path=self.path[:-1])

    def followed(self, record: History) -> Self | None:
        """The same once the match has gone on: what was tried from where it stands now.

        None if the match has gone another way than anything that was tried, or is not where this began any more.
        """
        then = record.upto(self.ply)
        if then.ply != self.ply or then.position.fen() != self.fen:
            return None
        since = record.tokens[self.ply :]
        if not since:
            return self
        variations = self.variations
        for token in since:
            found = next((variation for variation in variations if variation.move == token), None)
            if found is None:
                return None
            variations = found.after
        path = self.path[len(since) :] if self.path[: len(since)] == since else ()
        return replace(
            self,
            ply=record.ply,
            fen=record.position.fen(),
            variations=variations,
            path=path,
            revision=self.revision + 1,
        )

    def _changed(self, **values: Any) -> Self:
        return replace(self, revision=self.revision + 1, **values)


def _at(variations: tuple[Variation, ...], path: Sequence[Move]) -> tuple[Variation, ...]:
    for move in path:
        variations = next(variation.after for variation in variations if variation.move == move)
    return variations


def _with(variations: tuple[Variation, ...], path: Sequence[Move], move: Move) -> tuple[Variation, ...]:
    if path:
        return tuple(
            replace(variation, after=_with(variation.after, path[1:], move)) if variation.move == path[0] else variation
            for variation in variations
        )
    is_known = any(variation.move == move for variation in variations)
    return variations if is_known else (*variations, Variation(move))


def _without(variations: tuple[Variation, ...], path: Sequence[Move]) -> tuple[Variation, ...]:
    if len(path) == 1:
        return tuple(variation for variation in variations if variation.move != path[0])
    return tuple(
        replace(variation, after=_without(variation.after, path[1:])) if variation.move == path[0] else variation
        for variation in variations
    )


def line_as_plan(tried: Sequence[Step], seat: Seat) -> PlanTree:
    """A line as what a seat plans: its own moves, each after the moves of the others that come before it.

    What chance decides is no condition. Raises `NoMoveOfYours` where the seat makes no move in the line.
    """
    pieces = list(_pieces(tried, seat))
    if not pieces:
        raise NoMoveOfYours
    tree = PlanTree()
    for after, own in reversed(pieces):
        tree = PlanTree(own, tree.branches)
        if after:
            tree = PlanTree((), (PlanBranch(after, tree),))
    return tree


def _pieces(tried: Sequence[Step], seat: Seat) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What the others play, and then the seat, again and again; the first has nothing of the others if the seat begins."""
    after: list[str] = []
    own: list[str] = []
    for step in tried:
        if step.mover is None:
            continue
        if step.mover == seat:
            own.append(step.move)
            continue
        if own:
            yield tuple(after), tuple(own)
            after, own = [], []
        after.append(step.move)
    if own:
        yield tuple(after), tuple(own)


_BETWEEN: Final = re.compile(r"[;\n]|,(?![0-9])")
"""What stands between moves; before a digit a comma belongs to a square."""


def moves_in(text: str, position: Position) -> Sequence[Move]:
    """The moves that a text has from a position on, with commas or spaces between them.

    Raises `MoveError` for the first that cannot be played.
    """
    moves: list[Move] = []
    for piece in filter(None, (part.strip().strip("`") for part in _BETWEEN.split(text))):
        for word in _words(piece, position):
            moves.append(position.parse(word))
            position = position.play(moves[-1])
    return moves


def _words(piece: str, position: Position) -> Sequence[str]:
    """A text without commas is one move if it can be played, and else a move for each word."""
    words = piece.split()
    if len(words) == 1:
        return words
    try:
        position.parse(piece)
    except MoveError:
        return words
    return [piece]
