"""Reasons for placements and conquests of Farlander, in words."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator

from rules.core import Move, Phrase, Seat
from rules.farlander.campaign import SIDES, Campaign, Phase
from rules.farlander.tokens import read_conquest
from rules.wording import Reasons


def reasons(table: Campaign, move: Move) -> Reasons:
    """What speaks for a player's legal move; nothing for rolls."""
    seat = table.mover
    if seat is None:
        return Reasons(())
    if table.phase is Phase.PLACEMENT:
        return Reasons([*_of_placement(table, seat, table.atlas.index[move])])
    conquest = read_conquest(table.atlas, move)
    assert conquest is not None, "a legal move of the conquest"
    return Reasons([*_of_conquest(table, table.after_conquest(seat, conquest), seat, conquest.target)])


def _of_placement(table: Campaign, seat: Seat, at: int) -> Iterator[Phrase]:
    if not table.units[at]:
        if table.garrisons >> at & 1:
            yield Phrase("claims a garrison, which counts double")
        else:
            holders = [holder for near in table.atlas.borders[at] if (holder := table.holder(near)) is not None]
            own, others = holders.count(seat), len(holders) - holders.count(seat)
            if own:
                yield Phrase(
                    "claims a territory beside {count, plural, one {# of its own} other {# of its own}}", count=own
                )
            elif others:
                yield Phrase(
                    "claims a territory beside {count, plural, one {# territory} other {# territories}} of other players",
                    count=others,
                )
            else:
                yield Phrase("claims a territory with nobody beside it")
    elif _could_fall(table, seat, at, table.units[at]):
        yield Phrase("strengthens a territory that could be conquered")
    else:
        targets = sum(table.holder(near) not in (seat, None) for near in table.atlas.borders[at])
        if targets:
            yield Phrase(
                "puts one more unit beside {count, plural, one {# territory} other {# territories}} of other players",
                count=targets,
            )
        else:
            yield Phrase("keeps units out of reach until the conquest")


def _of_conquest(table: Campaign, after: Campaign, seat: Seat, target: int) -> Iterator[Phrase]:
    if table.garrisons >> target & 1:
        yield Phrase("takes a garrison, which counts double")
    if not _could_fall(after, seat, target, after.units[target]):
        yield Phrase("can't be taken back at once")
    loser = table.holder(target)
    if loser is not None and table.points[loser] == max(table.points):
        yield Phrase("takes from {side}, who has the most points", side=SIDES[loser])
    points, best = after.points[seat], max(other for at, other in enumerate(after.points) if at != seat)
    if points > best:
        yield Phrase("leads with {count, plural, one {# point} other {# points}}", count=points)
        return
    if table.units[target] > 1:
        yield Phrase("destroys {count, plural, one {# unit} other {# units}}", count=table.units[target])
    saved = _in_danger(table, seat) - _in_danger(after, seat)
    if saved > 0:
        yield Phrase("takes {count, plural, one {# territory} other {# territories}} out of danger", count=saved)
    yield Phrase("gets to {count, plural, one {# point} other {# points}}, against {best}", count=points, best=best)


def _in_danger(table: Campaign, seat: Seat) -> int:
    """The number of a seat's territories that another player could conquer."""
    return sum(_could_fall(table, seat, at, units) for at, units in enumerate(table.units) if table.holder(at) == seat)


def _could_fall(table: Campaign, seat: Seat, at: int, units: int) -> bool:
    """Whether a player who has not left could overcome a defence of `units` units of a seat in a territory."""
    strongest = max(table.strength(other, at) for other in table.staying if other != seat)
    return strongest > units + (table.garrisons >> at & 1)
