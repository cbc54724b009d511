"""Refusals of challenges and open challenges, before a match begins."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.characters import Character
from bot.model.match import Summary
from bot.model.people import Person
from bot.model.ratings import Reliability
from bot.model.refusals import GameRefusal, MatchRefusal, PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class WrongNumberOfPlayers(GameRefusal):
    """The game is not for so many players, or not so many were named as are to play.

    `asked` is the number of seats, `named` the number of people who were named, the host among them.
    """

    asked: int
    named: int


class UnknownSide(TextRefusal):
    """The game has no side of that name, or not one that a host may choose."""

    game: Game


class UnknownLevel(TextRefusal):
    """Furlong has no character of that name."""


class NoSeatLeft(GameRefusal):
    """All `seats` are taken by the `people` who are named already, so that the character would have none."""

    character: Character
    seats: int
    people: int


class GameMissing(Refusal):
    """A match was asked for without its game."""


class RatedWithCharacters(Refusal):
    """A match with characters was to be rated."""


class RatedWithHints(Refusal):
    """A match with hints was to be rated."""


class OpenNowhere(Refusal):
    """An open challenge was to be posted where nobody else would see it: in direct messages, or beside a direct match."""


class NothingPublicHere(Refusal):
    """A challenge was to be posted on a server without Furlong that shows the answers of such apps to nobody else."""


class CannotWriteToYou(Refusal):
    """Discord does not let Furlong write to the person, so a direct match does not begin."""


class CannotWriteTo(PersonRefusal):
    """Discord does not let Furlong write to another player, so a direct match does not begin."""


class OpponentIsYou(Refusal):
    """The person challenged themselves."""


class OpponentIsBot(PersonRefusal):
    """The person challenged a bot."""


class OpponentNotHere(PersonRefusal):
    """The challenged person is not on this server or cannot see this channel."""

    channel_id: int


class TooManyOpen(Refusal):
    """The host already waits for as many challenges as one person may."""

    waiting: Sequence[Summary]


class WithdrawnTooOften(Refusal):
    """The host has withdrawn `most` open challenges within a day; they may post another one `again_at`."""

    most: int
    again_at: datetime


class TooManyAlone(Refusal):
    """The person already plays `most` matches with characters alone."""

    most: int


class InvitedTooOften(PersonRefusal):
    """The host has asked `person` to play `most` times without being accepted; they may ask again `again_at`."""

    most: int
    again_at: datetime


class NotTaking(Refusal):
    """These people take no challenges or offers, or none from this person: the sentence does not tell which."""

    unwilling: tuple[Person, ...]


class NotInvited(MatchRefusal):
    """The challenge is for another person."""


class AlreadyJoined(MatchRefusal):
    """The person takes part already, as its host or otherwise."""


class NotHost(MatchRefusal):
    """Only the host may cancel a challenge, or start an open one."""


class HostStays(MatchRefusal):
    """The host wanted to leave their own open challenge."""


class NotAtTable(MatchRefusal):
    """The person has not joined the open challenge that they want to leave, or can only decline the challenge."""


class TooFewJoined(MatchRefusal):
    """The host wanted to start before there are as many players as the game needs."""


class NoLongerOpen(MatchRefusal):
    """The challenge was answered, filled or cancelled before."""


class ReliabilityForOpen(Refusal):
    """Reliability was asked of people who were named, or of characters."""


class TooUnreliable(MatchRefusal):
    """The open challenge is for people who finish at least `least` percent of their matches in time; theirs is `known`."""

    least: int
    known: Reliability


class BothSidesForTwo(GameRefusal):
    """Both sides can be played by two people alone, and this match is for more, or with a character."""
