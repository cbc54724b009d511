"""What screens are made of, and what a face needs to ask for one.

A screen is plain data: a face lays it out, in messages or on a page, and spells its acts, in custom ids or in forms.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Protocol, TypeVar

import render
from bot.actions import matches
from bot.actions.change import JoiningChange, MatchChange, check_begun, check_revision
from bot.actions.context import Context
from bot.model.competitions.competition import Venue
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.picking import Choice
from bot.model.place import Place
from bot.model.refusals import UnknownGame
from bot.model.refusals.challenges import UnknownLevel
from bot.model.reviews import Review
from bot.model.texts import LARGEST_ID, number_in
from bot.screens.pictures import Diagram
from bot.texts import limits
from bot.texts.symbols import Symbols
from players.characters import Character, keyed
from rules import GAMES
from rules.core import Game, Phrase, Position

T = TypeVar("T")


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


_LAST_PAGE: Final = 999_999_999
"""Beyond the last page of everything; forged numbers may be larger than a column of the database holds."""


def game_named(text: str) -> Game:
    """The game with this key or name, in any case. Raises `UnknownGame`."""
    named = " ".join(text.split())
    fitting_game = next((game for game in GAMES.values() if named.casefold() in (game.key, game.name.casefold())), None)
    if fitting_game is None:
        raise UnknownGame(named)
    return fitting_game


def page_number(text: str) -> int:
    """The page in a detail, counted from 0; the first one if the text is not a number."""
    return number_in(text, _LAST_PAGE) or 0


def snowflake(text: str) -> int:
    """The id in a detail; 0, which no one has, if the detail is not an id."""
    return number_in(text, LARGEST_ID) or 0


def character_called(key: str) -> Character:
    """The character with a key, or with a name that people type. Raises `UnknownLevel`."""
    character = keyed("".join(key.casefold().split()))
    if character is None:
        raise UnknownLevel(key)
    return character


@dataclass(frozen=True, slots=True)
class Room:
    """A text channel or a forum of a server."""

    id: int
    name: str
    is_forum: bool


class Rooms(Protocol):
    """The channels of a server, what Furlong may do in them, and those that the person who asks can choose from."""

    @property
    def name(self) -> str:
        """The name of the server."""
        ...

    @property
    def language(self) -> str:
        """The code of the language of the server's community."""
        ...

    @property
    def here(self) -> int | None:
        """The text channel in which the person asks, if any."""
        ...

    @property
    def listed(self) -> Sequence[Room]:
        """The channels that the person sees; none where they name them in another way."""
        ...

    def is_forum(self, channel_id: int | None) -> bool:
        """Whether there is a forum with this id."""
        ...

    def check_for_matches(self, channel_id: int, *, opens_threads: bool) -> None:
        """Raise `MissingPermissions` if a channel or forum cannot show matches, `NotTextChannel` if it is neither."""
        ...

    def check_for_post(self, channel_id: int, what: Phrase, *, has_picture: bool = True) -> None:
        """Raise `MissingPermissions` if a channel cannot have `what`, `NotTextChannel` if it has no text."""
        ...

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of Furlong's, if Discord lets it."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """An act of a person, with what its handler needs."""

    context: Context
    actor: Actor
    """The person where they ask, from which they see things."""

    act: Act

    seen: int | None
    """The revision of the board that they answer; None for a command, which answers none."""

    fields: Mapping[str, Sequence[str]]
    """What was chosen or entered in each part of a window or a form, by the part's name; all values of a menu by `VALUE`."""

    language: str
    """The code of the language of the person's Discord or browser, in which they read unless they have chosen another."""

    find: Callable[[int], Awaitable[Match]]
    """Returns a match that the person may see from here, by its number. Raises refusals."""

    actor_in: Callable[[int], Awaitable[Actor]]
    """Returns the person as an actor in the match with this number, where it may be changed. Raises refusals."""

    actor_here: Callable[[], Awaitable[Actor]]
    """Returns the person as an actor where they ask, who wants to change something there. Raises refusals."""

    show: Callable[[MatchChange], Awaitable[Match]]
    """Shows the changes of a unit of work; returns the match as shown, from the person's point of view."""

    gone_id: Callable[[Match], Awaitable[int | None]]
    """Returns the id of the player to move if they have left the server of the match."""

    willing: Callable[[Match], Awaitable[Collection[int]]]
    """Returns the ids of the characters that would agree to a draw, which takes tenths of a second to find out."""

    check_may_post: Callable[[Place], Awaitable[None]]
    """Raises `MayNotPostHere` if the person may not write in a place, or `NotNow` if that is unknown for the moment."""

    review: Callable[[Match], Awaitable[Review | tuple[int, int]]]
    """Returns the review of a match or, where the screen is asked for again, how many moves of how many are judged.

    Raises the refusals of making a review.
    """

    left: Callable[[Collection[int]], Awaitable[frozenset[int]]]
    """Returns the ids of all who are known to have left the server, once Discord has been asked about these people."""

    symbols: Symbols
    """The symbols of sides that texts can show here."""

    command_ids: Mapping[str, int]
    """Discord's ids of the commands, by name, where people can click them."""

    rooms: Callable[[], Awaitable[Rooms]]
    """Returns the channels of the person's server. Raises `NoServerHere` or `NotNow`."""

    venue: Callable[[int | None], Awaitable[Venue]]
    """Returns where a competition of the person's is shown: in a text channel, or here. Raises refusals."""

    tell: Callable[[], Awaitable[object]]
    """Posts what is due about competitions."""

    look: Callable[[], object]
    """Sends what is due at once, in the background."""

    page: str
    """The address of the page; empty if none is served."""

    has_push: bool
    """Whether notices can be sent to browsers."""

    has_programs: bool
    """Whether the interface for programs is served, so that they can act for people and as engines."""

    is_alone: bool
    """Whether nobody else is where they ask, so that it goes without saying that only they see it."""

    is_shown_in_turn: bool = False
    """Whether `show` shows changes after what is due, because nobody waits for them."""

    @property
    def person(self) -> Person:
        """The person whose act it is."""
        return self.actor.person

    @property
    def named(self) -> Mapping[str, Sequence[str]]:
        """What was chosen or entered in the parts of a window or a form."""
        return {name: values for name, values in self.fields.items() if name != VALUE}

    def onward(self, act: Act) -> Act:
        """An act that is done without a question, on the board that the person answers."""
        return act if self.seen is None else replace(act, revision=self.seen)

    @asynccontextmanager
    async def change(self, match_id: int, *, is_current: bool = False) -> AsyncGenerator[JoiningChange]:
        """A unit of work of the person on a match, whose changes `show` shows; `is_current` if it is about this turn alone.

        Raises refusals.
        """
        actor = await self.actor_in(match_id)
        at_once = not self.is_shown_in_turn
        async with matches.joining(self.context, match_id, actor, seen=self.seen, is_shown_at_once=at_once) as change:
            if is_current and change.match.state is State.RUNNING:
                check_revision(change.match, self.act.revision)
            yield change

    async def match(self) -> Match:
        """The match of the act. Raises the refusals of `find`."""
        return await self.find(self.act.match_id)

    async def begun(self) -> Match:
        """The match of the act, which has begun. Raises `NotStarted`, `NeverPlayed` or the refusals of `find`."""
        match = await self.match()
        check_begun(match)
        return match


