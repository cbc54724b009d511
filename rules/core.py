"""The interface of every game: rulesets, positions, moves, outcomes and move errors.

This module depends on no particular game, and on no people, clock or Discord. A `Game` is a ruleset with a name. Its
`start` makes the first `Position`, and `Position.play` makes every later one.
"""

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate
from typing import Any, Final, Literal, NamedTuple, NewType, Self, cast

from rules.message_format import filled

Seat = NewType("Seat", int)
"""The number of a player in turn order, from 0. Seat 0 is falsy: compare with `is None`."""

Move = NewType("Move", str)
"""A move in its only spelling, such as `a4<c4`: at most `LONGEST_TOKEN` characters, without spaces."""

LONGEST_TOKEN: Final = 40
"""The maximum length of a move, which has to fit into a button's id together with the button's action."""


LONGEST_TYPED: Final = 200
"""The maximum length of a move as people type it, in words; anything longer is refused before it is read."""


class Chance(Enum):
    """The player that rolls dice, shuffles and draws lots."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE

Turn = Seat | Literal[Chance.CHANCE] | None
"""The player to move: a seat, `CHANCE`, or None once the game is over."""


class Phrase(str):
    """An English text that remembers its message and its facts, so that it can be said in another language.

    The message has named places for the facts, in braces, and its translations have the same places:

    - `{cell}` is a fact as it is, which may be another phrase.
    - `{cells}` is a list if the fact is a tuple: "a1, a2 and a3"; `{cells:or}` is one with "or".
    - `{count, plural, one {# disc} other {# discs}}` has the forms for one and for more, with `#` for the number. A
      translation has as many forms as its language, which can be a single one: `{count, plural, other {#枚}}`. The fact
      may be a tuple, whose length decides: `{sides, plural, one {{sides} wins} other {{sides} win}}`.
    """

    __slots__ = ("facts", "message")

    message: str
    facts: Mapping[str, Any]

    def __new__(cls, message: str, /, **facts: Any) -> Self:
        """The phrase of a message, which is a literal so that it can be found for translation."""
        phrase = super().__new__(cls, filled(message, facts, _in_english, _english_category))
        phrase.message, phrase.facts = message, facts
        return phrase

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message and the facts."""
        return _phrase, (self.message, self.facts)


def _phrase(message: str, facts: Mapping[str, Any]) -> Phrase:
    return Phrase(message, **facts)


class Typed(str):
    """A move or a word as people type it; said in another language, it has the words that are typed there."""

    __slots__ = ()


class InContext(str):
    """A message that other languages say in different words in another `context`."""

    __slots__ = ("context",)

    context: str


def message(text: str, context: str = "") -> str:
    """Mark a text as a message that is translated where it is said, such as a constant.

    A `context` is told to translators, and parts the message from others with the same English words.
    """
    if not context:
        return text
    marked = InContext(text)
    marked.context = context
    return marked


def _in_english(value: Any, form: str) -> str:
    if isinstance(value, tuple):
        *others, last = map(str, cast(tuple[Any, ...], value)) if value else ("",)
        return f" {form or 'and'} ".join(filter(None, (", ".join(others), last)))
    return format(value, form)


def _english_category(count: int) -> str:
    return "one" if count == 1 else "other"


_LIST: Final = "{parts}"
"""A list and nothing else, so that there is nothing to translate."""


class MoveError(ValueError):
    """The base of all reasons why a move cannot be played. `str(error)` is the sentence that the player reads."""

    @property
    def reason(self) -> str:
        """That sentence as a phrase, to be said in other languages too."""
        return self.args[0] if self.args else ""


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
        """The outcome of a two-player game won by the seat `winner`."""
        return cls((1, 2) if winner == 0 else (2, 1), reason)

    @property
    def values(self) -> tuple[float, ...]:
        """The outcome as an evaluation by seat: the mean over other seats of 1 if ahead, 0 if tied, -1 if behind."""
        others = len(self.places) - 1
        return tuple(sum((other > own) - (other < own) for other in self.places) / others for own in self.places)


class Option(NamedTuple):
    """An option in the picker: its label, and its effect in a few words, empty if there is nothing worth saying."""

    label: str
    effect: str


