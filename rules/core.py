"""The interface of every game: rulesets, positions, moves, outcomes and the errors of moving.

This module knows no particular game, no people, no time and no Discord. A `Game` is a ruleset with a name. Its `start`
makes the first `Position`, and `Position.play` makes every other.
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
"""The number of a player in turn order, from 0. Seat 0 is falsy: compare with `is None`."""

Move = NewType("Move", str)
"""The one spelling of a move, such as `a4<c4`: at most `LONGEST_TOKEN` characters, without spaces."""

LONGEST_TOKEN: Final = 40
"""The most characters of a move: it must fit into the name of a button beside what the button does."""


class Chance(Enum):
    """The player who rolls dice, shuffles and draws lots."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE

Turn = Seat | Literal[Chance.CHANCE] | None
"""The player to move: a seat, `CHANCE`, or None once the game is over."""


class MoveError(ValueError):
    """A move that cannot be played. `str(error)` is the sentence that the player reads."""


class InvalidMove(MoveError):
    """The text is not a move of this game at all."""


class IllegalMove(MoveError):
    """The text is a move, but the rules forbid it in this position; the sentence names the rule."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; the sentence names them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `places[seat]` is 1 + the number of seats ahead, so tied seats share a place: `(1, 2)`, `(1, 1)`, `(1, 1, 3)`.
    `points[seat]` is the score in games that have one. `reason` continues "Ada wins: …".
    """

    places: tuple[int, ...]
    reason: str
    points: tuple[int, ...] | None = None

    @classmethod
    def won(cls, winner: int, reason: str) -> Self:
        """The outcome of a game for two that the seat `winner` has won."""
        return cls((1, 2) if winner == 0 else (2, 1), reason)

    @property
    def values(self) -> tuple[float, ...]:
        """The outcome as an evaluation: 1 for a seat ahead of all others, -1 for one behind all, the mean in between."""
        others = len(self.places) - 1
        return tuple(sum((other > own) - (other < own) for other in self.places) / others for own in self.places)


class Option(NamedTuple):
    """An option in the picker: its label, and what follows from it in a few words, empty if nothing is worth telling."""

    label: str
    effect: str


