"""Play Win implemented a second time, slowly: sets of cells and a plain recursive search.

It is written from the specification alone, shares no code with `rules.playwin` and exists to be compared with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Side = Literal["w", "b"]

ROWS = {"a": 5, "b": 6, "c": 7, "d": 8, "e": 9, "f": 8, "g": 7, "h": 6, "i": 5}
CELLS = [f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)]
ROUND = ("W", "NW", "NE", "E", "SE", "SW")
"""The six directions, clockwise."""


def neighbour(cell: str, way: str) -> str | None:
    """The next cell in a direction, by the numbering of the specification; None beyond the edge."""
    letter, number = cell[0], int(cell[1:])
    if way in {"W", "E"}:
        number += 1 if way == "E" else -1
    elif way in {"NW", "NE"}:
        number += (0 if way == "NW" else 1) if letter < "e" else (-1 if way == "NW" else 0)
        letter = chr(ord(letter) + 1)
    else:
        number += (0 if way == "SW" else 1) if letter > "e" else (-1 if way == "SW" else 0)
        letter = chr(ord(letter) - 1)
    return f"{letter}{number}" if 1 <= number <= ROWS.get(letter, 0) else None


def walked(start: str) -> dict[str, int]:
    """The number of steps from `start` to every cell, by breadth-first search."""
    steps, edge = {start: 0}, [start]
    for cell in edge:
        for way in ROUND:
            following = neighbour(cell, way)
            if following is not None and following not in steps:
                steps[following] = steps[cell] + 1
                edge.append(following)
    return steps


DISTANCE = {cell: walked(cell) for cell in CELLS}


def bent_leaps(start: str) -> Iterator[tuple[str, str]]:
    """The pairs of a cell to leap over and a cell to land on, if both are on the board."""
    for at, way in enumerate(ROUND):
        over = neighbour(start, way)
        if over is not None:
            for turned in (ROUND[at - 1], ROUND[(at + 1) % 6]):
                landing = neighbour(over, turned)
                if landing is not None:
                    yield over, landing


@dataclass(frozen=True)
class NaivePlayWin:
    """The pieces of each side, the player to move, and the piece in the middle of a series."""

    white: frozenset[str]
    black: frozenset[str]
    mover: Side
    leaper: str | None = None
    loose: bool = False

    @property
    def own(self) -> frozenset[str]:
        return self.white if self.mover == "w" else self.black

    @property
    def enemies(self) -> frozenset[str]:
        return self.black if self.mover == "w" else self.white

    @property
    def enemy(self) -> Side:
        return "b" if self.mover == "w" else "w"

    def winner(self) -> Side | None:
        """End: a player without a piece or a legal move loses."""
        return None if self.legal_moves() else self.enemy

    def legal_moves(self) -> dict[str, "NaivePlayWin"]:
        """Every legal move with the position after it."""
        series = self.all_series()
        if not series:
            return dict(self._approaches())
        most = max(map(len, series))
        return {one[0]: self._leapt(one[0], goes_on=most > 1) for one in series if len(one) == most}

    def all_series(self) -> list[tuple[str, ...]]:
        """Every complete series of leaps, as tokens."""
        pieces = self.own if self.leaper is None else {self.leaper}
        return [
            series
            for start in pieces
            for series in all_series_from(start, self.own - {start}, self.enemies)
            if len(series) > 0
        ]

    def _leapt(self, token: str, *, goes_on: bool) -> "NaivePlayWin":
        start, over, end = token[:2], token[3:5], token[6:]
        return self._after(self.own - {start} | {end}, self.enemies - {over}, end if goes_on else None)

    def _after(self, own: frozenset[str], enemies: frozenset[str], leaper: str | None = None) -> "NaivePlayWin":
        white, black = (own, enemies) if self.mover == "w" else (enemies, own)
        return NaivePlayWin(white, black, self.mover if leaper else self.enemy, leaper, self.loose)

    def _approaches(self) -> Iterator[tuple[str, "NaivePlayWin"]]:
        for start in self.own:
            for end in self._cells_in_reach(start):
                before, after = self._nearest(start), self._nearest(end)
                if self.enemies and (after < before or (self.loose and after == before)):
                    yield f"{start}-{end}", self._after(self.own - {start} | {end}, self.enemies)

    def _cells_in_reach(self, start: str) -> Iterator[str]:
        for way in ROUND:
            cell = neighbour(start, way)
            for _ in range(len(self.own) - 1):
                if cell is None or cell in self.own | self.enemies:
                    break
                yield cell
                cell = neighbour(cell, way)

    def _nearest(self, cell: str) -> int:
        return min((DISTANCE[cell][enemy] for enemy in self.enemies), default=0)

    def fen(self) -> str:
        """The position as `PlayWinPosition.fen` would write it."""
        rows = ("".join(self._cell(f"{letter}{at + 1}") for at in range(count)) for letter, count in ROWS.items())
        variant = " loose" if self.loose else ""
        return f"{'/'.join(reversed(list(rows)))} {self.mover} {self.leaper or '-'}{variant}"

    def _cell(self, cell: str) -> str:
        return "w" if cell in self.white else "b" if cell in self.black else "."

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here."""
        return sum(after.perft(depth - 1) for after in self.legal_moves().values()) if depth else 1


def all_series_from(start: str, others: frozenset[str], enemies: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Every series of one piece until it cannot leap any more; the empty series if it cannot leap at all."""
    stuck = True
    for over, landing in bent_leaps(start):
        if over in enemies and landing not in others | enemies:
            stuck = False
            for rest in all_series_from(landing, others, enemies - {over}):
                yield (f"{start}x{over}-{landing}", *rest)
    if stuck:
        yield ()


def opening(*, loose: bool = False) -> NaivePlayWin:
    """The set-up of the specification."""
    rows = {
        side: frozenset(cell for cell in CELLS if cell[0] in letters) for side, letters in (("w", "ab"), ("b", "hi"))
    }
    return NaivePlayWin(rows["w"], rows["b"], "w", loose=loose)
