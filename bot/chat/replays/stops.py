"""Where a menu of plies leads."""

from typing import Final

_MOST_OPTIONS: Final = 25
_REACHES: Final = (1, 2, 5, 10, 20, 50, 100, 250, 500, 2_500, 10_000)


def stops(ply: int, last: int) -> list[int]:
    """The plies to which a menu leads from `ply`, in order, at most 25: all of a short match, else more the nearer.

    The first, the last and `ply` itself are among them, and any other ply can be reached in a few choices.
    """
    if last < _MOST_OPTIONS:
        return list(range(last + 1))
    near = (ply + way * reach for reach in _REACHES for way in (-1, 1))
    chosen = {0, ply, last, *(stop for stop in near if 0 <= stop <= last)}
    free = _MOST_OPTIONS - len(chosen)
    return sorted(chosen | {last * number // (free + 1) for number in range(1, free + 1)})
