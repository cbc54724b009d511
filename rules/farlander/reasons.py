"""Reasons for placements and conquests of Farlander, in words."""

from collections.abc import Iterator

from rules.core import Move, Seat
from rules.farlander.campaign import SIDES, Campaign, Phase
from rules.farlander.tokens import read_conquest
from rules.wording import plural, reasons


def reason(table: Campaign, move: Move) -> str:
    """Why a player's legal move is good, in words that follow "it"; empty for rolls."""
    seat = table.mover
    if seat is None:
        return ""
    if table.phase is Phase.PLACEMENT:
        return reasons(_of_placement(table, seat, table.atlas.index[move]))
    conquest = read_conquest(table.atlas, move)
    assert conquest is not None, "a legal move of the conquest"
    return reasons(_of_conquest(table, table.after_conquest(seat, conquest), seat, conquest.target))


def _of_placement(table: Campaign, seat: Seat, at: int) -> Iterator[str]:
    if not table.units[at]:
        yield "claims a garrison, which counts double" if table.garrisons >> at & 1 else "claims a territory"
    elif _could_fall(table, seat, at, table.units[at]):
        yield "strengthens a territory that could be conquered"
    else:
        targets = sum(table.holder(near) not in (seat, None) for near in table.atlas.borders[at])
        if targets:
            yield f"puts one more unit beside {plural(targets, 'territory', 'territories')} of other players"
        else:
            yield "keeps units out of reach until the conquest"


def _of_conquest(table: Campaign, after: Campaign, seat: Seat, target: int) -> Iterator[str]:
    if table.garrisons >> target & 1:
        yield "takes a garrison, which counts double"
    if not _could_fall(after, seat, target, after.units[target]):
        yield "cannot be taken back at once"
    loser = table.holder(target)
    if loser is not None and table.points[loser] == max(table.points):
        yield f"takes from {SIDES[loser]}, who has the most points"
    points, best = after.points[seat], max(other for at, other in enumerate(after.points) if at != seat)
    if points > best:
        yield f"leads with {plural(points, 'point')}"
        return
    if table.units[target] > 1:
        yield f"destroys {table.units[target]} units"
    saved = _in_danger(table, seat) - _in_danger(after, seat)
    if saved > 0:
        yield f"takes {plural(saved, 'territory', 'territories')} out of danger"
    yield f"gets to {points} points, against {best}"


def _in_danger(table: Campaign, seat: Seat) -> int:
    """The number of a seat's territories that another player could conquer."""
    return sum(_could_fall(table, seat, at, units) for at, units in enumerate(table.units) if table.holder(at) == seat)


def _could_fall(table: Campaign, seat: Seat, at: int, units: int) -> bool:
    """Whether a player who has not left could overcome a defence of `units` units of a seat in a territory."""
    strongest = max(table.strength(other, at) for other in table.staying if other != seat)
    return strongest > units + (table.garrisons >> at & 1)
