"""Where arrows, names and badges go on Farlander's map, so that none hides another."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from render.boards.farlander_land import contains
from render.boards.farlander_map import Pixel, Spot, spots
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Conquest

_CLOSE: Final = 25  # an arrow that comes closer to the middle of a name touches it
_LONG: Final = 112  # from group to group
_TAIL: Final = 46  # from a group to the number on the tail of its arrow
_ASIDE: Final = 26  # from an arrow that is too short to its number
_AROUND: Final = 50  # from a group to a badge
_FAR: Final = 37  # from a castle or a group to a name
_ENOUGH: Final = 46.0  # two badges, or a badge and a name, that are so far apart do not touch
_REACHES: Final = (52, 60, 70, 82, 98, 46, 39)  # from a group to its name, the best first
_HALF_NAME: Final = (18, 11)
_ROOMY_KEPT: Final = 256  # ten kilobytes each


class Arrow(NamedTuple):
    """From a group to a target; `units` is how many move."""

    start: Pixel
    end: Pixel
    units: int

    def distance(self, place: Pixel) -> float:
        """How far the arrow passes by a place."""
        (x, y), (to_x, to_y) = self.start, self.end
        across, down, off_x, off_y = to_x - x, to_y - y, place[0] - x, place[1] - y
        share = min(1.0, max(0.0, (off_x * across + off_y * down) / (across * across + down * down)))
        return math.hypot(off_x - share * across, off_y - share * down)

    def number_places(self) -> list[Pixel]:
        """Places for its number: on its tail, or on both sides of it if it is too short for that."""
        (x, y), (to_x, to_y) = self.start, self.end
        across, down = to_x - x, to_y - y
        length = math.hypot(across, down)
        if length >= _LONG:
            return [(round(x + across * _TAIL / length), round(y + down * _TAIL / length))]
        aside = _ASIDE / length
        return [
            (round(x + across * share - down * aside * side), round(y + down * share + across * aside * side))
            for share in (0.45, 0.35)
            for side in (1, -1)
        ]


def arrows(there: Sequence[Spot], conquest: Conquest) -> list[Arrow]:
    """The arrows of a conquest."""
    end = there[conquest.target].units
    return [Arrow(there[source.territory].units, end, source.units) for source in conquest.sources]


def around(middle: Pixel, reach: int = _AROUND, count: int = 8) -> list[Pixel]:
    """Places around a group of units, the upper right one first."""
    angles = [math.radians(45 + 360 * number / count) for number in range(count)]
    return [
        (middle[0] + round(reach * math.sin(angle)), middle[1] - round(reach * math.cos(angle))) for angle in angles
    ]


def name_place(spot: Spot, solid: Sequence[Pixel], passing: Sequence[Arrow]) -> tuple[Pixel, bool]:
    """Where the name of a territory stands, and whether an arrow still crosses it there.

    It keeps clear of arrows, their numbers and the middles of what stands in the territory, `solid`.
    """

    def clearance(place: Pixel) -> float:
        arrows = (arrow.distance(place) - _CLOSE for arrow in passing)
        numbers = (math.dist(place, number) - _FAR for arrow in passing for number in arrow.number_places()[:1])
        return min([0.0, *arrows, *numbers])

    if clearance(spot.name) == 0:
        return spot.name, False
    fitting = [place for place in _roomy(spot) if all(math.dist(place, other) > _FAR for other in solid)]
    best = max((spot.name, *fitting), key=clearance)
    return best, any(arrow.distance(best) < _CLOSE for arrow in passing)


@lru_cache(maxsize=_ROOMY_KEPT)
def _roomy(spot: Spot) -> tuple[Pixel, ...]:
    """Places around a group of units where a name fits in its territory, the best first."""
    elsewhere = (place for reach in _REACHES for place in around(spot.units, reach, 24))
    return tuple(place for place in elsewhere if _has_room(spot, place))


def _has_room(spot: Spot, place: Pixel) -> bool:
    """Whether a name fits in the territory there."""
    x, y, (half_width, half_height) = place[0] - spot.tile[0], place[1] - spot.tile[1], _HALF_NAME
    corners = ((x + side * half_width, y + level * half_height) for side in (-1, 1) for level in (-1, 1))
    return all(contains(spot.laid, spot.digit, corner) for corner in corners)


class Room:
    """Finds room for badges: away from names, castles, units and each other."""

    def __init__(self, position: FarlanderPosition, names: Iterable[Pixel]) -> None:
        self._taken = list(names)
        for territory, spot in enumerate(spots(position.laid)):
            if spot.castle is not None and position.garrisons >> territory & 1:
                self._taken.append(spot.castle)
            if position.units[territory]:
                self._taken.append(spot.units)

    def avoid(self, passing: Iterable[Arrow]) -> None:
        """Keep badges from now on away from arrows too."""
        for (x, y), (to_x, to_y), _ in passing:
            shares = (0.35, 0.55, 0.75)
            self._taken += [(round(x + (to_x - x) * share), round(y + (to_y - y) * share)) for share in shares]

    def take(self, places: Iterable[Pixel]) -> Pixel:
        """The first of the places that is far enough from everything, or else the one that is farthest."""
        best = max(places, key=lambda place: min(_ENOUGH, *(math.dist(place, other) for other in self._taken)))
        self._taken.append(best)
        return best
