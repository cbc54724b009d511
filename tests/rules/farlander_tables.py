"""Farlander on one map that is easy to remember: the tiles 1 to 7 on the places a to g, none of them turned.

`a1` borders a2 a3 b3 c2 c3 d2 g4; `b1` borders b2 b3; `b2` borders b1 b3 c1 c2; `c1` borders b2 c2 c3; `c2` borders a1
b2 c1 c3. Garrisons are in a2, b2, c3, d3, e4, f3 and g2.
"""

from rules import GAMES
from rules.core import Move, Seat
from rules.farlander import FarlanderPosition

FLAT = "t1r0/t2r0/t3r0/t4r0/t5r0/t6r0/t7r0"
TERRITORIES = [
    f"{place}{number}"
    for place, count in zip("abcdefg", (3, 3, 3, 3, 4, 4, 4), strict=True)
    for number in range(1, count + 1)
]


def table(armies: str, phase: str, *, left: str = "0/0", key: str = "farlander") -> FarlanderPosition:
    """A table from a text such as "a1:r3 b2:b1": territory, holder and units."""
    there = dict(army.split(":") for army in armies.split())
    rows = ("".join(there.get(name, ".") for name in TERRITORIES if name[0] == place) for place in "abcdefg")
    position = GAMES[key].from_fen(f"{FLAT} {'/'.join(rows)} {left} {phase}")
    assert isinstance(position, FarlanderPosition)
    return position


def armies(position: FarlanderPosition) -> dict[str, str]:
    """The holders and units of territories: `{"a1": "r3"}`."""
    held = {name: position.holder(at) for at, name in enumerate(position.atlas.names)}
    return {
        name: f"{position.side(seat)[0].lower()}{position.units[position.atlas.index[name]]}"
        for name, seat in held.items()
        if seat is not None
    }


def after(position: FarlanderPosition, *moves: str) -> FarlanderPosition:
    """The position after some moves."""
    for move in moves:
        position = position.play(Move(move))
    return position


def without(position: FarlanderPosition, *seats: int) -> FarlanderPosition:
    """The position after some seats have left."""
    for seat in seats:
        left = position.retire(Seat(seat))
        assert left is not None
        position = left
    return position
