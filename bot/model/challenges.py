"""Challenges: what a host proposes, how often one player may invite another, and what makes a game fair.

Challenges and offers of a rematch are invitations, each of which pings a person. An invitation that was not accepted
counts for a day, even if it was withdrawn or declined, so neither is a way to ask more often. Open challenges ping
nobody and do not count.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.model.characters import seated
from bot.model.clock import DEFAULT_DAYS, FRIENDLY, Terms
from bot.model.durations import terms_in
from bot.model.lobby import WAITS_DAYS
from bot.model.people import Person
from bot.model.place import DIRECT, Place
from bot.model.refusals import OnlyInServers
from bot.model.refusals.challenges import (
    InvitedTooOften,
    NoSeatLeft,
    NotTaking,
    RatedNeedsLimit,
    RatedWithCharacters,
    RatedWithHints,
    RatedWithTakebacks,
    TooManyAlone,
    TooManyTogether,
    WrongNumberOfPlayers,
)
from bot.model.refusals.lobby import LobbyForOpen
from bot.model.refusals.matches import VotedOnInChannel, VotedOnIsCasual, VotedOnNeedsDays
from bot.model.refusals.people import TooManyAsGuest
from bot.model.refusals.programs import RatedAmongEngines
from bot.model.servers import Server
from bot.model.settings import USUAL, Challengers, Preferences
from bot.model.votes import CHANNEL, teams
from players.characters import Character, available
from rules.core import Game, Seat


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that a host would like to play."""

    game: Game
    channel_id: int

    opponents: tuple[Person, ...] = ()
    """The people who are challenged; empty for an open challenge, which anybody may join."""

    host_seat: Seat | None = None
    """The seat of the host; None to draw lots for the seats."""

    seats: int | None = None
    """The number of players; None for as many as are named, or the fewest that the game allows."""

    terms: Terms = FRIENDLY

    wants_thread: bool = False
    """Whether the boards are to be shown in a separate thread."""

    waits_days: int | None = None
    """The days an open challenge waits for players; None for no limit."""

    least_reliability: int | None = None
    """The percentage of matches finished in time that joining an open challenge requires; None if anybody may join."""

    answer_days: int | None = None
    """The days that the challenged player has to answer on a ladder; None for any other challenge."""

    both_sides: bool = False
    """Whether to play two matches with the seats swapped; only for two people."""

    channels: tuple[Person, ...] = ()
    """The teams of the channel that play by vote in the host's place; the host may be one of the opponents."""

    by_player: bool = False
    """Whether it is a direct match, which each player sees in their own direct messages and which has no server."""

    lobby_id: int | None = None
    """The server on which it is posted for everyone on Furlong; None if it is for people there, or for those named."""


MOST_UNREACHED: Final = 3
"""How many direct matches a day may fail to begin because Discord lets nobody write to one who has accepted them."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a host asks for besides the game and the opponents, in whichever way."""

    time: str | None = None
    """The typed time for a move; None for the usual time."""

    host_seat: Seat | None = None
    players: int | None = None
    both_sides: bool = False
    pauses_weekends: bool = False

    is_rated: bool | None = None
    """None if the host left it open."""

    has_hints: bool = False
    grants_takebacks: bool = False
    least_reliability: int | None = None

    is_for_everyone: bool = False
    """Whether an open challenge is for everyone on Furlong, not only on the server; then it begins a direct match."""

    is_direct: bool = False
    """Whether each player gets the board in their own direct messages."""

    vote_minutes: int | None = None
    """The time for the channel's vote on each move; None if the host plays."""

    def proposal(self, game: Game, opponents: Sequence[Person], place: Place, server: Server) -> Proposal:
        """The match that the host asks for, in a place, with the settings of its server for what they left open.

        Raises `VotedOnInChannel`, `VotedOnIsCasual`, `LobbyForOpen`, `OnlyInServers`, or the errors of `terms_for`.
        """
        channels: tuple[Person, ...] = ()
        terms = terms_for(self, server.days, opponents, by_player=place.by_player or self.is_for_everyone)
        if self.is_for_everyone and (opponents or self.vote_minutes is not None or not terms.has_limit):
            raise LobbyForOpen
        if self.is_for_everyone and place.server_id == DIRECT:
            raise OnlyInServers
        if self.vote_minutes is not None:
            if place.server_id == DIRECT:
                raise VotedOnInChannel
            if self.is_rated or self.has_hints or self.grants_takebacks or self.both_sides:
                raise VotedOnIsCasual
            channels = (CHANNEL,) if opponents else teams(self.players or game.seats.start)
        return Proposal(
            game,
            place.channel_id,
            tuple(opponents),
            self.host_seat,
            self.players,
            terms,
            place.wants_thread and not self.is_for_everyone,
            waits_days=WAITS_DAYS if self.is_for_everyone else server.challenge_days,
            least_reliability=self.least_reliability,
            both_sides=self.both_sides,
            channels=channels,
            by_player=place.by_player or self.is_for_everyone,
            lobby_id=place.server_id if self.is_for_everyone else None,
        )


def seats_for(game: Game, opponents: int, players: int | None = None) -> int:
    """The seats of a match for so many `players` or, without that number, for as few as may be; perhaps too many."""
    return players or max(game.seats.start, 1 + opponents)


