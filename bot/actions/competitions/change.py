"""The unit of work on one competition in one transaction.

Functions change a `CompetitionChange` only in memory. On leaving it, the differences are written in a few statements
and committed once.
"""

from collections.abc import AsyncGenerator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from bot.actions.context import Context
from bot.model.competitions.competition import (
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    Format,
    Regulations,
    Side,
)
from bot.model.competitions.ladder import Ladder, LadderStep
from bot.model.competitions.pairing import divisions_of
from bot.model.competitions.servers import COUNTED_FOR, Record
from bot.model.competitions.standings import Division
from bot.model.moderation import KEPT_OUT_FOR, CompetitionSubject, Intervention, MatchSubject, Subject
from bot.model.people import Actor
from bot.model.permissions import CompetitionAct, check_competition, check_member
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND
from bot.model.refusals.competitions import UnknownCompetition
from bot.store import competitions as competition_store
from bot.store import competitions_due, moderation, reliability
from bot.store import lobby as lobby_store
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind

_DAY: Final = timedelta(days=1)
_BEGINS_LATE: Final = timedelta(hours=1)
"""From how late a beginning moves the end; less is no loss."""


@dataclass
class CompetitionChange:
    """A competition as it is with all changes of this unit of work so far."""

    competition: Competition
    now: datetime

    entrants: tuple[Entrant, ...]
    """By division and seed, or in the order of joining; people who enter with this change come last."""

    fixtures: tuple[Fixture, ...] = ()
    """Only known while it runs, and not for a ladder; fixtures paired with this change have no number."""

    ladder: Ladder | None = None
    """The ladder at the beginning of this change; None for other formats."""

    other_entries: tuple[Competition, ...] = ()
    """The other competitions on its server of the person who is about to join."""

    removed_at: datetime | None = None
    """When a manager has lately removed the person who is about to join; None if none has."""

    decided_at: datetime | None = None
    """When the person who is about to join has lately decided something in it, running, as a manager; None if never."""

    had_part: bool = False
    """Whether a manager who acts has lately played in it, running, and has deleted their data since."""

    ratings: Mapping[int, float] = field(default_factory=dict[int, float])
    """The non-provisional ratings in its games, by person; only known on the first day."""

    divisions_before: tuple[Division, ...] = ()
    """The final standings of the season before; only known on the first day."""

    successor: Competition | None = None
    """The next season, which opens with this change."""

    records: Mapping[int, Record] = field(default_factory=dict[int, Record])
    """How people play to the end, in a match between servers; only known on the first day, and of who is about to join."""

    met_before: Mapping[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """How many matches every two of its servers have lately played against each other; only known on the first day."""

    actor: Actor | None = None
    """The person who acts; None if the bot itself acts."""

    _before: Competition = field(init=False)
    _entrants_before: tuple[Entrant, ...] = field(init=False)
    _steps: list[LadderStep] = field(init=False, default_factory=list[LadderStep])
    _stale_bulletins: set[BulletinKind] = field(init=False, default_factory=set[BulletinKind])
    _new_bulletins: list[tuple[BulletinKind, int]] = field(init=False, default_factory=list[tuple[BulletinKind, int]])
    _has_checked: bool = field(init=False, default=False)
    _is_woken: bool = field(init=False, default=False)
    _interventions: list[Intervention] = field(init=False, default_factory=list[Intervention])

    def __post_init__(self) -> None:
        """Remember the competition before any change."""
        self._before, self._entrants_before = self.competition, self.entrants

    @property
    def is_due_to_begin(self) -> bool:
        """Whether its first day has come and it has not begun."""
        return self.competition.stage is CompetitionStage.OPEN and self.competition.begins_at <= self.now

    def move(self, begins_at: datetime, ends_at: datetime) -> None:
        """Replace the first instant and the end."""
        self.competition = replace(self.competition, begins_at=begins_at, ends_at=ends_at)

    def run(self, regulations: Regulations) -> None:
        """Begin by the regulations as they are for those who entered; what begins over an hour late has all its time."""
        late = self.now - self.competition.begins_at
        if late >= _BEGINS_LATE:  # its game was away, or the bot
            if regulations.format is Format.LEAGUE:  # which still ends at midnight
                late += -late % _DAY
            self.move(self.now, self.competition.ends_at + late)
        self.competition = replace(self.competition, stage=CompetitionStage.RUNNING, regulations=regulations)

    def rename(self, name: str) -> None:
        """Replace the name."""
        self.competition = replace(self.competition, name=name)

    def agree(self, side: Side) -> None:
        """Add a server that has accepted the call to a match between servers."""
        self.competition = replace(self.competition, sides=(*self.competition.sides, side))

    def withdraw_others(self, willing: Collection[int]) -> None:
        """Take out the servers that have accepted the call and are no longer willing."""
        first, *others = self.competition.sides
        still = [side for side in others if side.server_id in willing]
        self.competition = replace(self.competition, sides=(first, *still))

    def open(self) -> None:
        """Open a match between servers, which have accepted, for their people; its times count from now."""
        competition, later = self.competition, self.now - self.competition.created_at
        self.competition = replace(competition, stage=CompetitionStage.OPEN)
        self.move(competition.begins_at + later, competition.ends_at + later)
        self.tell(BulletinKind.CARD)

    def close(self, stage: CompetitionStage) -> None:
        """Close the competition now."""
        self.competition = replace(self.competition, stage=stage, closed_at=self.now)

    def entrant(self, person_id: int) -> Entrant | None:
        """The entrant with this id, or None."""
        return next((entrant for entrant in self.entrants if entrant.person.id == person_id), None)

    def playing(self, person_id: int) -> Entrant | None:
        """The entrant with this id, or None if the person never entered or is out."""
        entrant = self.entrant(person_id)
        return None if entrant is None or entrant.is_out else entrant

    def enter(self, *entrants: Entrant) -> None:
        """Add entrants, or replace those of the same people."""
        self.entrants = tuple({entrant.person.id: entrant for entrant in (*self.entrants, *entrants)}.values())

    def check(self, act: CompetitionAct, actor: Actor) -> None:
        """Check that a person may do something in the competition as it is now. Raises the refusal of the rule."""
        own = self.entrant(actor.person.id)
        has_part = self.had_part or (own is not None and own.has_played_since(self.now - KEPT_OUT_FOR))
        is_in = has_part if act is CompetitionAct.REMOVE else own is not None and not own.is_out
        check_competition(act, self.competition, actor, is_in=is_in)
        if act not in (CompetitionAct.SEE, CompetitionAct.LEAVE):  # like resigning
            asker = self.actor or actor
            is_agreed = self.competition.between_servers
            check_member(asker, asker.server_id or DIRECT if is_agreed else self.competition.venue.server_id)
        self._has_checked = True

    def take_out(self, person_id: int) -> None:
        """Remove an entrant without a trace."""
        self.entrants = tuple(entrant for entrant in self.entrants if entrant.person.id != person_id)

    def step(self, person_id: int, *, is_there: bool) -> None:
        """Put a person at the bottom of a ladder, or take them off it."""
        self._steps.append(LadderStep(person_id, self.now, is_there))

    def pair(self, fixtures: Iterable[Fixture], division: int = 1) -> None:
        """Add fixtures to a division; their matches are made afterwards."""
        self.fixtures = (*self.fixtures, *(replace(fixture, division=division) for fixture in fixtures))

    def wake(self) -> None:
        """Have the competition looked after at once, because of what changes."""
        self._is_woken = True

    def show_anew(self, *kinds: BulletinKind) -> None:
        """Edit the messages of these kinds, if any, to show the result of this change."""
        self._stale_bulletins.update(kinds)

    def tell(self, kind: BulletinKind, division: int = 0) -> None:
        """Post a new message."""
        self._new_bulletins.append((kind, division))

    def record(self, done: Intervention) -> None:
        """Store an intervention of a server manager with the competition."""
        self._interventions.append(done)

    async def save(self, connection: Connection) -> None:
        """Write the differences. Raises LookupError if a person acts, and no act of the table was checked."""
        if self.actor is not None and not self._has_checked:
            raise LookupError(f"nobody has checked what competition {self.competition.id} is changed by")
        number = self.competition.id
        if self.competition != self._before:
            await competition_store.save(connection, self.competition)
            before, after = self._before.sides, self.competition.sides
            for side in (side for side in before if side not in after):
                await competition_store.remove_side(connection, number, side)
            for side in (side for side in after if side not in before):
                await competition_store.add_side(connection, number, side)
            if not self.competition.is_current:
                await competitions_due.close(connection, self.competition)
        await competition_store.save_entrants(connection, number, self._entrants_before, self.entrants)
        for step in self._steps:
            await competition_store.add_step(connection, number, step)
        await competition_store.add_fixtures(
            connection, number, [fixture for fixture in self.fixtures if not fixture.id]
        )
        for done in self._interventions:
            await moderation.add(connection, done)
        if self._stale_bulletins:
            await bulletins.touch(connection, number, self._stale_bulletins, self.now)
        if self._new_bulletins:
            await bulletins.add(connection, self.competition, self.now, *self._new_bulletins)
        if self._is_woken and self.competition.is_current:
            await competitions_due.wake(connection, self.competition, self.now)
        if self.successor is not None:
            self.successor = await competition_store.add(connection, self.successor)
            await competitions_due.plan(connection, self.successor, self.now)
            await bulletins.add(connection, self.successor, self.now, (BulletinKind.CARD, 0))


@asynccontextmanager
async def changing(
    context: Context, competition_id: int, actor: Actor | None = None, *, is_joining: bool = False
) -> AsyncGenerator[CompetitionChange]:
    """A unit of work on a competition for `actor`, or for the bot itself.

    Changes are written and committed on leaving; an exception discards them. With `is_joining`, the actor may be about
    to join. Raises `UnknownCompetition`.
    """
    actor = None if actor is None else await context.placed(actor, actor.server_id)
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition_id, actor, is_joining=is_joining)
        yield change
        await change.save(connection)


