"""The levels of the computer players, from gentle to strong: their budgets and their weaknesses."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from time import thread_time
from typing import Final

from players.characters import BADGER, CHARACTERS, HEDGEHOG, LYNX, MOLE, OTTER, Character, rating
from rules.core import Game, Move, Position

_BYTES: Final = 4  # of a digest
_NODES_BETWEEN_LOOKS: Final = 64  # at the clock, so that these take little of the time


class Sight:
    """The moves that a character sees. It overlooks the same moves everywhere in a match: the seed alone decides."""

    def __init__(self, overlooked: float, seed: int) -> None:
        self._limit = overlooked * 256**_BYTES
        self._seed = seed
        self._known: dict[Move, bool] = {}

    def of(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that are seen, in the same order; all of them if none would be."""
        return self.only(moves) or moves

    def only(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that are seen, in the same order; none of them if none is."""
        return [move for move in moves if self._sees(move)] if self._limit else moves

    def _sees(self, move: Move) -> bool:
        seen = self._known.get(move)
        if seen is None:
            digest = blake2b(f"{self._seed} {move}".encode(), digest_size=_BYTES).digest()
            seen = self._known[move] = int.from_bytes(digest, "big") >= self._limit
        return seen


@dataclass(frozen=True, slots=True)
class Weakness:
    """How much worse a character plays than its search could.

    It overlooks the share `overlooked` of its own moves and the share `unforeseen` of those of others. `temperature` is
    the temperature of its choice: a move whose value (from -1 to 1) is so much less than the best is chosen 2.7 times
    less often.
    """

    overlooked: float
    unforeseen: float
    temperature: float

    def times(self, times: float) -> "Weakness":
        """So many times this weakness: as much more freely chosen, and as much less seen."""
        overlooked, unforeseen = (1 - (1 - share) / times for share in (self.overlooked, self.unforeseen))
        return Weakness(overlooked, unforeseen, self.temperature * times)

    def sight(self, seed: int) -> Sight:
        """What a character with this weakness sees of its own moves; the seed says what it overlooks."""
        return Sight(self.overlooked, seed)

    def foresight(self, seed: int) -> Sight:
        """What it sees of the moves of others."""
        return Sight(self.unforeseen, seed)


FLAWLESS: Final = Weakness(overlooked=0.0, unforeseen=0.0, temperature=0.0)


@dataclass(frozen=True, slots=True)
class Level:
    """A character's strength: in alpha-beta search for games for two without chance, in tree search for all others."""

    character: Character

    nodes: int
    """The node budget of its alpha-beta search for a move."""

    depth: int
    """The greatest depth of that search."""

    reading: int
    """The greatest depth of quiescence search after that."""

    lookahead: Weakness

    samples: int
    """How many playouts its tree search makes for a move."""

    sampling: Weakness
    """Its temperature grows with the square root of the number of opponents: with more, each move decides less."""

    overlooks_anew: bool = False
    """Whether it overlooks other moves at each turn, rather than the same ones throughout a match.

    Then it also overlooks captures that nothing compels, even if they are the only ones; the others see one at least.
    """

    misjudgement: float = 0.0
    """How freely it chooses in alpha-beta search, if not 0: its temperature is this share of the standard deviation of
    the values of its moves, and at most that of `lookahead`. So it errs alike where these lie far apart and where not.
    """

    seconds: float = 3.0
    """The most processor time for a move."""

    solves_endings: bool = False
    """Whether it first tries to follow every move to the end where that is near, within as many positions as `nodes`."""

    counts_captures: bool = True
    """Whether compulsory captures count as depth. If not, sacrifices are seen through."""

    def in_game(self, game: Game) -> "Level":
        """The level as it plays a game, by the game's `carelessness`."""
        times = dict(zip(CHARACTERS, game.carelessness, strict=False)).get(self.character, 1.0)
        if times == 1:
            return self
        lookahead = replace(self.lookahead, temperature=self.lookahead.temperature * times)
        sampling = self.sampling.times(times)
        return replace(self, lookahead=lookahead, sampling=sampling, misjudgement=self.misjudgement * times)

    @property
    def key(self) -> str:
        """The level's name in records and commands."""
        return self.character.key

    @property
    def name(self) -> str:
        """The level's name for people."""
        return self.character.name


LEVELS: Final = (
    Level(
        MOLE,
        nodes=400,
        depth=1,
        reading=2,
        lookahead=Weakness(overlooked=0.4, unforeseen=0.4, temperature=0.09),
        samples=15,
        sampling=Weakness(overlooked=0.4, unforeseen=0.4, temperature=0.2),
    ),
    Level(
        HEDGEHOG,
        nodes=800,
        depth=2,
        reading=2,
        lookahead=Weakness(overlooked=0.2, unforeseen=0.85, temperature=0.3),
        samples=40,
        sampling=Weakness(overlooked=0.3, unforeseen=0.4, temperature=0.13),
        overlooks_anew=True,
        misjudgement=0.6,
    ),
    Level(
        OTTER,
        nodes=1_500,
        depth=2,
        reading=4,
        lookahead=Weakness(overlooked=0.15, unforeseen=0.15, temperature=0.04),
        samples=90,
        sampling=Weakness(overlooked=0.32, unforeseen=0.32, temperature=0.09),
    ),
    Level(
        BADGER,
        nodes=5_000,
        depth=4,
        reading=8,
        lookahead=Weakness(overlooked=0.03, unforeseen=0.03, temperature=0.02),
        samples=500,
        sampling=Weakness(overlooked=0.14, unforeseen=0.14, temperature=0.042),
    ),
    Level(
        LYNX,
        nodes=20_000,
        depth=40,
        reading=12,
        lookahead=Weakness(overlooked=0.0, unforeseen=0.0, temperature=0.004),
        samples=9_000,
        sampling=Weakness(overlooked=0.0, unforeseen=0.0, temperature=0.006),
        solves_endings=True,
    ),
)
"""From the gentlest to the strongest."""

_BY_KEY: Final = {level.key: level for level in LEVELS}


def level_of(character: Character) -> Level:
    """How well the face of a character plays."""
    return _BY_KEY[character.face.key]


def level_for(character: Character, game: Game, seats: int, position: Position, seed: int) -> Level:
    """How well a character makes its next move in a game with so many players; the same arguments give the same level.

    One that is stronger than its face usually is makes some of its moves as well as the next face: the share by which
    its rating lies between theirs, because half of the moves were measured to be worth about half of the points.
    """
    own = level_of(character)
    if not character.steps or own is LEVELS[-1]:
        return own
    following = LEVELS[LEVELS.index(own) + 1]
    low, wanted, high = (rating(one, game, seats) for one in (own.character, character, following.character))
    if low is None or wanted is None or high is None:
        return own
    if wanted >= high:  # the faces have been measured anew since the match began
        return following
    return mixed(own, following, (wanted - low) / (high - low), position, seed)


def mixed(level: Level, better: Level, share: float, position: Position, seed: int) -> Level:
    """The level of the next move of a character that makes this share of its moves at the better of two levels."""
    return better if random.Random(f"{seed} {position.fen()} level").random() < share else level


class BudgetExhausted(Exception):
    """The search has to stop."""


class Budget:
    """The number of positions that a search may visit, and its time limit."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = nodes
        self.spent = 0
        self._until = thread_time() + seconds

    def spend(self) -> None:
        """Count one position. Raises `BudgetExhausted` if the number or the time is used up."""
        self.spent += 1
        if self.spent > self.nodes or (self.spent % _NODES_BETWEEN_LOOKS == 0 and thread_time() > self._until):
            raise BudgetExhausted
