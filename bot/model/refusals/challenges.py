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


class TermsContradict(Refusal):
    """Two terms were asked for that exclude each other."""

    term: str
    other_term: str


class UnknownLevel(TextRefusal):
    """Furlong has no character of that name."""


class CharacterAndStrength(Refusal, says="Name either a character or a strength, not both."):
    """A program named a character and the strength of one."""


class NoSeatLeft(GameRefusal):
    """All `seats` are taken by the `people` already named, so none is left for the character."""

    character: Character
    seats: int
    people: int


class GameMissing(
    Refusal,
    says="Choose a `game`. Or use `/play` on its own, and a window asks you for everything.",
):
    """A match was asked for without its game."""


class RatedWithCharacters(
    Refusal,
    says="Matches with Furlong's characters are always casual. Leave out **Rated**, or play people.",
):
    """A match with characters was to be rated."""


class RatedWithHints(
    Refusal, says="Matches with hints are always casual. Leave out either **Rated** or **With hints**."
):
    """A match with hints was to be rated."""


class RatedWithTakebacks(
    Refusal,
    says="Matches with takebacks at once are always casual. Leave out either **Rated** or **Takebacks at once**.",
):
    """A match in which takebacks grant themselves was to be rated."""


class OpenNowhere(
    Refusal,
    says="Nobody else would see an open challenge here. Name an `opponent`, or a `level` to play one of Furlong's characters. Open challenges work in a server's channel or in a group chat, with `/play`.",
):
    """An open challenge was to be posted where nobody else would see it: in direct messages, or by a direct match."""


class NothingPublicHere(
    Refusal,
    says="On this server only you see what Furlong answers, so nobody could accept. Use `/play` in a group chat or name an `opponent` in direct messages. Or a server manager can allow **Use External Apps** here.",
):
    """A challenge was to be posted on a server without Furlong, where nobody else would see the app's answer."""


class CannotWriteToYou(Refusal):
    """Discord does not let Furlong write to the person, so a direct match does not begin."""


class CannotWriteTo(
    PersonRefusal,
    says="Discord won't let Furlong send direct messages to **{person}**, and that's where you'd play. Once they allow it from a server shared with Furlong, or add Furlong to their account, press the button again.",
):
    """Discord does not let Furlong write to another player, so a direct match does not begin."""


class OpponentIsYou(
    Refusal,
    says="You can't challenge yourself. Name someone else, or nobody for an open challenge that anyone can join.",
):
    """The person challenged themselves."""


class OpponentIsBot(
    PersonRefusal,
    says="**{person}** is a bot that doesn't play here. Name a person, or nobody for an open challenge, or choose a `level` to play one of Furlong's characters.",
):
    """The person challenged a bot."""


class OpponentNotHere(
    PersonRefusal,
    says="**{person}** can't see <#{channel_id}>, so they'd never find the board. Challenge someone who can, or use a channel that you both see.",
):
    """The challenged person is not on this server or cannot see this channel."""

    channel_id: int


class TooManyOpen(Refusal):
    """The host already has as many waiting challenges as one person may have."""

    waiting: Sequence[Summary]


class WithdrawnTooOften(
    Refusal,
    says="You've withdrawn {most, plural, one {# open challenge} other {# open challenges}} within a day, and that's the limit. You can post another one {again_at:R}. Challenging people by name and playing characters work at any time.",
):
    """The host has withdrawn `most` open challenges within a day; they may post another one `again_at`."""

    most: int
    again_at: datetime


class TooManyAlone(
    Refusal,
    says="You're playing {most, plural, one {# match} other {# matches}} with Furlong's characters alone, and that's the limit. Finish one first, or leave one with `/match do:resign`; `/games` lists them.",
):
    """The person already plays `most` matches with characters alone."""

    most: int


class InvitedTooOften(
    PersonRefusal,
    says="You've invited **{person}** {most, plural, one {# time} other {# times}} within a day, and they haven't accepted. That's the limit, and withdrawn challenges count too. You can ask again {again_at:R}, or post an open challenge with `/play`.",
):
    """The host has asked `person` to play `most` times without being accepted; they may ask again `again_at`."""

    most: int
    again_at: datetime


class NotTaking(
    Refusal,
    says="{unwilling, plural, one {{unwilling} isn't} other {{unwilling} aren't}} taking challenges or offers just now. An open challenge asks everybody here.",
):
    """These people accept no challenges or offers, or none from this person; the sentence does not tell which."""

    unwilling: tuple[Person, ...]


class NotInvited(MatchRefusal, says="This challenge is for {match.invited}. `/play` starts a match of your own."):
    """The challenge is for another person."""


class AlreadyJoined(MatchRefusal):
    """The person already takes part, as the host or otherwise."""


class NotHost(MatchRefusal):
    """Only the host may cancel a challenge, or start an open one."""


class HostStays(MatchRefusal, says="It's your own challenge, so you can't leave it. Press **Cancel** to withdraw it."):
    """The host wanted to leave their own open challenge."""


class NotJoined(MatchRefusal):
    """The person has not joined the open challenge that they want to leave, or can only decline the challenge."""


class TooFewJoined(
    MatchRefusal,
    says="{match.game.name} needs at least {match.game.seats.start, plural, one {# player} other {# players}}: wait until more have joined.",
):
    """The host wanted to start before there are as many players as the game needs."""


class NoLongerOpen(MatchRefusal):
    """The challenge was already answered, filled or cancelled."""


class KeptOutOfChallenge(
    MatchRefusal,
    says="A server manager has taken you out of this challenge. `/play` starts a match of your own.",
):
    """A manager of the server has taken the person out of the open challenge."""


class MayNotPostHere(
    ChannelRefusal,
    says="You can't write in <#{channel_id}> yourself, so Furlong won't post there for you. Use `/play` where you can, or in direct messages with Furlong.",
):
    """The person may not write in the channel where the match would be posted."""


class TooManyTogether(
    PersonRefusal,
    says="You and {person:b} have {most, plural, one {# match} other {# matches}} with each other already, and that's the limit. Finish one of them first.",
):
    """The host and `person` already have as many matches with each other as two people may."""

    most: int


class BeginsAnyway(
    MatchRefusal,
    says="Match #{match.id} belongs to a season or to a pair of matches, so nobody can call it off. It starts as soon as its first message can be posted.",
):
    """A match that is about to begin belongs to a competition or to a pair, so nobody can call it off."""


class ReliabilityForOpen(
    Refusal,
    says="Only an open challenge can ask for reliability. Name nobody and choose **Anyone here**, or leave the "
    "reliability out: `/profile` shows how reliable a person is.",
):
    """Reliability was required of named people or of characters."""


class TooUnreliable(MatchRefusal):
    """The open challenge requires `least` percent of matches finished in time; the person's reliability is `known`."""

    least: int
    known: Reliability


class BothSidesForTwo(
    GameRefusal,
    says="Two matches with sides swapped are for two people: name one opponent, or choose **For 2 players** in the window of `/play` for an open seat of {game.name}. Against a character it's one match at a time.",
):
    """Only two people can play both sides, and this match is for more, or with a character."""
