"""Alpha-beta search with iterative deepening for games of two players without chance."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import thread_time
from typing import Any, Final, Protocol

WIN: Final = 1_000_000
"""The value of a won position; a win in more moves is worth one less for each."""
_SURE: Final = WIN - 1_000
_BETWEEN_LOOKS: Final = 15  # positions between two looks at the clock, less one, as a bit mask
_DEEPEST: Final = 60
_KEPT: Final = 200_000  # positions in the transposition table
_LATE: Final = 5  # moves that are searched to the full depth
_EXACT, _LEAST, _MOST = range(3)


AnyMove = Any
"""A move as the board that is searched writes it."""


class Ended(Protocol):
    """How a game ended."""

    @property
    def values(self) -> tuple[float, ...]:
        """By seat, 1 if it won, -1 if it lost, or something between."""
        ...


class Board(Protocol):
    """What is searched: the positions of the rules, or a smaller form of them."""

    def legal_moves(self) -> Sequence[AnyMove]:
        """The moves to search; none once the game is over."""
        ...

    def play(self, move: AnyMove, /) -> "Board":
        """The board after a move."""
        ...

    def outcome(self) -> Ended | None:
        """How the game ended, or None."""
        ...


class Knowledge(ABC):
    """What the search has to know about a game; all values are those of the player to move, in points of that game."""

    @abstractmethod
    def value(self, position: Any) -> float:
        """The value of a position in which the game goes on."""

    @abstractmethod
    def promise(self, position: Any, move: AnyMove) -> float:
        """How promising a move looks before it is searched; quiet moves have less than 1."""

    def mover(self, position: Any) -> int:
        """The seat to move, even at the end of the game."""
        return position.mover


class _OutOfTime(Exception):
    """Raised inside the search to leave it."""


class AlphaBeta:
    """One search from a position, until `seconds` of this thread's processor time have passed.

    However few they are, it looks at all moves.
    """

    def __init__(self, knowledge: Knowledge, seconds: float) -> None:
        self._knowledge = knowledge
        self._end = thread_time() + seconds
        self._half = thread_time() + seconds * 0.6
        self._known: dict[Board, tuple[int, int, float, AnyMove]] = {}
        self._history: dict[tuple[int, AnyMove], float] = {}
        self._killers: list[list[AnyMove]] = [[] for _ in range(_DEEPEST * 2)]
        self._looks = 0
        self.depth = 0

    def best(self, position: Board) -> AnyMove:
        """The best move found; of a position with a single move, that move without a search."""
        moves = list(position.legal_moves())
        if len(moves) == 1:
            return moves[0]
        knowledge = self._knowledge
        moves.sort(key=lambda move: knowledge.promise(position, move), reverse=True)
        found = moves[0]
        try:
            for depth in range(1, _DEEPEST):
                self.depth = depth
                value = -2.0 * WIN
                for move in moves:
                    after = self._reply(position, move, depth, (value, 2.0 * WIN), 0, reduced=0)
                    if after > value:
                        value, found = after, move
                moves.remove(found)
                moves.insert(0, found)
                if abs(value) > _SURE or thread_time() > self._half:
                    break
        except _OutOfTime:
            pass
        return found

    def _reply(
        self, position: Board, move: AnyMove, depth: int, window: tuple[float, float], ply: int, *, reduced: int
    ) -> float:
        """The value of a move for its player: searched with a null window first unless it is the first."""
        alpha, beta = window
        after, mover = position.play(move), self._knowledge.mover(position)
        same = self._knowledge.mover(after) == mover
        if alpha > -_SURE and beta - alpha > 1:
            value = self._of(after, depth - 1 - reduced, alpha, alpha + 1, ply, same=same)
            if value <= alpha:
                return value
            return self._of(after, depth - 1, alpha, beta, ply, same=same)
        if reduced:
            value = self._of(after, depth - 1 - reduced, alpha, beta, ply, same=same)
            if value <= alpha:
                return value
        return self._of(after, depth - 1, alpha, beta, ply, same=same)

    def _of(self, after: Board, depth: int, alpha: float, beta: float, ply: int, *, same: bool) -> float:
        """The value of the position after a move, for the player who made it."""
        if same:
            return self._value(after, depth, alpha, beta, ply + 1)
        return -self._value(after, depth, -beta, -alpha, ply + 1)

    def _look(self) -> None:
        self._looks += 1
        if not self._looks & _BETWEEN_LOOKS and self.depth > 1 and thread_time() > self._end:
            raise _OutOfTime

    def _ended(self, position: Board, ply: int) -> float:
        outcome = position.outcome()
        assert outcome is not None
        return outcome.values[self._knowledge.mover(position)] * (WIN - ply)

    def _value(self, position: Board, depth: int, alpha: float, beta: float, ply: int) -> float:
        if depth <= 0 or ply >= _DEEPEST:
            return self._leaf(position, ply)
        self._look()
        entry = self._known.get(position)
        first = None
        if entry is not None:
            known_depth, bound, value, first = entry
            if known_depth >= depth and (
                bound == _EXACT or (bound == _LEAST and value >= beta) or (bound == _MOST and value <= alpha)
            ):
                return value
        moves = position.legal_moves()
        if not moves:
            return self._ended(position, ply)
        if len(moves) == 1:
            depth += 1
        return self._searched(position, self._sorted(position, moves, first, ply), depth, (alpha, beta), ply)

    def _sorted(self, position: Board, moves: Sequence[AnyMove], first: AnyMove | None, ply: int) -> Sequence[AnyMove]:
        if len(moves) == 1:
            return moves
        history, killers, seat = self._history, self._killers[ply], self._knowledge.mover(position)
        promise = self._knowledge.promise

        def merit(move: AnyMove) -> float:
            if move == first:
                return 1e9
            worth = promise(position, move)
            if worth < 1 and move in killers:
                return 0.99
            return worth if worth >= 1 else worth / 2 + history.get((seat, move), 0.0)

        return sorted(moves, key=merit, reverse=True)

    def _searched(
        self, position: Board, moves: Sequence[AnyMove], depth: int, window: tuple[float, float], ply: int
    ) -> float:
        """The value of the best move."""
        alpha, beta = window
        best, found = -2.0 * WIN, moves[0]
        for number, move in enumerate(moves):
            quiet = self._knowledge.promise(position, move) < 1
            reduced = 0
            if quiet and depth >= 3 and number >= _LATE:
                reduced = 2 if number > 4 * _LATE and depth > 3 else 1
            value = self._reply(position, move, depth, (alpha, beta), ply, reduced=reduced)
            if value > best:
                best, found = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if quiet:
                            self._remember(self._knowledge.mover(position), move, depth, ply)
                        break
        bound = _LEAST if best >= beta else _EXACT if best > window[0] else _MOST
        if len(self._known) < _KEPT:
            self._known[position] = depth, bound, best, found
        return best

    def _remember(self, seat: int, move: AnyMove, depth: int, ply: int) -> None:
        key = seat, move
        merit = self._history.get(key, 0.0)
        self._history[key] = merit + (0.5 - merit) * min(1.0, depth * depth / 100)
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]

    def _leaf(self, position: Board, ply: int) -> float:
        self._look()
        return self._knowledge.value(position) if position.legal_moves() else self._ended(position, ply)