class Weight(Enum):
    """How much a button stands out."""

    PLAIN = auto()
    MAIN = auto()
    ONWARD = auto()
    """What most people do next, after something went well."""
    DANGER = auto()
    """What cannot be undone."""
    DECLINE = auto()
    """What turns down a request of others."""


@dataclass(frozen=True, slots=True)
class Action:
    """A button."""

    label: str
    act: Act
    weight: Weight = Weight.PLAIN
    is_possible: bool = True


def turning(act: Act, page: int, pages: int, back: str, following: str) -> Sequence[Action]:
    """The ways to the previous page and the next; the number of the page follows the detail of the act."""
    ways = ((back, max(page - 1, 0), page > 0), (following, page + 1, page < pages - 1))
    return [
        Action(label, replace(act, detail=f"{act.detail}{number}"), is_possible=exists)
        for label, number, exists in ways
    ]


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
    is_chosen: bool = False

    group: str = ""
    """Names the options of which only one can be chosen, where several can be; empty if it goes with all others."""


@dataclass(frozen=True, slots=True)
class ActMenu:
    """A menu of what leads to other screens; `name` is another one for each screen that shows it."""

    name: str
    placeholder: str
    options: Sequence[Action]
    chosen: Act

    is_above: bool = False
    """Whether the way up leads to the same list, so that a face with that way does without the menu."""


