"""Ladders: opening one, joining it, challenging on it, and what time does to it."""

import random
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.actions.actions import Actions
from bot.actions.change import MatchChange
from bot.model.competitions.competition import NEVER, Competition, CompetitionStage, Format
from bot.model.competitions.ladder import DAYS_TO_ANSWER, wakes_at
from bot.model.competitions.standings import LadderStandings
from bot.model.person import Actor, Person
from bot.model.proposal import Proposal
from bot.model.refusals.competitions import (
    AlreadyEntered,
    BusyOnLadder,
    CompetitionOver,
    NotOnLadder,
    OutOfReach,
    UnknownCompetition,
)
from bot.store import bulletins, competition_entrants, ladders, people
from bot.store import competitions as store
from bot.store.bulletins import BulletinKind
from bot.store.connection import Connection
from rules.core import Seat

_BATCH: Final = 100


async def join(connection: Connection, competition: Competition, person: Person, now: datetime) -> None:
    """Let somebody be on a ladder that is locked, at its bottom. Raises `AlreadyEntered` or `CompetitionOver`."""
    if competition.stage is not CompetitionStage.RUNNING:
        raise CompetitionOver(competition)
    if (await ladders.ladder_of(connection, competition.id, now)).place(person.id) is not None:
        raise AlreadyEntered(competition)
    await people.remember(connection, person)
    await ladders.enter(connection, competition.id, person.id, now)
    await ladders.wake_at(connection, competition.id, None)
    await bulletins.touch(connection, competition.id, BulletinKind.TABLE, now)


class Ladders:
    """What people and time do to the ladders in the database of `actions`."""

    def __init__(self, actions: Actions) -> None:
        """Nothing happens before one of the methods is called."""
        self._actions = actions
        self._database = actions.database
        self._lots = random.SystemRandom()

    async def _locked(self, connection: Connection, actor: Actor, competition_id: int) -> LadderStandings:
        found = await store.load(connection, competition_id, self._actions.games, for_update=True)
        is_one = found is not None and found.regulations.format is Format.LADDER
        if found is None or not is_one or found.venue.server_id != actor.server_id:
            raise UnknownCompetition(str(competition_id))
        ladder = await ladders.ladder_of(connection, competition_id, self._actions.now())
        return LadderStandings(found, ladder, tuple(await competition_entrants.entrants_of(connection, competition_id)))

    async def challenge(
        self, actor: Actor, competition_id: int, opponent: Person
    ) -> tuple[MatchChange, LadderStandings]:
        """Challenge somebody a little above on a ladder, which is returned as it stood; the caller shows the challenge.

        Raises `UnknownCompetition`, `CompetitionOver`, `NotOnLadder`, `OutOfReach`, `BusyOnLadder`, or what
        `Actions.new_match` raises.
        """
        seat = Seat(self._lots.randrange(2))
        async with self._database.write() as connection:
            known = await self._locked(connection, actor, competition_id)
            opponent = next((one.person for one in known.entrants if one.person.id == opponent.id), opponent)
            _check(known, actor.person, opponent)
            venue, regulations = known.competition.venue, known.competition.regulations
            proposal = Proposal(
                regulations.games[0],
                venue.match_channel_id,
                (opponent,),
                seat,
                terms=regulations.terms,
                wants_thread=venue.wants_threads,
                answer_days=DAYS_TO_ANSWER,
            )
            change = await self._actions.add_match(connection, actor, venue.server_id, proposal, is_shown_at_once=True)
            seated = (actor.person.id, opponent.id)
            await ladders.add_challenge(connection, competition_id, seated[::-1] if seat else seated, change.match.id)
            await bulletins.touch(connection, competition_id, BulletinKind.TABLE, self._actions.now())
        return change, known

    # --- what time does ---

    async def tend(self) -> None:
        """Have ladders shown anew on which somebody slides."""
        now, shards = self._actions.now(), self._actions.shards()
        async with self._database.read() as connection:
            awake = await ladders.to_wake(connection, now, _BATCH, shards)
        for number in awake:
            await self._look_at(number, now)

    async def _look_at(self, competition_id: int, now: datetime) -> None:
        async with self._database.write() as connection:
            competition = await store.load(connection, competition_id, self._actions.games, for_update=True)
            if competition is None or competition.stage is not CompetitionStage.RUNNING:
                return
            at = wakes_at(await ladders.ladder_of(connection, competition_id, now), now)
            await ladders.wake_at(connection, competition_id, at or NEVER)
            await bulletins.touch(connection, competition_id, BulletinKind.TABLE, now)


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


def unending(competition: Competition) -> Competition:
    """A new ladder: it runs at once, and does not end."""
    return replace(competition, stage=CompetitionStage.RUNNING, begins_at=competition.created_at, ends_at=NEVER)
