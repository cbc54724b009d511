"""What every game engine offers: positions, moves, outcomes and the errors of moving.

The module knows nothing of any particular game, of people, of time or of Discord. A game is a `Game`
(a ruleset with a name) whose `start` makes the first `Position`; everything else follows by `Position.play`.
"""

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Any, Final, Literal, NamedTuple, NewType, Self

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in turn order. Seat 0 is falsy: compare with `is None`."""

Move = NewType("Move", str)
"""One canonical token without spaces, at most `LONGEST_TOKEN` characters, such as `a4<c4`."""

LONGEST_TOKEN: Final = 40


class Chance(Enum):
    """The player that decides dice, shuffles and lots."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE

Turn = Seat | Literal[Chance.CHANCE] | None
"""Whose move it is: a seat, `CHANCE`, or None once the game is over."""


class MoveError(ValueError):
    """A move that cannot be played. `str(error)` is the sentence that the player reads."""


class InvalidMove(MoveError):
    """The text is not a move of this game at all."""


class IllegalMove(MoveError):
    """The move is well formed but the rules forbid it here; the sentence names the rule."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; the sentence names them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `places[seat]` is the finishing place, 1 + the number of seats ahead, so a tie shares a place: `(1, 2)`, `(1, 1)`,
    `(1, 1, 3)`. `points[seat]` is the score in games that count one. `reason` continues "Ada wins: …" in plain words.
    """

    places: tuple[int, ...]
    reason: str
    points: tuple[int, ...] | None = None

    @classmethod
    def won(cls, winner: int, reason: str) -> Self:
        """The end of a game for two that one of them has won."""
        return cls((1, 2) if winner == 0 else (2, 1), reason)


class Position(ABC):
    """One immutable state of a game; subclasses are frozen, slotted, hashable and can be pickled."""

    __slots__ = ()

    @property
    @abstractmethod
    def turn(self) -> Turn:
        """Whose move it is; None exactly when `outcome()` is not None."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves without duplicates in the order that the engine documents; empty once the game is over.

        Where `turn` is `CHANCE` they are equally likely.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after `move`. Raises `IllegalMove` for anything that `legal_moves()` does not hold."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def fen(self) -> str:
        """One line with all that the rules need to go on from here; `Game.from_fen` inverts it."""

    @abstractmethod
    def __str__(self) -> str:
        """The board as text, a line a row: for tests, logs and people who do not see the picture."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The legal move that a person means by `text` (any case, spare spaces, common slips).

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`, whose text explains why in the words of the rules.
        """

    @abstractmethod
    def describe(self, move: Move) -> str:
        """A legal move in words that follow a player's name: "furls 3 discs from a4 to c4"."""

    def kind(self, move: Move) -> str:
        """What a legal move is one of many of, which are told together where they follow each other; empty for all else."""
        return ""

    def describe_all(self, moves: Sequence[Move]) -> str:
        """Moves of one kind that the same seat, or chance, makes from here on, in words like those of `describe`."""
        return " and ".join(moves)

    @abstractmethod
    def side(self, seat: Seat) -> str:
        """What the rules call this seat now: "White", "Red", …"""

    def retire(self, seat: Seat) -> Self | None:
        """The position after `seat` has left and the rest play on; None where the game cannot go on without it."""
        return None

    def named_moves(self) -> Mapping[Move, str]:
        """Legal moves that have a name rather than a place, such as `{"pass": "Pass"}`: at most five, in a fixed order.

        They get a button of their own with that label; people do not look for them on the board.
        """
        return {}

    def odds(self, move: Move) -> str:
        """What a legal move needs to succeed, such as "needs 4+ on two dice, 92 %"; empty where it simply happens."""
        return ""

    def reason(self, move: Move) -> str:
        """What a legal move of a player is good for, beyond what `describe` tells, in words that follow "it".

        Such as "gets out of reach of a capture"; empty where the rules know nothing to say.
        """
        return ""

    def choices(self, move: Move) -> tuple[str, ...]:
        """A legal move in the parts that it is read in, such as `("a4", "<c4")`; joined they are the token."""
        return tuple(re.findall(r"[^a-z0-9]*[a-z0-9]+", move))

    def stages(self, move: Move) -> tuple[str, ...]:
        """How far a legal move is chosen after each step of picking it, such as `("a4", "a4<c4")`; the last is the move.

        People who pick a move instead of typing it see these one after the other. A stage is a text of its own: on a
        board it is never part of two different series. Usually it is a series of `choices`.
        """
        return tuple(accumulate(self.choices(move)))


class NoisyMoves(NamedTuple):
    """The moves that quiescence search looks at, such as captures; none where the position is quiet.

    `compulsory` tells that no other move is legal. Where it is not, the player to move may also do something quiet.
    """

    moves: Sequence[Move]
    compulsory: bool


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn a position into another that plays the same, such as its mirror image.

    `position` gives the image of a position, or None if it has none, and `move` the image of a move of that position.
    What seat `s` is in the position, seat `s + shift` is in the image, counted round the table.
    """

    position: Callable[[Any], Position | None]
    move: Callable[[Any, Move], Move]
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset that can be played.

    Search uses `evaluation`, `noisy_moves` and `candidates`; a game need not have them. Games of one type of position
    share them.
    """

    key: str
    """Its name in records, commands and the database."""

    name: str
    """What people call it."""

    family: str
    """The key of the game that it is a variant of; its own key otherwise."""

    seats: range
    """How many may play."""

    version: int
    """It rises when an old record would replay differently."""

    summary: str
    """The game in one sentence."""

    start: Callable[[int], Position]
    """The first position for so many seats. Raises ValueError for a number of them that the game does not have."""

    from_fen: Callable[[str], Position]
    """The position that a text describes. Raises ValueError for any other text."""

    has_chance: bool = False
    """Whether dice, shuffles or lots ever decide."""

    begins_by_lot: bool = False
    """Whether chance decides who moves first; elsewhere that is seat 0."""

    lead: float | None = None
    """How often seat 0 wins between equals who play well where that is more than half, as a share of 1.

    None where it is about even, or where chance decides who begins.
    """

    symmetries: Sequence[Symmetry] = ()
    """Symmetries from which, one after the other, all others follow."""

    evaluation: Callable[[Any], tuple[float, ...]] | None = None
    """What a position is worth to each seat, from -1 to 1.

    Only won and lost positions are worth 1 and -1. Seats that are worth as much share the place.
    """

    noisy_moves: Callable[[Any], NoisyMoves] | None = None
    """The moves after which, or before which, the evaluation of a position means little."""

    candidates: Callable[[Any], Sequence[tuple[Move, float]]] | None = None
    """The moves worth a look where a seat is to move, at least one, each with a weight above 0: how likely it is the best."""

    def images(self, position: Position) -> Iterator[Position]:
        """All positions that play the same as this one by the symmetries of the game, itself first."""
        seen, waiting = {position}, deque((position,))
        while waiting:
            position = waiting.popleft()
            yield position
            for symmetry in self.symmetries:
                image = symmetry.position(position)
                if image is not None and image not in seen:
                    seen.add(image)
                    waiting.append(image)
