"""What dice decide in Furbowl, and what a roll needs to succeed.

When chance is to move, the board has an instance of one of the classes below. Pieces and squares are the numbers of
`animals` and `pitch`. While the ball scatters, is picked up or is caught, `FurbowlBoard.ball` is where that happens.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from rules.core import Move
from rules.furbowl.animals import BEAR, CAT, FOX, MAUL, SHELL, SNEAKY, TEAM_SIZE, TORTOISE, animal_of

LONGEST_PASS: Final = 8
STUNNING_FAILURE: Final = 4  # the dice show this or less
BIG_HIT: Final = 11  # the total is this or more
EYES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Formation:
    """Which formation the teams begin in."""


@dataclass(frozen=True, slots=True)
class BallRow:
    """On which row the ball begins."""


@dataclass(frozen=True, slots=True)
class Dodge:
    """Whether the animal in play, which is surrounded, gets away to `target`."""

    target: int


@dataclass(frozen=True, slots=True)
class Pickup:
    """Whether the animal in play, which moved onto the ball, picks it up."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """Whether the animal on the square of the ball picks it up, in reaction to a scatter or a push."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Whether the animal in play throws its pass well."""

    receiver: int


@dataclass(frozen=True, slots=True)
class Catch:
    """Whether the receiver of a pass catches it."""

    receiver: int


@dataclass(frozen=True, slots=True)
class Tackle:
    """Whether the animal in play tackles the defender down."""

    defender: int


@dataclass(frozen=True, slots=True)
class Ouch:
    """How much a big hit hurts; `spilled` if the defender lost the ball, which then lies where the hit was."""

    defender: int
    spilled: bool


@dataclass(frozen=True, slots=True)
class Scatter:
    """To which square, at most `distance` away, the ball scatters."""

    distance: int


@dataclass(frozen=True, slots=True)
class Recovery:
    """Whether a Knocked Out animal comes back as its team's turn begins."""

    piece: int


@dataclass(frozen=True, slots=True)
class Return:
    """On which square of its home column it comes back."""

    piece: int


Chance = Formation | BallRow | Dodge | Pickup | Surprise | Throw | Catch | Tackle | Ouch | Scatter | Recovery | Return


class Term(NamedTuple):
    """A bonus on a roll: its name, and the numbers that make it up."""

    name: str
    values: tuple[int, ...]

    def __str__(self) -> str:
        """The bonus in words, such as "Skill +3" or "Strength +4-1"; empty if it is 0."""
        shown = "".join(f"{value:+d}" for value in self.values if value)
        return f"{self.name} {shown}" if shown else ""


@dataclass(frozen=True, slots=True)
class Check:
    """A roll of two dice that succeeds if the dice and all `terms` reach `target`."""

    terms: tuple[Term, ...]
    target: int

    @property
    def bonus(self) -> int:
        """The sum of all terms."""
        return total_of(self.terms)

    @property
    def needed(self) -> int:
        """The least sum of the dice alone that succeeds."""
        return self.target - self.bonus

    @property
    def good_rolls(self) -> int:
        """How many of the 36 rolls succeed."""
        return sum(first + second >= self.needed for first in EYES for second in EYES)


class PassType(NamedTuple):
    """A row of the table of passes: `throw` is the target of the throw, 0 where none is rolled for."""

    name: str
    longest: int
    throw: int
    catch: int
    scatter: int


PASSES: Final = (
    PassType("hand-off", 1, 0, 7, 1),
    PassType("short pass", 4, 8, 8, 1),
    PassType("medium pass", 6, 9, 9, 2),
    PassType("long pass", LONGEST_PASS, 10, 10, 3),
)


def pass_over(distance: int) -> PassType:
    """The type of a pass over 1 to 8 squares."""
    return next(kind for kind in PASSES if distance <= kind.longest)


def total_of(terms: tuple[Term, ...]) -> int:
    """The sum of some terms."""
    return sum(sum(term.values) for term in terms)


@cache
def dodge_check(piece: int) -> Check:
    """What a surrounded animal needs to get away."""
    speed = Term("Speed", (animal_of(piece).speed,))
    sneaky = Term("Sneaky", (SNEAKY if piece % TEAM_SIZE == FOX else 0,))
    return Check((speed, sneaky), 8)


@cache
def skill_check(piece: int, target: int = 8) -> Check:
    """What an animal needs to throw or to catch, or to pick the ball up."""
    return Check((Term("Skill", (animal_of(piece).skill,)),), target)


@cache
def tackle_check(attacker: int, defender: int) -> Check:
    """What an attacker needs against a defender."""
    return Check((Term("Strength", (animal_of(attacker).strength, -animal_of(defender).strength)),), 8)


@cache
def recovery_check() -> Check:
    """What a Knocked Out animal needs to come back."""
    return Check((), 8)


@cache
def ouch_terms(attacker: int, defender: int) -> tuple[Term, ...]:
    """What is added to a roll on the Ouch table."""
    maul = Term("Maul", (MAUL if attacker % TEAM_SIZE == BEAR else 0,))
    shell = Term("Shell", (SHELL if defender % TEAM_SIZE == TORTOISE else 0,))
    return (maul, shell)


def stuns_attacker(check: Check, eyes: tuple[int, int]) -> bool:
    """Whether a failed tackle stuns the attacker: a weaker one whose dice show 4 or less."""
    return check.bonus < 0 and sum(eyes) <= STUNNING_FAILURE


def is_big_hit(check: Check, eyes: tuple[int, int]) -> bool:
    """Whether a tackle that succeeded is followed by a roll on the Ouch table."""
    return sum(eyes) + check.bonus >= BIG_HIT or eyes == (6, 6)


class Injury(Enum):
    """What the Ouch table says."""

    NONE = "no harm done"
    STUNNED = "stunned"
    KNOCKED_OUT = "knocked out"
    OUT = "out for the match"


def injury(defender: int, total: int) -> Injury:
    """What a total on the Ouch table does to a defender."""
    if total < 6:
        return Injury.NONE
    if total < 9:
        return Injury.STUNNED
    nine_lives = defender % TEAM_SIZE == CAT
    return Injury.KNOCKED_OUT if total < 12 or nine_lives else Injury.OUT


@cache
def roll_tokens() -> tuple[Move, ...]:
    """The 36 rolls in order."""
    return tuple(rolls())


@cache
def rolls() -> dict[Move, tuple[int, int]]:
    """The 36 rolls of two dice, `1+1`, `1+2`, … `6+6`, and what each die shows."""
    return {Move(f"{first}+{second}"): (first, second) for first in EYES for second in EYES}
