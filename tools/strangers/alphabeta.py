"""Alpha-beta search with iterative deepening for games of two players without chance."""

import random
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from time import thread_time
from typing import Any, Final, NamedTuple, Protocol

WIN: Final = 1_000_000
"""The value of a won position; a win in more moves is worth one less for each."""
_SURE: Final = WIN - 1_000
_BETWEEN_LOOKS: Final = 15  # positions between two looks at the clock, less one, as a bit mask
_DEEPEST: Final = 60
_DEEPEST_CHAIN: Final = 8  # plies of quiescence search
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


class Noisy(NamedTuple):
    """The moves that quiescence search follows; the mover may decline them unless they are `compulsory`."""

    moves: Sequence[AnyMove]
    compulsory: bool


class Knowledge(ABC):
    """What the search has to know about a game; all values are those of the player to move, in points of that game."""

    futile: float = 0.0
    """How much a quiet move can gain at most, so that quiet last moves further behind are skipped; 0 to skip none."""
    passes: bool = False
    """Whether a player who could pass would do worse, so that a pass that still holds cuts a line off."""

    whim: float = 0.0
    """By how much it may like a move better for no reason, so that games differ."""
    series: bool = False
    """Whether consecutive moves of a player are one turn, which the search counts as a single ply."""

    @abstractmethod
    def value(self, position: Any) -> float:
        """The value of a position in which the game goes on."""

    @abstractmethod
    def noisy(self, position: Any, moves: Sequence[AnyMove]) -> Noisy:
        """Which of the legal moves quiescence search follows."""

    @abstractmethod
    def promise(self, position: Any, move: AnyMove) -> float:
        """How promising a move looks before it is searched; quiet moves have less than 1."""

    def passed(self, position: Any) -> Board | None:
        """The position if the mover could pass; None if that says nothing."""
        return None

    def mover(self, position: Any) -> int:
        """The seat to move, even at the end of the game."""
        return position.mover


class _OutOfTime(Exception):
    """Raised inside the search to leave it."""


class AlphaBeta:
    """One search from a position, until `seconds` of this thread's processor time have passed.

    However few they are, it looks at all moves and at what each captures.
    """

    def __init__(self, knowledge: Knowledge, seconds: float, past: Container[Any] = (), seed: int = 0) -> None:
        self._knowledge, self._past = knowledge, past
        self._chance = random.Random(seed)
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
        liked = {move: knowledge.whim * self._chance.random() for move in moves}
        found = moves[0]
        try:
            for depth in range(1, _DEEPEST):
                self.depth = depth
                value = -2.0 * WIN
                for move in moves:
                    after = self._reply(position, move, depth, (value - liked[move], 2.0 * WIN), 0, reduced=0)
                    after += liked[move]
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
            return self._value(after, depth + self._knowledge.series, alpha, beta, ply + 1)
        return -self._value(after, depth, -beta, -alpha, ply + 1)

    def _look(self) -> None:
        self._looks += 1
        if not self._looks & _BETWEEN_LOOKS and self.depth > 1 and thread_time() > self._end:
            raise _OutOfTime

    def _ended(self, position: Board, ply: int) -> float:
        outcome = position.outcome()
        assert outcome is not None
        return outcome.values[self._knowledge.mover(position)] * (WIN - ply)

    def _value(self, position: Board, depth: int, alpha: float, beta: float, ply: int, passing: bool = True) -> float:
        if position in self._past:
            return 0.0
        if depth <= 0 or ply >= _DEEPEST:
            return self._quiet(position, alpha, beta, ply, _DEEPEST_CHAIN)
        self._look()
        begun, floor = alpha, -2.0 * WIN
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
        knowledge = self._knowledge
        noisy, compulsory = knowledge.noisy(position, moves)
        if compulsory:
            moves = noisy
            if not moves:
                return ply - WIN
        elif depth <= 2 and knowledge.futile and knowledge.value(position) + depth * knowledge.futile <= alpha:
            if not noisy:
                return alpha
            moves, floor = noisy, alpha
        elif passing and depth >= 3 and knowledge.passes and abs(beta) < _SURE:
            passed = knowledge.passed(position)
            if passed is not None and -self._value(passed, depth - 3, -beta, 1 - beta, ply + 1, False) >= beta:
                return beta
        if len(moves) == 1:
            depth += 1
        return self._searched(position, self._sorted(position, moves, first, ply), depth, (begun, beta), ply, floor)

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
        self, position: Board, moves: Sequence[AnyMove], depth: int, window: tuple[float, float], ply: int, floor: float
    ) -> float:
        """The value of the best move, or `floor` if it is more: what the moves that were skipped may be worth."""
        alpha, beta = window
        best, found = floor, moves[0]
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

    def _quiet(self, position: Board, alpha: float, beta: float, ply: int, left: int) -> float:
        """The value once nothing more is to be captured."""
        self._look()
        moves = position.legal_moves()
        if not moves:
            return self._ended(position, ply)
        knowledge = self._knowledge
        noisy, compulsory = knowledge.noisy(position, moves)
        best = -2.0 * WIN
        if not compulsory:
            best = knowledge.value(position)
            if best >= beta or not noisy or not left:
                return best
            alpha = max(alpha, best)
        elif not noisy:
            return ply - WIN
        elif not left:
            return knowledge.value(position)
        if len(noisy) > 1:
            noisy = sorted(noisy, key=lambda move: knowledge.promise(position, move), reverse=True)
        mover = knowledge.mover(position)
        for move in noisy:
            after = position.play(move)
            if knowledge.mover(after) == mover:
                value = self._quiet(after, alpha, beta, ply + 1, left)
            else:
                value = -self._quiet(after, -beta, -alpha, ply + 1, left - 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best
