"""The rules of Fursaz on bit boards: legal moves, their effects, and the end of the game.

Order of the legal moves: the empty points row by row from `a1`, then `pass`; when colours are chosen, `black`, then
`white`.
"""

from dataclasses import dataclass, replace
from itertools import compress
from typing import Final, NamedTuple, Self

from rules.core import Move, Outcome, Phrase, Seat
from rules.fursaz.cascade import NO_AGES, Ages, Cascade, Stones, cascade, either, flanks, pairs
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour, Points, points

_CHOICE: Final = (TAKE_BLACK, TAKE_WHITE)
_PASSES_TO_END: Final = 2
"""The number of consecutive passes that ends a match (Fursaz specification, End)."""
_AS_NUMBERS: Final = bytes.maketrans(b"01", b"\0\1")


class Score(NamedTuple):
    """The score of a colour: its stones, and its territory, the empty points that only this colour flanks."""

    stones: int
    territory: int

    @property
    def points(self) -> int:
        """The sum of stones and territory."""
        return self.stones + self.territory


@dataclass(frozen=True, slots=True)
class FursazBoard:
    """The state of a game: the stones, the ages of their flanks, and the player to move.

    `size` is the number of points along an edge. `stones` are the masks of the black and white stones, and `ages` says
    which flanks of a stone are younger than others (`rules.fursaz.cascade`). `black_seat` is the seat that plays Black,
    or None until the pie rule has settled it. `mover` is the colour to move, Black until colours are settled. `passes`
    is the number of consecutive passes so far.
    """

    size: int
    stones: Stones = (0, 0)
    ages: Ages = NO_AGES
    black_seat: Seat | None = None
    mover: Colour = Colour.BLACK
    passes: int = 0

    @property
    def points(self) -> Points:
        """The tables of points for this size of board."""
        return points(self.size)

    @property
    def occupied(self) -> int:
        """The mask of the points with stones."""
        return self.stones[0] | self.stones[1]

    @property
    def longest(self) -> int:
        """The maximum number of moves left: the choice of a colour, a pass before each stone, and two final passes."""
        empty = (self.points.full & ~self.occupied).bit_count()
        return self.is_choosing + 2 * empty + _PASSES_TO_END - self.passes

    @property
    def is_choosing(self) -> bool:
        """Whether seat 1 has to choose a colour (Pie)."""
        return self.black_seat is None and bool(self.occupied)

    @property
    def is_over(self) -> bool:
        """Whether the game is over: two consecutive passes, or a full board (End, R5)."""
        return self.passes == _PASSES_TO_END or self.occupied == self.points.full

    @property
    def mover_seat(self) -> Seat:
        """The seat to move, even once the game is over."""
        if self.black_seat is None:
            return Seat(1 if self.occupied else 0)
        return self.black_seat if self.mover is Colour.BLACK else Seat(1 - self.black_seat)

    def colour_of(self, seat: Seat) -> Colour | None:
        """The colour that a seat plays, or None until colours are settled."""
        if self.black_seat is None:
            return None
        return Colour.BLACK if seat == self.black_seat else Colour.WHITE

    def stone(self, point: str) -> Colour | None:
        """The colour of the stone on a point, or None if the point is empty."""
        bit = self.points.bit[point]
        for colour in Colour:
            if self.stones[colour] & bit:
                return colour
        return None

    def legal_moves(self) -> tuple[Move, ...]:
        """The empty points and `pass`, or the two colours, in the order that the module documents."""
        if self.is_choosing:
            return _CHOICE
        if self.is_over:
            return ()
        board = self.points
        empty = f"{board.full & ~self.occupied:0{len(board.tokens)}b}".encode().translate(_AS_NUMBERS)[::-1]
        tokens = tuple(compress(board.tokens, empty))
        return tokens if self.black_seat is None else (*tokens, PASS)

    def allows(self, move: str) -> bool:
        """Whether a move is legal for the player to move."""
        if self.is_choosing:
            return move in _CHOICE
        if self.is_over:
            return False
        if move == PASS:
            return self.black_seat is not None
        return move in self.points.bit and not self.points.bit[move] & self.occupied

    def after(self, move: Move) -> Self:
        """The board after a legal move (`allows`)."""
        if move in _CHOICE:
            return replace(self, black_seat=Seat(1 if move == TAKE_BLACK else 0), mover=Colour.WHITE)
        if move == PASS:
            return replace(self, mover=self.mover.other, passes=self.passes + 1)
        if self.black_seat is None:
            return replace(self, stones=(self.points.bit[move], 0))
        stones, ages, _, _ = self.cascade_of(move)
        return type(self)(self.size, stones, ages, self.black_seat, self.mover.other, 0)

    def cascade_of(self, point: str) -> Cascade:
        """The cascade that follows if the player to move places a stone on an empty point."""
        return cascade(self.points, self.stones, self.ages, self.points.bit[point], self.mover)

    def territory(self) -> tuple[int, int]:
        """The masks of Black's and White's territory: the empty points that only stones of this colour flank."""
        empty = self.points.full & ~self.occupied
        now = flanks(pairs(self.points, self.occupied, empty), self.stones[Colour.BLACK])
        black, white = either(now.by_black), either(now.by_white)
        return black & ~white, white & ~black

    def scores(self) -> tuple[Score, Score]:
        """The current scores of Black and White."""
        black, white = (
            Score(stones.bit_count(), territory.bit_count())
            for stones, territory in zip(self.stones, self.territory(), strict=True)
        )
        return black, white

    def outcome(self) -> Outcome | None:
        """The outcome: the higher score wins, equal scores are a tie (End, R4)."""
        if not self.is_over or self.black_seat is None:
            return None
        black, white = (score.points for score in self.scores())
        by_seat = (black, white) if self.black_seat == 0 else (white, black)
        if self.passes == _PASSES_TO_END:
            reason = Phrase(
                "both players passed, and Black has {black, plural, one {# point} other {# points}}, White {white}",
                black=black,
                white=white,
            )
        else:
            reason = Phrase(
                "the board is full, and Black has {black, plural, one {# point} other {# points}}, White {white}",
                black=black,
                white=white,
            )
        return Outcome(_places(*by_seat), reason, by_seat)


def _places(first: int, second: int) -> tuple[int, int]:
    return 1 + (second > first), 1 + (first > second)
