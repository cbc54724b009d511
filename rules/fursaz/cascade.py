"""What a placement sets off: the stages A and B, one after the other, until the stones come to rest.

Ruling R1b stops a cascade that would go on for ever: after a stage B, if every stone has the colour that it had after
an earlier stage B of the same turn.
"""

from typing import Final, NamedTuple

from rules.fursaz.flanks import Ages, aged, contested, flanks, followers, pairs
from rules.fursaz.tables import Colour, Points

MOST_ROUNDS: Final = 1_000
"""No turn has so many stages B: random games need fewer than twenty."""

Stones = tuple[int, int]
"""The masks of the black and of the white stones, in the order of `Colour`."""


class EndlessCascade(RuntimeError):
    """The stages neither ended nor repeated themselves; this is a mistake in the program, not in a move."""


class Cascade(NamedTuple):
    """The stones and the ages of their flanks at the end of a turn, and how they came about.

    `flips` has the stones that flipped in each stage, A and B in turn, up to the last stage in which one did.
    `endless` says that ruling R1b stopped the stages.
    """

    stones: Stones
    ages: Ages
    flips: tuple[int, ...]
    endless: bool


def cascade(points: Points, stones: Stones, ages: Ages, placed: int, colour: Colour) -> Cascade:
    """Place a stone of `colour` on the empty point `placed` and let the stages run.

    Raises `EndlessCascade` after `MOST_ROUNDS` rounds of two stages.
    """
    stood = stones[0] | stones[1]
    occupied = stood | placed
    black = stones[Colour.BLACK] | (placed if colour is Colour.BLACK else 0)
    between = pairs(points, occupied, occupied)
    now = flanks(between, black)
    touched = contested(now) & (points.in_line[placed] | placed)  # no other flanks can be new
    before = flanks(pairs(points, stood, stood & touched), stones[Colour.BLACK])
    ages = aged(ages, before, now, touched)
    flips: list[int] = []
    seen: set[int] = set()
    sides = (colour, colour.other)
    for _ in range(MOST_ROUNDS):
        for flipping_to in sides:
            others = black if flipping_to is Colour.WHITE else occupied & ~black
            flipped = followers(now, ages, flipping_to) & others
            flips.append(flipped)
            if flipped:
                black ^= flipped
                before, now = now, flanks(between, black)
                ages = aged(ages, before, now, occupied)
        at_rest = not (flips[-2] or flips[-1])
        if at_rest or black in seen:
            return Cascade((black, occupied & ~black), ages, _without_rest(flips), endless=not at_rest)
        seen.add(black)
    raise EndlessCascade(f"no end after {MOST_ROUNDS} rounds of stages")


def _without_rest(flips: list[int]) -> tuple[int, ...]:
    while flips and not flips[-1]:
        flips.pop()
    return tuple(flips)
