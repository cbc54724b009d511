"""Challenges and tables, before a match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.match import Match, Summary
from bot.model.person import Person
from bot.model.refusals.refusal import Refusal
from rules.core import Game


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

    person: Person


@dataclass(eq=False)
class OpponentNotHere(Refusal):
    """Somebody was challenged who is not on this server or cannot see this channel."""

    person: Person
    channel_id: int


@dataclass(eq=False)
class TooManyOpen(Refusal):
    """The host already waits for as many challenges and tables as one person may."""

    waiting: Sequence[Summary]


@dataclass(eq=False)
class InvitedTooOften(Refusal):
    """Somebody has asked `person` to play `most` times, and was not accepted; they may again `again_at`."""

    person: Person
    most: int
    again_at: datetime


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