def with_character(
    game: Game, people: Sequence[Person], character: Character, players: int | None, fewest: int = 1
) -> tuple[Person, ...]:
    """The opponents of a host who names these people and a character, which takes the other seats.

    Without a number of `players`, it takes as few seats as possible, but at least `fewest`. Raises `NoSeatLeft`, or
    `WrongNumberOfPlayers` before it fills seats that the game has not.
    """
    without = 1 + len(people)
    if players and players not in game.seats:
        raise WrongNumberOfPlayers(game, players, without)
    seats = seats_for(game, len(people) + fewest, players)
    if without + fewest > seats:
        raise NoSeatLeft(game, character, seats, without)
    return (*people, *seated(available(character, game, seats), seats - without))


def terms_for(asked: Wishes, usual_days: int | None, opponents: Sequence[Person], *, by_player: bool) -> Terms:
    """The terms of a match against these opponents, with the server's defaults for what the host left open.

    Matches of a person with characters or engines, with hints or with takebacks at once are casual. Direct matches,
    which are shown `by_player`, and those without a time limit are casual by default, and a person alone with
    characters has no time limit by default. A match by vote is casual, too, and has a limit for each move. Raises
    `NotDays`, `RatedWithCharacters`, `RatedAmongEngines`, `RatedWithHints`, `RatedWithTakebacks`, `RatedNeedsLimit` or
    `VotedOnNeedsDays`.
    """
    if asked.vote_minutes is not None:
        time = Terms(usual_days or DEFAULT_DAYS) if asked.time is None else terms_in(asked.time)
        if time.days is None:
            raise VotedOnNeedsDays
        return replace(time, pauses_weekends=asked.pauses_weekends, vote_minutes=asked.vote_minutes)
    has_characters = any(opponent.is_character for opponent in opponents)
    is_alone = all(opponent.is_character for opponent in opponents) and has_characters
    has_engines = any(opponent.is_engine for opponent in opponents)
    if has_characters and asked.is_rated:
        raise RatedWithCharacters
    if has_engines and asked.is_rated:
        raise RatedAmongEngines
    if asked.has_hints and asked.is_rated:
        raise RatedWithHints
    if asked.grants_takebacks and asked.is_rated:
        raise RatedWithTakebacks
    usual_days = usual_days or DEFAULT_DAYS if has_engines else usual_days  # a program that hangs loses on time
    time = Terms(None if is_alone else usual_days) if asked.time is None else terms_in(asked.time)
    is_rated = time.has_limit and not by_player if asked.is_rated is None else asked.is_rated
    if is_rated and not time.has_limit:
        raise RatedNeedsLimit
    return replace(
        time,
        pauses_weekends=asked.pauses_weekends and time.has_limit and not time.is_quick,
        is_rated=is_rated and not (has_characters or has_engines or asked.has_hints or asked.grants_takebacks),
        has_hints=asked.has_hints,
        grants_takebacks=asked.grants_takebacks,
    )


MOST_INVITATIONS: Final = 3
"""How many invitations to the same person may stay unaccepted within `INVITATIONS_COUNT_FOR`."""

MOST_ALONE: Final = 20
"""How many matches a person may play with characters alone: each costs messages and thinking time for one person."""

MOST_AS_GUEST: Final = 3
"""The same for a guest, because anybody can become one."""

INVITATIONS_COUNT_FOR: Final = timedelta(days=1)  # so a person gets at most three unwanted pings a day from another


def check_may_invite(people: Iterable[Person], sent: Mapping[int, Sequence[datetime]], now: datetime) -> None:
    """Check that a host may ask these people to play; computer players may always be asked. Raises `InvitedTooOften`.

    `sent` holds, by the id of the person, the times of recent invitations that were not accepted.
    """
    for person in people:
        if person.is_computer:
            continue
        counted = sorted(at for at in sent.get(person.id, ()) if at > now - INVITATIONS_COUNT_FOR)
        if len(counted) >= MOST_INVITATIONS:
            raise InvitedTooOften(person, MOST_INVITATIONS, counted[-MOST_INVITATIONS] + INVITATIONS_COUNT_FOR)


def check_may_play_alone(person: Person, alone: int) -> None:
    """Check that a person with this many matches with characters alone may begin another.

    Raises `TooManyAlone` or `TooManyAsGuest`.
    """
    if person.is_guest and alone >= MOST_AS_GUEST:
        raise TooManyAsGuest(MOST_AS_GUEST)
    if alone >= MOST_ALONE:
        raise TooManyAlone(MOST_ALONE)


MOST_TOGETHER: Final = 20
"""How many matches two people may have with each other at once, those of competitions included."""


def check_together(people: Iterable[Person], together: Mapping[int, int]) -> None:
    """Check that a person may begin a match with these people. Raises `TooManyTogether`.

    `together` holds how many they have with each of them already, by id.
    """
    for person in people:
        if not (person.is_character or person.is_channel) and together.get(person.id, 0) >= MOST_TOGETHER:
            raise TooManyTogether(person, MOST_TOGETHER)


def check_willing(asked: Iterable[Person], blocked_by: Collection[int], preferences: Mapping[int, Preferences]) -> None:
    """Check that all of these players accept offers from the player who makes one. Raises `NotTaking`.

    `blocked_by` are people who have blocked that player; the refusal reads as if they accepted nothing from anybody.
    """
    unwilling = tuple(
        person
        for person in asked
        if person.id in blocked_by or preferences.get(person.id, USUAL).challengers is Challengers.NOBODY
    )
    if unwilling:
        raise NotTaking(unwilling)


def even_variants(game: Game, games: Iterable[Game]) -> list[Game]:
    """The variants of a game, among `games`, in which it hardly matters who begins."""
    return [other for other in games if other.family == game.family and other.lead is None]


def wants_both_sides(games: Iterable[Game]) -> bool:
    """Whether any of these games is fair only in pairs of matches with the sides swapped."""
    return any(game.lead is not None for game in games)
