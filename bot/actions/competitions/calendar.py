"""What a competition's job does: the first day, matches, dropouts, rounds and the end.

Everything here depends only on stored facts: it may be done twice, late, or in two processes.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, TypeVar

from bot.actions import challenges, jobs, matches
from bot.actions.change import MatchChange
from bot.actions.competitions import servers
from bot.actions.competitions.change import CompetitionChange, changing, load_change
from bot.actions.competitions.entries import withdraw
from bot.actions.context import Context
from bot.model.adjudication import decided
from bot.model.clock import Pause, credited, midnight
from bot.model.competitions.competition import (
    NEVER,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    Format,
    WithdrawalCause,
)
from bot.model.competitions.ladder import wakes_at
from bot.model.competitions.pairing import divisions_of, first_fixtures, next_fixtures, round_ends_at, rounds_of
from bot.model.competitions.standings import Division, divided, order_of
from bot.model.jobs import Claim, Notice
from bot.model.match import Ending, Result, State
from bot.model.people import Actor, Person
from bot.model.permissions import CompetitionAct
from bot.model.place import Place
from bot.model.refusals.competitions import TooFewEntered, UnknownCompetition
from bot.store import clocks, competitions_due, match_changes, outages
from bot.store import competitions as competition_store
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.competitions_due import DropoutMatch
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins, queue
from bot.store.jobs.bulletins import BulletinKind

_log: Final = logging.getLogger(__name__)

_BATCH: Final = 500  # people or matches read at a time
_MOST_MADE: Final = 2_000  # matches in a row: other competitions cannot wait longer
_MADE_AT_ONCE: Final = 20  # matches in a transaction, so that nobody waits long for it

_AN_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)

_BETWEEN_SEASONS: Final = timedelta(days=7)
"""The minimum time for joining the next season."""

_Found = TypeVar("_Found", int, DropoutMatch)


async def tend(context: Context, claim: Claim) -> None:
    """Look after the competition of a claimed job if anything in it is due; then put the job off to the next instant.

    After an error, the competition is left alone for an hour. Only once downtime has been credited.
    """
    number, wakes_at = competitions_due.subject_of(claim)
    if wakes_at <= context.now():
        try:
            later = await look_after(context, number)
        except Exception:  # noqa: BLE001 - the log says what is wrong, and nothing else waits for a damaged competition
            _log.exception("competition %s could not be looked after", number)
            later = context.now() + _AN_HOUR
        if later is None:
            await jobs.finish(context, claim)
            return
        wakes_at = max(later, context.now() + queue.EVERY)
    async with context.database.write() as connection:
        await competitions_due.put_off(connection, claim, wakes_at, context.now())


async def look_after(context: Context, competition_id: int) -> datetime | None:
    """Do all that is due in a competition; return when to look again, None if it is over.

    What is damaged, or waits for a game that is not installed, is looked at again in an hour.
    """
    competition = await _loaded(context, competition_id)
    if competition is not None and competition.regulations.is_away and competition.is_current:
        return context.now() + _AN_HOUR
    if competition is not None and competition.stage is CompetitionStage.CALLED:
        return await servers.close_call(context, competition)
    if competition is not None and competition.stage is CompetitionStage.OPEN:
        if competition.begins_at > context.now():
            return competition.begins_at
        await (servers.begin if competition.between_servers else begin)(context, competition_id)
        competition = await _loaded(context, competition_id)
    if competition is None or competition.stage is not CompetitionStage.RUNNING:
        return None
    if competition.between_servers:
        await servers.fill_from_bench(context, competition)
    if await _make_matches(context, competition):
        return context.now()
    damaged = await _each(
        context,
        lambda connection, limit: competitions_due.out_of_time(connection, competition_id, limit),
        partial(_drop_out, context, competition_id),
    )
    damaged += await _each(
        context,
        lambda connection, limit: competitions_due.dropout_matches(connection, competition_id, limit),
        partial(_abandon, context),
    )
    is_ladder = competition.regulations.format is Format.LADDER
    later, others = await (_look_after_ladder if is_ladder else _look_after_rounds)(context, competition)
    in_an_hour = context.now() + _AN_HOUR
    return min(later or in_an_hour, in_an_hour) if damaged or others else later


async def _loaded(context: Context, competition_id: int) -> Competition | None:
    async with context.database.read() as connection:
        return await competition_store.load(connection, competition_id, context.games)


async def _each(
    context: Context,
    find: Callable[[Connection, int], Awaitable[Sequence[_Found]]],
    act: Callable[[_Found], Awaitable[object]],
) -> int:
    """Act on all that is found, in batches; return how much of it is damaged, which keeps nothing else waiting."""
    damaged: set[_Found] = set()
    while True:
        async with context.database.read() as connection:
            keys = await find(connection, _BATCH + len(damaged))
        new = [key for key in keys if key not in damaged]
        for key in new:
            try:
                await act(key)
            except Exception:  # noqa: BLE001 - what is damaged must not stop the rest, and the log says what is wrong
                _log.exception("person or match %s of a competition could not be looked after", key)
                damaged.add(key)
        if len(new) < _BATCH:
            return len(damaged)


async def _change(context: Context, competition_id: int, act: Callable[[CompetitionChange], None]) -> None:
    with suppress(UnknownCompetition):  # the server removed the bot, and its rows were deleted meanwhile
        async with changing(context, competition_id) as change:
            await asyncio.to_thread(act, change)  # to pair two hundred people takes a third of a second


# --- the first day ---


async def begin(context: Context, competition_id: int) -> None:
    """Begin a competition whose first day has come; with too few people it is called off."""
    await _change(context, competition_id, _begin)


async def begin_now(context: Context, actor: Actor, competition_id: int) -> Competition:
    """Begin a competition before its first day, as a manager of the server; its matches follow at once.

    Raises `UnknownCompetition`, `NotManager`, `EntryClosed` or `TooFewEntered`.
    """
    actor = await context.placed(actor, actor.server_id)
    async with context.database.write() as connection:
        wanted = await load_change(connection, context, competition_id, actor)
        wanted.check(CompetitionAct.BEGIN, actor)
        _bring_forward(wanted)
        await wanted.save(connection)
        change = await load_change(connection, context, competition_id, None)  # due now, with all that takes
        await asyncio.to_thread(_begin, change)
        change.wake()
        await change.save(connection)
    await _make_matches(context, change.competition)
    return change.competition


def _bring_forward(change: CompetitionChange) -> None:
    """Move the start of a competition to now, keeping its length; a league still ends at midnight."""
    competition, count = change.competition, len(change.entrants)
    if count < competition.regulations.format.fewest:
        raise TooFewEntered(competition, count)
    earlier = max(competition.begins_at - change.now, timedelta())
    if competition.regulations.format is Format.LEAGUE:
        earlier -= earlier % _DAY
    change.move(min(competition.begins_at, change.now), competition.ends_at - earlier)


def _begin(change: CompetitionChange) -> None:
    if not change.is_due_to_begin:
        return
    if len(change.entrants) < change.competition.regulations.format.fewest:
        change.close(CompetitionStage.CALLED_OFF)
    else:
        _divide(change)
    change.show_anew(BulletinKind.CARD)


def _divide(change: CompetitionChange) -> None:
    regulations = change.competition.regulations
    regulations = replace(regulations, rounds=rounds_of(regulations, len(change.entrants)))
    ordered = order_of(change.entrants, change.ratings, change.divisions_before)
    divisions = divided(ordered, regulations.size) if regulations.format is Format.LEAGUE else [ordered]
    change.run(regulations)
    for number, division in enumerate(divisions, start=1):
        seeded = [replace(entrant, division=number, seed=seed) for seed, entrant in enumerate(division)]
        change.enter(*seeded)
        change.pair(first_fixtures(regulations, seeded), number)
        change.tell(BulletinKind.STANDINGS, number)


# --- matches: made once for each fixture, whatever stops the process that makes them ---


async def _make_matches(context: Context, competition: Competition) -> bool:
    """Make the matches of a competition, at most `_MOST_MADE`; return whether more may have to be made.

    Where those of its start, or of a round, begin together, its table tells the players, and boards come with the first
    moves. Where there are no rounds, matches of people who join late have theirs at once.
    """
    for _ in range(0, _MOST_MADE, _MADE_AT_ONCE):
        if not await _make_some(context, competition):
            return False
    return True


async def _make_some(context: Context, competition: Competition) -> bool:
    """Make some matches; return whether to go on."""
    async with context.database.write() as connection:
        waiting = await competitions_due.to_make(connection, competition.id, _MADE_AT_ONCE)
        if not waiting:
            return False
        people = await people_store.of_ids(
            connection, [person_id for fixture in waiting for person_id in fixture.people]
        )
        pauses = await clocks.pauses(connection, people, context.now())
        made = {
            fixture.id: await _make(connection, competition, fixture, people, pauses, context.now())
            for fixture in waiting
        }
        await competition_store.note_matches(connection, {fixture: change.match.id for fixture, change in made.items()})
        has_rounds = competition.regulations.format.has_rounds
        is_told = not has_rounds or await competition_store.is_small(connection, competition.id)
        is_quiet = competition.starts_together and is_told
        preferences = await setting_store.preferences_of_all(connection, list(people) if is_quiet else ())
        late = await competition_store.late(connection, competition) if is_quiet and not has_rounds else ()
        shows_seals = competition.venue.channel_id == competition.venue.match_channel_id  # a forum cannot
        sealed = list[int]()
        for change in made.values():
            mover = change.match.to_move
            if is_quiet and (mover or shows_seals) and not any(person.id in late for person in change.match.people):
                change.keep_unshown()
                if mover is None:
                    sealed.append(change.match.id)
                elif preferences[mover.id].is_told_apart(context.now()):
                    change.notify(mover.id, Notice.TURN)  # whom the table does not ping
            await change.save(connection)
        if sealed:  # a message for each transaction, so that no match waits for one that is done already
            await bulletins.add(connection, competition, context.now(), (BulletinKind.SEALS, sealed[0]))
    return len(waiting) == _MADE_AT_ONCE


async def _make(
    connection: Connection,
    competition: Competition,
    fixture: Fixture,
    people: Mapping[int, Person],
    pauses: clocks.KnownPauses,
    now: datetime,
) -> MatchChange:
    """Make the match of a fixture; return the change that begins it, which is still to be saved."""
    venue, regulations = competition.venue, competition.regulations
    seated = tuple(people[person_id] for person_id in fixture.people)
    is_direct = competition.between_servers
    place = Place(venue.server_id, venue.match_channel_id, wants_thread=venue.wants_threads, by_player=is_direct)
    terms = replace(regulations.terms, is_rated=regulations.terms.is_rated and not fixture.is_casual)
    match = challenges.arranged(regulations.game_of(fixture.round), seated, place, terms, now)
    stored = replace(await match_changes.insert_new(connection, match, now), is_fixture=True)  # in this transaction
    of_seated = {person.id: pauses.of(person.id, venue.server_id) for person in seated}
    change = MatchChange(stored, now, of_seated, random.SystemRandom())  # no lot is drawn: all seats are known
    change.lasts_until(round_ends_at(competition, fixture.round))
    challenges.complete(change)
    return change


# --- those who drop out ---


async def _drop_out(context: Context, competition_id: int, person_id: int) -> None:
    await _change(context, competition_id, partial(_withdraw_for_time, person_id=person_id))


def _withdraw_for_time(change: CompetitionChange, person_id: int) -> None:
    entrant = change.playing(person_id)
    if change.competition.stage is CompetitionStage.RUNNING and entrant is not None:
        withdraw(change, entrant, WithdrawalCause.TIME)


async def _abandon(context: Context, dropout: DropoutMatch) -> None:
    await _end_match(context, dropout.match_id, partial(_end_abandoned, abandoned=dropout))


async def _end_match(
    context: Context, match_id: int, end: Callable[[MatchChange], None], *, is_last: bool = False
) -> None:
    """End a match; if it `is_last`, the table of the next round or the result tells of it, and its board only changes.

    Nothing is posted of one that nobody has seen yet and that ends without a result.
    """
    async with matches.change(context, match_id) as change:
        if change.match.state in (State.OPEN, State.RUNNING):
            is_unseen = change.match.place.message_id is None
            end(change)
            result = change.match.result
            is_unplayed = result == Result(Ending.STRUCK)
            if is_unseen and result is not None and result.ending is Ending.STRUCK:
                change.keep_unshown()
            else:  # nobody waits to hear that nothing was played
                change.announce(is_new_message=not (is_unplayed or is_last))
            if (is_last or is_unseen) and not is_unplayed:
                change.notify_apart(change.match.people, Notice.RESULT)


def _end_abandoned(change: MatchChange, abandoned: DropoutMatch) -> None:
    """End a match of a person who dropped out: lost, or called off if it is struck and was hardly begun.

    A match that is struck counts in no table, but for ratings nobody escapes a defeat by leaving.
    """
    match = change.match
    person = next(player for player in match.people if player.id == abandoned.person_id)
    seat = match.seat_of(person.id)
    if seat is None or (abandoned.is_struck and match.is_cut_short):
        change.end(State.CALLED_OFF, Result(Ending.STRUCK, by=person))
    else:
        places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
        change.end(State.FINISHED, Result(Ending.WITHDRAWN, places, by=person))


# --- rounds and the end ---


async def _too_long(context: Context, competition: Competition, connection: Connection, limit: int) -> Sequence[int]:
    """At most `limit` matches of a ladder that have taken too long, not counting downtime."""
    now = context.now()
    ladder = await competition_store.ladder_of(connection, competition.id, now)
    late = {match for match in ladder.going_on.values() if match.began_at is not None and match.ends_by <= now}
    since = min((match.made_at for match in late), default=now)
    downtime = await _downtime(connection, competition, since, now)
    return sorted(match.id for match in late if credited(match.began_at or now, match.ends_by, downtime) <= now)[:limit]


async def _look_after_ladder(context: Context, competition: Competition) -> tuple[datetime | None, int]:
    """Decide matches that take too long, and show the ladder again, because people may have slid.

    Returns when to look again, and how many matches are damaged.
    """
    damaged = await _each(context, partial(_too_long, context, competition), partial(_end_match, context, end=_decide))
    async with changing(context, competition.id) as change:
        if change.competition.stage is not CompetitionStage.RUNNING or change.ladder is None:
            return None, 0
        change.show_anew(BulletinKind.STANDINGS)
        return wakes_at(change.ladder, change.now) or NEVER, damaged


async def _look_after_rounds(context: Context, competition: Competition) -> tuple[datetime | None, int]:
    """Remind people who are behind, decide overdue matches, begin the next round, or close the competition.

    Returns when to look again, and how many matches are damaged.
    """
    async with context.database.read() as connection:
        latest, goes_on = await competitions_due.progress_of(connection, competition.id)
        of_round = round_ends_at(competition, latest)
        cut_off = await _downtime(connection, competition, _last_day_of(competition, of_round), context.now())
    now, damaged = context.now(), 0
    ends_at = _closes_at(competition, competition.ends_at, cut_off)
    round_ends = min(_closes_at(competition, of_round, cut_off), ends_at)
    if round_ends <= now:
        async with context.database.read() as connection:
            is_told = await competition_store.is_small(connection, competition.id)
        damaged = await _each(
            context,
            lambda connection, limit: competitions_due.unfinished(connection, competition.id, limit),
            partial(_end_match, context, end=_decide, is_last=is_told),
        )
    elif not competition.between_servers:  # whose table is edited, and its players have their own boards
        await _remind(context, competition, ends_at)
    looks_at = servers.looks_at(competition, now) if competition.between_servers else None
    later = [at for at in (round_ends, ends_at, looks_at, *_reminders(competition, ends_at)) if at and at > now]
    if round_ends <= now or not goes_on:
        await _change(context, competition.id, partial(_go_on_or_close, ends_at=ends_at))
        await _make_matches(context, competition)
        return now, damaged  # the next look finds out when the round ends
    return min(later, default=now), damaged


async def _downtime(
    connection: Connection, competition: Competition, since: datetime, now: datetime
) -> Sequence[Pause]:
    """When nobody could play in a competition, as far as it ended after `since`: outages, and a game that was away."""
    cut_off = (await clocks.pauses(connection, [], since)).of(0, competition.venue.server_id)
    games = [game.key for game in competition.regulations.games]
    return [*cut_off, *await outages.of_games(connection, games, now)]


def _last_day_of(competition: Competition, ends_at: datetime) -> datetime:
    """The start of the last day of a competition, or of a round, that ends at `ends_at`."""
    return max(ends_at - _DAY, competition.begins_at)


def _closes_at(competition: Competition, ends_at: datetime, downtime: Sequence[Pause]) -> datetime:
    """`ends_at`, extended by the downtime on the last day."""
    return credited(_last_day_of(competition, ends_at), ends_at, downtime)


def _decide(change: MatchChange) -> None:
    """End a match that is not over on the last day; one in which nobody has moved has no result."""
    if not change.match.history.moves:
        change.end(State.CALLED_OFF, Result(Ending.STRUCK))
    else:
        change.end(State.FINISHED, decided(change.match))


def _reminders(competition: Competition, ends_at: datetime) -> Mapping[datetime, BulletinKind]:
    """The times of reminders to people who are behind: a day before the end, and a week unless that is too early."""
    week = {ends_at - _WEEK: BulletinKind.WEEK} if competition.length >= 2 * _WEEK else {}
    day = {ends_at - _DAY: BulletinKind.DAY} if competition.length >= 3 * _DAY else {}
    return {**week, **day}


async def _remind(context: Context, competition: Competition, ends_at: datetime) -> None:
    now = context.now()
    wanted = [kind for at, kind in _reminders(competition, ends_at).items() if at <= now]
    if wanted:
        async with context.database.write() as connection:
            await bulletins.add(connection, competition, now, (wanted[-1], 0))


def _go_on_or_close(change: CompetitionChange, ends_at: datetime) -> None:
    """Begin the next round of a competition, or close it if nothing is left to play."""
    competition, is_late = change.competition, ends_at <= change.now
    if competition.stage is not CompetitionStage.RUNNING or any(fixture.goes_on for fixture in change.fixtures):
        return
    following = next_fixtures(competition.regulations, change.entrants, change.fixtures)
    if following and not is_late:
        change.pair(following)
        change.show_anew(BulletinKind.CARD, BulletinKind.STANDINGS)
        return
    standings = divisions_of(competition.regulations.format, change.entrants, change.fixtures)
    if is_late or all(division.is_complete for division in standings):
        _close(change, standings)


def _close(change: CompetitionChange, standings: Sequence[Division]) -> None:
    """Store everybody's place, announce the result, and open the next season if there is to be one."""
    change.enter(*placed(change.entrants, standings))
    if change.competition.regulations.goes_on:
        change.successor = _next_season(change.competition, change.now)
    change.close(CompetitionStage.OVER)
    change.show_anew(BulletinKind.CARD, BulletinKind.STANDINGS)
    change.tell(BulletinKind.RESULT)


def placed(entrants: Sequence[Entrant], standings: Sequence[Division]) -> Sequence[Entrant]:
    """The entrants with their places in their divisions; None where results were struck, or nothing was played."""
    places = {row.entrant.person.id: row.place for division in standings if division.is_played for row in division.rows}
    return [replace(entrant, place=places.get(entrant.person.id)) for entrant in entrants]


def _next_season(competition: Competition, now: datetime) -> Competition:
    begins_at = midnight((now.astimezone(UTC) + _BETWEEN_SEASONS).date() + _DAY)
    return Competition(
        competition.name,
        competition.venue,
        competition.regulations,
        begins_at,
        midnight((begins_at + competition.length).date()),  # a season that was begun by hand had no whole days
        competition.host,
        created_at=now,
        number=competition.number + 1,
        previous_id=competition.id,
    )
