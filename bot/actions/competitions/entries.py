"""Opening a competition, joining it, and leaving it."""

from collections.abc import Sequence
from contextlib import suppress

from bot.actions.actions import Actions
from bot.actions.competitions import ladders
from bot.actions.competitions.reading import MOST_LISTED
from bot.model.competitions.competition import (
    MOST_MATCHES,
    Competition,
    CompetitionProposal,
    CompetitionStage,
    Entrant,
    Format,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.competitions.rounds import late_meetings, may_come_late, tables
from bot.model.competitions.table import Table
from bot.model.competitions.withdrawing import is_struck
from bot.model.intervention import Intervention, InterventionKind
from bot.model.person import Actor, Person
from bot.model.refusals.competitions import (
    AlreadyEntered,
    CompetitionFull,
    CompetitionOver,
    EntryClosed,
    NotEntered,
    SameGame,
    TooManyMatches,
    UnknownCompetition,
)
from bot.store import bulletins, competition_entrants, competition_fixtures, interventions, people, settings
from bot.store import competitions as store
from bot.store.bulletins import BulletinKind
from bot.store.connection import Connection
from bot.store.ladders import add_step


class Entries:
    """What people do to the competitions in the database of `actions`."""

    def __init__(self, actions: Actions) -> None:
        """Nothing happens before one of the methods is called."""
        self._actions = actions
        self._database = actions.database

    async def propose(self, host: Person, proposed: CompetitionProposal) -> Competition:
        """Open a competition for people to join. Raises `SameGame`."""
        now = self._actions.now()
        competition = Competition(
            id=0,
            name=proposed.name,
            number=1,
            previous_id=None,
            host=host.as_stored,
            venue=proposed.venue,
            regulations=proposed.regulations,
            begins_at=proposed.begins_at,
            ends_at=proposed.ends_at,
            stage=CompetitionStage.OPEN,
            created_at=now,
        )
        is_ladder = proposed.regulations.format is Format.LADDER
        async with self._database.write() as connection:
            await settings.lock_server(connection, proposed.venue.server_id)  # so that two do not open the same at once
            await people.remember(connection, host)
            await self._check_games(connection, competition)
            stored = await store.add(connection, ladders.unending(competition) if is_ladder else competition)
            if is_ladder:
                await bulletins.add(connection, stored.id, BulletinKind.TABLE, now, 1)
            else:
                await bulletins.add(connection, stored.id, BulletinKind.CARD, now)
            return stored

    async def _check_games(self, connection: Connection, wanted: Competition) -> None:
        known = await store.of_server(connection, wanted.venue.server_id, self._actions.games, MOST_LISTED)
        for other in known:
            both = [game for game in wanted.regulations.games if game in other.regulations.games]
            is_alike = other.regulations.format is wanted.regulations.format
            if other.stage in (CompetitionStage.OPEN, CompetitionStage.RUNNING) and is_alike and both:
                raise SameGame(other, both[0])

    async def join(self, actor: Actor, competition_id: int) -> Competition:
        """Let somebody be in a competition that has not begun, or in an event to which one may come late.

        Raises `UnknownCompetition`, `EntryClosed`, `AlreadyEntered`, `CompetitionFull` or `TooManyMatches`.
        """
        async with self._database.write() as connection:
            competition = await self._locked(connection, actor, competition_id)
            now = self._actions.now()
            if competition.regulations.format is Format.LADDER:
                await ladders.join(connection, competition, actor.person, now)
                return competition
            entrants = await competition_entrants.entrants_of(connection, competition.id)
            if any(entrant.person.id == actor.person.id for entrant in entrants):
                raise AlreadyEntered(competition)
            fixtures = await competition_fixtures.fixtures_of(connection, competition.id)
            is_late = competition.stage is CompetitionStage.RUNNING and may_come_late(competition, fixtures, now)
            if not is_late and (competition.stage is not CompetitionStage.OPEN or competition.begins_at <= now):
                raise EntryClosed(competition)
            if len(entrants) >= competition.regulations.most_entrants:
                raise CompetitionFull(competition, competition.regulations.most_entrants)
            await people.remember(connection, actor.person)  # from now on they wait who join something else meanwhile
            await self._check_matches(connection, competition, actor.person)
            seed = len(entrants) if is_late else None
            await competition_entrants.enter(connection, competition.id, actor.person.id, now, seed=seed)
            if is_late:
                meetings = late_meetings(competition.regulations, actor.person.id, entrants, fixtures)
                await competition_fixtures.add_fixtures(connection, competition.id, 1, meetings)
                await bulletins.touch(connection, competition.id, BulletinKind.TABLE, now)
            await bulletins.touch(connection, competition.id, BulletinKind.CARD, now)
            return competition

    async def _check_matches(self, connection: Connection, wanted: Competition, person: Person) -> None:
        server_id, games = wanted.venue.server_id, self._actions.games
        entered = tuple(await store.of_person(connection, server_id, person.id, games))
        if sum(other.regulations.most_matches_each for other in (*entered, wanted)) > MOST_MATCHES:
            raise TooManyMatches(wanted, entered, MOST_MATCHES)

    async def leave(self, actor: Actor, competition_id: int) -> Competition:
        """Let somebody leave; once it runs they are out of it, and their matches end.

        Raises `UnknownCompetition`, `NotEntered` or `CompetitionOver`.
        """
        async with self._database.write() as connection:
            competition = await self._locked(connection, actor, competition_id)
            await self._take_out(connection, competition, actor.person.id, WithdrawalCause.LEFT)
            return competition

    async def leave_all(self, person: Person) -> None:
        """Let somebody be in no competition any more that waits or runs, on any server."""
        async with self._database.read() as connection:
            numbers = await store.entered_by(connection, person.id)
        for number in numbers:
            async with self._database.write() as connection:
                competition = await store.load(connection, number, self._actions.games, for_update=True)
                with suppress(NotEntered, CompetitionOver):  # it was done, or closed, at this moment
                    assert competition is not None, "somebody is in it"
                    await self._take_out(connection, competition, person.id, WithdrawalCause.LEFT)

    async def remove(self, actor: Actor, competition_id: int, person: Person, reason: str = "") -> Competition:
        """The same of somebody else, by somebody who manages the server; they are told."""
        async with self._database.write() as connection:
            competition = await self._locked(connection, actor, competition_id)
            await self._take_out(connection, competition, person.id, WithdrawalCause.REMOVED)
            await self._record(connection, competition, actor.person, InterventionKind.WITHDRAW, reason, person)
            return competition

    async def _take_out(
        self, connection: Connection, competition: Competition, person_id: int, cause: WithdrawalCause
    ) -> None:
        if competition.stage in (CompetitionStage.OVER, CompetitionStage.CALLED_OFF):
            raise CompetitionOver(competition)
        entrants = await competition_entrants.entrants_of(connection, competition.id)
        entrant = next((entrant for entrant in entrants if entrant.person.id == person_id), None)
        if entrant is None or entrant.is_out:
            raise NotEntered(competition)
        now = self._actions.now()
        if competition.stage is CompetitionStage.OPEN:
            await competition_entrants.take_out(connection, competition.id, person_id)
            await bulletins.touch(connection, competition.id, BulletinKind.CARD, now)
        else:
            await withdraw(connection, competition, entrant, Withdrawal(cause, now, is_struck=False))

    async def _record(
        self,
        connection: Connection,
        competition: Competition,
        by: Person,
        kind: InterventionKind,
        reason: str,
        person: Person | None = None,
    ) -> None:
        """Keep what somebody who manages the server has done."""
        venue, now, subject = competition.venue, self._actions.now(), competition.full_name
        done = Intervention(venue.server_id, venue.channel_id, by, kind, now, subject, reason, person)
        await interventions.add(connection, done)

    async def call_off(self, actor: Actor, competition_id: int) -> Competition:
        """Call off a competition that has not begun, or close a ladder. Raises `UnknownCompetition` or `EntryClosed`."""
        async with self._database.write() as connection:
            competition = await self._locked(connection, actor, competition_id)
            is_ladder = competition.regulations.format is Format.LADDER
            if competition.stage is not (CompetitionStage.RUNNING if is_ladder else CompetitionStage.OPEN):
                raise EntryClosed(competition)
            now = self._actions.now()
            await store.change(connection, competition.id, {"stage": CompetitionStage.CALLED_OFF, "closed_at": now})
            for kind in (BulletinKind.CARD, BulletinKind.TABLE):
                await bulletins.touch(connection, competition.id, kind, now)
            await self._record(connection, competition, actor.person, InterventionKind.CALL_OFF, "")
            return competition

    async def _locked(self, connection: Connection, actor: Actor, competition_id: int) -> Competition:
        found = await store.load(connection, competition_id, self._actions.games, for_update=True)
        if found is None or found.venue.server_id != actor.server_id:
            raise UnknownCompetition(str(competition_id))
        return found


async def tables_of(connection: Connection, competition: Competition, entrants: Sequence[Entrant]) -> tuple[Table, ...]:
    """The tables of a competition, the first division first; none before it begins."""
    return tables(
        competition.regulations.format, entrants, await competition_fixtures.fixtures_of(connection, competition.id)
    )


async def withdraw(connection: Connection, competition: Competition, entrant: Entrant, out: Withdrawal) -> None:
    """Let somebody be out of a competition that is locked.

    Where all matches run at once, they are struck if fewer than half of theirs are over. In rounds, what they have played
    stays.
    """
    struck, format_ = False, competition.regulations.format
    if not format_.has_rounds and format_ is not Format.LADDER:
        struck = is_struck(entrant.person.id, await competition_fixtures.fixtures_of(connection, competition.id))
    await competition_entrants.withdraw(
        connection, competition.id, entrant.person.id, Withdrawal(out.cause, out.at, struck)
    )
    if competition.regulations.format is Format.LADDER:
        await add_step(connection, competition.id, entrant.person.id, out.at, is_there=False)
    for kind in (BulletinKind.CARD, BulletinKind.TABLE):
        await bulletins.touch(connection, competition.id, kind, out.at)
