"""Concurrent actions: if only one of two can succeed, exactly one does, wherever the two run."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.model.challenges import MOST_INVITATIONS, Proposal
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import NoLongerOpen, TooManyOpen
from bot.model.refusals.matches import MatchIsOver, StaleBoard
from bot.store.engine.schema.jobs import facts
from bot.store.engine.schema.matches import moves as moves_table
from tests.bot.matches import Matches
from tests.bot.store.small_games import STICKS_FOR_THREE
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Hall, dump, hall_at, here

ROOT = Path(__file__).parents[3]
UserAction = Callable[[Matches, int], Coroutine[Any, Any, object]]


@dataclass(frozen=True)
class Contest:
    """Two actions of which only one can succeed, and the refusal of the other."""

    name: str
    deeds: tuple[tuple[str, Person], tuple[str, Person]]
    refusals: tuple[type[Refusal], ...]
    starts: str

    async def prepare(self, hall: Hall) -> Match:
        if self.starts == "running":
            return await hall.running()
        return await (hall.open_challenge() if self.starts == "table" else hall.challenge(BEN))


CONTESTS = (
    Contest("two sit down on the last seat", (("join", BEN), ("join", CLEO)), (NoLongerOpen,), "table"),
    Contest("a double click on Accept", (("join", BEN), ("join", BEN)), (NoLongerOpen,), "challenge"),
    Contest("accept and cancel", (("join", BEN), ("cancel", ADA)), (NoLongerOpen,), "challenge"),
    Contest("decline and cancel", (("decline", BEN), ("cancel", ADA)), (NoLongerOpen,), "challenge"),
    Contest("a double click on a move", (("play", ADA), ("play", ADA)), (StaleBoard,), "running"),
    Contest("both resign", (("resign", ADA), ("resign", BEN)), (MatchIsOver,), "running"),
)


def deed(matches_of: Matches, what: str, person: Person, match_id: int) -> Coroutine[Any, Any, object]:
    if what == "play":
        return matches_of.play(here(person), match_id, "a4<c4", revision=0)
    ask = {
        "join": matches_of.join,
        "decline": matches_of.decline,
        "cancel": matches_of.cancel,
        "resign": matches_of.resign,
    }
    return ask[what](here(person), match_id)


@asynccontextmanager
async def another(hall: Hall) -> AsyncGenerator[Hall]:
    """A second hall with its own connections to the same database."""
    opened = await hall_at(hall.url)
    yield opened
    await opened.database.close()


async def changed(hall: Hall, match: Match) -> tuple[int, int, int]:
    """How often a match was announced, how many moves it has, and how many people."""
    tables = await dump(hall.database)
    return (
        sum(job.match_id == match.id for job in tables["boards"]),
        sum(row[0] == match.id for row in tables["moves"]),
        sum(row[0] == match.id for row in tables["participants"]),
    )


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
@pytest.mark.parametrize("apart", [False, True], ids=["one bot", "two bots"])
async def test_of_two_at_once_exactly_one_succeeds(hall: Hall, contest: Contest, apart: bool) -> None:
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(another(hall)) if apart else hall
        for order in ((0, 1), (1, 0)):
            match = await contest.prepare(hall)
            before = await changed(hall, match)
            halls = (hall, other)
            results = await asyncio.gather(
                *(deed(halls[index].matches, *contest.deeds[index], match.id) for index in order),
                return_exceptions=True,
            )
            lost = [result for result in results if isinstance(result, BaseException)]
            assert len(lost) == 1
            assert isinstance(lost[0], contest.refusals)
            after = await changed(hall, match)
            assert after[0] == before[0] + 1
            assert after[1] == before[1] + (contest.starts == "running" and contest.deeds[0][0] == "play")
            await _settle(hall, match)


async def _settle(hall: Hall, match: Match) -> None:
    """End all waiting matches, so that the host may propose more."""
    match = await hall.matches.load(match.id)
    if match.to_move is not None:
        await hall.matches.resign(here(match.to_move), match.id)


@pytest.mark.parametrize("apart", [False, True], ids=["one bot", "two bots"])
async def test_many_clicks_at_once_on_several_matches_play_one_move_each(hall: Hall, apart: bool) -> None:
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(another(hall)) if apart else hall
        running = [await hall.running() for _ in range(3)]
        results = await asyncio.gather(
            *(
                place.matches.play(here(ADA), match.id, move, revision=0)
                for move in ("a4<c4", "a1<a2")
                for match in running
                for place in (hall, other)
            ),
            return_exceptions=True,
        )
        assert sum(not isinstance(result, BaseException) for result in results) == len(running)
        assert all(isinstance(result, StaleBoard) for result in results if isinstance(result, BaseException))
        for match in running:
            assert (await other.matches.load(match.id)).ply == 1


async def test_two_guests_at_once_share_the_two_seats_that_are_left(hall: Hall) -> None:
    async with another(hall) as other:
        match = await hall.open_challenge(game=STICKS_FOR_THREE)
        await asyncio.gather(hall.matches.join(here(BEN), match.id), other.matches.join(here(CLEO), match.id))
        started = await hall.matches.load(match.id)
        assert started.to_move == ADA
        assert set(started.players) == {ADA, BEN, CLEO}


async def test_nobody_gets_past_the_number_of_open_challenges_by_asking_all_at_once(hall: Hall) -> None:
    async with another(hall) as other:
        proposal = Proposal(FURL, CHANNEL)
        results = await asyncio.gather(
            *(place.matches.propose(here(ADA), SERVER, proposal) for _ in range(4) for place in (hall, other)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Match) for result in results) == 5
        assert sum(isinstance(result, TooManyOpen) for result in results) == 3


async def test_people_who_challenge_each_other_at_once_both_succeed(hall: Hall) -> None:
    async with another(hall) as other:
        for _ in range(MOST_INVITATIONS):
            made = await asyncio.gather(
                hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, (BEN,))),
                other.matches.propose(here(BEN), SERVER, Proposal(FURL, CHANNEL, (ADA,))),
                hall.matches.propose(here(CLEO), SERVER, Proposal(FURL, CHANNEL, (DAN,))),
                other.matches.propose(here(DAN), SERVER, Proposal(FURL, CHANNEL, (CLEO,))),
            )
            for match in made:
                await hall.matches.cancel(here(match.host), match.id)


class RivalProcess:
    """Another process on the same database; see `tests.bot.store.rival`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def tell(self, do: str, number: int, person: Person = ADA) -> None:
        assert self.process.stdin is not None
        command = {"do": do, "number": number, "person": person.id, "name": person.name, "server": SERVER}
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        await self.process.stdin.drain()

    async def answer(self) -> str:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line, "the other process has ended"
        return json.loads(line)

    async def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert await self.process.wait() == 0


