"""Reasons for placements and conquests of Farlander, in words."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from typing import Final

from rules.core import Move, Phrase, Seat
from rules.farlander.campaign import SIDES, Campaign, Phase
from rules.farlander.tokens import read_conquest
from rules.wording import Reason, Reasons

_FEW_BORDERS: Final = 3
"""A territory that borders at most this many others has few from which it can be attacked."""


def reasons(table: Campaign, move: Move) -> Reasons:
    """What speaks for a player's legal move; nothing for rolls."""
    seat = table.mover
    if seat is None:
        return Reasons(())
    if table.phase is Phase.PLACEMENT:
        at = table.atlas.index[move]
        return Reasons([*_of_placement(table, seat, at)], [*_of_borders(table, seat, at)])
    conquest = read_conquest(table.atlas, move)
    assert conquest is not None, "a legal move of the conquest"
    return Reasons([*_of_conquest(table, table.after_conquest(seat, conquest), seat, conquest.target)])


def _of_placement(table: Campaign, seat: Seat, at: int) -> Iterator[Reason]:
    is_new = not table.units[at]
    if is_new and table.garrisons >> at & 1:
        yield Reason(Phrase("claims a garrison, which counts double"))
    if at in _open_to_others(table, seat):
        yield Reason(Phrase("strengthens a territory that could be conquered"))
    weaker = len({*table.after_placement(seat, at).targets(seat)} - {*table.targets(seat)})
    if weaker:
        words = Phrase(
            "gets strong enough to conquer {count, plural, one {# more territory} other {# more territories}}",
            count=weaker,
        )
        yield Reason(words, weaker)
    own = sum(table.holder(near) == seat for near in table.atlas.borders[at])
    if is_new and own:
        words = Phrase("claims a territory beside {count, plural, one {# of its own} other {# of its own}}", count=own)
        yield Reason(words, own)
    borders = len(table.atlas.borders[at])
    if is_new and borders <= _FEW_BORDERS:
        words = Phrase(
            "takes a place with only {count, plural, one {# territory} other {# territories}} around it", count=borders
        )
        yield Reason(words, -borders)


def _of_borders(table: Campaign, seat: Seat, at: int) -> Iterator[Reason]:
    """Lesser reasons: who is beside a territory."""
    others = sum(table.holder(near) not in (seat, None) for near in table.atlas.borders[at])
    is_new, own = not table.units[at], any(table.holder(near) == seat for near in table.atlas.borders[at])
    if others and is_new:
        words = Phrase(
            "claims a territory beside {count, plural, one {# territory} other {# territories}} of other players",
            count=others,
        )
        yield Reason(words, others, "beside others")
    elif others:
        words = Phrase(
            "puts one more unit beside {count, plural, one {# territory} other {# territories}} of other players",
            count=others,
        )
        yield Reason(words, others, "beside others")
    else:
        words = Phrase("keeps units out of reach until the conquest")
        yield Reason(None if is_new else words, named="out of reach")
    if is_new and not own and not others:
        yield Reason(Phrase("claims a territory with nobody beside it"))


def _of_conquest(table: Campaign, after: Campaign, seat: Seat, target: int) -> Iterator[Reason]:
    if table.garrisons >> target & 1:
        yield Reason(Phrase("takes a garrison, which counts double"))
    left_open = _open_to_others(after, seat)
    if target not in left_open:
        yield Reason(Phrase("can't be taken back at once"))
    loser = table.holder(target)
    assert loser is not None, "what is conquered is held"
    others = [other for other in table.staying if other != loser]
    if loser in table.staying and all(table.points[loser] > table.points[other] for other in others):
        yield Reason(Phrase("takes from {side}, who has the most points", side=SIDES[loser]))
    points, best = after.points[seat], max((after.points[other] for other in after.staying if other != seat), default=0)
    if points > best:
        yield Reason(Phrase("leads with {count, plural, one {# point} other {# points}}", count=points), points)
    saved = len(_open_to_others(table, seat)) - len(left_open)
    if saved > 0:
        words = Phrase("takes {count, plural, one {# territory} other {# territories}} out of danger", count=saved)
        yield Reason(words, -len(left_open), "open")
    elif left_open:
        words = Phrase(
            "leaves only {count} of its own territories open to conquest",
            count=len(left_open),
        )
        yield Reason(words, -len(left_open), "open")
    else:
        yield Reason(Phrase("leaves none of its own territories open to conquest"), 0, "open")
    next_targets = sum(1 for _ in after.targets(seat))
    if next_targets:
        words = Phrase(
            "leaves {count, plural, one {# territory} other {# territories}} to conquer in the next turn",
            count=next_targets,
        )
        yield Reason(words, next_targets)
    units = table.units[target]
    words = Phrase("destroys {count, plural, one {# unit} other {# units}}", count=units)
    yield Reason(words if units > 1 else None, units, "destroyed")
    yield Reason(
        Phrase("gets to {count, plural, one {# point} other {# points}}, against {best}", count=points, best=best),
        points,
        "points",
    )


def _open_to_others(table: Campaign, seat: Seat) -> set[int]:
    """The territories of a seat that another player, of those who have not left, could conquer now."""
    others = [other for other in table.staying if other != seat]
    return {target for other in others for target in table.targets(other) if table.held[seat] >> target & 1}
