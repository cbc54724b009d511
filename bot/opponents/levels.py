"""The characters that people play against, from gentle to strong, and in what they are weak."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.model.characters import BADGER, LYNX, MOLE, OTTER, Character
from rules.core import Move

_BYTES: Final = 4


class Sight:
    """The moves that a character sees. What is overlooked hangs on the seed alone, wherever a move is met."""

    def __init__(self, overlooked: float, seed: int) -> None:
        self._limit = overlooked * 256**_BYTES
        self._seed = seed
        self._known: dict[Move, bool] = {}

    def of(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those of `moves` that are seen, in the same order; all if none would be."""
        if not self._limit:
            return moves
        return [move for move in moves if self._sees(move)] or moves

    def _sees(self, move: Move) -> bool:
        seen = self._known.get(move)
        if seen is None:
            digest = blake2b(f"{self._seed} {move}".encode(), digest_size=_BYTES).digest()
            seen = self._known[move] = int.from_bytes(digest, "big") >= self._limit
        return seen


@dataclass(frozen=True, slots=True)
class Weakness:
    """What a character makes less of than it could.

    It overlooks the share `overlooked` of all moves, and chooses among moves whose worth (from -1 to 1) is similar: one
    that is worth `softness` less than the best is chosen 2.7 times less often.
    """

    overlooked: float
    softness: float

    def sight(self, seed: int) -> Sight:
        """What a character with this weakness sees; the seed says what it overlooks."""
        return Sight(self.overlooked, seed)


FLAWLESS: Final = Weakness(overlooked=0.0, softness=0.0)


@dataclass(frozen=True, slots=True)
class Level:
    """A character and how well it plays: it looks ahead in games for two without chance, and takes samples elsewhere."""

    character: Character

    nodes: int
    """How many positions a move it looks at where it looks ahead."""

    depth: int
    """How many moves it looks ahead at most."""

    reading: int
    """How many captures in a row it then reads out at most."""

    lookahead: Weakness

    samples: int
    """How many positions a move it looks at where there is chance, or more than one opponent."""

    sampling: Weakness
    """Its softness counts once for each opponent: the more there are, the less one move decides."""

    seconds: float = 3.0
    """After so long it stops thinking in any case."""

    @property
    def key(self) -> str:
        """Its name in records and commands."""
        return self.character.key

    @property
    def name(self) -> str:
        """What people call it."""
        return self.character.name


LEVELS: Final = (
    Level(
        MOLE,
        nodes=400,
        depth=1,
        reading=2,
        lookahead=Weakness(overlooked=0.4, softness=0.09),
        samples=15,
        sampling=Weakness(overlooked=0.4, softness=0.13),
    ),
    Level(
        OTTER,
        nodes=1_500,
        depth=2,
        reading=4,
        lookahead=Weakness(overlooked=0.15, softness=0.04),
        samples=150,
        sampling=Weakness(overlooked=0.2, softness=0.046),
    ),
    Level(
        BADGER,
        nodes=5_000,
        depth=4,
        reading=8,
        lookahead=Weakness(overlooked=0.03, softness=0.02),
        samples=750,
        sampling=Weakness(overlooked=0.06, softness=0.02),
    ),
    Level(
        LYNX,
        nodes=20_000,
        depth=40,
        reading=12,
        lookahead=Weakness(overlooked=0.0, softness=0.01),
        samples=12_000,
        sampling=Weakness(overlooked=0.0, softness=0.003),
    ),
)
"""From the gentlest to the strongest."""

_BY_KEY: Final = {level.key: level for level in LEVELS}


def level_of(character: Character) -> Level:
    """How well a character plays."""
    return _BY_KEY[character.key]
