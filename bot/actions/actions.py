"""The way in: finding matches, and changing one in a unit of work."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.actions import challenges
from bot.actions.change import MatchChange
from bot.actions.checks import check_visible
from bot.actions.context import Context
from bot.actions.planning import Draft, draft
from bot.model.fairness import Fairness
from bot.model.invitations import INVITATIONS_COUNT_FOR, check_may_invite
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.proposal import Proposal
from bot.model.refusals.challenges import NotTaking
from bot.model.refusals.matches import UnknownMatch
from bot.model.shards import ALL, Shards
from bot.model.summary import Summary
from bot.store import (
    blocks,
    clocks,
    invitations,
    lookouts,
    match_changes,
    matches,
    people,
    queries,
    reliability,
    settings,
)
from bot.store.engine.database import Connection, Database
from bot.store.matches import LoadedMatch
from bot.store.queries import RunningBoard, RunningMatch
from bot.telemetry import concerning
from rules import GAMES
from rules.core import Game

SECOND_THOUGHTS: Final = timedelta(seconds=30)
"""After which time others are told of an open challenge: its message is there then, and its host has not withdrawn it."""


class Actions(Context):
    """What people and time may do to the matches of a database."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        lots: random.Random | None = None,
        games: Mapping[str, Game] = GAMES,
        shards: Callable[[], Shards] = lambda: ALL,
    ) -> None:
        """Work on an open database, with what a `Context` takes."""
        super().__init__(database, now=now, lots=lots, games=games, shards=shards)
        self._drafting = asyncio.Semaphore()
        self.on_character_turn: Callable[[], object] = lambda: None
        """Called whenever a character is to move in a match that was changed."""

    @asynccontextmanager
    async def change(
        self, match_id: int, actor: Actor | None = None, *, is_shown_at_once: bool = False
    ) -> AsyncGenerator[MatchChange]:
        """A unit of work on a match for `actor`, or for the bot itself.

        What was changed is written and committed on leaving; then `match` is the match as it is stored. An exception
        leaves everything as it was. With `is_shown_at_once` the caller shows it afterwards. Raises `UnknownMatch` or
        `MatchElsewhere`.
        """
        async with self.database.write() as connection:
            loaded = await self._loaded(connection, match_id, actor, for_update=True)
            with concerning(match=match_id, server=loaded.match.place.server_id):
                change = self._change(loaded, is_shown_at_once=is_shown_at_once)
                if actor is not None and loaded.match.state is State.FINISHED:
                    change.invitations = await _invitations(connection, actor.person, loaded.match, change.now)
                yield change
                await change.save(connection)
        self._note(change)

    def _change(self, loaded: LoadedMatch, *, is_shown_at_once: bool = False) -> MatchChange:
        return MatchChange(
            loaded.match,
            self.now(),
            loaded.pauses,
            self.lots,
            loaded.preferences,
            is_shown_at_once,
            blocked_by=loaded.blocked_by,
            guest_reliability=loaded.guest_reliability,
        )

    def _note(self, change: MatchChange) -> None:
        """Keep what was read and written, and say if a character is to move."""
        for match in (change.match, change.successor):
            if match is not None:
                self.histories.keep(match.id, match.revision, match.history)
                if match.is_thinking:
                    self.on_character_turn()

    async def propose(self, actor: Actor, server_id: int, proposal: Proposal) -> Match:
        """Challenge somebody, or anybody.

        Raises `OpponentIsYou`, `WrongNumberOfPlayers`, `TooManyOpen`, `InvitedTooOften` or `NotTaking`.
        """
        return (await self.new_match(actor, server_id, proposal)).match

    async def new_match(
        self,
        actor: Actor,
        server_id: int,
        proposal: Proposal,
        *,
        is_shown_at_once: bool = False,
    ) -> MatchChange:
        """The same as the unit of work that has done it. With `is_shown_at_once` the caller shows it afterwards."""
        async with self.database.write() as connection:
            change = await self.add_match(connection, actor, server_id, proposal, is_shown_at_once=is_shown_at_once)
        self._note(change)
        return change

    async def add_match(
        self,
        connection: Connection,
        actor: Actor,
        server_id: int,
        proposal: Proposal,
        *,
        is_shown_at_once: bool = False,
    ) -> MatchChange:
        """The same in a transaction of the caller's, in which more is stored that belongs to the new match."""
        now = self.now()
        fairness = Fairness.seal() if proposal.game.has_chance else None
        match = challenges.proposed(proposal, actor.person.as_stored, server_id, fairness, now)
        # In one order for everybody, so that two who challenge each other do not wait for each other's rows.
        for person in sorted(match.people, key=lambda person: person.id):
            await people.remember(connection, person)
        challenges.check_open(await queries.waiting_of(connection, actor.person.id, server_id, now, self.games))
        check_may_invite(match.invited, await _invitations(connection, actor.person, match, now), now)
        await _check_willing(connection, actor.person, match)
        stored = await match_changes.insert_new(connection, match, now)
        if stored.is_table:
            await lookouts.call(connection, stored, now + SECOND_THOUGHTS)
        loaded = await self._loaded(connection, stored.id, None, for_update=stored.is_about_to_begin)
        change = self._change(loaded, is_shown_at_once=is_shown_at_once)
        if stored.is_about_to_begin:
            challenges.complete(change)
            await change.save(connection)
        else:
            await change.show_first(connection)
        return change

    async def find(self, actor: Actor, match_id: int) -> Match:
        """The match of that number. Raises `UnknownMatch`, or `MatchElsewhere` if it is on another server.

        In a direct message a person finds the matches that they play in or are asked to.
        """
        async with self.database.read() as connection:
            return (await self._loaded(connection, match_id, actor)).match

    async def find_anew(self, actor: Actor, match_id: int) -> Match:
        """The same as the database has it, whatever is remembered of its record: for whoever checks it."""
        self.histories.forget(match_id)
        return await self.find(actor, match_id)

    async def load(self, match_id: int) -> Match:
        """The match of that number, for the bot itself. Raises `UnknownMatch`."""
        async with self.database.read() as connection:
            return (await self._loaded(connection, match_id, None)).match

    async def of_person(
        self, person: Person, server_id: int | None, *states: State, most: int | None = None
    ) -> Sequence[Summary]:
        """Somebody's matches in these states: those that wait for them first, by deadline, then those that changed last.

        `server_id` None means on all servers; `most` is how many are wanted, None for all.
        """
        async with self.database.read() as connection:
            return await queries.of_person(connection, person.id, states, server_id, most, self.now(), self.games)

    async def running_with(self, actor: Actor) -> Sequence[RunningMatch]:
        """The running matches that somebody may mean from where they ask."""
        async with self.database.ask() as connection:
            return await queries.running_with(connection, actor.person.id, actor.server_id)

    async def boards_of(self, actor: Actor) -> Sequence[RunningBoard]:
        """The running matches that somebody may mean from where they ask, with the boards of those that wait for them."""
        async with self.database.read() as connection:
            return await queries.boards_of(
                connection, actor.person.id, actor.server_id, self.now(), self.games, self.histories
            )

    async def running(self, server_id: int, most: int) -> tuple[Sequence[Summary], int]:
        """At most so many matches among people that run on a server, those with the least time first, and how many there are."""
        async with self.database.read() as connection:
            return await queries.running(connection, server_id, self.now(), self.games, most)

    async def drafted(self, actor: Actor, match_id: int, text: str, *, adding: bool) -> Draft:
        """What a text plans for somebody in a match, one text at a time and off the event loop.

        Raises what `find` and `bot.actions.planning.draft` raise.
        """
        match = await self.find(actor, match_id)
        async with self._drafting:
            return await asyncio.to_thread(draft, match, actor.person, text, adding=adding)

    async def person_on(self, server_id: int, person_id: int) -> Person | None:
        """Somebody by their id, with the name last seen; None unless a match on that server shows it anyway."""
        async with self.database.read() as connection:
            return await people.load_on(connection, server_id, person_id)

    async def announce_again(self) -> Sequence[int]:
        """Have every match that waits or runs shown in a new message; returns their numbers.

        For a Discord, or what stands in for it, that is a new one: nobody else may be sending announcements.
        """
        async with self.database.write() as connection:
            return await queries.announce_again(connection, self.now())

    async def _loaded(
        self, connection: Connection, match_id: int, actor: Actor | None, *, for_update: bool = False
    ) -> LoadedMatch:
        now = self.now()
        actor_id = 0 if actor is None else actor.person.id
        loaded = await matches.load(
            connection, match_id, self.histories, self.games, now, for_update=for_update, actor_id=actor_id
        )
        if loaded is None:
            raise UnknownMatch(f"#{match_id}")
        if actor is None:
            return loaded
        check_visible(loaded.match, actor)
        if for_update and loaded.match.state is State.OPEN:
            return await _with_guest(connection, loaded, actor.person, now)
        return loaded


