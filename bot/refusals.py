"""What can stand in the way of something that a person asks for.

A refusal means that nothing has changed. It carries the facts; `bot.errors` turns it into the sentence that the
person reads.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match import Match, Person, Summary
from rules.core import Game


class Refusal(Exception):
    """Something that was asked for and cannot be done."""


@dataclass(eq=False)
class UnknownMatch(Refusal):
    """There is no match of that number, or not one that this person may see from here."""

    text: str


@dataclass(eq=False)
class MatchElsewhere(Refusal):
    """The match belongs to another server."""

    number: int


@dataclass(eq=False)
class PlanTooLong(Refusal):
    """More moves were planned than a plan may hold."""

    asked: int
    most: int


@dataclass(eq=False)
class UnknownGame(Refusal):
    """There is no game of that name."""

    text: str


@dataclass(eq=False)
class WrongNumberOfPlayers(Refusal):
    """The game is not for so many players, or not so many were named as the table is to have seats.

    `asked` is the number of seats, `named` how many people were named, the host among them.
    """

    game: Game
    asked: int
    named: int


class OpponentIsYou(Refusal):
    """Somebody challenged themselves."""


@dataclass(eq=False)
class OpponentIsBot(Refusal):
    """Somebody challenged a bot."""

    name: str


@dataclass(eq=False)
class OpponentNotHere(Refusal):
    """Somebody was challenged who is not on this server or cannot see this channel."""

    name: str
    channel_id: int


@dataclass(eq=False)
class NoRulebook(Refusal):
    """The game's rules have no pages to show."""

    game: Game


@dataclass(eq=False)
class TooManyOpen(Refusal):
    """The host already waits for as many challenges and tables as one person may."""

    waiting: Sequence[Summary]


@dataclass(eq=False)
class NotInvited(Refusal):
    """The challenge is for somebody else."""

    match: Match


@dataclass(eq=False)
class AlreadyJoined(Refusal):
    """The person sits at the table already, as its host or otherwise."""

    match: Match


@dataclass(eq=False)
class NotHost(Refusal):
    """Only the host may cancel."""

    match: Match


@dataclass(eq=False)
class NoLongerOpen(Refusal):
    """The challenge or table was answered, filled or cancelled before."""

    match: Match


@dataclass(eq=False)
class NotStarted(Refusal):
    """The match still waits for players."""

    match: Match


@dataclass(eq=False)
class MatchIsOver(Refusal):
    """The match has ended or was called off."""

    match: Match


@dataclass(eq=False)
class NotPlaying(Refusal):
    """Somebody who only watches wanted to act."""

    match: Match


@dataclass(eq=False)
class HasLeft(Refusal):
    """Somebody who has left the match wanted to act in it."""

    match: Match


@dataclass(eq=False)
class NotYourTurn(Refusal):
    """It is somebody else's move."""

    match: Match


@dataclass(eq=False)
class StaleBoard(Refusal):
    """The button belongs to a board that the match has left behind."""

    match: Match


@dataclass(eq=False)
class NothingToPlay(Refusal):
    """The person has no running match here."""

    person: Person


class NothingFinished(Refusal):
    """The person has no match here that is over."""


@dataclass(eq=False)
class WhichMatch(Refusal):
    """Several matches fit; the person must name one."""

    matches: Sequence[Summary]


class UnknownButton(Refusal):
    """The button is from another version of Furlong."""


class OnlyInServers(Refusal):
    """The command was used in a direct message, and it needs a server."""


@dataclass(eq=False)
class MissingPermissions(Refusal):
    """Furlong lacks permissions in the channel; `names` are Discord's own words for them."""

    channel_id: int
    names: Sequence[str]