@asynccontextmanager
async def rivals(url: str, number: int) -> AsyncGenerator[list[RivalProcess]]:
    """Other processes, ready for commands; none of them outlives the test."""
    started = [
        RivalProcess(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.bot.store.rival",
                url,
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        )
        for _ in range(number)
    ]
    try:
        for rival in started:
            assert await rival.answer() == "ready"
        yield started
    finally:
        for rival in started:
            if rival.process.returncode is None:
                rival.process.kill()
            await rival.process.wait()


async def test_of_two_processes_at_once_exactly_one_succeeds_and_no_change_is_lost(hall: Hall) -> None:
    async with rivals(hall.url, 2) as (first, second):
        for contest in CONTESTS:
            for _ in range(3):
                hall.clock.go_on(days=1)  # in one match, nobody is challenged so often
                match = await contest.prepare(hall)
                for rival, (what, person) in zip((first, second), contest.deeds, strict=True):
                    await rival.tell(what, match.id, person)
                answers = [await first.answer(), await second.answer()]
                answers.remove("done")
                assert answers[0] in {refusal.__name__ for refusal in contest.refusals}, contest.name
                await _settle(hall, match)
        await check_nothing_is_lost(hall, first, second)
        for rival in (first, second):
            await rival.end()


async def check_nothing_is_lost(hall: Hall, *others: RivalProcess) -> None:
    """Let the others count up, in separate transactions, while this process writes too."""
    for rival in others:
        await rival.tell("count", 15)
    made = [await hall.open_challenge() for _ in range(3)]
    for rival in others:
        assert await rival.answer() == "done"
    async with hall.database.read() as connection:
        assert await connection.scalar(select(facts.c.value).where(facts.c.key == "count")) == f"{15 * len(others)}"
    for match in made:
        assert (await hall.matches.load(match.id)).state is State.OPEN


async def test_a_process_that_is_killed_keeps_what_it_acknowledged_and_nothing_half_done(hall: Hall) -> None:
    match = await hall.running()
    async with rivals(hall.url, 1) as (rival,):
        await rival.tell("play", match.id, ADA)
        assert await rival.answer() == "done"
        before = await dump(hall.database)
        await rival.tell("hang", 0)
        assert await rival.answer() == "inside"
        rival.process.kill()
        await rival.process.wait()
    assert await dump(hall.database) == before
    assert (await hall.matches.load(match.id)).ply == 1
    await hall.matches.play(here(BEN), match.id, "e1<e2", revision=1)
    async with hall.database.read() as connection:
        assert len((await connection.scalars(select(moves_table.c.token))).all()) == 2
