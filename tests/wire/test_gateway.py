"""The connection to the gateway breaks in every way that Discord documents, and the bot is back each time."""

import pytest

from tests.bot import screen
from tests.bot.world import answer, reply_text
from tests.wire.world import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")

RESUMES, IDENTIFIES = "RESUME", "IDENTIFY"


async def _answers(wire: Wire) -> bool:
    """Whether the bot answers a command; never if its process has ended."""
    assert wire.processes[-1].is_running, wire.processes[-1].reply_text[-3000:]
    return "Furlong" in reply_text(await wire.people[0].slash(wire.channel, "help"))


async def _is_back(wire: Wire, *, by: str, since: int, seconds: float = 15) -> None:
    """Wait until the bot is connected again, in a certain way."""
    gateway = wire.server.gateway
    await wire.until(lambda: by in gateway.received[since:] and gateway.session_of(wire.guild.id), f"no {by}", seconds)
    assert await _answers(wire)


async def test_messages_are_compressed(wire: Wire) -> None:
    assert await _answers(wire)
    assert wire.server.gateway.compressions <= {"zlib-stream", "zstd-stream"}


async def test_a_connection_that_breaks_is_resumed_at_the_address_that_discord_named(wire: Wire) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.cut_off()
    await _is_back(wire, by=RESUMES, since=since)
    assert wire.server.gateway.paths[-1] == "/gateway/resume"
    assert IDENTIFIES not in wire.server.gateway.received[since:]


async def test_a_press_that_is_on_the_way_when_the_connection_breaks_is_answered_once_it_is_resumed(wire: Wire) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.lost_events["INTERACTION_CREATE"] = 1
    assert await _answers(wire)
    assert RESUMES in wire.server.gateway.received[since:]


async def test_the_bot_reconnects_when_discord_asks_it_to(wire: Wire) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.ask_to_reconnect()
    await _is_back(wire, by=RESUMES, since=since)


@pytest.mark.parametrize(("is_resumable", "by"), [(True, RESUMES), (False, IDENTIFIES)])
async def test_an_invalid_session_is_resumed_if_that_is_possible(wire: Wire, is_resumable: bool, by: str) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.invalidate(is_resumable=is_resumable)
    await _is_back(wire, by=by, since=since)


async def test_a_session_that_can_be_resumed_no_more_begins_anew(wire: Wire) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.refusals.append(False)
    wire.server.gateway.cut_off()
    await _is_back(wire, by=IDENTIFIES, since=since)


@pytest.mark.parametrize("code", [4000, 4001, 4002, 4003, 4005, 4008, 1012])
async def test_a_session_goes_on_after_a_close_code_that_permits_it(wire: Wire, code: int) -> None:
    since = len(wire.server.gateway.received)
    await wire.server.gateway.close(code)
    await _is_back(wire, by=RESUMES, since=since)
    assert IDENTIFIES not in wire.server.gateway.received[since:]


@pytest.mark.parametrize("code", [1000, 1001, 4007, 4009])
async def test_a_session_begins_anew_after_a_close_code_that_ends_it(wire: Wire, code: int) -> None:
    since = len(wire.server.gateway.received)
    await wire.server.gateway.close(code)
    await _is_back(wire, by=IDENTIFIES, since=since)


async def test_a_gateway_that_acknowledges_no_heartbeats_is_left(wire: Wire) -> None:
    gateway = wire.server.gateway
    gateway.acknowledges, since = False, len(gateway.received)
    await wire.until(lambda: RESUMES in gateway.received[since:], "a dead connection counts as a living one")
    gateway.acknowledges = True
    await _is_back(wire, by=RESUMES, since=since)
    assert gateway.received[since:].count("HEARTBEAT") > 2


@pytest.mark.parametrize("status", [502, 503, 404, 429])
async def test_a_proxy_that_refuses_connections_for_a_while_does_not_end_the_process(wire: Wire, status: int) -> None:
    since = len(wire.server.gateway.received)
    wire.server.gateway.closed_doors.append(status)
    wire.server.gateway.cut_off()
    await wire.until(lambda: not wire.server.gateway.closed_doors, "it does not try to connect")
    # After each refusal the library waits up to twice as long as after the one before: 16 s after the fourth.
    await _is_back(wire, by=IDENTIFIES, since=since, seconds=30)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("CHANNEL_CREATE", {"id": "1"}),
        ("GUILD_CREATE", {"id": "7", "name": None}),
        ("INTERACTION_CREATE", {"id": "5", "type": 3, "token": "t"}),
        ("THREAD_UPDATE", {"guild_id": "x"}),
        ("NEWS_OF_TOMORROW", {"what": [1]}),
    ],
)
async def test_an_event_that_makes_no_sense_is_passed_over(wire: Wire, event: str, data: object) -> None:
    wire.server.gateway.send_raw(event, data)
    assert await _answers(wire)


async def test_a_server_that_fails_and_comes_back_keeps_its_matches(wire: Wire) -> None:
    ada, ben, *_ = wire.people
    await ada.slash(wire.channel, "play", game="furl", opponent=ben, side="first")
    await ben.click(await wire.shown("Accept"), label="Accept")
    board = await wire.shown("Move")
    wire.server.gateway.send_raw("GUILD_DELETE", {"id": str(wire.guild.id), "unavailable": True})
    wire.server.gateway.send_raw("GUILD_CREATE", wire.server.server(wire.guild.id))
    assert screen.options_of(answer(await ada.click(board, label="Move")))
