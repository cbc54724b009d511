"""Challenges, to somebody or open to all, before a match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.characters import Character
from bot.model.match import Match, Summary
from bot.model.people import Person
from bot.model.ratings import Reliability
from bot.model.refusals.refusal import GameRefusal, MatchRefusal, Refusal
from rules.core import Game


@dataclass(eq=False)
class WrongNumberOfPlayers(Refusal):
    """The game is not for so many players, or not so many were named as are to play.

    `asked` is the number of seats, `named` how many people were named, the host among them.
    """

    game: Game
    asked: int
    named: int


@dataclass(eq=False)
class UnknownSide(Refusal):
    """The game has no side of that name, or not one that a host may choose."""

    text: str
    game: Game


@dataclass(eq=False)
class UnknownLevel(Refusal):
    """Furlong has no character of that name."""

    text: str


@dataclass(eq=False)
class NoSeatLeft(Refusal):
    """Everybody who plays is named already, so that a character would have no seat; `people` are they, of `seats`."""

    game: Game
    character: Character
    seats: int
    people: int


class RatedWithCharacters(Refusal):
    """A match with characters was to be rated."""


class RatedWithHints(Refusal):
    """A match with hints was to be rated."""


class OpponentIsYou(Refusal):
    """Somebody challenged themselves."""


@dataclass(eq=False)
class OpponentIsBot(Refusal):
    """Somebody challenged a bot."""

    person: Person


@dataclass(eq=False)
class OpponentNotHere(Refusal):
    """Somebody was challenged who is not on this server or cannot see this channel."""

    person: Person
    channel_id: int


@dataclass(eq=False)
class TooManyOpen(Refusal):
    """The host already waits for as many challenges as one person may."""

    waiting: Sequence[Summary]


@dataclass(eq=False)
class InvitedTooOften(Refusal):
    """Somebody has asked `person` to play `most` times, and was not accepted; they may again `again_at`."""

    person: Person
    most: int
    again_at: datetime


@dataclass(eq=False)
class NotTaking(Refusal):
    """These people take no challenges or offers, or none from whoever asks: which of the two is nobody's business."""

    unwilling: tuple[Person, ...]


class NotInvited(MatchRefusal):
    """The challenge is for somebody else."""


class AlreadyJoined(MatchRefusal):
    """The person takes part already, as its host or otherwise."""


class NotHost(MatchRefusal):
    """Only the host may cancel a challenge, or start an open one."""


class HostStays(MatchRefusal):
    """The host wanted to leave their own open challenge."""


class NotAtTable(MatchRefusal):
    """Somebody wanted to leave an open challenge that they have not joined, or one that they can only decline."""


class TooFewJoined(MatchRefusal):
    """The host wanted to start before there are as many players as the game needs."""


class NoLongerOpen(MatchRefusal):
    """The challenge was answered, filled or cancelled before."""


class ReliabilityForOpen(Refusal):
    """Reliability was asked of people who were named, or of characters."""


@dataclass(eq=False)
class TooUnreliable(Refusal):
    """The open challenge is for people who finish at least `least` percent of their matches in time; theirs is `known`."""

    match: Match
    least: int
    known: Reliability


class BothSidesForTwo(GameRefusal):
    """Both sides can be played by two people alone, and this match is for more, or with a character."""
