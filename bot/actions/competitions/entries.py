"""Entering competitions: opening one, joining, leaving, removing people, cancelling, and challenging on a ladder."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.actions import challenges
from bot.actions.askers import spend
from bot.actions.change import MatchChange
from bot.actions.competitions import servers
from bot.actions.competitions.change import CompetitionChange, changing, load_change
from bot.actions.competitions.standings import MOST_LISTED
from bot.actions.context import Context
from bot.model.askers import Cost
from bot.model.challenges import Proposal
from bot.model.competitions.competition import (
    MOST_MATCHES,
    Competition,
    CompetitionStage,
    Entrant,
    Format,
    Withdrawal,
    WithdrawalCause,
    is_struck,
)
from bot.model.competitions.ladder import DAYS_TO_ANSWER, Ladder, LadderStandings
from bot.model.competitions.pairing import late_fixtures, may_come_late
from bot.model.moderation import KEPT_OUT_FOR, CompetitionSubject, Intervention, InterventionKind
from bot.model.people import Account, Actor, Person
from bot.model.permissions import CompetitionAct, check_competition, check_member
from bot.model.place import DIRECT
from bot.model.refusals.competitions import (
    AlreadyEntered,
    ApartOnLadder,
    BusyOnLadder,
    CompetitionFull,
    CompetitionOver,
    DecidedThere,
    DivisionTooLarge,
    EntryClosed,
    KeptOutOfCompetition,
    MatchThere,
    NotEntered,
    NotOnLadder,
    OutOfReach,
    RuledOut,
    SameGame,
    TooManyMatches,
    UnknownCompetition,
)
from bot.model.refusals.people import OthersAway
from bot.store import competitions as competition_store
from bot.store import competitions_due
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind
from rules.core import Seat


async def propose(context: Context, actor: Actor | None, proposed: Competition) -> Competition:
    """Open a competition for people to join, or a ladder, which runs at once; `actor` is None for the bot itself.

    Raises `UnknownCompetition`, `NotManager`, `DivisionTooLarge`, `SameGame` or `DoneTooOften`.
    """
    if actor is not None:
        check_competition(CompetitionAct.OPEN, proposed, actor)
        check_member(await context.placed(actor, actor.server_id), proposed.venue.server_id)
        await spend(context, Cost.ENTRY, actor.person)
    regulations = proposed.regulations
    if regulations.format is Format.LEAGUE and regulations.size > regulations.largest_division:
        raise DivisionTooLarge(regulations.largest_division)
    is_ladder, server_id = proposed.regulations.format is Format.LADDER, proposed.venue.server_id
    stage = CompetitionStage.RUNNING if is_ladder else CompetitionStage.OPEN
    async with context.database.write() as connection:
        await setting_store.lock_server(connection, server_id)  # so that two people do not open the same at once
        await people_store.remember(connection, proposed.host)
        proposed = replace(proposed, host=proposed.host.as_stored, stage=stage)
        _check_games(proposed, await competition_store.of_server(connection, server_id, context.games, MOST_LISTED))
        stored = await competition_store.add(connection, proposed)
        await competitions_due.plan(connection, stored, proposed.created_at)
        bulletin = (BulletinKind.STANDINGS, 1) if is_ladder else (BulletinKind.CARD, 0)
        await bulletins.add(connection, stored, proposed.created_at, bulletin)
        return stored


def _check_games(wanted: Competition, others: Sequence[Competition]) -> None:
    """Raise `SameGame` if a competition of the same format with one of the games is open or running."""
    for other in others:
        both = [game for game in wanted.regulations.games if game in other.regulations.games]
        is_alike = other.regulations.format is wanted.regulations.format
        if other.stage in (CompetitionStage.OPEN, CompetitionStage.RUNNING) and is_alike and both:
            raise SameGame(other, both[0])


async def join(context: Context, actor: Actor, competition_id: int) -> Competition:
    """Enter a person in a competition that has not begun, in an event that still takes latecomers, or on a ladder.

    Raises `UnknownCompetition`, `EntryClosed`, `AlreadyEntered`, `KeptOutOfCompetition`, `DecidedThere`,
    `CompetitionFull`, `TooManyMatches`, `CompetitionOver` or `DoneTooOften`.
    """
    await spend(context, Cost.ENTRY, actor.person)
    async with changing(context, competition_id, actor, is_joining=True) as change:
        change.check(CompetitionAct.JOIN, actor)
        if change.removed_at is not None:
            raise KeptOutOfCompetition(change.competition, change.removed_at + KEPT_OUT_FOR)
        if change.decided_at is not None:
            raise DecidedThere(change.competition, change.decided_at + KEPT_OUT_FOR)
        if change.ladder is None:
            _enter(change, actor.person)
        else:
            _enter_ladder(change, change.ladder, actor.person)
    return change.competition


def _enter(change: CompetitionChange, person: Person) -> None:
    competition, now = change.competition, change.now
    known = change.entrant(person.id)
    if known is not None and known.withdrawal is not None and known.withdrawal.cause is WithdrawalCause.RULED:
        raise RuledOut(competition)
    if known is not None:
        raise AlreadyEntered(competition)
    is_late = competition.stage is CompetitionStage.RUNNING and may_come_late(competition, change.fixtures, now)
    if not is_late and (competition.stage is not CompetitionStage.OPEN or competition.begins_at <= now):
        raise EntryClosed(competition)
    entrant = Entrant(person.as_stored, now)
    if competition.between_servers:
        entrant = servers.entering(change, entrant)
    of_side = [other for other in change.entrants if other.side_id == entrant.side_id]  # all, where there are no sides
    if len(of_side) >= competition.regulations.most_entrants:
        raise CompetitionFull(competition, competition.regulations.most_entrants)
    others = tuple(entry for entry in change.other_entries if entry.regulations.most_matches_each)
    if others and sum(entry.regulations.most_matches_each for entry in (*others, competition)) > MOST_MATCHES:
        raise TooManyMatches(competition, others, MOST_MATCHES)
    if is_late:
        change.pair(late_fixtures(competition.regulations, person.id, change.entrants, change.fixtures))
        change.wake()
        change.show_anew(BulletinKind.STANDINGS)
        entrant = replace(entrant, division=1, seed=len(change.entrants))
    change.enter(entrant)
    change.show_anew(BulletinKind.CARD)


def _enter_ladder(change: CompetitionChange, ladder: Ladder, person: Person) -> None:
    """Put a person at the bottom of a ladder."""
    if ladder.place(person.id) is not None:
        raise AlreadyEntered(change.competition)
    change.enter(Entrant(person.as_stored, change.now, division=1, seed=0))
    change.step(person.id, is_there=True)
    change.wake()
    change.show_anew(BulletinKind.STANDINGS)


async def leave(context: Context, actor: Actor, competition_id: int) -> Competition:
    """Withdraw a person from a competition; once it runs, their matches end.

    Raises `UnknownCompetition`, `NotEntered` or `CompetitionOver`.
    """
    async with changing(context, competition_id, actor) as change:
        change.check(CompetitionAct.LEAVE, actor)
        take_out(change, actor.person.id, WithdrawalCause.LEFT)
    return change.competition


async def leave_all(context: Context, person: Person) -> None:
    """Withdraw a person from all open and running competitions on all servers."""
    async with context.database.read() as connection:
        numbers = await competition_store.entered_by(connection, person.id)
    for number in numbers:
        with suppress(UnknownCompetition, NotEntered, CompetitionOver):  # the person left, or it closed, at this moment
            async with changing(context, number) as change:
                take_out(change, person.id, WithdrawalCause.LEFT)
            if change.competition.between_servers and change.competition.stage is CompetitionStage.RUNNING:
                await servers.fill_from_bench(context, change.competition)  # before their matches have results


async def remove(context: Context, actor: Actor, competition_id: int, person: Person, reason: str = "") -> Competition:
    """Remove a person, as a manager of the server; the person is told, and cannot join again for a while.

    Raises `UnknownCompetition`, `NotManager`, `PlaysThere`, `NotEntered` or `CompetitionOver`.
    """
    async with changing(context, competition_id, actor) as change:
        change.check(CompetitionAct.REMOVE, actor)
        take_out(change, person.id, WithdrawalCause.REMOVED)
        _record(change, actor.person, InterventionKind.WITHDRAW, reason, person)
    return change.competition


def take_out(change: CompetitionChange, person_id: int, cause: WithdrawalCause) -> None:
    """Take a person out of a competition that is open or running. Raises `CompetitionOver` or `NotEntered`."""
    competition, entrant = change.competition, change.playing(person_id)
    if competition.stage in (CompetitionStage.OVER, CompetitionStage.CALLED_OFF):
        raise CompetitionOver(competition)
    if entrant is None:
        raise NotEntered(competition)
    if competition.stage is CompetitionStage.OPEN and cause is WithdrawalCause.RULED:  # which is kept, unlike leaving
        change.enter(replace(entrant, withdrawal=Withdrawal(cause, change.now, is_struck=False)))
        change.show_anew(BulletinKind.CARD)
    elif competition.stage is CompetitionStage.OPEN:
        change.take_out(person_id)
        change.show_anew(BulletinKind.CARD)
    else:
        withdraw(change, entrant, cause)


def withdraw(change: CompetitionChange, entrant: Entrant, cause: WithdrawalCause) -> None:
    """Withdraw an entrant from a running competition.

    Where all matches run at once, the entrant's results are struck if fewer than half of their matches are over. In
    rounds, what was played counts.
    """
    format_, person_id = change.competition.regulations.format, entrant.person.id
    is_at_once = not format_.has_rounds and format_ is not Format.LADDER
    is_ruled = cause is WithdrawalCause.RULED  # then no match was for nothing
    out = Withdrawal(cause, change.now, is_at_once and not is_ruled and is_struck(person_id, change.fixtures))
    change.enter(replace(entrant, withdrawal=out))
    if format_ is Format.LADDER:
        change.step(person_id, is_there=False)
    change.wake()
    change.show_anew(BulletinKind.CARD, BulletinKind.STANDINGS)


async def call_off(context: Context, actor: Actor, competition_id: int, reason: str = "") -> Competition:
    """Cancel a competition that has not begun, or close a ladder.

    Raises `UnknownCompetition`, `NotManager`, `EntryClosed` or `MatchThere`.
    """
    async with changing(context, competition_id, actor) as change:
        change.check(CompetitionAct.CALL_OFF, actor)
        own = None if change.ladder is None else change.ladder.going_on.get(actor.person.id)
        if own is not None:
            raise MatchThere(change.competition, own.id)
        change.close(CompetitionStage.CALLED_OFF)
        change.show_anew(BulletinKind.CARD, BulletinKind.STANDINGS)
        _record(change, actor.person, InterventionKind.CALL_OFF, reason)
    return change.competition


def _record(
    change: CompetitionChange, by: Person, kind: InterventionKind, reason: str = "", person: Person | None = None
) -> None:
    """Store an intervention of a server manager."""
    competition = change.competition
    venue = competition.venue_on(None if change.actor is None else change.actor.server_id)
    subject = CompetitionSubject(competition.name, competition.season)
    change.record(Intervention(venue.server_id, venue.channel_id, by, kind, change.now, subject, reason, person))


async def challenge(
    context: Context, actor: Actor, competition_id: int, opponent: Person
) -> tuple[MatchChange, LadderStandings]:
    """Challenge a person a little above on a ladder, and return the ladder; the caller shows the challenge.

    Raises `UnknownCompetition`, `CompetitionOver`, `NotOnLadder`, `OutOfReach`, `BusyOnLadder`, `ApartOnLadder`,
    `OthersAway`, or what `bot.actions.challenges.propose` raises.
    """
    seat, actor = Seat(random.SystemRandom().randrange(2)), await context.placed(actor, actor.server_id)
    is_there = actor.server_id is not None and opponent.is_on_discord
    accounts = [Account(actor.server_id or DIRECT, opponent.id, may_be_elsewhere=False)] if is_there else []
    apart = await context.apart(accounts, None)
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition_id, actor)
        change.check(CompetitionAct.CHALLENGE, actor)
        if change.ladder is None:
            raise UnknownCompetition(str(competition_id))
        standings = LadderStandings(change.competition, change.ladder, change.entrants)
        challenged = change.entrant(opponent.id)
        invited = opponent if challenged is None else challenged.person
        _check_challenge(standings, actor.person, invited, change.now)
        if invited.id in apart:  # who cannot accept, and would lose their place by not answering
            raise OthersAway((invited,))
        proposal = _proposal(standings.competition, invited, seat)
        venue = standings.competition.venue
        made = await challenges.add(context, connection, actor, venue.server_id, proposal, is_shown_at_once=True)
        seated = (actor.person.id, opponent.id)
        await competition_store.add_challenge(
            connection, competition_id, seated[::-1] if seat else seated, made.match.id
        )
        change.wake()  # that finds out by when the match has to be over
        change.show_anew(BulletinKind.STANDINGS)
        await change.save(connection)
    return made, standings


def _check_challenge(standings: LadderStandings, person: Person, opponent: Person, now: datetime) -> None:
    """Raise a refusal unless the ladder lets a person challenge the other now."""
    ladder, competition = standings.ladder, standings.competition
    for player in (person, opponent):
        if ladder.place(player.id) is None:
            raise NotOnLadder(competition, player, is_asker=player.id == person.id)
    if opponent.id not in ladder.reach_of(person.id):
        raise OutOfReach(competition, tuple(standings.person(person_id) for person_id in ladder.reach_of(person.id)))
    for player in (person, opponent):
        if player.id in ladder.going_on:
            raise BusyOnLadder(competition, player, ladder.going_on[player.id].id, is_asker=player.id == person.id)
    again_at = ladder.apart_until(person.id, opponent.id)
    if again_at is not None and again_at > now:
        raise ApartOnLadder(competition, opponent, again_at)


def _proposal(competition: Competition, opponent: Person, seat: Seat) -> Proposal:
    """The match to which a person challenges another on a ladder."""
    return Proposal(
        competition.regulations.games[0],
        competition.venue.match_channel_id,
        (opponent,),
        seat,
        terms=competition.regulations.terms,
        wants_thread=competition.venue.wants_threads,
        answer_days=DAYS_TO_ANSWER,
    )