class Position(ABC):
    """An immutable state of a game. Subclasses are frozen, slotted, hashable and picklable.

    What it tells people are phrases, except for tokens and names of cells, which are the same in all languages.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def turn(self) -> Turn:
        """The player to move; None exactly when `outcome()` is not None."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves without duplicates, in the order that each engine documents; empty once the game is over.

        If `turn` is `CHANCE`, they are equally likely.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after `move`. Raises `IllegalMove` if it is not in `legal_moves()`."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""

    @abstractmethod
    def fen(self) -> str:
        """The whole position in one line; `Game.from_fen` reads it."""

    @abstractmethod
    def __str__(self) -> str:
        """The board as text, one line per row: for tests, logs and players who cannot see the picture."""

    def seen_from(self, viewpoint: Seat | None = None) -> str:
        """The board as text from the side of a seat, if its players sit on different sides of it."""
        return str(self)

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The legal move that a player means by `text`, whatever its case, extra spaces and common slips.

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`; the message explains why in the words of the rules. A
        text longer than `LONGEST_TYPED` is refused without being read.
        """

    @abstractmethod
    def describe(self, move: Move) -> str:
        """A legal move as words that follow a player's name, such as "furls 3 discs from a4 to c4"."""

    def kind(self, move: Move) -> str:
        """A key shared by consecutive moves that are described together, such as placements; empty for other moves."""
        return ""

    def describe_all(self, moves: Sequence[Move]) -> str:
        """Consecutive moves of one `kind` by one player, starting from this position, in the style of `describe`."""
        return Phrase(_LIST, parts=tuple(moves))

    @abstractmethod
    def side(self, seat: Seat) -> str:
        """The name of a seat in the rules, such as "White" or "Red"."""

    def retire(self, seat: Seat) -> Self | None:
        """The position after `seat` has left and the others play on; None if the game ends without that seat."""
        return None

    def ahead(self, seat: Seat) -> Self | None:
        """The position with `seat` to move, in a phase in which players may choose several moves ahead; else None.

        In such a phase players hardly answer each other, as while they place their units in turn. What is chosen ahead
        is played when the turn comes, if it is legal then, and the phase is shown on a single board.
        """
        return None

    def named_moves(self) -> Mapping[Move, str]:
        """Names of the legal moves that have no place on the board, such as `{"pass": "Pass"}`.

        There are at most five, in a fixed order. Each gets its own button, labelled with its name.
        """
        return {}

    def odds(self, move: Move) -> str:
        """The roll that a legal move needs, such as "needs 4+ on two dice, 92 %"; empty if it cannot fail."""
        return ""

    def reason(self, move: Move, instead: Move | None = None) -> str:
        """Why a player's legal move is good, in words that follow "it", such as "gets out of reach of a capture".

        The few words add to what `describe` says. With another legal move `instead`, they say only what does not hold
        for that one as well. Empty if there is nothing to say, or for a game that gives no reasons.
        """
        return ""

    def tally(self, roll: Move) -> str:
        """What the sides have as a roll begins the last phase of the game, in sentences; empty for any other roll.

        A review says it, because what came before was a plan for that phase.
        """
        return ""

    def choices(self, move: Move) -> tuple[str, ...]:
        """The parts of a legal move as a reader takes them in, such as `("a4", "<c4")`; joined, they make the token."""
        return tuple(re.findall(r"[^a-z0-9]*[a-z0-9]+", move))

    def stages(self, move: Move) -> tuple[str, ...]:
        """The stages of picking a legal move step by step, such as `("a4", "a4<c4")`; the last stage is the move.

        A player who picks a move instead of typing it goes through these stages. In any one position there is only one
        way to reach a stage. By default, each stage adds the next of `choices`.
        """
        return tuple(accumulate(self.choices(move)))

    def question(self, stage: str = "") -> str:
        """The question that the picker asks at a stage, such as "Which stack moves?"; "" is the first stage."""
        if self.turn is CHANCE:
            return Phrase("What does chance decide?")
        # Translators: {stage} is what has been chosen of a move so far, such as “a4<c4”.
        return Phrase("{stage}, and then?", stage=stage) if stage else Phrase("Which move do you play?")

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """The picker's option for a stage that leads to these legal moves, such as `("c4", "captures a disc")`.

        All options offered together have different labels.
        """
        if len(moves) > 1:
            return Option(stage, Phrase("{count, plural, one {# move} other {# moves}}", count=len(moves)))
        return Option(self.named_moves().get(moves[0], stage), self.odds(moves[0]) or self.describe(moves[0]))


class NoisyMoves(NamedTuple):
    """The moves that quiescence search follows, such as captures; none if the position is quiet.

    If `compulsory` is true, no other move is legal. Otherwise the player to move may also stand pat.
    """

    moves: Sequence[Move]
    compulsory: bool


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map from positions to positions that play the same, such as mirror images.

    `position` returns the image of a position, or None if it has none; `move` returns the image of a legal move in that
    position. The player in seat `s` sits in seat `s + shift` of the image, modulo the number of seats.
    """

    position: Callable[[Any], Position | None]
    move: Callable[[Any, Move], Move]
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset that can be played.

    Search uses `evaluation`, `noisy_moves` and `candidates`, which are optional. Games with the same type of position
    share them.
    """

    key: str
    """The name of the game in records, commands and the database."""

    name: str
    """The name of the game that players see."""

    family: str
    """The key of the game that this one is a variant of; its own key if it is not a variant."""

    seats: range
    """The possible numbers of players."""

    version: int
    """The version of the rules, increased whenever an old record would replay differently."""

    summary: str
    """The game in one sentence."""

    start: Callable[[int], Position]
    """Returns the first position for a number of seats. Raises ValueError for a number that is not in `seats`."""

    from_fen: Callable[[str], Position]
    """Returns the position that `Position.fen` wrote. Raises ValueError for any other text."""

    package: str = field(default="", compare=False)
    """The package of the game, whose folder has its rule book, lessons, puzzles and translations; `rules` fills it in."""

    words: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    """The messages of the words of the game that people type, by the word that `Position.parse` reads.

    A translation lists all words and forms that people may type, separated by commas.
    """

    strengths: Mapping[int, Sequence[int]] = field(default_factory=dict[int, Sequence[int]], compare=False)
    """The rough rating of each level of the computer players, the weakest first, by the number of seats.

    A player who moves at random has 400; `docs/training.md` says how they are measured.
    """

    carelessness: Sequence[float] = field(default=(), compare=False)
    """How many times as careless as usual each level of the computer players is, the weakest first; others are as usual.

    Where evaluation or priors see much at a glance, as people new to a game don't, they would otherwise play too well.
    In a long game, where errors add up, they would otherwise play too badly.
    """

    has_chance: bool = False
    """Whether the game has dice, shuffles or lots."""

    chance: str = field(default=message("whatever chance decides"), compare=False)
    """What chance decides, as a message that stands by itself after a colon, such as "the dice".

    It is said only if the game `has_chance`.
    """

    begins_by_lot: bool = False
    """Whether chance decides who moves first; otherwise seat 0 does."""

    lead: float | None = None
    """The share of games that seat 0 wins against an equally strong player, if that is clearly more than half.

    None if the chances are about even, or if chance decides who goes first.
    """

    typical_turns: int = 0
    """About how many turns all players of a game take together; 0 if nobody has counted.

    It is the median of some dozens of games between middling computer players, with the fewest seats. However many
    moves a turn has, they are one turn; rolls are none.
    """

    symmetries: Sequence[Symmetry] = ()
    """Generators of the symmetry group: combining them gives every symmetry of the game."""

    evaluation: Callable[[Any], tuple[float, ...]] | None = None
    """Returns the value of a position for each seat, from -1 to 1.

    Only won and lost positions have the values 1 and -1. Seats with equal values share a place.
    """

    noisy_moves: Callable[[Any], NoisyMoves] | None = None
    """Returns the noisy moves of a position: while there are any, its evaluation means little."""

    candidates: Callable[[Any], Sequence[tuple[Move, float]]] | None = None
    """Returns the moves worth searching, each with its prior, a weight above 0; at least one if a seat is to move."""

    longest: Callable[[Any], int | None] | None = None
    """Returns the maximum number of moves from a position to the end, or None as long as chance may decide something.

    What has such a limit can be solved. A game without the function has none.
    """

    @property
    def is_builtin(self) -> bool:
        """Whether the game comes with Furlong rather than in another package."""
        return self.package.startswith("rules.")

    def images(self, position: Position) -> Iterator[Position]:
        """All images of a position under the symmetries of the game, starting with the position itself."""
        seen, waiting = {position}, deque((position,))
        while waiting:
            position = waiting.popleft()
            yield position
            for symmetry in self.symmetries:
                image = symmetry.position(position)
                if image is not None and image not in seen:
                    seen.add(image)
                    waiting.append(image)