VALUE: Final = "value"
"""The name of what a menu or a window has only one of, which is the value of its act."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of values, for `act`."""

    placeholder: str
    act: Act
    options: Sequence[Choosable]

    is_for_several: bool = False
    """Whether any number of options can be chosen."""

    text: str = ""
    """What stands above the menu."""


def in_menus(options: Sequence[T]) -> Iterator[tuple[int, Sequence[T]]]:
    """Options in parts that each fit a menu, with the number of the first of each."""
    for start in range(0, len(options), limits.MENU):
        yield start, options[start : start + limits.MENU]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a window or a form: something to choose, a text to type, or either of them."""

    name: str
    label: str

    hint: str = ""

    group: str = ""
    """The heading over it and others, where a form has headings."""

    in_full: str = ""
    """How it is at present in full, for a face that shows no form."""

    label_in_full: str = ""
    """The label before that, with the colon of the language."""

    options: Sequence[Choosable] = ()

    is_for_several: bool = False
    """Whether any number of options can be chosen."""

    most: int = 1
    """The most options that can be chosen, where at least one has to be."""

    is_optional: bool = False
    """Whether none has to be chosen."""

    is_for_people: bool = False
    """Whether people are chosen, in Discord's own menu."""

    placeholder: str = ""
    """What asks for a choice until there is one."""

    longest: int = 0
    """The most characters that can be typed; 0 if only the options can be chosen."""

    is_long: bool = False
    """Whether it is a text of several lines."""

    text: str = ""
    """What has been typed there before."""

    is_asked: bool = False
    """Whether a form, too, has nothing chosen until somebody chooses."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A window or a form for choosing and typing, which `act` is done with."""

    act: Act
    title: str
    parts: Sequence[Part]

    label: str = ""
    """The label of the button that sends it, where a face has none of its own."""

    is_change: bool = False
    """Whether it shows what is stored, so that only what was changed is sent."""

    text: str = ""
    """What is said above a form, for which a window has no room."""

    unfolds: str = ""
    """What unfolds a form where most people do the same in another way, one of the screen's `others`."""

    up: Action | None = None
    """The way back from a form; a window is closed."""


