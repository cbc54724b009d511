"""Refusals of challenges and open challenges, before a match begins."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.characters import Character
from bot.model.match import Summary
from bot.model.people import Person
from bot.model.ratings import Reliability
from bot.model.refusals import ChannelRefusal, GameRefusal, MatchRefusal, PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class WrongNumberOfPlayers(GameRefusal):
    """The game does not take this number of players, or the number of people named does not match it.

    `asked` is the number of seats, `named` the number of people who were named, the host among them.
    """

    asked: int
    named: int


class UnknownSide(TextRefusal):
    """The game has no side of that name, or hosts may not choose it."""

    game: Game


class UnknownLevel(TextRefusal):
    """Furlong has no character of that name."""


class NoSeatLeft(GameRefusal):
    """All `seats` are taken by the `people` already named, so none is left for the character."""

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
    """An open challenge was to be posted where nobody else would see it: in direct messages, or by a direct match."""


class NothingPublicHere(Refusal):
    """A challenge was to be posted on a server without Furlong, where nobody else would see the app's answer."""


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
    """The host already has as many waiting challenges as one person may have."""

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
    """These people accept no challenges or offers, or none from this person; the sentence does not tell which."""

    unwilling: tuple[Person, ...]


class NotInvited(MatchRefusal):
    """The challenge is for another person."""


class AlreadyJoined(MatchRefusal):
    """The person already takes part, as the host or otherwise."""


class NotHost(MatchRefusal):
    """Only the host may cancel a challenge, or start an open one."""


class HostStays(MatchRefusal):
    """The host wanted to leave their own open challenge."""


class NotAtTable(MatchRefusal):
    """The person has not joined the open challenge that they want to leave, or can only decline the challenge."""


class TooFewJoined(MatchRefusal):
    """The host wanted to start before there are as many players as the game needs."""


class NoLongerOpen(MatchRefusal):
    """The challenge was already answered, filled or cancelled."""


class KeptOutOfChallenge(MatchRefusal):
    """A manager of the server has taken the person out of the open challenge."""


class MayNotPostHere(ChannelRefusal):
    """The person may not write in the channel where the match would be posted."""


class TooManyTogether(PersonRefusal):
    """The host and `person` already have as many matches with each other as two people may."""

    most: int


class BeginsAnyway(MatchRefusal):
    """A match that is about to begin belongs to a competition or to a pair, so nobody can call it off."""


class ReliabilityForOpen(Refusal):
    """Reliability was required of named people or of characters."""


class TooUnreliable(MatchRefusal):
    """The open challenge requires `least` percent of matches finished in time; the person's reliability is `known`."""

    least: int
    known: Reliability


class BothSidesForTwo(GameRefusal):
    """Only two people can play both sides, and this match is for more, or with a character."""
