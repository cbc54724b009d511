"""Ladders: joining one, challenging on it, and what time does to it.

`join` and `look_at` are functions over a `CompetitionChange`.
"""

import random
from dataclasses import replace

from bot.actions import challenges
from bot.actions.change import MatchChange
from bot.actions.competitions.change import CompetitionChange, load_change
from bot.actions.context import Context
from bot.model.competitions.competition import NEVER, Competition, CompetitionStage, Entrant
from bot.model.competitions.ladder import DAYS_TO_ANSWER, LadderStandings, wakes_at
from bot.model.people import Actor, Person
from bot.model.proposal import Proposal
from bot.model.refusals.competitions import (
    AlreadyEntered,
    BusyOnLadder,
    CompetitionOver,
    NotOnLadder,
    OutOfReach,
    UnknownCompetition,
)
from bot.store import competitions as store
from bot.store.jobs.bulletins import BulletinKind
from rules.core import Seat


def unending(competition: Competition) -> Competition:
    """A new ladder: it runs at once, and does not end."""
    return replace(competition, stage=CompetitionStage.RUNNING, begins_at=competition.created_at, ends_at=NEVER)


def join(change: CompetitionChange, person: Person) -> None:
    """Let somebody be on a ladder, at its bottom. Raises `AlreadyEntered` or `CompetitionOver`."""
    competition, ladder = change.competition, change.ladder
    assert ladder is not None, "it is one"
    if competition.stage is not CompetitionStage.RUNNING:
        raise CompetitionOver(competition)
    if ladder.place(person.id) is not None:
        raise AlreadyEntered(competition)
    change.enter(Entrant(person.as_stored, change.now, division=1, seed=0))
    change.step(person.id, is_there=True)
    change.update(wakes_at=None)
    change.show_anew(BulletinKind.TABLE)


def look_at(change: CompetitionChange) -> None:
    """Have a ladder shown as it is now that somebody has slid, or may have, and note when to look at it again."""
    if change.competition.stage is not CompetitionStage.RUNNING or change.ladder is None:
        return
    change.update(wakes_at=wakes_at(change.ladder, change.now) or NEVER)
    change.show_anew(BulletinKind.TABLE)


async def challenge(
    context: Context, actor: Actor, competition_id: int, opponent: Person
) -> tuple[MatchChange, LadderStandings]:
    """Challenge somebody a little above on a ladder, which is returned as it stood; the caller shows the challenge.

    Raises `UnknownCompetition`, `CompetitionOver`, `NotOnLadder`, `OutOfReach`, `BusyOnLadder`, or what
    `bot.actions.challenges.propose` raises.
    """
    seat = Seat(random.SystemRandom().randrange(2))
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition_id, actor)
        if change.ladder is None:
            raise UnknownCompetition(str(competition_id))
        known = LadderStandings(change.competition, change.ladder, change.entrants)
        challenged = change.entrant(opponent.id)
        proposal = _proposal(known, actor.person, opponent if challenged is None else challenged.person, seat)
        venue = known.competition.venue
        made = await challenges.add(context, connection, actor, venue.server_id, proposal, is_shown_at_once=True)
        seated = (actor.person.id, opponent.id)
        await store.add_challenge(connection, competition_id, seated[::-1] if seat else seated, made.match.id)
        change.show_anew(BulletinKind.TABLE)
        await change.save(connection)
    return made, known


def _proposal(known: LadderStandings, person: Person, opponent: Person, seat: Seat) -> Proposal:
    """The match to which somebody challenges somebody on a ladder, if they may."""
    _check(known, person, opponent)
    venue, regulations = known.competition.venue, known.competition.regulations
    return Proposal(
        regulations.games[0],
        venue.match_channel_id,
        (opponent,),
        seat,
        terms=regulations.terms,
        wants_thread=venue.wants_threads,
        answer_days=DAYS_TO_ANSWER,
    )


def _check(known: LadderStandings, person: Person, opponent: Person) -> None:
    """Whether somebody may challenge somebody on a ladder."""
    ladder = known.ladder
    if known.competition.stage is not CompetitionStage.RUNNING:
        raise CompetitionOver(known.competition)
    for one in (person, opponent):
        if ladder.place(one.id) is None:
            raise NotOnLadder(known.competition, one, is_asker=one.id == person.id)
    if opponent.id not in ladder.reach_of(person.id):
        raise OutOfReach(known.competition, tuple(known.person(one) for one in ladder.reach_of(person.id)))
    for one in (person, opponent):
        if one.id in ladder.going_on:
            raise BusyOnLadder(known.competition, one, ladder.going_on[one.id].id, is_asker=one.id == person.id)
