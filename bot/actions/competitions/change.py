"""A unit of work: one competition within one transaction that may change it.

What people and time do to a competition are plain functions over a `CompetitionChange`: they look at what it holds and
put something else in its place, in memory alone. On leaving, what is different is written in a few statements and
committed once.
"""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.actions.context import Context
from bot.model.competitions.competition import Competition, CompetitionStage, Entrant, Fixture, Format
from bot.model.competitions.ladder import Ladder, LadderStep
from bot.model.competitions.pairing import Meeting, divisions_of, paired
from bot.model.competitions.standings import Division
from bot.model.moderation import Intervention
from bot.model.people import Actor, Person
from bot.model.ratings import ALL_ROUND
from bot.model.refusals.competitions import UnknownCompetition
from bot.store import competitions as store
from bot.store import moderation, people, ratings
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind


@dataclass
class CompetitionChange:
    """A competition that is about to change, as it is so far: all changes of this unit of work included."""

    competition: Competition
    now: datetime

    entrants: tuple[Entrant, ...]
    """By division and seed, or as they have joined; who enters with this change comes last."""

    fixtures: tuple[Fixture, ...] = ()
    """Only known while it runs, and not of a ladder; those that are paired with this change have no number."""

    ladder: Ladder | None = None
    """Who stands where at the beginning of this change; None of what is no ladder."""

    other_entries: tuple[Competition, ...] = ()
    """What else on its server somebody is in who is about to join."""

    ratings: Mapping[int, float] = field(default_factory=dict[int, float])
    """By person: the ratings in what is played that are no longer provisional; only known on the first day."""

    divisions_before: tuple[Division, ...] = ()
    """How the season before it stood; only known on the first day."""

    successor: Competition | None = None
    """The next season, which opens with this change."""

    _before: Competition = field(init=False)
    _entrants_before: tuple[Entrant, ...] = field(init=False)
    _steps: list[LadderStep] = field(init=False, default_factory=list[LadderStep])
    _stale_bulletins: set[BulletinKind] = field(init=False, default_factory=set[BulletinKind])
    _new_bulletins: list[tuple[BulletinKind, int]] = field(init=False, default_factory=list[tuple[BulletinKind, int]])
    _interventions: list[Intervention] = field(init=False, default_factory=list[Intervention])

    def __post_init__(self) -> None:
        """Remember how the competition was."""
        self._before, self._entrants_before = self.competition, self.entrants

    @property
    def is_due_to_begin(self) -> bool:
        """Whether its first day has come, and nobody has begun it."""
        return self.competition.stage is CompetitionStage.OPEN and self.competition.begins_at <= self.now

    def update(self, **values: Any) -> None:
        """Put a competition with other values in some fields in the place of the present one."""
        self.competition = replace(self.competition, **values)

    def entrant(self, person_id: int) -> Entrant | None:
        """Somebody in it; None if they are not."""
        return next((one for one in self.entrants if one.person.id == person_id), None)

    def playing(self, person_id: int) -> Entrant | None:
        """Somebody in it and not out of it; None if they are not."""
        entrant = self.entrant(person_id)
        return None if entrant is None or entrant.is_out else entrant

    def enter(self, *entrants: Entrant) -> None:
        """Let people be in it, or be in it in another way than before."""
        self.entrants = tuple({one.person.id: one for one in (*self.entrants, *entrants)}.values())

    def take_out(self, person_id: int) -> None:
        """Let somebody be in it no more, as if they had never been."""
        self.entrants = tuple(one for one in self.entrants if one.person.id != person_id)

    def step(self, person_id: int, *, is_there: bool) -> None:
        """Let somebody come to stand at the bottom of a ladder, or leave it."""
        self._steps.append(LadderStep(person_id, self.now, is_there))

    def pair(self, division: int, meetings: Iterable[Meeting]) -> None:
        """Have people of a division meet; their matches are made afterwards."""
        self.fixtures = (*self.fixtures, *paired(division, meetings))

    def show_anew(self, *kinds: BulletinKind) -> None:
        """Have the messages of these kinds show how things are then, as far as there are any."""
        self._stale_bulletins.update(kinds)

    def tell(self, kind: BulletinKind, division: int = 0) -> None:
        """Have something told that was not told before."""
        self._new_bulletins.append((kind, division))

    def record(self, done: Intervention) -> None:
        """Keep what somebody who manages the server has done to the competition."""
        self._interventions.append(done)

    async def save(self, connection: Connection) -> None:
        """Write what is different."""
        number = self.competition.id
        if self.competition != self._before:
            await store.save(connection, self.competition)
        await store.save_entrants(connection, number, self._entrants_before, self.entrants)
        for step in self._steps:
            await store.add_step(connection, number, step)
        await store.add_fixtures(connection, number, [one for one in self.fixtures if not one.id])
        for done in self._interventions:
            await moderation.add(connection, done)
        if self._stale_bulletins:
            await bulletins.touch(connection, number, self._stale_bulletins, self.now)
        if self._new_bulletins:
            await bulletins.add(connection, self.competition, self.now, *self._new_bulletins)
        if self.successor is not None:
            self.successor = await store.add(connection, self.successor)
            await bulletins.add(connection, self.successor, self.now, (BulletinKind.CARD, 0))


