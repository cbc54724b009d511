"""With which units a territory can be conquered: so many from this neighbour and so many from that, written out."""

from functools import lru_cache
from typing import Final

_MIXES_KEPT: Final = 1024


@lru_cache(maxsize=_MIXES_KEPT)
def mixes(sources: tuple[tuple[str, int], ...], room: int) -> tuple[str, ...]:
    """All mixes of 1 to `room` units from sources that can spare so many each, in alphabetical order."""
    found: list[str] = []
    for at, (name, spare) in enumerate(sources):
        for units in range(1, min(spare, room) + 1):
            mix = f"{name}x{units}"
            found.append(mix)
            if units < room:
                found += [f"{mix}+{rest}" for rest in mixes(sources[at + 1 :], room - units)]
    return tuple(found)
