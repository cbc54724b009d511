"""The rules of Play Win on bit boards: legal moves, their effects, and the end of the game.

Order of the legal moves: leaps are ordered by origin (`a1`, `a2`, …), then by the direction of the captured enemy (E,
NE, NW, W, SW, SE), with the landing cell to the left of the straight line first. Approaches are ordered by origin, then
by line (the row, the line that rises to the right, the line that rises to the left), and within a line from its lower
end (on a row: its left end).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final, Self

from rules.core import Move, Outcome, Phrase, Seat
from rules.playwin import series, tables
from rules.playwin.series import Captures
from rules.playwin.tables import FARTHEST, Approach, Leap

_STUCK: Final = tuple(
    Outcome.won(1 - seat, Phrase("{side} has no legal move", side=side)) for seat, side in enumerate(tables.SIDES)
)
_WIPED_OUT: Final = tuple(
    Outcome.won(1 - seat, Phrase("{side} has no piece left", side=side)) for seat, side in enumerate(tables.SIDES)
)


@dataclass(frozen=True, slots=True)
class PlayWinBoard:
    """The state of a game: the pieces, the player to move, and the series of leaps in progress.

    `pieces[seat]` has the cells of that seat's pieces. `mover` is the seat to move. In the middle of a series, `leaper`
    is the cell of the leaping piece, and `to_capture` the number of enemies that it has yet to capture; otherwise both
    are 0. `loose` marks the printed variant, in which an approach need not come closer to the nearest enemy.
    """

    loose: ClassVar[bool] = False

    pieces: tuple[int, int]
    mover: Seat
    leaper: int
    to_capture: int

    @classmethod
    def holding(cls, pieces: Mapping[str, Seat], mover: Seat, leaper: str = "") -> Self:
        """The board with these pieces, keyed by the names of their cells.

        `leaper` is the cell of the piece in the middle of a series. Raises ValueError if the mover has no piece there
        or one that cannot leap.
        """
        own, enemies = (
            sum(tables.geometry().bit[cell] for cell, owner in pieces.items() if owner == seat)
            for seat in (mover, 1 - mover)
        )
        both = (own, enemies) if mover == 0 else (enemies, own)
        if not leaper:
            return cls(both, mover, 0, 0)
        if pieces.get(leaper) != mover:
            raise ValueError(f"{leaper} is said to be in the middle of a series, but no piece to move stands there")
        bit = tables.geometry().bit[leaper]
        to_capture = series.longest_of(bit, own, enemies).most
        if not to_capture:
            raise ValueError(f"{leaper} is said to be in the middle of a series, but the piece there cannot leap")
        return cls(both, mover, bit, to_capture)

    @property
    def own(self) -> int:
        """The cells of the mover's pieces."""
        return self.pieces[self.mover]

    @property
    def enemies(self) -> int:
        """The cells of the other player's pieces."""
        return self.pieces[1 - self.mover]

    def piece(self, cell: str) -> Seat | None:
        """The seat whose piece is on `cell`, or None if the cell is empty."""
        bit = tables.geometry().bit[cell]
        for seat in (Seat(0), Seat(1)):
            if self.pieces[seat] & bit:
                return seat
        return None

    def captures(self) -> Captures:
        """The series that must be played, or the rest of the one in progress; `most` is 0 if no capture exists."""
        if self.leaper:
            return series.longest_of(self.leaper, self.own, self.enemies)
        return series.longest(self.own, self.enemies)

    def legal_moves(self) -> tuple[Move, ...]:
        """The leaps of the longest series, or the approaches if no capture exists, in the order documented above."""
        captures = self.captures()
        return captures.leaps if captures.most else tuple(chain.from_iterable(self._approaches()))

    def outcome(self) -> Outcome | None:
        """The outcome: the player to move loses without a piece or without a legal move (Play Win rules, End)."""
        own, enemies = self.own, self.enemies
        if self.leaper or series.able(own, enemies) or self._can_step() or any(self._approaches()):
            return None
        return _STUCK[self.mover] if own else _WIPED_OUT[self.mover]

    def allows(self, meaning: Approach | Leap) -> bool:
        """Whether a move is legal for the player to move."""
        if isinstance(meaning, Leap):
            return meaning.token in self.captures().leaps
        return (
            bool(meaning.origin & self.own)
            and not (meaning.path | meaning.to) & (self.own | self.enemies)
            and meaning.length <= self.longest_approach()
            and self.is_approach(meaning.origin, meaning.to)
            and not self.leaper
            and not series.able(self.own, self.enemies)
        )

    def longest_approach(self) -> int:
        """The maximum length of an approach: one less than the number of the mover's pieces."""
        return self.own.bit_count() - 1

    def distance(self, cell: int) -> int:
        """The number of steps from `cell` to the mover's nearest enemy; there must be an enemy."""
        enemies = self.enemies
        return next(steps for steps, cells in enumerate(tables.within()[cell]) if cells & enemies)

    def is_approach(self, origin: int, to: int) -> bool:
        """Whether moving from `origin` to `to` satisfies the rule on the distance to the nearest enemy."""
        enemies, within = self.enemies, tables.within()
        for from_there, from_here in zip(within[to], within[origin], strict=True):
            if from_there & enemies:
                return self.loose or not from_here & enemies
            if from_here & enemies:
                return False
        return False

    def after(self, meaning: Approach | Leap) -> Self:
        """The board after a legal move (`allows`)."""
        own = self.own ^ meaning.origin | meaning.to
        if isinstance(meaning, Approach):
            return self._with(own, self.enemies, 0, 0)
        left = (self.to_capture or self.captures().most) - 1
        return self._with(own, self.enemies ^ meaning.over, meaning.to if left else 0, left)

    def _with(self, own: int, enemies: int, leaper: int, to_capture: int) -> Self:
        """The board with these pieces; the other player is to move unless the series continues."""
        pieces = (own, enemies) if self.mover == 0 else (enemies, own)
        return type(self)(pieces, self.mover if leaper else Seat(1 - self.mover), leaper, to_capture)

    def _can_step(self) -> bool:
        """Whether a piece nearest to an enemy can step closer: a quick proof that an approach exists."""
        own, near = self.own, self.enemies
        occupied = own | near
        while near and self.longest_approach() > 0:
            wider = tables.grown(near)
            arrived = own & wider
            if arrived:
                return bool(tables.grown(arrived) & near & ~occupied)
            near = wider
        return False

    def _approaches(self) -> Iterator[tuple[Move, ...]]:
        """The approaches of each piece along each line; some of the tuples may be empty."""
        goals = self._goals()
        occupied, steps = self.own | self.enemies, min(self.longest_approach(), FARTHEST)
        within = tables.within()
        for origin in sorted(goals):
            goal = goals[origin] & within[origin][steps]
            for line, reach, moves in tables.slides(origin):
                yield moves[reach[occupied & line] & goal]

    def _goals(self) -> dict[int, int]:
        """For each of the mover's pieces, the cells near enough to an enemy to end on, even if it cannot reach them."""
        goals: dict[int, int] = {}
        near = self.enemies
        waiting = self.own if near else 0
        while waiting:
            wider = tables.grown(near)
            arrived = waiting & wider
            waiting ^= arrived
            while arrived:
                origin = arrived & -arrived
                arrived ^= origin
                goals[origin] = wider if self.loose else near
            near = wider
        return goals
