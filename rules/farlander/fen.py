"""The fen of Farlander: four fields separated by spaces.

1. The map: the tiles by place, `t3r2/t1r0/…`, or `-` before the first tile.
2. The units: by place, its territories in order, each `.` if unoccupied, otherwise the letter of its holder and the
   number of units (`r3.b2/…/g1..`); `-` before the first tile.
3. The units left to place, by seat: `12/11/x`, where `x` marks a seat that has left.
4. The phase: `map`, `placement` or `conquest` while chance is to move, `placement:red` or `conquest:red` while a player
   is to move, or `over`.
"""

import re
from itertools import groupby
from typing import Final, TypeVar

from rules.core import Seat
from rules.farlander.atlas import PLACES, Laid, atlas
from rules.farlander.campaign import SIDES, UNITS, Campaign, Phase
from rules.farlander.tokens import COLOURS, read_roll, roll_token

_LETTERS: Final = tuple(colour[0] for colour in COLOURS)
_HELD: Final = re.compile(r"\.|[rbgy][1-5]")
_PHASES: Final = {
    Phase.MAP: "map",
    Phase.FIRST_TO_PLACE: "placement",
    Phase.PLACEMENT: "placement:",
    Phase.FIRST_TO_CONQUER: "conquest",
    Phase.CONQUEST: "conquest:",
    Phase.OVER: "over",
}


_Table = TypeVar("_Table", bound=Campaign)


def write_fen(campaign: Campaign) -> str:
    """The fen of a campaign; `read_fen` inverts it."""
    laid = "/".join(map(roll_token, campaign.laid))
    written = [_written(campaign, territory) for territory in range(len(campaign.units))]
    rows = groupby(zip(campaign.atlas.names, written, strict=True), key=lambda pair: pair[0][0])
    held = "/".join("".join(word for _, word in row) for _, row in rows)
    left = "/".join("x" if seat in campaign.gone else str(campaign.left[seat]) for seat in campaign.seats)
    mover = "" if campaign.mover is None else COLOURS[campaign.mover]
    return f"{laid or '-'} {held or '-'} {left} {_PHASES[campaign.phase]}{mover}"


def read_fen(rules: type[_Table], text: str) -> _Table:
    """The campaign that a fen describes. Raises ValueError for a text that cannot arise in a game."""
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError(f"a Farlander position has 4 parts with a space between them, not {len(fields)}")
    laid = _read_map(fields[0])
    left = fields[2].split("/")
    if len(left) not in (2, 3, 4) or not all(re.fullmatch(r"x|0|[1-9][0-9]?", units) for units in left):
        raise ValueError(f"“{fields[2][:40]}” does not say how many units 2 to 4 players have left to place")
    units, held = _read_held(fields[1], laid, len(left))
    phase, mover = _read_phase(fields[3], len(left))
    gone = frozenset(Seat(seat) for seat, number in enumerate(left) if number == "x")
    numbers = tuple(0 if number == "x" else int(number) for number in left)
    table = rules(laid, units, held, numbers, gone, phase, mover)
    _check_units(table)
    _check_phase(table)
    return table


def _check_units(table: Campaign) -> None:
    """Raise ValueError unless the numbers of units are possible: none is lost before the conquest."""
    every, whole = UNITS[len(table.held)], len(table.laid) == len(PLACES)
    for seat in table.seats:
        there = sum(units for territory, units in enumerate(table.units) if table.held[seat] >> territory & 1)
        if there and (not whole or table.phase in (Phase.MAP, Phase.FIRST_TO_PLACE)):
            raise ValueError(f"{SIDES[seat]} has units on the map before the placement has begun")
        count = there + table.left[seat]
        if count > every:
            raise ValueError(f"{SIDES[seat]} has {count} units, but there are only {every} for each player")
        if table.phase in (Phase.MAP, Phase.FIRST_TO_PLACE, Phase.PLACEMENT):
            if seat in table.staying and count < every:
                raise ValueError(f"{SIDES[seat]} has {count} units, but no unit of {every} is lost before the conquest")
        elif table.left[seat]:
            raise ValueError(f"{SIDES[seat]} has units left to place although the placement is over")


def _check_phase(table: Campaign) -> None:
    """Raise ValueError unless the phase fits the map and the units."""
    playing, whole = len(table.staying) > 1, len(table.laid) == len(PLACES)
    if table.phase is Phase.OVER:
        possible = not playing or (whole and not any(table.can_move(seat) for seat in table.seats))
    else:
        possible = playing and whole != (table.phase is Phase.MAP)
        possible = possible and (table.mover is None or table.can_move(table.mover))
    if not possible:
        raise ValueError(f"no game leads to “{_PHASES[table.phase].rstrip(':')}” with this map and these units")


def _read_map(field: str) -> tuple[Laid, ...]:
    tokens = [] if field == "-" else field.split("/")
    laid = [tile for tile in map(read_roll, tokens) if isinstance(tile, Laid)]
    if len(laid) != len(tokens) or len({tile.tile for tile in laid}) != len(laid):
        raise ValueError(f"“{field[:60]}” is not a map: it names different tiles and their turns, such as t3r2/t1r0")
    return tuple(laid)


def _read_held(field: str, laid: tuple[Laid, ...], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    names = atlas(laid).names
    expected = [sum(name[0] == place for name in names) for place in PLACES[: len(laid)]]
    rows = [] if field == "-" else field.split("/")
    words = [_HELD.findall(row) for row in rows]
    if ["".join(row) for row in words] != rows or [len(row) for row in words] != expected:
        raise ValueError(f"“{field[:60]}” does not say who holds the territories of this map, each . or such as r3")
    units, held = [0] * len(names), [0] * seats
    for territory, word in enumerate(word for row in words for word in row):
        if word != ".":
            seat = _LETTERS.index(word[0])
            if seat >= seats:
                raise ValueError(f"{SIDES[seat]} holds {names[territory]}, but there are only {seats} players")
            units[territory] = int(word[1])
            held[seat] |= 1 << territory
    return tuple(units), tuple(held)


def _read_phase(field: str, seats: int) -> tuple[Phase, Seat | None]:
    name, colon, colour = field.partition(":")
    if colon and colour not in COLOURS[:seats]:
        raise ValueError(f"“{colour[:40]}” is not the colour of one of {seats} players")
    for phase, written in _PHASES.items():
        if written == name + colon:
            return phase, Seat(COLOURS.index(colour)) if colon else None
    raise ValueError(f"“{field[:40]}” is not a phase: map, placement, placement:red, conquest, conquest:red or over")


def _written(campaign: Campaign, territory: int) -> str:
    holder = campaign.holder(territory)
    return "." if holder is None else f"{_LETTERS[holder]}{campaign.units[territory]}"
