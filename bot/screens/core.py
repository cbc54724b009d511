"""What screens are made of, and what a face needs to ask for one.

A screen is plain data: a face lays it out, in messages or on a page, and spells its acts, in custom ids or in forms.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.picking import Choice
from bot.model.refusals import UnknownGame
from bot.pictures import Diagram
from rules import GAMES
from rules.core import Game


@dataclass(frozen=True, slots=True)
class Act:
    """What a button, a menu or a window does: its name and its details, which are all that it is about.

    `revision` is the revision of the match on the board with the button; `match_id` is 0 if there is no match. `value`
    is what was chosen from a menu or typed in a window; no button carries it.
    """

    name: str
    match_id: int = 0
    revision: int = 0
    detail: str = ""
    value: str = ""


def game_of(key: str) -> Game:
    """The game with this key, which the detail of an act names. Raises `UnknownGame`."""
    game = GAMES.get(key)
    if game is None:
        raise UnknownGame(key)
    return game


def page_number(text: str) -> int:
    """The page in a detail, counted from 0; the first one if the text is not a number."""
    return int(text) if text.isascii() and text.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class Asked:
    """An act of a person, with what its handler needs."""

    context: Context
    actor: Actor
    act: Act

    find: Callable[[int], Awaitable[Match]]
    """Returns a match that has begun and that the person may see from here, by its number. Raises refusals."""

    show: Callable[[MatchChange], Awaitable[Match]]
    """Shows the changes of a unit of work; returns the match as shown, from the person's point of view."""

    @property
    def person(self) -> Person:
        """The person whose act it is."""
        return self.actor.person


class Weight(Enum):
    """How much a button stands out."""

    PLAIN = auto()
    MAIN = auto()
    ONWARD = auto()
    """What most people do next, after something went well."""


@dataclass(frozen=True, slots=True)
class Action:
    """A button."""

    label: str
    act: Act
    weight: Weight = Weight.PLAIN
    is_possible: bool = True


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of choosing a move on the board: `pick` goes on from a stage, `play` plays the chosen move.

    The detail of both acts is continued by a stage or a move. A face that shows what is possible anyway, and commits
    nothing by a choice, does without `pick`.
    """

    choice: Choice
    pick: Act
    play: Act
    label: str
    """The label of the button that plays the chosen move; empty if there is none."""

    marks_first: bool = False
    """Whether a picture that is only looked at marks the options of the first stage, too."""

    is_at_once: bool = False
    """Whether a chosen move may be played without being looked at first, because it can be taken back."""


@dataclass(frozen=True, slots=True)
class Choosable:
    """An option of a menu: its label, its description and the value that is chosen."""

    label: str
    hint: str
    value: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of values, for `act`."""

    placeholder: str
    act: Act
    options: Sequence[Choosable]


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a person sees at one moment, and what they may do next."""

    text: str
    title: str = ""
    """What it is, in a few words without markup, where a face names it apart from the text."""

    here: Act | None = None
    """The act that shows it again; None if it passes."""

    board: Diagram | None = None
    alt: str = ""
    """The description of the board; the usual one if it is empty."""

    stage: Stage | None = None
    menus: Sequence[Menu] = ()
    steps: Sequence[Action] = ()
    """The ways through a line of moves: to the start, back and forward, then others; two of them are back and forward."""

    actions: Sequence[Action] = ()
    up: Action | None = None
    """The way to what it is a part of, where that is not in sight anyway."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A window for typing one text of at most `longest` characters, which is the value of `act`."""

    act: Act
    title: str
    label: str
    longest: int
    text: str = ""


Answer = Screen | Ask


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers an act.

    The answer takes the place of the screen with the button or, if it is `beside`, has a place of its own. Only a
    handler that `asks` returns an `Ask`. One that `takes_value` needs a chosen or typed value.
    """

    name: str
    run: Callable[[Asked], Awaitable[Answer]]
    beside: bool = False
    asks: bool = False
    takes_value: bool = False
    at: str = ""
    """The address at which a page shows the screen; the parts in braces are those of the act's detail, in order."""


def on(
    name: str, *, beside: bool = False, takes_value: bool = False, at: str = ""
) -> Callable[[Callable[[Asked], Awaitable[Screen]]], Handler]:
    """Declare the handler of an act."""

    def declared(run: Callable[[Asked], Awaitable[Screen]]) -> Handler:
        return Handler(name, run, beside, takes_value=takes_value, at=at)

    return declared
