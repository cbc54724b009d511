"""What can stand in the way of something that a person asks for.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads stands in
`bot.chat.sentences.refusals`, in the file of its theme.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.match import Match, Summary
from bot.model.offers.offer import Offer
from bot.model.person import Person
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
class OfferedAlready(Refusal):
    """An offer of this kind waits for an answer in this match; `person` wanted to make another."""

    match: Match
    offer: Offer
    person: Person


@dataclass(eq=False)
class RefusedBefore(Refusal):
    """The person's last offer of this kind was refused, and it is too early for another."""

    match: Match
    offer: Offer


@dataclass(eq=False)
class OfferClosed(Refusal):
    """The offer was answered or overtaken before; None if there never was such an offer."""

    match: Match
    offer: Offer | None


@dataclass(eq=False)
class OfferForOthers(Refusal):
    """The offer is not for this person: they have made it themselves, or do not play."""

    match: Match
    offer: Offer
    person: Person


@dataclass(eq=False)
class AgreedAlready(Refusal):
    """The person has accepted the offer before, and others have still to answer."""

    match: Match
    offer: Offer


@dataclass(eq=False)
class NothingToTakeBack(Refusal):
    """The person has not decided anything in this match yet."""

    match: Match


@dataclass(eq=False)
class TakebackBlocked(Refusal):
    """Since the person's last decision somebody has left the match; with None, chance has decided something."""

    match: Match
    leaver: Person | None


@dataclass(eq=False)
class NoClock(Refusal):
    """Nobody's time runs in this match: there is no limit."""

    match: Match


@dataclass(eq=False)
class NoMoreTime(Refusal):
    """The player who is to move was given as many days as one may be given for a move."""

    match: Match
    most: int


@dataclass(eq=False)
class NoRematchYet(Refusal):
    """The match is not over, or was called off, so there is nothing to play again."""

    match: Match


@dataclass(eq=False)
class PlayerForgotten(Refusal):
    """Somebody who has played the match wanted to be forgotten, so there is nobody to play again with."""

    match: Match


class NothingToRepeat(Refusal):
    """The person has no match here that is over."""


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


class RatingsAreOfServers(Refusal):
    """Somebody asked in a direct message how people stand, which differs from server to server."""


@dataclass(eq=False)
class BotHasNoProfile(Refusal):
    """Somebody asked what a bot has reached."""

    person: Person


@dataclass(eq=False)
class MissingPermissions(Refusal):
    """Furlong lacks permissions in the channel; `names` are Discord's own words for them, `purpose` what needs them."""

    channel_id: int
    names: Sequence[str]
    purpose: str = "a match"


@dataclass(eq=False)
class WrongChannel(Refusal):
    """Matches on this server may begin in one channel only, and this is another."""

    channel_id: int


class NoServerHere(Refusal):
    """A server's settings were asked for in a direct message."""


class NotManager(Refusal):
    """Somebody who does not manage the server wanted to see or change its settings."""


@dataclass(eq=False)
class NotTextChannel(Refusal):
    """It is no text channel of this server, or not one that Furlong knows of."""

    channel_id: int


@dataclass(eq=False)
class NotDays(Refusal):
    """The text is no number of days from `least` to `most`, nor "no limit" where that would do (`may_be_none`)."""

    text: str
    least: int
    most: int
    may_be_none: bool = False


@dataclass(eq=False)
class NotQuietHours(Refusal):
    """The text does not say when quiet hours begin and end."""

    text: str


@dataclass(eq=False)
class UnknownZone(Refusal):
    """There is no such time zone; `similar` are names that come near."""

    text: str
    similar: Sequence[str]


@dataclass(eq=False)
class UnknownSetting(Refusal):
    """There is no such choice for a setting."""

    text: str


@dataclass(eq=False)
class VacationTooLong(Refusal):
    """More was asked for than is left of a year's budget.

    `most` is for how many days from now a vacation could last, `left` what is left, by year.
    """

    asked: int
    most: int
    left: Sequence[tuple[int, timedelta]]


@dataclass(eq=False)
class AwayLonger(Refusal):
    """The person is on vacation already, and for longer than they ask for."""

    until: datetime


class NotAway(Refusal):
    """The person is not on the vacation that they want to end."""


class AskedOfAnother(Refusal):
    """Somebody answered a question that was put to somebody else."""


class KeepsPlaying(Refusal):
    """Somebody who wants to be forgotten has a match that began only just now."""


@dataclass(eq=False)
class NeverPlayed(Refusal):
    """The match was called off before it began, so there is nothing to step through."""

    match: Match


class NothingToReplay(Refusal):
    """The person has no match here that has begun."""


class MatchOrFile(Refusal):
    """Both a match and a record file were named."""


@dataclass(eq=False)
class NotRecord(Refusal):
    """The file called `name` is no record, or too large for one; `reason` says what is wrong with it."""

    name: str
    reason: str


class FileOutOfReach(Refusal):
    """Discord does not hand out a file that it has been given."""


@dataclass(eq=False)
class NotPly(Refusal):
    """The text is no number of a ply; `last` is the largest there was when it was asked for."""

    text: str
    last: int


class AlreadyFilming(Refusal):
    """The film that somebody asks for is being made for them already."""


class StudioIsFull(Refusal):
    """As many films as can wait are waiting to be made."""


@dataclass(eq=False)
class FilmTooLarge(Refusal):
    """The channel does not take files of so many bytes as the film has."""

    size: int
    most: int


class NotPosted(Refusal):
    """Discord did not take what was to be shown to everybody in a channel."""


class PostedAlready(Refusal):
    """The film was shown to everybody with this very message before."""


@dataclass(eq=False)
class MayNotPost(Refusal):
    """The person may not send files in this channel; `names` are Discord's words for what they lack."""

    names: Sequence[str]
