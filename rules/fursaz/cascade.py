"""The cascade after a placement: flanks, their ages, and the stages A and B, repeated until no more stones flip.

The age of a flank matters only in comparison with another flank of the same stone (rules specification, Flank and R1).
Ruling R1b stops an endless cascade after a stage B that leaves every stone with the colour that it had after an earlier
stage B of the same turn. All sets of points are bit boards; "three masks" are one mask per axis, in the order of
`tables.AXES`.
"""

from typing import Final, NamedTuple

from rules.fursaz.tables import Colour, Points

MOST_ROUNDS: Final = 1_000
"""A limit on stages B that no turn reaches: random games need fewer than twenty."""

Stones = tuple[int, int]
"""The masks of the black and the white stones, in the order of `Colour`."""

Three = tuple[int, int, int]

Ages = tuple[int, int, int, int, int, int]
"""For each of `ORDERS`, the stones that different colours flank on the two axes, with the younger flank first."""

ORDERS: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
"""All ordered pairs of axes, as indices into `tables.AXES`: the axis of the younger flank, then of the older one."""

NO_AGES: Final = (0, 0, 0, 0, 0, 0)

_OTHER_TWO: Final = (((1, 0), (2, 1)), ((0, 2), (2, 3)), ((0, 4), (1, 5)))
"""For each axis, the two others, each with the index in `ORDERS` where this axis has the younger flank."""


class Flanks(NamedTuple):
    """The points that each colour flanks on each axis: three masks per colour, in the order of `Colour`."""

    by_black: Three
    by_white: Three


class Pairs(NamedTuple):
    """By axis and distance, in places to shift: the points whose nearest stones on both sides are at that distance.

    This depends only on where stones are, not on their colours, so all stages after a placement share one value.
    """

    by_axis: tuple[tuple[tuple[int, int], ...], ...]


def pairs(points: Points, occupied: int, among: int) -> Pairs:
    """The points of `among` that have their nearest stones on both sides of an axis at equal distances."""
    empty = points.full & ~occupied
    by_axis: list[tuple[tuple[int, int], ...]] = []
    for step in points.axes:
        found: list[tuple[int, int]] = []
        distance, free = step, among  # free: points with no stone nearer than `distance` on either side
        while free:
            there = free & occupied >> distance & occupied << distance
            if there:
                found.append((distance, there))
            free &= empty >> distance & empty << distance
            distance += step
        by_axis.append(tuple(found))
    return Pairs(tuple(by_axis))


def flanks(between: Pairs, black: int) -> Flanks:
    """The flanks on a board, given the pairs of nearest stones and the mask of black stones."""
    by_black: list[int] = []
    by_white: list[int] = []
    for found in between.by_axis:
        flanked_by_black = flanked_by_white = 0
        for distance, there in found:
            one, two = black >> distance, black << distance
            flanked_by_black |= there & one & two
            flanked_by_white |= there & ~(one | two)
        by_black.append(flanked_by_black)
        by_white.append(flanked_by_white)
    return Flanks((by_black[0], by_black[1], by_black[2]), (by_white[0], by_white[1], by_white[2]))


def either(three: Three) -> int:
    """The union of three masks."""
    return three[0] | three[1] | three[2]


def contested(now: Flanks) -> int:
    """The stones that both colours flank: the only ones for which ages matter."""
    return either(now.by_black) & either(now.by_white)


def in_conflict(now: Flanks, first: int, second: int) -> int:
    """The stones that one colour flanks on the first axis and the other colour on the second."""
    (black, white) = now
    return black[first] & white[second] | white[first] & black[second]


def aged(ages: Ages, before: Flanks, now: Flanks, touched: int) -> Ages:
    """The ages after a stage: a flank that lasts keeps its age, and a new one is younger than all existing ones.

    `touched` has the contested stones whose flanks the stage may have changed; `before` may leave out all others.
    """
    if not contested(now):
        return NO_AGES
    new = [
        touched & (black & ~old_black | white & ~old_white)
        for black, white, old_black, old_white in zip(now.by_black, now.by_white, *before, strict=True)
    ]
    one, two, three, four, five, six = (
        in_conflict(now, first, second) & ~new[second] & (new[first] | younger)
        for (first, second), younger in zip(ORDERS, ages, strict=True)
    )
    return one, two, three, four, five, six


def followers(now: Flanks, ages: Ages, colour: Colour) -> int:
    """The stones that follow a colour: it alone flanks them, or its flank is younger than the other colour's (R1)."""
    mine, theirs = now[colour], now[1 - colour]
    following = 0
    for axis, ((second, than_second), (third, than_third)) in enumerate(_OTHER_TWO):
        as_recent = theirs[second] & ~ages[than_second] | theirs[third] & ~ages[than_third]
        following |= mine[axis] & ~as_recent
    return following


class EndlessCascade(RuntimeError):
    """The error if a cascade neither ends nor repeats itself: a bug in the program, not an illegal move."""


class Cascade(NamedTuple):
    """The result of a cascade: the stones and ages at the end of the turn, and the flips that led there.

    `flips` has the stones that flipped in each stage, A and B alternately, up to the last stage with a flip. `endless`
    says whether ruling R1b stopped the cascade.
    """

    stones: Stones
    ages: Ages
    flips: tuple[int, ...]
    endless: bool


def cascade(points: Points, stones: Stones, ages: Ages, placed: int, colour: Colour) -> Cascade:
    """Place a stone of `colour` on the empty point `placed`, and play all stages.

    Raises `EndlessCascade` after `MOST_ROUNDS` rounds of stages A and B.
    """
    stood = stones[0] | stones[1]
    occupied = stood | placed
    black = stones[Colour.BLACK] | (placed if colour is Colour.BLACK else 0)
    between = pairs(points, occupied, occupied)
    now = flanks(between, black)
    touched = contested(now) & (points.in_line[placed] | placed)  # the placement cannot change other flanks
    before = flanks(pairs(points, stood, stood & touched), stones[Colour.BLACK]) if touched else now
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