async def _invitations(
    connection: Connection, by: Person, match: Match, now: datetime
) -> Mapping[int, Sequence[datetime]]:
    """When somebody has invited the others of a match who have not accepted, as far as that counts now."""
    others = [person.id for person in match.opponents_of(by.id)]
    return await invitations.not_accepted(connection, by.id, others, now - INVITATIONS_COUNT_FOR)


async def _check_willing(connection: Connection, by: Person, match: Match) -> None:
    """Whether everybody who is invited takes challenges of somebody's. Raises `NotTaking`."""
    asked = [person.id for person in match.invited]
    unwilling = await blocks.unwilling(connection, by.id, asked) if asked else ()
    if unwilling:
        raise NotTaking(tuple(person for person in match.invited if person.id in unwilling))


async def _with_guest(connection: Connection, loaded: LoadedMatch, guest: Person, now: datetime) -> LoadedMatch:
    """The same with what is known of somebody who may be about to join."""
    if guest.id in loaded.pauses:
        return loaded
    pauses, away = await clocks.pauses_and_vacation(connection, guest.id, loaded.match.place.server_id, now)
    liked = await settings.preferences_of(connection, guest.id)
    match = loaded.match if away is None else replace(loaded.match, away=(*loaded.match.away, away))
    is_asked = match.least_reliability is not None
    known = await reliability.of_person(connection, match.place.server_id, guest.id) if is_asked else None
    return replace(
        loaded,
        match=match,
        guest_reliability=known,
        pauses={**loaded.pauses, guest.id: pauses},
        preferences={**loaded.preferences, guest.id: liked},
    )
