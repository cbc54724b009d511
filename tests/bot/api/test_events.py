"""Live events, and the programs in `examples/` that play by them."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession, web
from aiohttp.test_utils import TestServer

from bot.actions import tokens
from bot.api.core import PATH
from bot.model.match import State
from bot.web import live
from tests.bot.api.programs import Client, engine, program
from tests.bot.web.visiting import ADA, BEN, CLEO, Visited

pytestmark = pytest.mark.each_database

EXAMPLES = Path(__file__).parents[3] / "examples"
FIRST = "import json, sys\nfor line in sys.stdin: print(json.loads(line)['legal_moves'][0], flush=True)"
"""A program on standard input and output that plays the first legal move."""


@asynccontextmanager
async def _events(client: Client) -> AsyncGenerator[AsyncIterator[dict[str, Any]]]:
    headers = {"Authorization": f"Bearer {client.secret}"}
    address = f"http://127.0.0.1:{client.site.port}{PATH}/events"
    async with asyncio.timeout(30), ClientSession() as session, session.get(address, headers=headers) as answer:
        assert answer.content_type == "text/event-stream"
        yield (json.loads(line[6:]) async for line in answer.content if line.startswith(b"data: "))


async def test_a_stream_sends_all_matches_then_each_that_is_new_changes_or_ends(site: Visited) -> None:
    first, other = await site.match(), await site.match(host=BEN, guest=CLEO)
    async with _events(await program(site)) as events:
        seen = await anext(events)
        assert (seen["id"], seen["state"], seen["is_your_turn"]) == (first.id, "running", True)
        await site.matches.play(site.actor(BEN), other.id, "a4<c4")
        await site.matches.play(site.actor(ADA), first.id, "a4<c4")
        seen = await anext(events)
        assert (seen["id"], seen["is_your_turn"], seen["revision"] > first.revision) == (first.id, False, True)
        asked = await site.proposed(host=CLEO, guest=ADA)
        seen = await anext(events)
        assert (seen["id"], seen["state"]) == (asked.id, "open")
        await site.matches.resign(site.actor(BEN), first.id)
        seen = await anext(events)
        assert (seen["id"], seen["state"]) == (first.id, "finished")


async def test_an_engine_that_leaves_questions_unanswered_is_away_until_it_answers(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = [0.0]
    monkeypatch.setattr("bot.api.events.monotonic", lambda: minutes[0] * 60)
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)

    async def is_ready() -> bool:
        return next(one["is_ready"] for one in (await nut.get("/engines")).body["engines"] if "Bolt" in one["name"])

    async def pass_minutes(count: int) -> None:
        for _minute in range(count):
            minutes[0] += 1
            site.clock[0] += timedelta(minutes=1)
            idle.clear()
            go_on.set()
            await asyncio.wait_for(idle.wait(), 10)

    go_on, idle = asyncio.Event(), asyncio.Event()

    async def rest(_changed: asyncio.Event, _seconds: float) -> None:
        idle.set()
        await go_on.wait()
        go_on.clear()

    monkeypatch.setattr("bot.api.events.set_within", rest)
    async with _events(bolt):
        await asyncio.wait_for(idle.wait(), 10)
        await pass_minutes(5)
        assert await is_ready(), "nothing was asked"
        [bolts] = [one["id"] for one in (await nut.get("/engines")).body["engines"] if "Bolt" in one["name"]]
        number = (await nut.post("/matches", game="furl", opponents=[bolts])).body["id"]
        await pass_minutes(1)
        assert await is_ready()
        await pass_minutes(2)
        assert not await is_ready()
        await bolt.post(f"/matches/{number}/actions/decline")
        await pass_minutes(1)
        assert await is_ready()


async def test_a_stream_ends_with_its_token(site: Visited) -> None:
    match = await site.match()
    async with _events(await program(site)) as events:
        await anext(events)
        await tokens.end_all(site.matches, ADA.id)
        await site.matches.play(site.actor(ADA), match.id, "a4<c4")
        assert [one async for one in events] == []


async def test_a_person_has_a_limited_number_of_streams(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 1)
    await site.match()
    ada = await program(site)
    async with _events(ada) as events:
        await anext(events)
        refused = await ada.get("/events")
        assert refused.status == 429 and refused.error == "TooManyRequests"


@pytest.mark.parametrize(
    ("example", "command"), [("random_player.py", []), ("wrapped_engine.py", [sys.executable, "-c", FIRST])]
)
async def test_the_examples_accept_a_challenge_and_play_to_the_end(
    site: Visited, monkeypatch: pytest.MonkeyPatch, example: str, command: list[str]
) -> None:
    monkeypatch.setattr("bot.api.core.MOST_BY_TOKEN", 10_000)  # its opponent does not think either
    monkeypatch.setattr(live, "EVERY", 0.01)
    ada, ben = await program(site), await program(site, BEN)
    asked = await site.proposed("playwin")  # the shortest game, as a rule
    await site.proposed(host=BEN, guest=CLEO)  # which is not theirs to answer
    address, heard = f"http://127.0.0.1:{site.port}", asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLES / example, address, ben.secret, *command, stdout=heard, stderr=heard
    )
    try:
        lots = random.Random(2)
        async with _events(ada) as events:
            async for seen in events:
                if seen["state"] == "running" and seen["is_your_turn"]:
                    shown = (await ada.get(f"/matches/{asked.id}")).body
                    played = await ada.post(f"/matches/{asked.id}/moves", move=lots.choice(shown["legal_moves"]))
                    assert played.status == 200
                elif seen["state"] == "finished":
                    break
        assert process.returncode is None
    finally:
        process.terminate()
        told = await process.communicate()
    assert told == (b"", b""), "nothing is refused"
    match = await site.matches.load(asked.id)
    assert match.state is State.FINISHED and match.result is not None and match.result.ending == "rules"


ONCE_ILLEGAL = """
import json, pathlib, sys
mark = pathlib.Path(sys.argv[1])
is_first = not mark.exists()
mark.touch()
for line in sys.stdin:
    print("z9" if is_first else json.loads(line)["legal_moves"][0], flush=True)
