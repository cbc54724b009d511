"""What programs send and receive, as it is checked, described and encoded.

Texts for people, such as the names of sides, are in the language of the token's owner; everything else is the same for
all.
"""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from bot.model.plans.parsing import LONGEST_TYPED_PLAN
from rules.core import LONGEST_TYPED
from rules.plugins import LONGEST_NAME

LARGEST_ID: Final = 999_999_999
"""The largest number of a match in an address."""

_MOST_LISTED: Final = 200
"""The most matches in a list."""

_MOST_OPPONENTS: Final = 3
"""As many as a game for four has."""

_LONGEST_CHOICE: Final = 40
"""The most characters of a choice, such as the key of a character."""

_LONGEST_TIME: Final = 40
"""The most characters of a time for a move, as in chat."""

_WITHOUT_NUL: Final = "^[^\x00]*$"
_Id = Annotated[str, Meta(pattern="^(?:[1-9][0-9]{0,17}|[1-8][0-9]{18})$")]  # as Discord writes its ids; below 2**63
_HIGHEST_STRENGTH: Final = 4_000  # rating points, beyond every character
_Whole = Annotated[float, Meta(ge=0, le=LARGEST_ID, multiple_of=1)]  # to JSON, 3.0 is an integer


class Problem(Struct, frozen=True):
    """Why a request was not met."""

    error: str
    """A name that stays the same, for programs, such as `IllegalMove`."""

    says: str
    """A sentence for people."""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing can be asked for in the query."""


class Me(Struct, frozen=True):
    """The owner of a token, and what it permits."""

    name: str
    is_engine: bool
    token: str
    scope: str
    expires_at: datetime


class Game(Struct, frozen=True):
    """A game that can be played."""

    key: str
    name: str
    version: int
    """Increased whenever an old record would replay differently."""

    seats: list[int]
    """The possible numbers of players."""

    has_chance: bool


class Games(Struct, frozen=True):
    """All games."""

    games: list[Game]


class MatchQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which matches of the token's owner are listed."""

    state: Literal["open", "running", "finished", "called_off"] = "running"
    """`open` matches have yet to begin."""

    server: _Id | None = None
    """A server on which you are: instead of your matches, the open challenges there with a free seat, whoever made them."""

    lobby: bool = False
    """Instead of them, the challenges for everyone on Furlong that fit you, those that fit best first."""

    most: Annotated[int, Meta(ge=1, le=_MOST_LISTED)] = 50


class MatchInList(Struct, frozen=True):
    """A match in a list."""

    id: int
    game: str
    """The key of the game."""

    state: str
    players: list[str]
    """The names of all who play or were asked to, by seat once the match has begun."""

    is_yours: bool
    """Whether the owner of the token has proposed it. An open one that isn't yours is a challenge that you can join."""

    is_your_turn: bool
    """Whether it runs and waits for a move of the owner of the token, rather than of somebody else or of chance."""

    revision: int
    """Increased with every change of the record, a takeback too."""

    deadline: datetime | None
    """When the player to move runs out of time; null without a limit, and during a pause."""

    open_offers: int
    """How many offers wait for an answer, whoever made them."""


class Webhook(Struct, frozen=True):
    """The webhook of a token."""

    public_key: str
    """With which signatures `v1a` are checked: `whpk_` and an Ed25519 key in base64."""

    secret: str
    """With which signatures `v1` are checked: `whsec_` and 32 bytes in base64. Keep it like the token."""

    address: str | None
    """To which matches are posted; null if it was never turned on, or was turned off on the page."""

    is_on: bool
    failures: int
    """How often posting has failed since it last succeeded."""

    status: int | None
    """The status of HTTP of the last failure; null if there was no answer."""

    next_at: datetime | None
    """When it is tried again after a failure."""


class MatchEvent(Struct, frozen=True):
    """What is posted to a webhook: a match that is new, has changed or is over, as it is when it is posted."""

    type: Literal["match"]
    timestamp: datetime
    """When the match changed, at the latest."""

    data: MatchInList


class Matches(Struct, frozen=True):
    """Some matches, those that wait for the token's owner first."""

    matches: list[MatchInList]


class EngineQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which engines are listed."""

    server: _Id | None = None
    """The server of the engines; an engine sees those of its own, and need not name it."""


class Player(Struct, frozen=True):
    """A player of a match."""

    name: str
    side: str | None
    """The name of the seat in the rules, such as `White`, in English unless `Accept-Language` says otherwise; null before the match begins."""

    is_character: bool
    """Whether it is one of Furlong's computer players."""

    is_engine: bool
    """Whether it is an engine that somebody has registered."""

    bank: float | None
    """The seconds left for the whole match when the last turn ended; null if each move has its own limit, or none."""


class Terms(Struct, frozen=True):
    """What was agreed when a match was proposed."""

    is_rated: bool
    days: int | None
    """The days for a move; null for no limit, or with banks."""

    bank: int | None
    """The seconds of each player for the whole match; null without banks."""

    increment: int
    """The seconds that each turn adds to its player's bank."""

    pauses_weekends: bool
    has_hints: bool
    grants_takebacks: bool
    """Whether a takeback that is asked for before anybody has moved is granted at once."""


class Offer(Struct, frozen=True):
    """An offer that waits for an answer."""

    id: int
    kind: str
    """`draw`, `takeback`, `time`, `pause`, `handover`, `stand_in`, `replacement` or `rematch`."""

    by: str
    """The name of the player who made it."""

    is_yours: bool
    asks_you: bool
    """Whether the owner of the token can still accept or decline it."""

    until: datetime | None
    """When it lapses; the end of the pause that it offers."""


