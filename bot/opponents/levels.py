"""The characters that people play against, from gentle to strong, and in what they are weak."""

from dataclasses import dataclass
from typing import Final

from bot.model.characters import BADGER, LYNX, MOLE, OTTER, Character


@dataclass(frozen=True, slots=True)
class Level:
    """A character and how well it plays.

    `key` is its name in records and commands, `name` what people call it. It looks at `nodes` positions a move, or at
    `samples` of them where there is chance or more than one opponent, and not further ahead than `depth` moves, then reads out up to `reading` captures in a row; it overlooks the share `overlooked` of all moves, and
    chooses among moves whose worth (from -1 to 1) is similar: one that is worth `softness` less than the best is
    chosen 2.7 times less often. `seconds` is the time after which it stops thinking in any case.
    """

    key: str
    name: str
    nodes: int
    samples: int
    depth: int
    reading: int
    overlooked: float
    softness: float
    seconds: float


LEVELS: Final = (
    Level(MOLE.key, MOLE.name, nodes=400, samples=20, depth=1, reading=2, overlooked=0.35, softness=0.08, seconds=3.0),
    Level(
        OTTER.key, OTTER.name, nodes=1_500, samples=150, depth=2, reading=4, overlooked=0.15, softness=0.04, seconds=3.0
    ),
    Level(
        BADGER.key,
        BADGER.name,
        nodes=5_000,
        samples=800,
        depth=4,
        reading=8,
        overlooked=0.03,
        softness=0.02,
        seconds=3.0,
    ),
    Level(
        LYNX.key,
        LYNX.name,
        nodes=20_000,
        samples=5_000,
        depth=40,
        reading=12,
        overlooked=0.0,
        softness=0.01,
        seconds=3.0,
    ),
)
"""From the gentlest to the strongest."""

_BY_KEY: Final = {level.key: level for level in LEVELS}


def level_of(character: Character) -> Level:
    """How well a character plays."""
    return _BY_KEY[character.key]
