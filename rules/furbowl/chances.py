"""The rolls of Furbowl, and what each needs to succeed.

When chance is to move, the board has an instance of one of the classes below. Pieces and squares are numbered as in
`animals` and `pitch`. While the ball scatters, is picked up or is caught, `FurbowlBoard.ball` is the square where that
happens.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from rules.core import Move, Phrase, message
from rules.furbowl.animals import BEAR, CAT, FOX, MAUL, SHELL, SNEAKY, TEAM_SIZE, TORTOISE, animal_of

LONGEST_PASS: Final = 8
STUNNING_FAILURE: Final = 4  # or less on the dice
BIG_HIT: Final = 11  # or more in total
EYES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Formation:
    """The roll for the formation in which the teams begin."""


@dataclass(frozen=True, slots=True)
class BallRow:
    """The roll for the row on which the ball begins."""


@dataclass(frozen=True, slots=True)
class Dodge:
    """The roll for whether the animal in play, which is surrounded, gets away to `target`."""

    target: int


@dataclass(frozen=True, slots=True)
class Pickup:
    """The roll for whether the animal in play picks up the ball that it moved onto."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """The roll for whether an animal picks up the ball on its square, in reaction to a scatter or a push."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The roll for whether the animal in play throws its pass well."""

    receiver: int


@dataclass(frozen=True, slots=True)
class Catch:
    """The roll for whether the receiver of a pass catches it."""

    receiver: int


@dataclass(frozen=True, slots=True)
class Tackle:
    """The roll for whether the animal in play tackles the defender down."""

    defender: int


@dataclass(frozen=True, slots=True)
class Ouch:
    """The roll for the injury after a big hit; `spilled` if the defender lost the ball, which lies where it was hit."""

    defender: int
    spilled: bool


@dataclass(frozen=True, slots=True)
class Scatter:
    """The roll for the square, at most `distance` away, that the ball scatters to."""

    distance: int


@dataclass(frozen=True, slots=True)
class Recovery:
    """The roll for whether a Knocked Out animal comes back as its team's turn begins."""

    piece: int


@dataclass(frozen=True, slots=True)
class Return:
    """The roll for the square of its home column on which an animal comes back."""

    piece: int


Chance = Formation | BallRow | Dodge | Pickup | Surprise | Throw | Catch | Tackle | Ouch | Scatter | Recovery | Return


class Term(NamedTuple):
    """A bonus on a roll: a message that names it, and the numbers that add up to it."""

    message: str
    values: tuple[int, ...]

    @property
    def words(self) -> Phrase:
        """The bonus in words, such as "Skill +3" or "Strength +4−1"."""
        return Phrase(self.message, bonus="".join(f"{value:+d}" for value in self.values if value).replace("-", "−"))


@dataclass(frozen=True, slots=True)
class Check:
    """A roll of two dice that succeeds if the dice plus all `terms` reach `target`."""

    terms: tuple[Term, ...]
    target: int

    @property
    def bonus(self) -> int:
        """The sum of all terms."""
        return total_of(self.terms)

    @property
    def needed(self) -> int:
        """The lowest sum of the dice alone that succeeds."""
        return self.target - self.bonus

    @property
    def good_rolls(self) -> int:
        """The number of rolls that succeed, of 36."""
        return sum(first + second >= self.needed for first in EYES for second in EYES)


class PassType(NamedTuple):
    """A row of the table of passes: `throw` is the target of the throw, or 0 if the throw needs no roll."""

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
    """The sum of the terms."""
    return sum(sum(term.values) for term in terms)


@cache
def dodge_check(piece: int) -> Check:
    """The check for a surrounded animal to get away."""
    speed = Term(message("Speed {bonus}"), (animal_of(piece).speed,))
    sneaky = Term(message("Sneaky {bonus}"), (SNEAKY if piece % TEAM_SIZE == FOX else 0,))
    return Check((speed, sneaky), 8)


@cache
def skill_check(piece: int, target: int = 8) -> Check:
    """The check for an animal to throw, catch or pick up the ball."""
    return Check((Term(message("Skill {bonus}"), (animal_of(piece).skill,)),), target)


@cache
def tackle_check(attacker: int, defender: int) -> Check:
    """The check for an attacker to tackle a defender."""
    return Check((Term(message("Strength {bonus}"), (animal_of(attacker).strength, -animal_of(defender).strength)),), 8)


@cache
def recovery_check() -> Check:
    """The check for a Knocked Out animal to come back."""
    return Check((), 8)


@cache
def ouch_terms(attacker: int, defender: int) -> tuple[Term, ...]:
    """The bonuses on a roll on the Ouch table."""
    maul = Term(message("Maul {bonus}"), (MAUL if attacker % TEAM_SIZE == BEAR else 0,))
    shell = Term(message("Shell {bonus}"), (SHELL if defender % TEAM_SIZE == TORTOISE else 0,))
    return (maul, shell)


def stuns_attacker(check: Check, eyes: tuple[int, int]) -> bool:
    """Whether a failed tackle stuns the attacker, who must be the weaker animal and roll 4 or less on the dice."""
    return check.bonus < 0 and sum(eyes) <= STUNNING_FAILURE


def is_big_hit(check: Check, eyes: tuple[int, int]) -> bool:
    """Whether a roll on the Ouch table follows a successful tackle."""
    return sum(eyes) + check.bonus >= BIG_HIT or eyes == (6, 6)


class Injury(Enum):
    """A result on the Ouch table."""

    NONE = Phrase("no harm done")
    STUNNED = Phrase("stunned")
    KNOCKED_OUT = Phrase("knocked out")
    OUT = Phrase("out for the match")


def injury(defender: int, total: int) -> Injury:
    """The result for a defender of a total on the Ouch table."""
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
    """The 36 rolls of two dice, `1+1`, `1+2`, … `6+6`, each with the values of both dice."""
    return {Move(f"{first}+{second}"): (first, second) for first in EYES for second in EYES}
