"""Refusals of challenges and open challenges, before a match begins."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.match import Summary
from bot.model.people import Person
from bot.model.ratings import Reliability
from bot.model.refusals import ChannelRefusal, GameRefusal, MatchRefusal, PersonRefusal, Refusal, TextRefusal
from players.characters import Character
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


class UnknownOpponent(TextRefusal):
    """Nobody of that name plays on the server, or several do."""


class UnknownLevel(TextRefusal):
    """Furlong has no character of that name."""


class CharacterAndStrength(Refusal):
    """Name either a character or a strength, not both."""


class NoSeatLeft(GameRefusal):
    """All `seats` are taken by the `people` already named, so none is left for the character."""

    character: Character
    seats: int
    people: int


class GameMissing(Refusal):
    """Choose a `game`. Or use `/play` on its own, and a window asks you for everything."""


class RatedWithCharacters(Refusal):
    """Matches with Furlong's characters are always casual. Leave out **Rated**, or play people."""


class RatedWithHints(Refusal):
    """Matches with hints are always casual. Leave out either **Rated** or **With hints**."""


class RatedWithTakebacks(Refusal):
    """Matches with takebacks at once are always casual. Leave out either **Rated** or **Takebacks at once**."""


class RatedNeedsLimit(Refusal):
    """A rated match needs a time limit, or somebody about to lose could stop playing. Set one with `days`, or leave out **Rated**."""


class OpenNowhere(Refusal):
    """Nobody else would see an open challenge here. Name an `opponent`, or a `level` to play one of Furlong's characters. Open challenges work in a server's channel or in a group chat, with `/play`."""


class NothingPublicHere(Refusal):
    """Only you see Furlong's answers on this server, so nobody could accept. Use `/play` in a group chat or name an `opponent` in direct messages; or a server manager allows **Use External Apps** here."""


class CannotWriteToYou(Refusal):
    """Discord does not let Furlong write to the person, so a direct match does not begin."""


class CannotWriteTo(PersonRefusal):
    """You'd play in direct messages, and Discord lets Furlong send none to **{person}**. Once they allow it from a server shared with Furlong, or add Furlong to their account, press the button again."""


class OpponentIsYou(Refusal):
    """You can't challenge yourself. Name someone else, or nobody for an open challenge that anyone can join."""


class OpponentIsBot(PersonRefusal):
    """**{person}** is a bot that doesn't play here. Name a person, or nobody for an open challenge, or choose a `level` to play one of Furlong's characters."""


class OpponentNotHere(PersonRefusal):
    """**{person}** can't see <#{channel_id}>, so they'd never find the board. Challenge someone who can, or use a channel that you both see."""

    channel_id: int


class TooManyOpen(Refusal):
    """The host already has as many waiting challenges as one person may have."""

    waiting: Sequence[Summary]


class WithdrawnTooOften(Refusal):
    """You've withdrawn {most, plural, one {# open challenge} other {# open challenges}} within a day, and that's the limit. You can post another one {again_at:R}. Until then you can name opponents or play characters."""

    most: int
    again_at: datetime


class TooManyAlone(Refusal):
    """You're playing {most, plural, one {# match} other {# matches}} with Furlong's characters alone, and that's the limit. Finish one first, or leave one with `/match do:resign`; `/games` lists them."""

    most: int


class TooManyBegun(PersonRefusal):
    """**{person}** can't begin another match yet: the limit is {most, plural, one {# match} other {# matches}} an hour, for engines together with their owner, for guests with those of the same network. Try again a little later."""

    most: int


class InvitedTooOften(PersonRefusal):
    """You've invited **{person}** {most, plural, one {# time} other {# times}} within a day without an answer, and that's the limit; withdrawn challenges count too. Ask again {again_at:R}, or post an open challenge with `/play`."""

    most: int
    again_at: datetime


class NotTaking(Refusal):
    """{unwilling, plural, one {{unwilling} isn't} other {{unwilling} aren't}} taking challenges or offers just now. An open challenge asks everybody here."""

    unwilling: tuple[Person, ...]


class NotInvited(MatchRefusal):
    """This challenge is for {match.invited}. `/play` starts a match of your own."""


class AlreadyJoined(MatchRefusal):
    """The person already takes part, as the host or otherwise."""


class NotHost(MatchRefusal):
    """Only the host may cancel a challenge, or start an open one."""


class HostStays(MatchRefusal):
    """It's your own challenge, so you can't leave it: **Withdraw** takes it back."""


class NotJoined(MatchRefusal):
    """The person has not joined the open challenge that they want to leave, or can only decline the challenge."""


class TooFewJoined(MatchRefusal):
    """{match.game.name} needs at least {match.game.seats.start, plural, one {# player} other {# players}}: wait until more have joined."""


class NoLongerOpen(MatchRefusal):
    """The challenge was already answered, filled or cancelled."""


class KeptOutOfChallenge(MatchRefusal):
    """A server manager has taken you out of this challenge. `/play` starts a match of your own."""


class MayNotPostHere(ChannelRefusal):
    """You can't write in <#{channel_id}> yourself, so Furlong won't post there for you. Use `/play` where you can, or in direct messages with Furlong."""


class TooManyTogether(PersonRefusal):
    """You and {person:b} have {most, plural, one {# match} other {# matches}} with each other already, and that's the limit. Finish one of them first."""

    most: int


class BeginsAnyway(MatchRefusal):
    """Match #{match.id} belongs to a competition or to a pair of matches, so nobody can call it off. It starts as soon as Furlong can post its first message."""


class ReliabilityForOpen(Refusal):
    """Only an open challenge can ask for reliability. Name nobody and choose **Anyone here**, or leave the reliability out: `/profile` shows how reliable a person is."""


class TooUnreliable(MatchRefusal):
    """The open challenge requires `least` percent of matches finished in time; theirs is `reliability`."""

    least: int
    reliability: Reliability


class BothSidesForTwo(GameRefusal):
    """Two matches with sides swapped are for two people: name one opponent, or choose **For 2 players** in the window of `/play` for an open seat of {game.name}. Characters play one match at a time."""


class ClosedMessages(Refusal):
    """Furlong couldn't write to you when {most} matches in direct messages were about to start today, so they didn't. Let members of a server that you share with Furlong write to you, in its privacy settings, and accept again tomorrow."""

    most: int
