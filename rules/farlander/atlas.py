"""The map as far as it is laid: its territories and which of them border, worked out once for each map."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.farlander.tiles import PLACES, Laid, TriangleSpot, digit, spots, tiles, touching

_MAPS_KEPT: Final = 256  # there are far too many maps to keep all that were ever asked for


@dataclass(frozen=True, slots=True)
class Atlas:
    """The territories of a map in the order of their names, and what is so about each.

    `names[i]` is the name of territory i, place letter and digit, and `index[name]` its inverse. `borders[i]` are the
    territories that border it, in order, and `garrisons` has bit i where territory i has one.
    """

    names: tuple[str, ...]
    index: dict[str, int]
    borders: tuple[tuple[int, ...], ...]
    garrisons: int

    def territories(self, mask: int) -> Iterator[str]:
        """The names of the territories whose bits are set, in order."""
        return (name for at, name in enumerate(self.names) if mask >> at & 1)


@lru_cache(maxsize=_MAPS_KEPT)
def atlas(laid: tuple[Laid, ...]) -> Atlas:
    """The map of the tiles that are laid on the places a, b, … in order, all seven or fewer."""
    where = dict(zip(PLACES, laid, strict=False))
    names = tuple(f"{place}{number}" for place in where for number in sorted(_digits(where[place])))
    index = {name: at for at, name in enumerate(names)}
    owner = {spot: index[_name(spot, where[spot.place])] for place in where for spot in spots(place)}
    borders: list[set[int]] = [set() for _ in names]
    for one, other in touching():
        first, second = owner.get(one), owner.get(other)
        if first is not None and second is not None and first != second:
            borders[first].add(second)
            borders[second].add(first)
    garrisons = (f"{place}{tiles()[tile.tile].garrison}" for place, tile in where.items())
    return Atlas(
        names=names,
        index=index,
        borders=tuple(tuple(sorted(near)) for near in borders),
        garrisons=sum(1 << index[name] for name in garrisons),
    )


def _digits(laid: Laid) -> set[str]:
    return {character for sector in tiles()[laid.tile].sectors for character in sector}


def _name(spot: TriangleSpot, laid: Laid) -> str:
    return f"{spot.place}{digit(laid, spot.sector, spot.triangle)}"