class Gap(Enum):
    """What sets a line apart from what is above it."""

    NONE = auto()
    SPACE = auto()
    RULE = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line below the text of a screen, with a button beside it if there is one."""

    text: str
    beside: Action | None = None
    gap: Gap = Gap.NONE
    about: Act | None = None
    """What shows more of what is named in bold, on a face where a name can be a link."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of something else than a board: what paints it off the event loop, its description, and its type."""

    paint: Callable[[], bytes]
    alt: str
    extension: str = render.EXTENSION
    position: Position | None = None
    """The position on it, which can be shown as text."""

    size: tuple[int, int] | None = None
    """Its width and height in pixels, if they are known before it is painted."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of people, which a face without tables paints."""

    shown: render.ResultTable

    about: Sequence[Act | None]
    """What shows more of the person in each line, if anything does."""

    alt: str
    """The description of its picture."""

    text: str
    """The same as text."""

    share: float | None = None
    """How much of it is over, from 0 to 1; None where nothing comes to an end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a person sees at one moment, and what they may do next."""

    text: str
    title: str = ""
    """What it is, in a few words without markup, where a face names it apart from the text."""

    heading: str = ""
    """What stands above the text instead, where a face has no title."""

    here: Act | None = None
    """The act that shows it again; None if it passes."""

    board: Diagram | None = None
    alt: str = ""
    """The description of the board; the usual one if it is empty."""

    stage: Stage | None = None
    boards: Sequence[tuple[Diagram, str]] = ()
    """Boards under the text with the moves that lead to them, for a face that has room for several."""

    figure: Figure | None = None
    """The picture under the text, where there is no board."""

    table: Table | None = None
    """The table above the text."""

    is_framed: bool = False
    """Whether a message with nothing but text and buttons has a frame, too."""

    lines: Sequence[Line] = ()
    more: Callable[[], Awaitable[Sequence[Line]]] | None = None
    """Reads further lines, for a face that has room for them."""

    menus: Sequence[Menu] = ()
    steps: Sequence[Action] = ()
    """The ways through a line of moves: to the start, back and forward, then others; two of them are back and forward."""

    actions: Sequence[Action] = ()
    groups: Sequence[Sequence[Action]] = ()
    """Further actions, where there are so many that those which belong together are kept together."""

    up: Action | None = None
    """The way to what it is a part of, where that is not in sight anyway."""

    form: Ask | None = None
    """What can be entered here: a form where there is room for one, instead of the menus and the further actions.

    Chat has a command with the same options, and says under the text how they are at present.
    """

    keeps: bool = False
    """Whether the form only asks whether to go on with what was typed, which a message keeps above a button."""

    below: str = ""
    """What is said under that."""

    hint: str = ""
    """What a command can do besides, for faces that have commands."""

    explains_commands: bool = False
    """Whether its text is about commands, so that a face without them names them all the same."""

    others: Sequence[Action] = ()
    """The ways to screens for which chat has commands."""

    is_waiting: bool = False
    """Whether it only shows progress, and is asked for again in a moment."""

    elsewhere: Sequence[ActMenu] = ()
    """Menus of other screens of this kind."""

    @property
    def only_tells(self) -> bool:
        """Whether a message of it has a text and nothing more."""
        parts = self.lines, self.menus, self.steps, self.actions, self.groups, self.elsewhere
        return self.board is None and self.figure is None and self.table is None and not any(parts)


Answer = Screen | Ask | Act
"""What a handler returns; an act is done instead, without a question."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers an act.

    The answer takes the place of the screen with the button or, if it is `beside`, has a place of its own. Only a
    handler that `asks` returns an `Ask`. One that `takes_value` needs a chosen or typed value; that of one that answers
    a question which `keeps` something is what it keeps. One that `is_question` changes nothing: its screen asks whether
    to do one of its actions. One that only `tells` what it has done does not replace the screen with the button, which
    may be a board that shows it. A screen that one `closes` is useless afterwards, so the reason for a refusal replaces
    it too. One that `is_slow` shows its progress where its answer will be.
    """

    name: str
    run: Callable[[Asked], Awaitable[Answer]]
    beside: bool = False
    asks: bool = False
    takes_value: bool = False
    keeps: bool = False
    is_question: bool = False
    tells: bool = False
    closes: bool = False
    is_slow: bool = False
    at: str = ""
    """The address at which a page shows the screen; the parts in braces are those of the act's detail, in order."""


def on(
    name: str,
    *,
    beside: bool = False,
    tells: bool = False,
    closes: bool = False,
    is_slow: bool = False,
    takes_value: bool = False,
    keeps: bool = False,
    at: str = "",
) -> Callable[[Callable[[Asked], Awaitable[Screen | Act]]], Handler]:
    """Declare the handler of an act."""

    def declared(run: Callable[[Asked], Awaitable[Screen | Act]]) -> Handler:
        kept = {"tells": tells, "closes": closes, "is_slow": is_slow, "takes_value": takes_value, "keeps": keeps}
        return Handler(name, run, beside, at=at, **kept)

    return declared


def question(
    name: str, *, beside: bool = True, closes: bool = False
) -> Callable[[Callable[[Asked], Awaitable[Screen | Act]]], Handler]:
    """Declare the handler of an act that only asks whether to do something."""
    return lambda run: Handler(name, run, beside, is_question=True, closes=closes)
