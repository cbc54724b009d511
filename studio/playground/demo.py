"""A history for the playground: dozens of matches of all games, played with random legal moves over the last months.

They are played through `bot.actions`, as people would play them, so that everything derived from results (ratings,
streaks, records) exists as well. The history is the same every time, except for dates and sealed dice.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import simcord

from bot.actions import challenges, matches, playing
from bot.actions.competitions import calendar, entries
from bot.actions.context import Context
from bot.chat.client import Furlong, Options
from bot.model.challenges import Proposal
from bot.model.clock import Terms, midnight
from bot.model.competitions.competition import MOST_VACATION, Competition, Format, Regulations, Venue
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.store import competitions as competition_store
from bot.store import match_lists
from bot.store.engine.copying import OPENED
from bot.store.engine.database import Database
from bot.store.jobs import boards
from rules import GAMES
from rules.core import CHANCE, Game, Seat
from studio.playground.world import build

FINISHED: Final[Mapping[str, int]] = {"furl": 24, "playwin": 9, "fursaz": 6, "farlander": 5, "furbowl": 2}
"""The number of finished matches of each game."""

_SEED: Final = 5
_RUNNING: Final = ("furl", "playwin", "fursaz", "farlander")
_BETWEEN: Final = timedelta(days=2)  # between the starts of two matches
_LATELY: Final = timedelta(hours=8)  # since the running matches began
_PAUSE: Final = timedelta(minutes=5)  # before each move
_OPENING: Final = 12  # the least number of entries of a running match
_RESIGNS: Final = 0.2
_LONGEST: Final = 250  # entries, after which a player resigns
_LEAGUE_SINCE: Final = timedelta(days=14)
_LEAGUE_LASTS: Final = timedelta(days=28)
_LEAGUE_TERMS: Final = Terms(3, is_rated=True, most_vacation=MOST_VACATION)
_STRENGTH: Final = {"Ada": 5, "Ben": 3, "Cleo": 3, "Dan": 2, "Eve": 2, "Finn": 1, "Gia": 2, "Hugo": 3}
"""The number of random moves that each person considers: enough of a difference for ratings to drift apart."""


@dataclass
class _Past:
    """The clock and the random numbers of the history."""

    at: datetime
    chance: random.Random

    def now(self) -> datetime:
        return self.at


async def fill(url: str, finished: Mapping[str, int] = FINISHED, *, with_league: bool = True) -> bool:
    """Fill an empty database with `finished` matches of each game, some running matches, and a league.

    Returns False and does nothing if the database has matches already.
    """
    database = await Database.open(url)
    try:
        async with database.read() as connection:
            if await match_lists.latest_change(connection) is not None:
                return False
        await _Author(database).write(finished, with_league=with_league)
        return True
    finally:
        await database.close()


async def create(database: Path, finished: Mapping[str, int] = FINISHED, *, with_league: bool = True) -> None:
    """Create a database file with a history: complete or, if this is interrupted, not at all."""
    part = database.with_name(f"{database.name}.part")
    for suffix in ("", "-wal", "-shm", OPENED):
        part.with_name(f"{part.name}{suffix}").unlink(missing_ok=True)
    await fill(f"sqlite:///{part}", finished, with_league=with_league)
    mark = part.with_name(f"{part.name}{OPENED}")  # without it, the file would be taken for a restored copy
    if mark.exists():
        mark.replace(database.with_name(f"{database.name}{OPENED}"))
    part.replace(database)


class _Author:
    """The author of the history, which plays its matches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._now = datetime.now(UTC)
        self._past = _Past(self._now, random.Random(_SEED))
        self._context = Context(database, now=self._past.now, lots=self._past.chance)
        place = build(simcord.Env(Furlong(Options("sqlite://"))))
        self._server_id, self._channel_id = place.server.id, place.channel.id
        self._people = [Person(member.id, member.name) for member in place.people]

    async def write(self, finished: Mapping[str, int], *, with_league: bool) -> None:
        games = [GAMES[key] for key, count in finished.items() for _ in range(count)]
        self._past.chance.shuffle(games)
        for number, game in enumerate(games):
            self._past.chance.seed(f"{_SEED} {number}")  # so that dice change nothing in later matches
            match = await self._begin(game, self._now - _BETWEEN * (len(games) - number))
            await self._play(match, to_the_end=True)
            await self._forget_old_news()
        if with_league:
            await self._play_league()
        for key in _RUNNING:
            self._past.chance.seed(f"{_SEED} {key}")
            match = await self._begin(GAMES[key], self._now - _LATELY)
            await self._play(match, to_the_end=False)
        self._past.at = self._now
        host = self._people[-1]
        challenge = Proposal(GAMES["furl"], self._channel_id, terms=Terms(days=3, is_rated=True))
        await challenges.propose(self._context, self._actor(host), self._server_id, challenge)

    async def _play_league(self) -> None:
        """Play a league of two divisions with all people, with half of its matches finished."""
        first = self._now.date() - _LEAGUE_SINCE
        game = GAMES["furl"]
        regulations = Regulations(Format.LEAGUE, (game,), 4, both_sides=False, terms=_LEAGUE_TERMS, goes_on=True)
        venue = Venue(self._server_id, self._channel_id, self._channel_id, wants_threads=False)
        begins_at, ends_at = midnight(first), midnight(first + _LEAGUE_LASTS)
        self._past.at = begins_at - timedelta(days=1)
        proposed = Competition(
            "Furl league", venue, regulations, begins_at, ends_at, self._people[0], created_at=self._past.at
        )
        league = await entries.propose(self._context, None, proposed)
        for person in self._people:
            await entries.join(self._context, self._actor(person), league.id)
        self._past.at = proposed.begins_at
        await calendar.look_after(self._context, league.id)
        async with self._database.read() as connection:
            fixtures = await competition_store.fixtures_of(connection, league.id)
        met = [fixture.match.id for fixture in fixtures if fixture.match is not None]
        for number, match_id in enumerate(met):
            self._past.at = self._now - _LATELY
            self._past.chance.seed(f"{_SEED} league {number}")
            await self._play_in_league(await matches.load(self._context, match_id), to_the_end=number % 2 == 0)
        await self._forget_old_news()

    async def _play_in_league(self, match: Match, *, to_the_end: bool) -> None:
        """Play some moves, after which a player resigns if the match is to end."""
        for _ in range(_OPENING):
            match = await self._move(match)
        if to_the_end and match.to_move is not None:
            async with matches.change(self._context, match.id) as change:
                playing.resign(change, match.to_move)

    async def _begin(self, game: Game, began_at: datetime) -> Match:
        """Begin a match between some of the people."""
        self._past.at = began_at
        chance = self._past.chance
        seats = chance.choice(game.seats)
        host, *guests = chance.sample(self._people, seats)
        terms = Terms(days=chance.choice((1, 3, 7)), is_rated=chance.random() < 0.9)
        proposal = Proposal(game, self._channel_id, tuple(guests), Seat(0), terms=terms)
        match = (await challenges.propose(self._context, self._actor(host), self._server_id, proposal)).match
        for guest in guests:
            async with matches.joining(self._context, match.id, self._actor(guest), seen=match.revision) as change:
                challenges.join(change, guest)
            match = change.match
        if match.is_about_to_begin:
            async with matches.change(self._context, match.id) as change:
                challenges.begin_with(change, replace(match.place, message_id=chance.getrandbits(60)))
                change.place_at(match.place)  # the message does not exist
            match = change.match
        return match

    async def _play(self, match: Match, *, to_the_end: bool) -> None:
        chance = self._past.chance
        patience: float = chance.randint(30, 90) if chance.random() < _RESIGNS else _LONGEST
        if len(match.players) > 2:  # the others would first vote on who plays on for a player who resigns
            patience = math.inf
        while match.to_move is not None and match.ply < patience and (to_the_end or not self._waits(match)):
            match = await self._move(match)
        while to_the_end and match.to_move is not None:
            async with matches.change(self._context, match.id) as change:
                playing.resign(change, match.to_move)
            match = change.match

    async def _move(self, match: Match) -> Match:
        """Make a move for the player to move, if there is one."""
        if match.to_move is None:
            return match
        self._past.at += _PAUSE
        actor = self._actor(match.to_move)
        async with matches.change(self._context, match.id, actor) as change:
            playing.play(change, actor.person, _chosen(match, self._past.chance))
        return change.match

    def _waits(self, match: Match) -> bool:
        """Whether to leave a running match as it is: on the turn of the first person, if they play in it."""
        first = self._people[0]
        return match.ply >= _OPENING and (match.to_move == first or first not in match.players)

    def _actor(self, person: Person) -> Actor:
        return Actor(person, self._server_id)

    async def _forget_old_news(self) -> None:
        """Drop the pending messages about finished matches, which nobody needs any more."""
        async with self._database.write() as connection:
            await boards.drop_finished(connection)


def _chosen(match: Match, chance: random.Random) -> str:
    """A random legal move; stronger people consider several moves, and play one that wins at once if they see it."""
    moves: Sequence[str] = match.position.legal_moves()
    assert match.to_move is not None
    looked_at = [chance.choice(moves) for _ in range(_STRENGTH[match.to_move.name])]
    for move in looked_at:
        outcome = match.position.play(match.position.parse(move)).outcome()
        if outcome is not None and match.position.turn is not CHANCE and outcome.places[match.position.turn or 0] == 1:
            return move
    return looked_at[0]