async def check_may(context: Context, competition_id: int, act: CompetitionAct, actor: Actor) -> CompetitionChange:
    """What a person may do something to now, as the question before it has to know. Raises the refusal of the rule."""
    async with changing(context, competition_id, actor) as change:
        change.check(act, actor)
    return change


async def load_change(
    connection: Connection, context: Context, competition_id: int, actor: Actor | None, *, is_joining: bool = False
) -> CompetitionChange:
    """Begin a unit of work in the caller's transaction, for an actor who is placed; the caller saves it.

    The competition is locked before anything else of it is read.
    """
    competition = await competition_store.load(connection, competition_id, context.games, for_update=True)
    if competition is None:
        raise UnknownCompetition(str(competition_id))
    entrants = await competition_store.entrants_of(connection, competition_id)
    change = CompetitionChange(competition, context.now(), tuple(entrants), actor=actor)
    if actor is not None:
        check_competition(CompetitionAct.SEE, competition, actor, is_in=change.playing(actor.person.id) is not None)
        if actor.manages_server and competition.stage is CompetitionStage.RUNNING:
            since = change.now - KEPT_OUT_FOR
            change.had_part = await moderation.had_part(connection, competition_id, actor.person.id, since)
    if competition.regulations.format is Format.LADDER:
        change.ladder = await competition_store.ladder_of(connection, competition_id, change.now)
    elif competition.stage is CompetitionStage.RUNNING:
        change.fixtures = tuple(await competition_store.fixtures_of(connection, competition_id))
    if competition.between_servers:
        await _load_records(connection, change, actor if is_joining else None)
    elif actor is None and change.is_due_to_begin:
        games = competition.regulations.games
        pool, people_ids = games[0].key if len(games) == 1 else ALL_ROUND, [entrant.person.id for entrant in entrants]
        change.ratings = await rating_store.reliable_ratings(connection, competition.venue.server_id, pool, people_ids)
        change.divisions_before = await _divisions_before(connection, competition)
    elif is_joining and actor is not None and change.playing(actor.person.id) is None:
        await people_store.remember(connection, actor.person)  # their other attempts to join now wait for this one
        others = await competition_store.of_person(
            connection, competition.venue.server_id, actor.person.id, context.games
        )
        change.other_entries = tuple(others)
        subject, since = CompetitionSubject(competition.name, competition.season), change.now - KEPT_OUT_FOR
        at = await moderation.last_removal(
            connection, competition.venue.server_id, actor.person.id, subject, max(since, competition.created_at)
        )
        change.removed_at = at
        if competition.stage is CompetitionStage.RUNNING:
            change.decided_at = await _decided_at(connection, competition, actor, max(since, competition.begins_at))
    return change


