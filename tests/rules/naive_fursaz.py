"""Fursaz implemented a second time, slowly: dictionaries of points, written from the specification alone.

It shares no code with `rules.fursaz` and exists to be compared with it. Stages are counted through the whole game, and
every flank has the number of the stage in which it began.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

Side = Literal["w", "b"]
Way = Literal["W", "E", "NW", "NE", "SW", "SE"]
Flanks = dict[tuple[str, Way], tuple[Side, int]]
"""The flank of each point and axis: its colour, and its stage. An axis is named by its direction right or up."""

AXES: dict[Way, Way] = {"E": "W", "NE": "SW", "NW": "SE"}


@cache
def rows(side: int) -> dict[str, int]:
    """The number of points in each row, from the bottom."""
    return {chr(ord("a") + row): 2 * side - 1 - abs(side - 1 - row) for row in range(2 * side - 1)}


@cache
def points(side: int) -> tuple[str, ...]:
    """The names of all points."""
    return tuple(f"{letter}{number}" for letter, count in rows(side).items() for number in range(1, count + 1))


def neighbour(side: int, point: str, way: Way) -> str | None:
    """The next point in a direction, by the numbering of the specification; None beyond the edge."""
    letter, number, middle = point[0], int(point[1:]), chr(ord("a") + side - 1)
    if way in {"W", "E"}:
        number += 1 if way == "E" else -1
    elif way in {"NW", "NE"}:
        number += (0 if way == "NW" else 1) if letter < middle else (-1 if way == "NW" else 0)
        letter = chr(ord(letter) + 1)
    else:
        number += (0 if way == "SW" else 1) if letter > middle else (-1 if way == "SW" else 0)
        letter = chr(ord(letter) - 1)
    return f"{letter}{number}" if 1 <= number <= rows(side).get(letter, 0) else None


@cache
def points_that_way(side: int, point: str, way: Way) -> tuple[str, ...]:
    """The points from the next one to the edge."""
    following = neighbour(side, point, way)
    return () if following is None else (following, *points_that_way(side, following, way))


def other(colour: Side) -> Side:
    return "w" if colour == "b" else "b"


def nearest(stones: dict[str, Side], side: int, point: str, way: Way) -> tuple[int, Side] | None:
    """The distance of the nearest stone in a direction, and its colour."""
    for distance, there in enumerate(points_that_way(side, point, way)):
        if there in stones:
            return distance, stones[there]
    return None


def flanked_by(stones: dict[str, Side], side: int, point: str, axis: Way) -> Side | None:
    """The colour that flanks a point, empty or not, along an axis: specification, Flank."""
    one = nearest(stones, side, point, axis)
    return one[1] if one is not None and one == nearest(stones, side, point, AXES[axis]) else None


def flanks_of(stones: dict[str, Side], side: int, before: Flanks, stage: int) -> Flanks:
    """All flanks of stones after a stage: one that lasts keeps its date, a new one dates from this stage (R1)."""
    flanks: Flanks = {}
    for point in stones:
        for axis in AXES:
            colour = flanked_by(stones, side, point, axis)
            if colour is not None:
                known = before.get((point, axis))
                flanks[point, axis] = known if known is not None and known[0] == colour else (colour, stage)
    return flanks


@dataclass(frozen=True)
class NaiveFursaz:
    """The stones, the flanks with their dates, the number of the last stage, the seat of Black, and the turn."""

    side: int
    stones: dict[str, Side]
    flanks: Flanks
    stage: int = 0
    black_seat: int | None = None
    mover: Side = "b"
    passes: int = 0
    stopped: bool = False
    """Whether the last cascade was endless and stopped by R1b."""

    def moves(self) -> list[str]:
        """Every legal move."""
        empty = [point for point in points(self.side) if point not in self.stones]
        if self.black_seat is None:
            return ["black", "white"] if self.stones else empty
        return [] if self.passes == 2 or not empty else [*empty, "pass"]

    def play(self, move: str) -> "NaiveFursaz":
        """The position after a legal move."""
        if move in {"black", "white"}:
            return replace(self, black_seat=1 if move == "black" else 0, mover="w")
        if move == "pass":
            return replace(self, mover=other(self.mover), passes=self.passes + 1)
        if self.black_seat is None:
            return replace(self, stones={move: "b"}, stage=1)
        return self._placed(move)

    def _placed(self, point: str) -> "NaiveFursaz":
        stage = self.stage + 1
        stones: dict[str, Side] = {**self.stones, point: self.mover}
        flanks = flanks_of(stones, self.side, self.flanks, stage)
        after_b: list[dict[str, Side]] = []
        stopped = False
        while not stopped:
            flipped = 0
            for flipping_to in (self.mover, other(self.mover)):
                stage += 1
                turned = [
                    at
                    for at, colour in stones.items()
                    if colour != flipping_to and self._follows(flanks, at) == flipping_to
                ]
                stones = {at: flipping_to if at in turned else colour for at, colour in stones.items()}
                flanks = flanks_of(stones, self.side, flanks, stage)
                flipped += len(turned)
            if not flipped:
                break
            stopped = stones in after_b
            after_b.append(stones)
        return NaiveFursaz(
            self.side, stones, flanks, stage, self.black_seat, other(self.mover), passes=0, stopped=stopped
        )

    @staticmethod
    def _follows(flanks: Flanks, point: str) -> Side | None:
        """The colour of the most recent flank of a stone; None if there is none, or one of each colour (R1)."""
        there = [flanks[point, axis] for axis in AXES if (point, axis) in flanks]
        newest = max((date for _, date in there), default=0)
        colours: set[Side] = {colour for colour, date in there if date == newest}
        return colours.pop() if len(colours) == 1 else None

    def owner(self, point: str) -> Side | None:
        """The colour whose territory an empty point is."""
        colours: set[Side | None] = {flanked_by(self.stones, self.side, point, axis) for axis in AXES}
        colours.discard(None)
        return colours.pop() if len(colours) == 1 else None

    def score(self, colour: Side) -> int:
        """The number of stones and points of territory."""
        empty = [point for point in points(self.side) if point not in self.stones]
        return list(self.stones.values()).count(colour) + sum(self.owner(point) == colour for point in empty)

    def result(self) -> tuple[int, int] | None:
        """The points of seats 0 and 1 once the game is over."""
        if self.moves():
            return None
        black, white = self.score("b"), self.score("w")
        return (black, white) if self.black_seat == 0 else (white, black)

    def fen(self) -> str:
        """The position as `FursazPosition.fen` would write it."""
        names = {letter: [f"{letter}{at + 1}" for at in range(count)] for letter, count in rows(self.side).items()}
        board = "/".join("".join(self.stones.get(point, ".") for point in names[letter]) for letter in reversed(names))
        if self.black_seat is None:
            return f"{board} ? 0"
        seat = self.black_seat if self.mover == "b" else 1 - self.black_seat
        return " ".join((f"{board} {self.mover}{seat} {self.passes}", *self._dates()))

    def _dates(self) -> Iterator[str]:
        """The points where the first flank is the newer one, for each pair of axes with flanks of different colours."""
        for newer in AXES:
            for older in AXES:
                there = [point for point in points(self.side) if self._is_newer(point, newer, older)]
                if there:
                    yield f"{newer}>{older}:{','.join(there)}"

    def _is_newer(self, point: str, one: Way, two: Way) -> bool:
        first, second = self.flanks.get((point, one)), self.flanks.get((point, two))
        return bool(first and second and first[0] != second[0] and first[1] > second[1])


def opening(side: int) -> NaiveFursaz:
    """The empty board."""
    return NaiveFursaz(side, {}, {})
