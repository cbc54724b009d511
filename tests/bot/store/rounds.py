"""Rounds, a game for two to four that can go round in circles, with forced steps and without chance.

There are four places in a circle, and one piece that all players move in turn: `on` to the next place, `back` to the
one before, or `hop`, which is followed by `land` two places on. The player who plays `end` wins.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

from rules.core import Game, IllegalMove, InvalidMove, Move, Outcome, Position, Seat, Turn

_STEPS: Final = {"on": 1, "back": -1, "hop": 0, "land": 2, "end": 0}
CHOICES: Final = ("on", "back", "hop", "end")


@dataclass(frozen=True, slots=True)
class RoundsPosition(Position):
    seats: int
    place: int = 0
    mover: Seat = Seat(0)
    is_hopping: bool = False
    winner: Seat | None = None
    gone: frozenset[Seat] = frozenset()

    @property
    def turn(self) -> Turn:
        return self.mover if self.winner is None else None

    def legal_moves(self) -> tuple[Move, ...]:
        if self.winner is not None:
            return ()
        return tuple(map(Move, ("land",) if self.is_hopping else CHOICES))

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} is not possible here.")
        after = replace(self, place=(self.place + _STEPS[move]) % 4, is_hopping=move == "hop")
        if move == "end":
            return replace(after, winner=self.mover)
        return after if move == "hop" else replace(after, mover=self._next(self.gone))

    def _next(self, gone: frozenset[Seat]) -> Seat:
        order = [Seat((self.mover + step) % self.seats) for step in range(1, self.seats + 1)]
        return next(seat for seat in order if seat not in gone)

    def outcome(self) -> Outcome | None:
        if self.winner is None:
            return None
        return Outcome(tuple(1 if seat == self.winner else 2 for seat in range(self.seats)), "ended the round")

    def fen(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{self.seats} {self.place} {self.mover} {self.is_hopping} {self.winner} {sorted(self.gone)}"

    def parse(self, text: str) -> Move:
        token = Move(text.strip().lower())
        if token not in _STEPS:
            raise InvalidMove(f"{text} isn't a move in Rounds.")
        self.play(token)
        return token

    def describe(self, move: Move) -> str:
        return f"goes {move}"

    def side(self, seat: Seat) -> str:
        return f"Player {seat + 1}"

    def retire(self, seat: Seat) -> Self | None:
        gone = self.gone | {seat}
        if self.seats - len(gone) < 2:
            return None
        return replace(self, gone=gone, mover=self._next(gone) if seat == self.mover else self.mover)


def _no_fen(_text: str) -> RoundsPosition:
    raise ValueError("Rounds are not read")


ROUNDS: Final = Game(
    key="rounds",
    name="Rounds",
    family="rounds",
    seats=range(2, 5),
    version=1,
    summary="Go round in circles.",
    start=RoundsPosition,
    from_fen=_no_fen,
)

CIRCLE: Final = ("on", "back")
"""Moves after which the game is where it began."""