class Result(Struct, frozen=True):
    """How a match ended."""

    ending: str
    """`rules` (the game is over), `resigned`, `time` (somebody ran out of it), `agreed` (a draw), `repeated` (a draw was
    claimed at the third repetition), `endless` (a draw, because the record became too long), `decided` (the position decided
    on the last day of a competition), `withdrawn` (somebody left the competition), `removed` (a manager took somebody out).
    Of matches that were called off: `declined`, `cancelled`, `unanswered` or `expired` (they never began), `unplayed`
    (somebody never moved), `abandoned` (somebody waited in vain), `struck` or `stopped` (a manager's decision)."""

    places: list[int]
    """By seat, 1 + the number of seats ahead; empty if the match was called off."""

    points: list[int] | None
    """By seat; null if the game does not count points."""


class Match(Struct, frozen=True):
    """A match, with its position as the rules see it."""

    id: int
    game: str
    version: int
    state: str
    revision: int
    players: list[Player]
    """By seat once the match has begun."""

    your_seat: int | None
    """The seat of the token's owner; null if they only watch or the match has not begun."""

    turn: int | Literal["chance"] | None
    """The seat to move; null before the start and after the end."""

    is_your_turn: bool
    fen: str | None
    """The position in one line; null before the start."""

    board: str | None
    """The same as text, one line per row."""

    legal_moves: list[str]
    """All legal moves of the seat to move."""

    history: list[str]
    """The moves and rolls so far; an entry `retire…` is a seat that has left."""

    deadline: datetime | None
    paused_until: datetime | None
    """When the pause ends to which all have agreed, unless one of them ends it sooner; null without one."""

    offers: list[Offer]
    """The offers that wait for an answer."""

    rematch: int | None
    """The number of the match that all have agreed to play next."""

    terms: Terms
    result: Result | None


class MoveBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A move to play."""

    move: Annotated[str, Meta(min_length=1, max_length=LONGEST_TYPED, pattern=_WITHOUT_NUL)]
    """One of the legal moves, or how people type it."""

    revision: _Whole | None = None
    """The revision of the match that the move answers; the move is refused if there is a newer one."""


class Channel(Struct, frozen=True, forbid_unknown_fields=True):
    """A channel of a server, by their ids on Discord."""

    server: _Id
    channel: _Id


class Engine(Struct, frozen=True):
    """An engine that can be challenged by its id as soon as it is ready."""

    id: str
    name: str
    games: list[str]
    is_ready: bool
    """Whether its program follows the events, and has not left a challenge or its turn unanswered for minutes."""


class Engines(Struct, frozen=True):
    """Engines."""

    engines: list[Engine]


class ChallengeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to propose; with nobody named, it is an open challenge that anybody on the server may join."""

    game: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=_WITHOUT_NUL)]
    """The key of a game."""

    place: Channel | None = None
    """Where it is shown; null for direct messages, where you can play characters, and for matches among engines."""

    opponents: Annotated[list[_Id], Meta(max_length=_MOST_OPPONENTS)] = []
    """The people and engines who are challenged."""

    character: Literal["mole", "hedgehog", "otter", "badger", "lynx"] | None = None
    """The character that takes the seats without people."""

    strength: Annotated[float, Meta(ge=0, le=_HIGHEST_STRENGTH, multiple_of=1)] | None = None
    """Instead of a character, the rating of the one that takes them, on the scale of all characters: the nearest plays."""

    players: _Whole | None = None
    """The number of players; null for as many as are named or, in an open challenge, as possible."""

    side: Literal["first", "second"] | None = None
    """The seat that you take; null to leave it to chance."""

    time: Annotated[str, Meta(min_length=1, max_length=_LONGEST_TIME, pattern=_WITHOUT_NUL)] | None = None
    """The time for a move or the match, as people type it: `3 days`, `7 days + 12 hours`; null for the usual time."""

    is_rated: bool | None = None
    """Null for rated where that is possible."""

    pauses_weekends: bool = False
    has_hints: bool = False
    grants_takebacks: bool = False
    """Whether takebacks are granted at once while nobody has moved since; such a match is casual."""

    both_sides: bool = False
    """Whether to play two matches with the sides swapped."""

    is_for_everyone: bool = False
    """Whether an open challenge is for everyone on Furlong; it becomes a direct match."""

    least_reliability: Literal[80, 90, 95] | None = None
    """The percentage of matches finished in time that joining an open challenge requires; null to let anybody join."""


class Action(Struct, frozen=True):
    """Something that the owner of the token can do in a match now, besides moving."""

    name: str
    """What its address ends with."""

    choice: str | None
    """What to send as `choice`; null if nothing need be chosen."""

    label: str
    """What its button says."""

    says: str
    """What people read before they do it, such as a question or an offer; it may be empty."""

    text: str | None = None
    """The plan or note that is stored, which the `text` that is sent replaces; null for an action without a text."""


class Actions(Struct, frozen=True):
    """What the owner of the token can do in a match now, besides moving."""

    actions: list[Action]


class ActionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What an action needs to know; `{}` is enough for most."""

    choice: Annotated[str, Meta(max_length=_LONGEST_CHOICE, pattern=_WITHOUT_NUL)] = ""
    """One of the choices in the list of actions."""

    text: Annotated[str, Meta(max_length=LONGEST_TYPED_PLAN, pattern=_WITHOUT_NUL)] = ""
    """The plan or the note; an empty text clears it."""

    revision: _Whole | None = None
    """The revision of the match that it is about; it is refused if it is about the last move and there is a newer one."""


class Description(Struct, frozen=True):
    """A description of the interface, as OpenAPI 3.1."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
