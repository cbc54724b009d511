"""Farlander implemented a second time, slowly: dictionaries of names, written from the specification alone.

It shares no code with `rules.farlander` and exists to be compared with it. The borders of territories follow from the
places of their triangles' corners in the plane, not from the specification's names for the triangles' sides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

Colour = Literal["red", "blue", "green", "yellow"]
Point = tuple[int, int]

TILES = {
    1: ("1111 1111 2212 2223 3333 3331", 2),
    2: ("1112 1222 1222 1333 1333 1131", 2),
    3: ("1111 1111 2333 2333 2232 2221", 3),
    4: ("1121 1313 1333 1232 1222 1222", 3),
    5: ("1111 2212 2223 3334 3444 1141", 4),
    6: ("1111 1111 2333 2232 4424 4444", 3),
    7: ("1112 1222 3444 3343 1333 1131", 2),
}
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow")
UNITS = {2: 36, 3: 24, 4: 18}

# One step right is half the height of a triangle, one step up a quarter of its side, so all corners are integers.
CORNERS: tuple[Point, ...] = ((0, 4), (2, 2), (2, -2), (0, -4), (-2, -2), (-2, 2))
CENTRES: dict[str, Point] = {
    "a": (0, 0),
    "b": (2, 6),
    "c": (4, 0),
    "d": (2, -6),
    "e": (-2, -6),
    "f": (-4, 0),
    "g": (-2, 6),
}


def between(one: Point, other: Point) -> Point:
    """The midpoint of two points."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def triangles(place: str) -> Iterator[tuple[Point, Point, Point]]:
    """The corners of the triangles of a place: sector by sector, each a, m, l, r."""
    across, up = CENTRES[place]
    around = [(across + x, up + y) for x, y in CORNERS]
    for sector in range(6):
        centre, first, second = (across, up), around[sector], around[(sector + 1) % 6]
        inner, outer, rim = between(centre, first), between(centre, second), between(first, second)
        yield centre, inner, outer
        yield inner, outer, rim
        yield first, inner, rim
        yield second, outer, rim


def territory_of_triangles(laid: list[tuple[int, int]]) -> dict[frozenset[Point], str]:
    """The territory of every triangle of a map; tiles are given with their turns, by place."""
    owner: dict[frozenset[Point], str] = {}
    for place, (tile, turn) in zip("abcdefg", laid, strict=False):
        sectors = TILES[tile][0].split()
        turned = "".join(sectors[(sector - turn) % 6] for sector in range(6))
        owner |= {frozenset(corners): place + digit for corners, digit in zip(triangles(place), turned, strict=True)}
    return owner


def borders_of(laid: list[tuple[int, int]]) -> dict[str, set[str]]:
    """The territories that each territory borders: one of their triangles shares two corners with one of its own."""
    owner = territory_of_triangles(laid)
    sides: dict[frozenset[Point], set[str]] = {}
    for corners, name in owner.items():
        for left_out in corners:
            sides.setdefault(corners - {left_out}, set()).add(name)
    borders: dict[str, set[str]] = {name: set() for name in owner.values()}
    for there in sides.values():
        for name in there:
            borders[name] |= there - {name}
    return borders