async def _decided_at(
    connection: Connection, competition: Competition, actor: Actor, since: datetime
) -> datetime | None:
    """When a person last took somebody out of a competition, or decided about a match of it; None if not since `since`."""
    done = await moderation.decisions(connection, competition.venue.server_id, actor.person.id, since)
    numbers = [one.subject.match for one in done if isinstance(one.subject, MatchSubject)]
    of_it = await competition_store.matches_among(connection, competition.id, numbers)
    subjects: set[Subject] = {CompetitionSubject(competition.name, competition.season)}
    subjects |= {one.subject for one in done if isinstance(one.subject, MatchSubject) and one.subject.match in of_it}
    kept = await moderation.last_decision_kept(
        connection, competition.venue.server_id, actor.person.id, competition, since
    )
    return max((one.at for one in done if one.subject in subjects), default=kept)


async def _load_records(connection: Connection, change: CompetitionChange, joining: Actor | None) -> None:
    """Read what decides who may play in a match between servers, and on which board."""
    if joining is not None:
        change.records = {joining.person.id: await reliability.record_of(connection, joining.person.id)}
        await people_store.remember(connection, joining.person)
    elif change.is_due_to_begin:
        people_ids, [game] = [entrant.person.id for entrant in change.entrants], change.competition.regulations.games
        change.records = {person_id: await reliability.record_of(connection, person_id) for person_id in people_ids}
        ratings = {
            person_id: await lobby_store.ratings_of(connection, person_id, change.now) for person_id in people_ids
        }
        change.ratings = {person_id: known[game.key] for person_id, known in ratings.items() if game.key in known}
        since = change.now - COUNTED_FOR
        change.met_before = {
            pair: await competition_store.count_between(connection, change.competition.id, pair, since)
            for pair in combinations([side.server_id for side in change.competition.sides], 2)
        }


async def _divisions_before(connection: Connection, competition: Competition) -> tuple[Division, ...]:
    if competition.previous_id is None:
        return ()
    entrants = await competition_store.entrants_of(connection, competition.previous_id)
    fixtures = await competition_store.fixtures_of(connection, competition.previous_id)
    return divisions_of(competition.regulations.format, entrants, fixtures)
