"""The search for maximal captures: the most enemies that a series of bent leaps can take, and its possible first leaps.

The cells form three interlaced grids of at most 21 cells. A leaping piece stays on its grid, and every enemy that it
leaps over is on one of the other two. So the captures still possible in a series depend only on where the piece is and
which enemies are left. The search visits each such pair once: at most 21 * 2**11 = 43,008 per piece. The worst
positions found by hill climbing, unlike any in a real game, have about 6,400 for all eleven pieces together.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rules.core import Move
from rules.playwin import tables
from rules.playwin.tables import Leap, shifted

_REMEMBERED: Final = 1024  # cached positions: listing the moves of one and then playing a move searches it only once

Steps = dict[int, tuple[Leap, ...]]


class Captures(NamedTuple):
    """The longest series: its number of captures (0 if there is none), and the leaps that it may begin with."""

    most: int
    leaps: tuple[Move, ...]


_NOTHING: Final = Captures(0, ())


@lru_cache(_REMEMBERED)
def longest(own: int, enemies: int) -> Captures:
    """The longest series of any piece of `own`; the leaps are ordered by origin, then as in `tables.leaps`."""
    found = _NOTHING
    leapers = able(own, enemies)
    while leapers:
        origin = leapers & -leapers
        leapers ^= origin
        captures = longest_of(origin, own, enemies)
        if captures.most > found.most:
            found = captures
        elif captures.most == found.most:
            found = Captures(found.most, found.leaps + captures.leaps)
    return found


@lru_cache(_REMEMBERED)
def longest_of(origin: int, own: int, enemies: int) -> Captures:
    """The longest series of the piece on `origin`, one of `own`."""
    steps = _steps(origin, own, enemies)
    known: dict[int, dict[int, int]] = {at: {} for at in steps}

    def most(at: int, left: int) -> int:
        found = known[at].get(left)
        if found is None:
            found, ceiling = 0, left.bit_count()
            for _, over, to, _ in steps[at]:
                if over & left:
                    count = 1 + most(to, left ^ over)
                    if count > found:
                        found = count
                        if found == ceiling:
                            break
            known[at][left] = found
        return found

    left = _within_reach(steps)
    counts = {leap.token: 1 + most(leap.to, left ^ leap.over) for leap in steps[origin]}
    best = max(counts.values(), default=0)
    return Captures(best, tuple(token for token, count in counts.items() if count == best))


def through(leap: Leap, own: int, enemies: int) -> int:
    """The most captures in a series that begins with `leap`; 0 if the leap is impossible."""
    if not leap.over & enemies or leap.to & (own | enemies):
        return 0
    return 1 + longest_of(leap.to, own ^ leap.origin | leap.to, enemies ^ leap.over).most


@lru_cache(_REMEMBERED)
def able(own: int, enemies: int) -> int:
    """The pieces of `own` that can leap over an enemy."""
    shifts, free = tables.geometry().shifts, tables.geometry().full & ~(own | enemies)
    leapers = 0
    for direction, shift in enumerate(shifts):
        beside = shifted(own, shift) & enemies
        if beside:
            landing = shifted(free, -shifts[(direction + 1) % 6]) | shifted(free, -shifts[(direction - 1) % 6])
            leapers |= shifted(beside & landing, -shift)
    return leapers


def _steps(origin: int, own: int, enemies: int) -> Steps:
    """The leaps from each cell that a series from `origin` can visit, possible while their enemies are left."""
    occupied = (own ^ origin) | enemies
    leaps, within = tables.leaps(), tables.within()
    steps: Steps = {}
    to_visit = [origin]
    while to_visit:
        at = to_visit.pop()
        if not within[at][1] & enemies:
            steps[at] = ()
        elif at not in steps:
            steps[at] = tuple(leap for leap in leaps[at] if leap.over & enemies and not leap.to & occupied)
            to_visit += [leap.to for leap in steps[at]]
    return steps


def _within_reach(steps: Steps) -> int:
    """The enemies that could be captured in a series."""
    cells = 0
    for leaps in steps.values():
        for leap in leaps:
            cells |= leap.over
    return cells