@dataclass(frozen=True)
class NaiveFarlander:
    """Tiles by place, territories with their holder and units, units to place, colours that have left, and the turn."""

    with_garrisons: bool
    laid: list[tuple[int, int]]
    borders: dict[str, set[str]]
    armies: dict[str, tuple[Colour, int]]
    left: dict[Colour, int]
    gone: set[Colour]
    phase: Literal["map", "first to place", "placement", "first to conquer", "conquest", "over"]
    mover: Colour | None

    @property
    def playing(self) -> list[Colour]:
        return [colour for colour in self.left if colour not in self.gone]

    def has_garrison(self, name: str) -> bool:
        tile, _ = self.laid["abcdefg".index(name[0])]
        return self.with_garrisons and TILES[tile][1] == int(name[1])

    def legal_moves(self) -> list[str]:
        """Every legal move, in any order."""
        if self.phase == "map":
            used = {tile for tile, _ in self.laid}
            return [f"t{tile}r{turn}" for tile in TILES if tile not in used for turn in range(6)]
        if self.phase in ("first to place", "first to conquer"):
            return list(self.playing)
        if self.mover is None:
            return []
        return self.free(self.mover) if self.phase == "placement" else list(self.conquests(self.mover))

    def play(self, move: str) -> "NaiveFarlander":
        """The position after a legal move."""
        if self.phase == "map":
            return self.lay(int(move[1]), int(move[3]))
        if self.phase in ("first to place", "first to conquer"):
            return self.begin(next(colour for colour in self.left if colour == move))
        if self.phase == "placement":
            return self.place(move)
        target, sources = move.split("<")
        return self.conquer(target, {part[:2]: int(part[3:]) for part in sources.split("+")})

    def free(self, colour: Colour) -> list[str]:
        """Where a colour can place a unit."""
        here = {name: self.armies.get(name, (colour, 0)) for name in self.borders}
        return [name for name, (holder, units) in here.items() if holder == colour and units < 5]

    def conquests(self, colour: Colour) -> Iterator[str]:
        for target, (holder, defenders) in self.armies.items():
            if holder == colour:
                continue
            own = sorted(name for name in self.borders[target] if self.armies.get(name, ("", 0))[0] == colour)
            strength = sum(self.armies[name][1] for name in own)
            if strength <= defenders + (1 if self.has_garrison(target) else 0):
                continue
            for numbers in product(*(range(self.armies[name][1]) for name in own)):
                if 1 <= sum(numbers) <= 5:
                    yield f"{target}<{'+'.join(f'{name}x{n}' for name, n in zip(own, numbers, strict=True) if n)}"

    def lay(self, tile: int, turn: int) -> "NaiveFarlander":
        laid = [*self.laid, (tile, turn)]
        phase = "first to place" if len(laid) == 7 else "map"
        return replace(self, laid=laid, borders=borders_of(laid), phase=phase)

    def begin(self, colour: Colour) -> "NaiveFarlander":
        phase = "placement" if self.phase == "first to place" else "conquest"
        return replace(self, phase=phase).turn_of(colour)

    def place(self, name: str) -> "NaiveFarlander":
        assert self.mover is not None
        units = self.armies.get(name, (self.mover, 0))[1] + 1
        after = replace(
            self,
            armies={**self.armies, name: (self.mover, units)},
            left={**self.left, self.mover: self.left[self.mover] - 1},
        )
        return after.turn_of(after.next_to(self.mover))

    def conquer(self, target: str, moving: dict[str, int]) -> "NaiveFarlander":
        assert self.mover is not None
        armies = dict(self.armies)
        for name, number in moving.items():
            armies[name] = (self.mover, armies[name][1] - number)
        armies[target] = (self.mover, sum(moving.values()))
        after = replace(self, armies=armies)
        return after.turn_of(after.next_to(self.mover))

    def retire(self, colour: Colour) -> "NaiveFarlander":
        if self.phase == "over" or colour in self.gone:
            return self
        after = replace(self, gone=self.gone | {colour}, left={**self.left, colour: 0})
        if len(after.playing) == 1:
            return after.over()
        return after.turn_of(after.next_to(colour)) if self.mover == colour else after

    def next_to(self, colour: Colour) -> Colour:
        colours = list(self.left)
        return colours[(colours.index(colour) + 1) % len(colours)]

    def turn_of(self, colour: Colour) -> "NaiveFarlander":
        """Give the turn to this colour or, if it cannot move, to the next one that can."""
        candidate = colour
        for _ in self.left:
            if candidate not in self.gone and self.can_move(candidate):
                return replace(self, mover=candidate)
            candidate = self.next_to(candidate)
        if self.phase == "placement":
            return replace(self, phase="first to conquer", mover=None, left=dict.fromkeys(self.left, 0))
        return self.over()

    def can_move(self, colour: Colour) -> bool:
        if self.phase == "placement":
            return self.left[colour] > 0 and bool(self.free(colour))
        return any(True for _ in self.conquests(colour))

    def over(self) -> "NaiveFarlander":
        return replace(self, phase="over", mover=None, left=dict.fromkeys(self.left, 0))

    def points(self) -> list[int]:
        held = {colour: [name for name in self.armies if self.armies[name][0] == colour] for colour in self.left}
        return [len(names) + len([name for name in names if self.has_garrison(name)]) for names in held.values()]

    def places(self) -> list[int]:
        """1 + the number of seats ahead: seats that stayed are ahead of seats that left, then points decide."""
        scores = [(colour not in self.gone, points) for colour, points in zip(self.left, self.points(), strict=True)]
        return [1 + len([other for other in scores if other > score]) for score in scores]

    def fen(self) -> str:
        """The position as `FarlanderPosition.fen` would write it."""
        laid = "/".join(f"t{tile}r{turn}" for tile, turn in self.laid) or "-"
        rows = ["".join(self.written(name) for name in sorted(self.borders) if name[0] == place) for place in "abcdefg"]
        left = "/".join("x" if colour in self.gone else str(number) for colour, number in self.left.items())
        phase = {"first to place": "placement", "first to conquer": "conquest"}.get(self.phase, self.phase)
        mover = f":{self.mover}" if self.mover else ""
        return f"{laid} {'/'.join(filter(None, rows)) or '-'} {left} {phase}{mover}"

    def written(self, name: str) -> str:
        if name not in self.armies:
            return "."
        colour, units = self.armies[name]
        return f"{colour[0]}{units}"

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here."""
        return sum(self.play(move).perft(depth - 1) for move in self.legal_moves()) if depth else 1


def opening(seats: int, *, with_garrisons: bool) -> NaiveFarlander:
    """An empty table."""
    left = dict.fromkeys(COLOURS[:seats], UNITS[seats])
    return NaiveFarlander(with_garrisons, [], {}, {}, left, set(), "map", None)
