"""The actions of people on matches, each in a separate unit of work: shortcuts for tests."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Final

from bot.actions import challenges, deadlines, jobs, matches, offers, plans, playing, startup
from bot.actions.change import JoiningChange, MatchChange
from bot.actions.competitions import calendar
from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.model.challenges import Proposal
from bot.model.jobs import Kind
from bot.model.match import Match, State, Summary
from bot.model.people import Actor, Person
from rules.core import Move

_MANY: Final = 1_000  # jobs

START_MESSAGES: Final = 1_400_000_000_000_000_000
"""The message with which a match began, made from its number, where there is no Discord."""


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted move: its token, and the match after it and everything that followed automatically."""

    match: Match
    move: Move


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The clocks of all matches, and the jobs that close challenges and offers."""

    context: Context
    heartbeat: Heartbeat

    async def tend(self) -> None:
        await deadlines.tend(self.context, self.heartbeat)
        while due := await jobs.due(self.context, (Kind.CHALLENGE, Kind.OFFER), _MANY):
            for job in due:
                claim = await jobs.claim(self.context, job)
                if claim is not None:
                    await deadlines.close(self.context, claim)


async def tend_competitions(context: Context) -> None:
    """Do the due jobs that look after competitions, and what follows from them."""
    while due := await jobs.due(context, (Kind.COMPETITION,), _MANY):
        for job in due:
            claim = await jobs.claim(context, job)
            if claim is not None:
                await calendar.tend(context, claim)


class Matches(Context):
    """Performs each action in a separate unit of work."""

    def change(self, match_id: int, actor: Actor | None = None) -> AbstractAsyncContextManager[MatchChange]:
        return matches.change(self, match_id, actor)

    def joining(self, match_id: int, actor: Actor) -> AbstractAsyncContextManager[JoiningChange]:
        return matches.joining(self, match_id, actor, seen=None)

    async def find(self, actor: Actor, match_id: int) -> Match:
        return await matches.find(self, actor, match_id)

    async def load(self, match_id: int) -> Match:
        return await matches.load(self, match_id)

    async def of_person(
        self, person: Person, server_id: int | None, *states: State, most: int | None = None
    ) -> Sequence[Summary]:
        return await matches.of_person(self, person, server_id, *states, most=most)

    async def propose(self, actor: Actor, server_id: int, proposal: Proposal) -> Match:
        return (await challenges.propose(self, actor, server_id, proposal)).match

    async def running(self, server_id: int, most: int) -> Sequence[Summary]:
        return await matches.running(self, server_id, most)

    async def announce_again(self) -> Sequence[int]:
        return await startup.begin_anew(self)

    async def play(self, actor: Actor, match_id: int, text: str, *, revision: int | None = None) -> Played:
        async with self.change(match_id, actor) as change:
            move = playing.play(change, actor.person, text, revision=revision)
        return Played((await self._all_planned(change)).match, move)

    async def resign(self, actor: Actor, match_id: int) -> Match:
        """Have a player resign, without a substitute."""
        async with self.change(match_id, actor) as change:
            playing.withdraw(change, actor.person)
        return change.match

    async def time_out(self, match_id: int) -> bool:
        async with self.change(match_id) as change:
            return playing.flag(change)

    async def remind(self, match_id: int) -> bool:
        async with self.change(match_id) as change:
            return playing.remind(change)

    async def plan(self, actor: Actor, match_id: int, text: str, *, adding: bool = False) -> Match:
        async with self.change(match_id, actor) as change:
            assert plans.plan(change, actor.person, plans.draft(change.match, actor.person, text, adding=adding))
        return (await self._all_planned(change)).match

    async def _all_planned(self, change: MatchChange) -> MatchChange:
        while change.has_more_planned:
            async with self.change(change.match.id) as change:
                playing.go_on(change)
        return change

    async def join(self, actor: Actor, match_id: int) -> Match:
        async with self.joining(match_id, actor) as change:
            challenges.join(change, actor.person)
        return await self.begun(change.match)

    async def begun(self, match: Match) -> Match:
        """The match after Discord has shown that it begins, if it waits for that."""
        if not match.is_about_to_begin:
            return match
        async with self.change(match.id) as change:
            challenges.begin_with(change, replace(match.place, message_id=START_MESSAGES + match.id))
        return change.match

    async def _with_successor(self, change: MatchChange) -> Match:
        if change.successor is not None:
            await self.begun(change.successor)
        return change.match

    async def decline(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            challenges.decline(change, actor.person)
        return change.match

    async def cancel(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            challenges.cancel(change, actor.person)
        return change.match

    async def leave(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            challenges.leave(change, actor.person)
        return change.match

    async def start(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            challenges.start(change, actor.person)
        return await self.begun(change.match)

    async def offer_draw(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.offer_draw(change, actor)
        return change.match

    async def ask_takeback(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.ask_takeback(change, actor)
        return change.match

    async def more_time(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.more_time(change, actor)
        return change.match

    async def offer_pause(self, actor: Actor, match_id: int, days: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.offer_pause(change, actor, days)
        return change.match

    async def end_pause(self, actor: Actor, match_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.end_pause(change, actor)
        return change.match

    async def offer_rematch(self, actor: Actor, match_id: int) -> Match:
        async with self.joining(match_id, actor) as change:
            offers.offer_rematch(change, actor)
        return await self._with_successor(change)

    async def accept_offer(self, actor: Actor, match_id: int, offer_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.accept(change, actor, offer_id)
        return await self._with_successor(change)

    async def decline_offer(self, actor: Actor, match_id: int, offer_id: int) -> Match:
        async with self.change(match_id, actor) as change:
            offers.decline(change, actor, offer_id)
        return change.match
