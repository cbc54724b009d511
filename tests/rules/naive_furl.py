"""Furl implemented a second time, slowly: a dictionary of cells, written from the specification alone.

It shares no code with `rules.furl` and exists to be compared with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Side = Literal["w", "b"]
Way = Literal["W", "E", "NW", "NE", "SW", "SE"]

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
CELLS = [f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)]
WAYS: tuple[Way, ...] = ("E", "NE", "NW", "W", "SW", "SE")
FAR_ROW: dict[Side, str] = {"w": "g", "b": "a"}


def neighbour(cell: str, way: Way) -> str | None:
    """The next cell in a direction, by the numbering of the specification; None beyond the edge."""
    letter, number = cell[0], int(cell[1:])
    if way in {"W", "E"}:
        number += 1 if way == "E" else -1
    elif way in {"NW", "NE"}:
        number += (0 if way == "NW" else 1) if letter < "d" else (-1 if way == "NW" else 0)
        letter = chr(ord(letter) + 1)
    else:
        number += (0 if way == "SW" else 1) if letter > "d" else (-1 if way == "SW" else 0)
        letter = chr(ord(letter) - 1)
    return f"{letter}{number}" if 1 <= number <= ROWS.get(letter, 0) else None


def cells_that_way(cell: str, way: Way) -> list[str]:
    """The cells from the next one to the edge."""
    cells: list[str] = []
    following = neighbour(cell, way)
    while following is not None:
        cells.append(following)
        following = neighbour(following, way)
    return cells


@dataclass(frozen=True)
class NaiveFurl:
    """The pieces with their owners and heights, and the player to move."""

    pieces: dict[str, tuple[Side, int]]
    mover: Side

    @property
    def enemy(self) -> Side:
        return "b" if self.mover == "w" else "w"

    def winner(self) -> Side | None:
        """Rules, End: first the far row, then the lack of a move."""
        if any(side == self.mover and cell[0] == FAR_ROW[self.mover] for cell, (side, _) in self.pieces.items()):
            return self.mover
        return None if any(True for _ in self._furls()) or any(True for _ in self._unfurls()) else self.enemy

    def legal_moves(self) -> dict[str, "NaiveFurl"]:
        """Every legal move with the position after it."""
        return {} if self.winner() is not None else dict([*self._furls(), *self._unfurls()])

    def _furls(self) -> Iterator[tuple[str, "NaiveFurl"]]:
        for start in CELLS:
            for way in WAYS:
                run = [start]
                for cell in [start, *cells_that_way(start, way)]:
                    if self.pieces.get(cell) != (self.mover, 1):
                        break
                    if cell != start:
                        run.append(cell)
                        kept = {at: piece for at, piece in self.pieces.items() if at not in run}
                        yield f"{start}<{cell}", NaiveFurl({**kept, cell: (self.mover, len(run))}, self.enemy)

    def _unfurls(self) -> Iterator[tuple[str, "NaiveFurl"]]:
        for start, (side, height) in self.pieces.items():
            if side != self.mover or height < 2:
                continue
            for way in WAYS:
                sown = cells_that_way(start, way)[:height]
                if len(sown) < height or any(cell in self.pieces for cell in sown[:-1]):
                    continue
                end = sown[-1]
                if end in self.pieces and self.pieces[end][0] == self.mover:
                    continue
                sign = "x" if end in self.pieces else ">"
                kept = {at: piece for at, piece in self.pieces.items() if at not in {start, end}}
                discs: dict[str, tuple[Side, int]] = dict.fromkeys(sown, (self.mover, 1))
                yield f"{start}{sign}{end}", NaiveFurl({**kept, **discs}, self.enemy)

    def fen(self) -> str:
        """The position as `FurlPosition.fen` would write it."""
        rows = ("".join(self._cell(f"{letter}{at + 1}") for at in range(count)) for letter, count in ROWS.items())
        return f"{'/'.join(reversed(list(rows)))} {self.mover}"

    def _cell(self, cell: str) -> str:
        if cell not in self.pieces:
            return "."
        side, height = self.pieces[cell]
        return side if height == 1 else f"{side}{height}"

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here."""
        return sum(after.perft(depth - 1) for after in self.legal_moves().values()) if depth else 1


def opening() -> NaiveFurl:
    """The set-up of the specification."""
    pieces: dict[str, tuple[Side, int]] = {cell: ("w", 1) for cell in CELLS if cell[0] in "abc"}
    pieces |= {cell: ("b", 1) for cell in CELLS if cell[0] in "efg"}
    return NaiveFurl(pieces, "w")
