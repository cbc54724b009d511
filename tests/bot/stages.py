"""Matches and competitions in every stage, and the people who may or may not act in them, for tests of permissions."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import pytest

from bot.actions import challenges, standing_in, votes
from bot.actions.change import JoiningChange, MatchChange
from bot.actions.competitions import calendar, entries
from bot.actions.competitions import standings as competition_standings
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    NEVER,
    Competition,
    CompetitionStage,
    Entrant,
    Format,
    Regulations,
    Side,
    Venue,
)
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.permissions import (
    MATCH_RULES,
    CompetitionAct,
    MatchAct,
    check_competition,
    check_visible,
    reasons_of,
    refusal_of,
)
from bot.model.place import DIRECT, PlayerBoard
from bot.model.refusals import Refusal
from bot.model.votes import CHANNEL as EVERYBODY
from bot.store import competitions as competition_store
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.texts import errors
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.matches import Matches, tend_competitions

HOST, GUEST, THIRD, STRANGER, MANAGER = (
    Person((number + 300) << 40, name) for number, name in enumerate(("Hana", "Gus", "Thea", "Sten", "Mona"))
)
"""In each match the first hosts and the second is the opponent; the others are in some of them only."""

IN_COMPETITIONS: Final = (HOST, GUEST, THIRD, Person(305 << 40, "Faye"))
"""The people who are in each competition."""

EVERYBODY_THERE: Final = (HOST, GUEST, THIRD, STRANGER, MANAGER)
ELSEWHERE: Final = 79 << 40
GROUP_CHAT: Final = 80 << 40
FURL, FURBOWL, FARLANDER = GAMES["furl"], GAMES["furbowl"], GAMES["farlander"]


@dataclass(frozen=True)
class Ground:
    """A server with a channel, where matches are made."""

    matches: Matches
    server_id: int
    channel_id: int

    def here(self, person: Person) -> Actor:
        return Actor(person, self.server_id, channel_id=self.channel_id)

    def actors(self) -> list[Actor]:
        """Everybody in the channel, and some of them in a direct message, in a group chat, or on another server."""
        there = [replace(self.here(one), manages_server=one is MANAGER) for one in EVERYBODY_THERE]
        managing = [replace(self.here(one), manages_server=True) for one in (HOST, GUEST)]
        direct = [Actor(one, None) for one in (HOST, GUEST, STRANGER)]
        elsewhere = [Actor(one, ELSEWHERE, manages_server=True) for one in (GUEST, STRANGER)]
        return [*there, *managing, *direct, Actor(STRANGER, None, channel_id=GROUP_CHAT), *elsewhere]

    async def _proposed(self, proposal: Proposal, server_id: int | None = None) -> Match:
        server = self.server_id if server_id is None else server_id
        return await self.matches.propose(replace(self.here(HOST), server_id=server or None), server, proposal)

    async def challenge(self) -> Match:
        return await self._proposed(Proposal(FURL, self.channel_id, (GUEST,), Seat(0)))

    async def open_challenge(self) -> Match:
        """An open challenge that two of four have joined."""
        table = await self._proposed(Proposal(FARLANDER, self.channel_id, seats=4))
        return await self.matches.join(self.here(GUEST), table.id)

    async def about_to_begin(self) -> Match:
        match = await self._proposed(Proposal(FURBOWL, self.channel_id, (GUEST,), Seat(0)))
        async with self.matches.joining(match.id, self.here(GUEST)) as change:
            _join(change)
        return await self.matches.load(match.id)

    async def second_of_pair(self) -> Match:
        """The second of two matches with dice, which waits for its start message while the first runs."""
        pair = await self._proposed(Proposal(FURBOWL, self.channel_id, (GUEST,), Seat(0), both_sides=True))
        first = await self.matches.join(self.here(GUEST), pair.id)
        assert first.twin is not None
        return await self.matches.load(first.twin.id)

    async def running(self) -> Match:
        return await self.matches.join(self.here(GUEST), (await self.challenge()).id)

    async def left_by_guest(self) -> Match:
        """A match of three that the guest has left; the stranger has asked for that seat."""
        match = await self._proposed(Proposal(FARLANDER, self.channel_id, (GUEST, THIRD), Seat(0)))
        for person in (GUEST, THIRD):
            match = await self.matches.join(self.here(person), match.id)
        async with self.matches.change(match.id, self.here(GUEST)) as change:
            standing_in.leave(change, Seat(next(s for s, one in enumerate(match.players) if one.id == GUEST.id)))
        async with self.matches.change(match.id, self.here(STRANGER)) as change:
            standing_in.replace_in(change, change.match.seating.free_seats[0], STRANGER)
        return await self.matches.load(match.id)

    async def by_vote(self) -> Match:
        """The channel against the guest; the third person has voted, and the stranger was taken out."""
        proposal = Proposal(
            FURL, self.channel_id, (GUEST,), Seat(0), terms=Terms(3, vote_minutes=60), channels=(EVERYBODY,)
        )
        match = await self.matches.join(self.here(GUEST), (await self._proposed(proposal)).id)
        for person in (THIRD, STRANGER):
            await votes.cast(self.matches, self.here(person), match.id, match.position.legal_moves()[0])
        async with self.matches.change(match.id) as change:
            votes.take_out(change, STRANGER.id)
        return await self.matches.load(match.id)

    async def by_vote_of_opponents(self) -> Match:
        """The channel against the person who hosts the match."""
        proposal = Proposal(
            FURL, self.channel_id, (HOST,), Seat(0), terms=Terms(3, vote_minutes=60), channels=(EVERYBODY,)
        )
        match = await self._proposed(proposal)
        await votes.cast(self.matches, self.here(THIRD), match.id, match.position.legal_moves()[0])
        return await self.matches.load(match.id)

    async def finished(self) -> Match:
        return await self.matches.resign(self.here(GUEST), (await self.running()).id)

    async def closed(self) -> Match:
        return await self.matches.decline(self.here(GUEST), (await self.challenge()).id)

    async def direct_challenge(self) -> Match:
        return await self._proposed(Proposal(FURL, 0, (GUEST,), Seat(0), by_player=True), DIRECT)

    async def posted_challenge(self) -> Match:
        return await self._proposed(Proposal(FURL, GROUP_CHAT, (), Seat(0), seats=2, by_player=True), DIRECT)

    async def direct(self) -> Match:
        match = await self.direct_challenge()
        async with self.matches.joining(match.id, Actor(GUEST, None)) as change:
            _join(change)
        for number, person in enumerate((GUEST, HOST), 1):
            async with self.matches.change(match.id) as change:
                _told(change, PlayerBoard(person.id, number, number, None, says_start=True))
        return await self.matches.load(match.id)

    async def alone(self) -> Match:
        return await self._proposed(Proposal(FURL, self.channel_id, seated(MOLE, 1), Seat(0)))

    async def make(self, stage: str) -> Match:
        """A new match in one of `STAGES`."""
        made: Awaitable[Match] = getattr(self, stage)()
        return await made

    async def league(self) -> Competition:
        """A league of the host, the guest, the third person and one more that waits for its first day."""
        return await self._opened(Format.LEAGUE)

    async def league_running(self) -> Competition:
        return await calendar.begin_now(self.matches, self._managing, (await self.league()).id)

    async def league_called_off(self) -> Competition:
        return await entries.call_off(self.matches, self._managing, (await self.league()).id)

    async def league_over(self) -> Competition:
        """A league in which everybody has resigned what they could."""
        running = await self.league_running()
        for person in IN_COMPETITIONS:
            for match in await self.matches.of_person(person, self.server_id, State.RUNNING):
                await self.matches.resign(self.here(person), match.id)
        await tend_competitions(self.matches)
        over = (await competition_standings.standings(self.matches, None, running.id)).competition
        assert over.stage is CompetitionStage.OVER
        return over

    async def event(self) -> Competition:
        return await self._opened(Format.SWISS)

    async def event_running(self) -> Competition:
        return await calendar.begin_now(self.matches, self._managing, (await self.event()).id)

    async def server_call(self) -> Competition:
        """The call of another server that waits for one."""
        return await self._between(CompetitionStage.CALLED, Side(self.server_id + 9, 9, "Elsewhere"))

    async def server_match(self) -> Competition:
        """A match against another server that people may join."""
        side = Side(self.server_id, self.channel_id, "Here")
        return await self._between(CompetitionStage.OPEN, side, Side(self.server_id + 9, 9, "Elsewhere"))

    async def season_of_servers(self) -> Competition:
        """A season to which another server has called, and which people of three may join."""
        sides = Side(self.server_id + 9, 9, "Elsewhere"), Side(self.server_id, self.channel_id, "Here")
        return await self._between(CompetitionStage.OPEN, *sides, Side(self.server_id + 8, 8, "Third"))

    async def _between(self, stage: CompetitionStage, *sides: Side) -> Competition:
        now, venue = self.matches.now(), Venue(DIRECT, 0, 0, wants_threads=False)
        regulations = Regulations(
            Format.SERVERS, (FURL,), max(2, len(sides)), both_sides=False, terms=Terms(3, is_rated=True)
        )
        ends = now + timedelta(days=59)
        made = Competition("Autumn", venue, regulations, now + timedelta(days=3), ends, HOST, now, stage, sides=sides)
        async with self.matches.database.write() as connection:
            await people_store.remember(connection, HOST)
            for server_id in (self.server_id, self.server_id + 9):
                usual = await setting_store.lock_server(connection, server_id)
                await setting_store.set_server(connection, server_id, replace(usual, meets_servers=True))
            stored = await competition_store.add(connection, made)
            if stage is CompetitionStage.OPEN:
                for person in IN_COMPETITIONS:
                    await people_store.remember(connection, person)
                entered = [Entrant(person.as_stored, now, side_id=self.server_id) for person in IN_COMPETITIONS]
                await competition_store.save_entrants(connection, stored.id, [], entered)
        return stored

    async def ladder(self) -> Competition:
        return await self._opened(Format.LADDER)

    async def ladder_closed(self) -> Competition:
        return await entries.call_off(self.matches, self._managing, (await self.ladder()).id)

    @property
    def _managing(self) -> Actor:
        return replace(self.here(MANAGER), manages_server=True)

    async def _opened(self, kind: Format) -> Competition:
        """A new competition, of which there may be no other like it that goes on."""
        now, venue = self.matches.now(), Venue(self.server_id, self.channel_id, self.channel_id, wants_threads=False)
        begins, ends = (now, NEVER) if kind is Format.LADDER else (now + timedelta(days=1), now + timedelta(days=29))
        regulations = Regulations(kind, (FURL,), 6, both_sides=False, terms=Terms(3, is_rated=True))
        proposed = Competition("Spring", venue, regulations, begins, ends, MANAGER, now)
        opened = await entries.propose(self.matches, self._managing, proposed)
        for person in IN_COMPETITIONS:
            await entries.join(self.matches, self.here(person), opened.id)
        return opened

    async def open(self, stage: str) -> Competition:
        """A new competition in one of `COMPETITION_STAGES`."""
        made: Awaitable[Competition] = getattr(self, stage)()
        return await made


COMPETITION_STAGES: Final = (
    *("league", "league_running", "league_over", "league_called_off", "event", "event_running"),
    *("ladder", "ladder_closed", "server_call", "server_match", "season_of_servers"),
)
"""The names of the functions of `Ground` that make a competition."""

STAGES: Final = (
    *("challenge", "open_challenge", "about_to_begin", "second_of_pair", "running", "left_by_guest", "by_vote"),
    *("by_vote_of_opponents", "finished", "closed", "direct_challenge", "posted_challenge", "direct", "alone"),
)
"""The names of the functions of `Ground` that make a match."""


def with_sweeps(stages: Sequence[str], *usual: str) -> list[Any]:
    """Stages as parameters of a test, which sweeps try in all of them and `make test` in the usual ones."""
    return [pytest.param(stage, marks=() if stage in usual else pytest.mark.sweep) for stage in stages]


def _join(change: JoiningChange) -> None:
    challenges.join(change, GUEST)


def _told(change: MatchChange, board: PlayerBoard) -> None:
    challenges.told_of_start(change, board)


def refused(act: MatchAct, match: Match, actor: Actor) -> Refusal | None:
    """What the table says to a person who does that from there; None if they may."""
    try:
        check_visible(match, actor)
    except Refusal as refusal:
        return refusal
    return refusal_of(act, match, reasons_of(match, actor))


def refused_there(act: CompetitionAct, competition: Competition, actor: Actor) -> Refusal | None:
    """What the table says to a person who does that in one of the competitions from there; None if they may."""
    try:
        is_called = competition.stage is CompetitionStage.CALLED  # which nobody can have entered
        check_competition(act, competition, actor, is_in=actor.person in IN_COMPETITIONS and not is_called)
    except Refusal as refusal:
        return refusal
    return None


def words_of_table(act: MatchAct, match: Match) -> set[str]:
    """Everything that the table says to people who may not do that in a match."""
    rule = MATCH_RULES[act]
    makers = (rule.lacking, rule.too_early, rule.too_late, rule.bound, *rule.but.values())
    return {errors.reason(make(match)) for make in makers if not (match.result is None and make is rule.too_late)}
