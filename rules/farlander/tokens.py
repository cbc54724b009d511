"""Moves as tokens: `t3r2` and `red` for rolls, `b2` for a placement, `b2<a1x2+c3x1` for a conquest."""

import re
from typing import Final

from rules.core import Move, Seat
from rules.farlander.atlas import Atlas, Laid
from rules.farlander.campaign import SIDES, Conquest, Source

COLOURS: Final = tuple(side.lower() for side in SIDES)
"""The token of each seat, for a roll of who begins."""

_TILE: Final = re.compile(r"t([1-7])r([0-5])")
_SOURCE: Final = re.compile(r"([a-g][1-4])x([1-9])")
_CONQUEST: Final = re.compile(r"([a-g][1-4])<([a-g][1-4]x[1-9](?:\+[a-g][1-4]x[1-9])*)")
_CHOICE: Final = re.compile(r"[<+]?[a-z0-9]+")


def roll_token(roll: Laid | Seat) -> Move:
    """The token of a roll: `t3r2` for a tile and its turn, `red` for who begins."""
    return Move(f"t{roll.tile}r{roll.turn}" if isinstance(roll, Laid) else COLOURS[roll])


def read_roll(token: str) -> Laid | Seat | None:
    """The roll that a token stands for; None for any other text."""
    tile = _TILE.fullmatch(token)
    if tile is not None:
        return Laid(int(tile[1]), int(tile[2]))
    return Seat(COLOURS.index(token)) if token in COLOURS else None


def conquest_token(atlas: Atlas, conquest: Conquest) -> Move:
    """The token of a conquest: `b2<a1x2+c3x1`."""
    sources = "+".join(f"{atlas.names[source.territory]}x{source.units}" for source in conquest.sources)
    return Move(f"{atlas.names[conquest.target]}<{sources}")


def read_conquest(atlas: Atlas, token: str) -> Conquest | None:
    """The conquest that a token stands for; None for any text that is not a conquest on this map."""
    match = _CONQUEST.fullmatch(token)
    if match is None:
        return None
    pairs = [(match[1], "1"), *_SOURCE.findall(match[2])]
    if any(name not in atlas.index for name, _ in pairs):
        return None
    target, *sources = (Source(atlas.index[name], int(units)) for name, units in pairs)
    numbers = [source.territory for source in sources]
    return Conquest(target.territory, tuple(sources)) if numbers == sorted(set(numbers)) else None


def choices(token: str) -> tuple[str, ...]:
    """The parts of a token: `b2`, then `<a1x2`, then `+c3x1`."""
    return tuple(_CHOICE.findall(token))
