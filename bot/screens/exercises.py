"""Exercises: boards on which a person finds a move, as in puzzles and lessons, or tries moves."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.model.picking import choose
from bot.screens.core import VALUE, Act, Ask, Asked, Handler, Part, Screen, Stage
from bot.texts import moves as move_texts
from bot.texts.language import message, say
from bot.texts.vocabulary import move_typed
from rules.core import Move, Position, Typed

LONGEST_MOVE: Final = 60
"""The most characters of a typed move; every move is shorter."""

Subject = TypeVar("Subject")


_PLAY: Final = message("Play {move}")


def play_label(move: Move) -> str:
    """The label of the button that plays a move."""
    return say(_PLAY, move=Typed(move))


def stage_at(
    position: Position,
    chosen: str,
    pick: Act,
    play: Act,
    label: str = _PLAY,
    *,
    marks_first: bool = False,
    is_at_once: bool = False,
) -> Stage | None:
    """The state of choosing a move after `chosen`, at the beginning if that is invalid; None if there are no moves."""
    choice = choose(position, chosen) or choose(position, "")
    if choice is None:
        return None
    return Stage(
        choice, pick, play, "" if choice.move is None else say(label, move=Typed(choice.move)), marks_first, is_at_once
    )


def one_move(text: str, position: Position) -> Sequence[Move]:
    """The one move that a text means. Raises a `MoveError`."""
    return [move_typed(text, position)]


def _one_label(_position: Position) -> str:
    return say(move_texts.TYPED)


@dataclass(frozen=True, slots=True)
class Exercise(Generic[Subject]):
    """One kind of exercise: how its acts are handled that all of them have.

    They are called like the kind: `puzzle_pick` and so on. A chosen move is passed on as it is; only what people type
    is read.
    """

    name: str

    find: Callable[[Asked], Awaitable[tuple[Subject, str]]]
    """Returns what an act is about, and the stage chosen: its value, or else the end of its detail. Raises refusals."""

    position: Callable[[Subject], Position]
    words: Callable[[Asked, Subject], str]
    """Returns the board as text."""

    shown: Callable[[Asked, Subject, str], Awaitable[Screen]]
    """Returns the screen with the stage chosen so far; an invalid stage counts as none."""

    judged: Callable[[Asked, Subject, Sequence[Move]], Awaitable[Screen]]
    """Does what legal moves, one after the other, do here; returns the screen after them."""

    window: Callable[[Subject], tuple[Act, str]]
    """Returns the act of what is typed, and the title of the window for it."""

    read: Callable[[str, Position], Sequence[Move]] = one_move
    """Returns the moves that a text means. Raises a `MoveError`."""

    label: Callable[[Position], str] = _one_label
    longest: int = LONGEST_MOVE

    @property
    def handlers(self) -> Sequence[Handler]:
        """The handlers that every exercise has."""
        return (
            Handler(f"{self.name}_pick", self._pick),
            Handler(f"{self.name}_play", self._play),
            Handler(f"{self.name}_window", self._ask, asks=True),
            Handler(f"{self.name}_text", self._say, beside=True),
        )

    async def typed(self, asked: Asked, subject: Subject, text: str) -> Screen:
        """The screen after typed moves. Raises a `MoveError`."""
        return await self.judged(asked, subject, self.read(text[: self.longest], self.position(subject)))

    async def _pick(self, asked: Asked) -> Screen:
        """Handle a choice from the options, or Choose again; a whole move is played at once."""
        subject, chosen = await self.find(asked)
        choice = choose(self.position(subject), chosen)
        if chosen and choice is not None and choice.final is not None:
            return await self.judged(asked, subject, [choice.final])
        return await self.shown(asked, subject, "" if choice is None else choice.chosen)

    async def _play(self, asked: Asked) -> Screen:
        """Handle typed moves, or the button of a single move or one that could be continued."""
        subject, chosen = await self.find(asked)
        if not asked.act.value and chosen in self.position(subject).legal_moves():
            return await self.judged(asked, subject, [Move(chosen)])
        return await self.typed(asked, subject, chosen)

    async def _ask(self, asked: Asked) -> Ask:
        """Handle Type a move."""
        subject, _chosen = await self.find(asked)
        act, title = self.window(subject)
        return Ask(act, title, [Part(name=VALUE, label=self.label(self.position(subject)), longest=self.longest)])

    async def _say(self, asked: Asked) -> Screen:
        """Handle Text: the position without a picture."""
        subject, _chosen = await self.find(asked)
        return Screen(text=self.words(asked, subject))