@asynccontextmanager
async def changing(
    context: Context, competition_id: int, actor: Actor | None = None, *, is_joining: bool = False
) -> AsyncGenerator[CompetitionChange]:
    """A unit of work on a competition for `actor`, or for the bot itself.

    What was changed is written and committed on leaving. An exception leaves everything as it was. With `is_joining`
    whoever acts may be about to join. Raises `UnknownCompetition`.
    """
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition_id, actor, is_joining=is_joining)
        yield change
        await change.save(connection)


async def load_change(
    connection: Connection, context: Context, competition_id: int, actor: Actor | None, *, is_joining: bool = False
) -> CompetitionChange:
    """The same in a transaction of the caller's, in which more is stored that belongs to it, and who then saves it.

    The competition is locked before anything else of it is read.
    """
    competition = await store.load(connection, competition_id, context.games, for_update=True)
    if competition is None or (actor is not None and competition.venue.server_id != actor.server_id):
        raise UnknownCompetition(str(competition_id))
    entrants = await store.entrants_of(connection, competition_id)
    change = CompetitionChange(competition, context.now(), tuple(entrants))
    if competition.regulations.format is Format.LADDER:
        change.ladder = await store.ladder_of(connection, competition_id, change.now)
    elif competition.stage is CompetitionStage.RUNNING:
        change.fixtures = tuple(await store.fixtures_of(connection, competition_id))
    if actor is None and change.is_due_to_begin:
        change.ratings = await _ratings(connection, change)
        change.divisions_before = await _divisions_before(connection, competition)
    elif is_joining and actor is not None and change.playing(actor.person.id) is None:
        change.other_entries = await _other_entries(connection, context, competition, actor.person)
    return change


async def _other_entries(
    connection: Connection, context: Context, wanted: Competition, person: Person
) -> tuple[Competition, ...]:
    """What somebody is in who is about to join; from now on they wait who join something else meanwhile."""
    await people.remember(connection, person)
    return tuple(await store.of_person(connection, wanted.venue.server_id, person.id, context.games))


async def _ratings(connection: Connection, change: CompetitionChange) -> Mapping[int, float]:
    games, server_id = change.competition.regulations.games, change.competition.venue.server_id
    pool = games[0].key if len(games) == 1 else ALL_ROUND
    return await ratings.reliable_ratings(connection, server_id, pool, [one.person.id for one in change.entrants])


async def _divisions_before(connection: Connection, competition: Competition) -> tuple[Division, ...]:
    if competition.previous_id is None:
        return ()
    entrants = await store.entrants_of(connection, competition.previous_id)
    fixtures = await store.fixtures_of(connection, competition.previous_id)
    return divisions_of(competition.regulations.format, entrants, fixtures)