"""
ONCE_DEAD = """
import json, pathlib, sys
mark = pathlib.Path(sys.argv[1])
is_first = not mark.exists()
mark.touch()
for line in sys.stdin:
    if is_first:
        sys.exit(1)
    print(json.loads(line)["legal_moves"][0], flush=True)
"""


class Faulty:
    """A Furlong that goes away in the middle of a stream, is busy and starts, and then takes a move in match 7."""

    def __init__(self) -> None:
        self.streams, self.moved = 0, asyncio.Event()
        self.faults = [
            (429, "0"),
            (503, "Wed, 21 Oct 2015 07:28:00 GMT"),
            (503, format_datetime(datetime.now(UTC), usegmt=True)),
        ]

    async def events(self, request: web.Request) -> web.StreamResponse:
        self.streams += 1
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        seen = {"id": 7, "state": "running", "is_yours": False, "is_your_turn": True, "revision": 1}
        if self.streams == 1:
            await response.write(b"event: match\n")
            assert request.transport is not None
            request.transport.abort()
        else:
            await response.write(f"event: match\ndata: {json.dumps(seen)}\n\n".encode())
            await self.moved.wait()
        return response

    async def match(self, _request: web.Request) -> web.Response:
        return web.json_response({"game": "furl", "fen": "", "legal_moves": ["a4<c4"], "revision": 1})

    async def move(self, request: web.Request) -> web.Response:
        if self.faults:
            status, after = self.faults.pop()
            return web.json_response({"error": "TooMany"}, status=status, headers={"Retry-After": after})
        assert await request.json() == {"move": "a4<c4", "revision": 1}
        self.moved.set()
        return web.json_response({})


@pytest.mark.parametrize(
    ("example", "brain"),
    [("random_player.py", ""), ("wrapped_engine.py", ONCE_ILLEGAL), ("wrapped_engine.py", ONCE_DEAD)],
)
async def test_the_examples_lose_no_turn_when_furlong_goes_away_is_busy_or_their_program_fails_once(
    tmp_path: Path, example: str, brain: str
) -> None:
    faulty, app = Faulty(), web.Application()
    app.router.add_get("/api/v1/events", faulty.events)
    app.router.add_get("/api/v1/matches/7", faulty.match)
    app.router.add_post("/api/v1/matches/7/moves", faulty.move)
    async with TestServer(app) as server:
        command = [sys.executable, "-c", brain, tmp_path / "mark"] if brain else []
        process = await asyncio.create_subprocess_exec(
            sys.executable, EXAMPLES / example, f"{server.make_url('/')}".rstrip("/"), "token", *command
        )
        try:
            await asyncio.wait_for(faulty.moved.wait(), 30)
            assert process.returncode is None
        finally:
            process.terminate()
            await process.wait()


async def test_an_example_whose_token_has_ended_or_whose_program_fails_ends_with_an_error(site: Visited) -> None:
    address = f"http://127.0.0.1:{site.port}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLES / "random_player.py", address, f"furlong_{'a' * 32}", stderr=asyncio.subprocess.PIPE
    )
    _out, told = await process.communicate()
    assert process.returncode == 1 and b"NoToken" in told


@pytest.mark.parametrize(("example", "most"), [("random_player.py", 43), ("wrapped_engine.py", 64)])
def test_the_examples_are_short(example: str, most: int) -> None:
    lines = [line for line in (EXAMPLES / example).read_text().splitlines() if line.strip()]
    assert len(lines) <= most


@pytest.mark.logs_errors
async def test_a_fault_ends_a_stream_that_has_begun_without_another_answer_in_it(
    site: Visited, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await site.match()
    async with _events(await program(site)) as events:
        await anext(events)

        async def broken(*_: object) -> None:
            raise RuntimeError("the list is broken")

        monkeypatch.setattr("bot.api.events._listed", broken)
        await site.matches.play(site.actor(ADA), match.id, "a4<c4")
        assert [one async for one in events] == []
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "a stream of events has ended; another one will be asked for"
    ]


async def test_a_program_that_is_gone_before_its_stream_begins_is_no_fault(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await program(site)

    async def gone(*_: object) -> None:
        raise ConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(web.StreamResponse, "prepare", gone)
    with pytest.raises(ClientError):
        async with _events(client) as events:
            await anext(events)
