"""Opening a competition, joining it, and leaving it.

`join`, `take_out`, `withdraw` and `call_off` are functions over a `CompetitionChange`.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.actions.competitions import ladders
from bot.actions.competitions.change import CompetitionChange, changing
from bot.actions.competitions.reading import MOST_LISTED
from bot.actions.context import Context
from bot.model.competitions.competition import (
    MOST_MATCHES,
    Competition,
    CompetitionProposal,
    CompetitionStage,
    Entrant,
    Format,
    Withdrawal,
    WithdrawalCause,
    is_struck,
)
from bot.model.competitions.rounds import late_meetings, may_come_late
from bot.model.moderation import Intervention, InterventionKind
from bot.model.people import Actor, Person
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
from bot.store import competitions as store
from bot.store import people, settings
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind


class Entries:
    """What people do to the competitions in the database of `actions`."""

    def __init__(self, context: Context) -> None:
        """Nothing happens before one of the methods is called."""
        self._context = context
        self._database = context.database

    async def propose(self, host: Person, proposed: CompetitionProposal) -> Competition:
        """Open a competition for people to join. Raises `SameGame`."""
        now = self._context.now()
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
        server_id = proposed.venue.server_id
        async with self._database.write() as connection:
            await settings.lock_server(connection, server_id)  # so that two do not open the same at once
            await people.remember(connection, host)
            _check_games(competition, await store.of_server(connection, server_id, self._context.games, MOST_LISTED))
            stored = await store.add(connection, ladders.unending(competition) if is_ladder else competition)
            bulletin = (BulletinKind.TABLE, 1) if is_ladder else (BulletinKind.CARD, 0)
            await bulletins.add(connection, stored.id, now, bulletin)
            return stored

    async def join(self, actor: Actor, competition_id: int) -> Competition:
        """Let somebody be in a competition. Raises `UnknownCompetition`, or what `join` raises."""
        async with changing(self._context, competition_id, actor, is_joining=True) as change:
            join(change, actor.person)
        return change.competition

    async def leave(self, actor: Actor, competition_id: int) -> Competition:
        """Let somebody leave; once it runs they are out of it, and their matches end.

        Raises `UnknownCompetition`, `NotEntered` or `CompetitionOver`.
        """
        async with changing(self._context, competition_id, actor) as change:
            take_out(change, actor.person.id, WithdrawalCause.LEFT)
        return change.competition

    async def leave_all(self, person: Person) -> None:
        """Let somebody be in no competition any more that waits or runs, on any server."""
        async with self._database.read() as connection:
            numbers = await store.entered_by(connection, person.id)
        for number in numbers:
            with suppress(UnknownCompetition, NotEntered, CompetitionOver):  # it was done, or closed, at this moment
                async with changing(self._context, number) as change:
                    take_out(change, person.id, WithdrawalCause.LEFT)

    async def remove(self, actor: Actor, competition_id: int, person: Person, reason: str = "") -> Competition:
        """The same of somebody else, by somebody who manages the server; they are told."""
        async with changing(self._context, competition_id, actor) as change:
            take_out(change, person.id, WithdrawalCause.REMOVED)
            _record(change, actor.person, InterventionKind.WITHDRAW, reason, person)
        return change.competition

    async def call_off(self, actor: Actor, competition_id: int) -> Competition:
        """Call off a competition that has not begun, or close a ladder. Raises `UnknownCompetition` or `EntryClosed`."""
        async with changing(self._context, competition_id, actor) as change:
            call_off(change)
            _record(change, actor.person, InterventionKind.CALL_OFF)
        return change.competition


def _check_games(wanted: Competition, known: Sequence[Competition]) -> None:
    """Whether no other competition of the kind is on with one of the games. Raises `SameGame`."""
    for other in known:
        both = [game for game in wanted.regulations.games if game in other.regulations.games]
        is_alike = other.regulations.format is wanted.regulations.format
        if other.stage in (CompetitionStage.OPEN, CompetitionStage.RUNNING) and is_alike and both:
            raise SameGame(other, both[0])


def join(change: CompetitionChange, person: Person) -> None:
    """Let somebody be in a competition that has not begun, in an event to which one may come late, or on a ladder.

    Raises `EntryClosed`, `AlreadyEntered`, `CompetitionFull`, `TooManyMatches` or `CompetitionOver`.
    """
    competition, now = change.competition, change.now
    if competition.regulations.format is Format.LADDER:
        ladders.join(change, person)
        return
    if change.entrant(person.id) is not None:
        raise AlreadyEntered(competition)
    is_late = competition.stage is CompetitionStage.RUNNING and may_come_late(competition, change.fixtures, now)
    if not is_late and (competition.stage is not CompetitionStage.OPEN or competition.begins_at <= now):
        raise EntryClosed(competition)
    if len(change.entrants) >= competition.regulations.most_entrants:
        raise CompetitionFull(competition, competition.regulations.most_entrants)
    if sum(one.regulations.most_matches_each for one in (*change.other_entries, competition)) > MOST_MATCHES:
        raise TooManyMatches(competition, change.other_entries, MOST_MATCHES)
    entrant = Entrant(person.as_stored, now)
    if is_late:
        change.pair(1, late_meetings(competition.regulations, person.id, change.entrants, change.fixtures))
        change.show_anew(BulletinKind.TABLE)
        entrant = replace(entrant, division=1, seed=len(change.entrants))
    change.enter(entrant)
    change.show_anew(BulletinKind.CARD)


def take_out(change: CompetitionChange, person_id: int, cause: WithdrawalCause) -> None:
    """Let somebody be in a competition no more. Raises `NotEntered` or `CompetitionOver`."""
    competition, entrant = change.competition, change.playing(person_id)
    if competition.stage in (CompetitionStage.OVER, CompetitionStage.CALLED_OFF):
        raise CompetitionOver(competition)
    if entrant is None:
        raise NotEntered(competition)
    if competition.stage is CompetitionStage.OPEN:
        change.take_out(person_id)
        change.show_anew(BulletinKind.CARD)
    else:
        withdraw(change, entrant, cause)


def withdraw(change: CompetitionChange, entrant: Entrant, cause: WithdrawalCause) -> None:
    """Let somebody be out of a competition that runs.

    Where all matches run at once, they are struck if fewer than half of theirs are over. In rounds, what they have played
    stays.
    """
    format_, person_id = change.competition.regulations.format, entrant.person.id
    is_at_once = not format_.has_rounds and format_ is not Format.LADDER
    out = Withdrawal(cause, change.now, is_at_once and is_struck(person_id, change.fixtures))
    change.enter(replace(entrant, withdrawal=out))
    if format_ is Format.LADDER:
        change.step(person_id, is_there=False)
    change.show_anew(BulletinKind.CARD, BulletinKind.TABLE)


def call_off(change: CompetitionChange) -> None:
    """Call off a competition that has not begun, or close a ladder. Raises `EntryClosed`."""
    is_ladder = change.competition.regulations.format is Format.LADDER
    if change.competition.stage is not (CompetitionStage.RUNNING if is_ladder else CompetitionStage.OPEN):
        raise EntryClosed(change.competition)
    change.update(stage=CompetitionStage.CALLED_OFF, closed_at=change.now)
    change.show_anew(BulletinKind.CARD, BulletinKind.TABLE)


def _record(
    change: CompetitionChange, by: Person, kind: InterventionKind, reason: str = "", person: Person | None = None
) -> None:
    """Keep what somebody who manages the server has done."""
    venue, subject = change.competition.venue, change.competition.full_name
    change.record(Intervention(venue.server_id, venue.channel_id, by, kind, change.now, subject, reason, person))