class Position(ABC):
    """An immutable state of a game. Subclasses are frozen, slotted, hashable and can be pickled."""

    __slots__ = ()

    @property
    @abstractmethod
    def turn(self) -> Turn:
        """The player to move; None exactly when `outcome()` is not None."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, without duplicates, in the order that the engine documents; empty once the game is over.

        If `turn` is `CHANCE`, they are equally likely.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after `move`. Raises `IllegalMove` for anything that is not in `legal_moves()`."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""

    @abstractmethod
    def fen(self) -> str:
        """The whole position in one line; `Game.from_fen` reads it."""

    @abstractmethod
    def __str__(self) -> str:
        """The board as text, one line per row: for tests, logs and players who cannot see the picture."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The legal move that a player means by `text`, in any case, with spare spaces and common slips.

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`; the message explains why in the words of the rules.
        """

    @abstractmethod
    def describe(self, move: Move) -> str:
        """A legal move in words that follow a player's name, such as "furls 3 discs from a4 to c4"."""

    def kind(self, move: Move) -> str:
        """The kind of a legal move whose like is told together, such as placements in a row; empty for other moves."""
        return ""

    def describe_all(self, moves: Sequence[Move]) -> str:
        """Moves of one `kind` that the same player makes from here on, in words like those of `describe`."""
        return " and ".join(moves)

    @abstractmethod
    def side(self, seat: Seat) -> str:
        """The name of a seat in the rules, such as "White" or "Red"."""

    def retire(self, seat: Seat) -> Self | None:
        """The position after `seat` has left and the others play on; None if the game cannot go on without it."""
        return None

    def named_moves(self) -> Mapping[Move, str]:
        """Names for legal moves that happen nowhere on the board, such as `{"pass": "Pass"}`.

        At most five, in a fixed order. Each gets a button of its own, labelled with its name.
        """
        return {}

    def odds(self, move: Move) -> str:
        """What a legal move needs to succeed, such as "needs 4+ on two dice, 92 %"; empty if it cannot fail."""
        return ""

    def reason(self, move: Move) -> str:
        """Why a legal move of a player is good, in words that follow "it", such as "gets out of reach of a capture".

        It tells more than `describe`, in a few words. Empty as long as a game gives no reasons.
        """
        return ""

    def choices(self, move: Move) -> tuple[str, ...]:
        """The parts of a legal move as a reader takes them in, such as `("a4", "<c4")`; joined they are the token."""
        return tuple(re.findall(r"[^a-z0-9]*[a-z0-9]+", move))

    def stages(self, move: Move) -> tuple[str, ...]:
        """What is chosen after each step of picking a legal move, such as `("a4", "a4<c4")`; the last is the move.

        A player who picks a move instead of typing it sees these stages in turn. In one position a stage is never
        reached in two ways. Usually stages add up `choices`.
        """
        return tuple(accumulate(self.choices(move)))

    def question(self, stage: str = "") -> str:
        """What a player who picks a move is asked at a stage, "" being the first: "Which stack moves?"."""
        if self.turn is CHANCE:
            return "What does chance decide?"
        return f"How does {stage} go on?" if stage else "Which move do you play?"

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """How the picker offers a stage that leads to these legal moves, such as `("c4", "captures a disc")`.

        The options that can be chosen at one stage differ in their labels.
        """
        if len(moves) > 1:
            return Option(stage, f"{len(moves)} moves")
        return Option(self.named_moves().get(moves[0], stage), self.odds(moves[0]) or self.describe(moves[0]))


class NoisyMoves(NamedTuple):
    """The moves that quiescence search looks at, such as captures; none if the position is quiet.

    `compulsory` says that no other move is legal. If it is false, the player to move may also stand pat.
    """

    moves: Sequence[Move]
    compulsory: bool


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn a position into another that plays the same, such as its mirror image.

    `position` gives the image of a position, or None if it has none, and `move` the image of a legal move there. The
    player in seat `s` sits in seat `s + shift` of the image, counted round the table.
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
    """Its name for players."""

    family: str
    """The key of the game that it is a variant of; its own key otherwise."""

    seats: range
    """The possible numbers of players."""

    version: int
    """Raised whenever an old record would replay differently."""

    summary: str
    """The game in one sentence."""

    start: Callable[[int], Position]
    """Makes the first position for a number of seats. Raises ValueError for a number that is not in `seats`."""

    from_fen: Callable[[str], Position]
    """Reads what `Position.fen` writes. Raises ValueError for any other text."""

    has_chance: bool = False
    """Whether dice, shuffles or lots ever decide."""

    begins_by_lot: bool = False
    """Whether chance decides who moves first; elsewhere that is seat 0."""

    lead: float | None = None
    """The share of games that seat 0 wins between equally strong players, if that is clearly more than half.

    None if it is about even, or if chance decides who begins.
    """

    symmetries: Sequence[Symmetry] = ()
    """Symmetries whose combinations are all symmetries of the game."""

    evaluation: Callable[[Any], tuple[float, ...]] | None = None
    """What a position is worth to each seat, from -1 to 1.

    Only won and lost positions are worth 1 and -1. Seats that are worth as much share the place.
    """

    noisy_moves: Callable[[Any], NoisyMoves] | None = None
    """The moves after which, or before which, the evaluation of a position means little."""

    candidates: Callable[[Any], Sequence[tuple[Move, float]]] | None = None
    """The moves worth searching, at least one if a seat is to move, each with its prior: a weight above 0."""

    longest: Callable[[Any], int] | None = None
    """How many moves a game can go on from a position at most; None if the rules set no limit."""

    def images(self, position: Position) -> Iterator[Position]:
        """All images of a position by the symmetries of the game, the position itself first."""
        seen, waiting = {position}, deque((position,))
        while waiting:
            position = waiting.popleft()
            yield position
            for symmetry in self.symmetries:
                image = symmetry.position(position)
                if image is not None and image not in seen:
                    seen.add(image)
                    waiting.append(image)
