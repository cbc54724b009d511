"""Limits of the page: the last that is allowed and the first that is refused."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Hashable, Sequence
from contextlib import AsyncExitStack, ExitStack
from datetime import timedelta
from operator import attrgetter
from typing import Any, Final
from unittest.mock import AsyncMock, MagicMock, Mock

import pytest
from aiohttp import web

import render
from bot.actions import matches
from bot.actions.context import Context
from bot.model.askers import Counts
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.web import access, activity, boards, edge, live, pages, tries
from bot.web.edge import Crowd, Door, household
from bot.web.live import Hub
from players.choice import Hint
from rules import GAMES
from rules.core import Seat
from tests.bot.api.programs import program
from tests.bot.thinking import AtOnce
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Visited, words

_THEIRS: Final = ("192.0.2.1", 4711)


def test_so_many_requests_of_an_asker_are_answered_at_once_and_others_do_not_count() -> None:
    crowd = Crowd()
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(crowd.holding("ada", 2))
        with pytest.raises(web.HTTPTooManyRequests), crowd.holding("ada", 2):
            pass
        with crowd.holding("ben", 1):
            pass
    for _ in range(3):
        with crowd.holding("ada", 1):
            pass
    assert not crowd._counts, "nobody who has left is remembered"


def test_so_many_requests_of_an_asker_count_lately_and_those_that_are_forgiven_do_not() -> None:
    counts = Counts(timedelta(hours=1))
    assert [counts.count("ada", 3) for _ in range(4)] == [True, True, True, False]
    assert counts.count("ben", 1)
    for _ in range(2):
        counts.forgive("ada")
    counts.forgive("nobody")
    assert counts.count("ada", 3) and not counts.count("ada", 3)


@pytest.mark.parametrize(
    ("peers", "most", "most_from_peer", "is_let_in"),
    [
        ((), 1, 1, True),
        ((_THEIRS,), 2, 2, True),
        ((_THEIRS,), 1, 2, False),
        ((_THEIRS,), 2, 1, False),
        ((_THEIRS,), 2, None, True),
        ((_THEIRS,), 1, None, False),
        ((None, _THEIRS, ("192.0.2.2", 1)), 4, 2, True),
        ((None, _THEIRS, _THEIRS), 4, 2, False),
    ],
)
def test_a_connection_is_let_in_while_there_is_room_for_it(
    peers: Sequence[tuple[str, int] | None], most: int, most_from_peer: int | None, *, is_let_in: bool
) -> None:
    server = Mock(connections=[Mock(peername=peer) for peer in peers])
    transport = Mock(asyncio.Transport, get_extra_info=Mock(return_value=_THEIRS))
    Door(server, most, most_from_peer).connection_made(transport)
    assert transport.abort.called is not is_let_in
    assert transport.set_protocol.called is is_let_in is server.return_value.connection_made.called


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("[::ffff:192.0.2.1]:4711", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]:4711", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_those_who_share_an_address_are_one_household(address: str, shared: str) -> None:
    assert household(address) == shared


@pytest.mark.parametrize("parts", [(16,), (10, 6), (17,), (16, 1), (10, 7), (8, 8, 8)])
async def test_a_body_is_read_up_to_its_largest_size(parts: Sequence[int]) -> None:
    read = AsyncMock(side_effect=[*(b"x" * part for part in parts), b""])
    request: Any = Mock(content=Mock(readany=read))
    if sum(parts) <= 16:
        assert await edge.body_of(request, 16) == b"x" * 16
    else:
        with pytest.raises(web.HTTPRequestEntityTooLarge):
            await edge.body_of(request, 16)


async def test_as_many_streams_are_open_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 2)
    monkeypatch.setattr(live, "MOST_BY_ADDRESS", 3)
    monkeypatch.setattr(live, "MOST_BY_NETWORK", 4)
    monkeypatch.setattr(live, "MOST_PUBLIC", 5)
    monkeypatch.setattr(live, "MOST_UNKNOWN", 8)

    async def has_room(watcher: int | str, address: str = "", /, *, is_guest: bool = False, **streams: int) -> bool:
        """Whether there is room for another one beside so many, each with one that was left.

        They are of person 7, of guests (of a network named "g"), and of visitors at addresses such as `a1` and `a2` in
        networks such as `a`.
        """
        monkeypatch.setattr(live, "address_of", attrgetter("address"))
        hub = Hub(Mock(), Mock())

        def request(address: str, *, is_public: bool, is_open: bool = True) -> Any:
            found = MagicMock(address=address, transport=Mock() if is_open else None)
            found.__contains__.return_value = not is_public
            return found

        async with AsyncExitStack() as held:
            for name, count in streams.items():
                is_public = name != "person" and not name.startswith("g")
                for is_open in (False, *[True] * count):
                    one = request(name, is_public=is_public, is_open=is_open)
                    await held.enter_async_context(hub.watching(one, 7 if name == "person" else name[0]))
            return hub.has_room(request(address, is_public=isinstance(watcher, str) and not is_guest), watcher)

    assert await has_room(7) and await has_room(7, person=1, a1=3, b1=1) and not await has_room(7, person=2)
    assert await has_room(8, person=2), "those of others do not count"
    assert await has_room("a", "a1") and await has_room("a", "a1", a1=2) and not await has_room("a", "a1", a1=3)
    assert await has_room("a", "a2", a1=3) and not await has_room("a", "a3", a1=3, a2=1), (
        "a network has room beside a household"
    )
    assert await has_room("a", "a1", a1=1, b1=3, person=2) and not await has_room("a", "a1", a1=1, b1=3, c1=1)
    assert await has_room("g", "g1", is_guest=True, a1=3, b1=2), "visitors without a session leave room for guests"
    assert await has_room("g", "g1", is_guest=True, b1=3, c1=2, d1=2), "and guests for people on Discord"
    assert not await has_room("g", "g1", is_guest=True, b1=3, c1=3, d1=2) and await has_room(7, g1=3, b1=3, c1=2)
    assert await has_room("a", "a1", g1=3, g2=1, b1=3) and not await has_room("g", "g3", is_guest=True, g1=3, g2=1)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("12", 12),
        ("9" * 9, 999_999_999),
        ("9" * 10, None),
        ("", None),
        ("-1", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_a_number_in_a_form_has_up_to_nine_digits(text: str, number: int | None) -> None:
    if number is None:
        with pytest.raises(web.HTTPBadRequest):
            pages.number({"at": text}, "at")
    else:
        assert pages.number({"at": text}, "at") == number
    assert (pages.number({}, "at"), pages.number({}, "at", 5)) == (0, 5)


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), (str(2**63 - 1), 2**63 - 1), (str(2**63), 0), ("9" * 20, 0), ("", 0), ("x", 0), ("²", 0)],
)
def test_an_id_from_the_script_inside_discord_is_one_that_can_be_stored(text: str, number: int) -> None:
    assert activity._id(text) == number


@pytest.mark.parametrize(("since", "count"), [(15, 0), (14, 1), (3, 12), (2, 13)])
def test_a_few_steps_are_seen_to_happen_and_no_more(monkeypatch: pytest.MonkeyPatch, since: int, count: int) -> None:
    for name in ("scene_of", "_scene_of"):
        monkeypatch.setattr(boards, name, Mock(return_value=render.Scene(is_bare=True)))
    monkeypatch.setattr(boards, "moved", lambda steps, scene: (len(steps), scene))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    match: Any = Mock(history=Mock(steps=["step"] * 15), state=State.FINISHED)
    seen = (count, render.Scene(is_bare=True)) if 0 < count <= boards.MOST_STEPS else None
    assert boards.replayed(match, None, since) == boards.motion(match, None, None, "", since) == seen


@pytest.mark.parametrize(
    ("last", "plies"), [(0, []), (1, [1]), (40, [*range(1, 41)]), (41, [*range(2, 42)]), (60, [*range(21, 61)])]
)
def test_the_latest_entries_are_listed(monkeypatch: pytest.MonkeyPatch, last: int, plies: list[int]) -> None:
    monkeypatch.setattr(boards.board_texts, "step", lambda _playthrough, ply: f"entry {ply}")  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    entries = [Mock(is_move=ply % 3 != 0, seat=None, token=f"{ply}") for ply in range(1, 61)]
    shown: Any = Mock(history=Mock(entries=entries, moves_upto=lambda ply: 100 + ply))  # pyright: ignore[reportUnknownLambdaType]
    told = [(ply, 100 + ply if ply % 3 else None, f"{ply}", f"entry {ply}") for ply in plies]
    assert boards.lines_of(shown, last) == told


async def test_a_line_without_a_match_has_a_number_of_moves(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MOST_MOVES", 2)
    browser = await site.visit(ADA)
    csrf, first, second = await browser.csrf(), "/try/furl/a4%3Cc4", "/try/furl/a4%3Cc4.e5%3Ce4"
    full = "A line has at most"
    assert full not in words(await browser.get(first)) and full in words(await browser.get(second))
    answered = await browser.post(first, csrf=csrf, deed="answer", detail="e5<e4")
    assert (answered.status, answered.headers["Location"]) == (303, second)
    chosen = words(await browser.get(f"{first}?chosen=e5%3Ce4"))
    assert chosen == words(await browser.get(second))
    assert (await browser.post(second, csrf=csrf, deed="answer", detail="b4<a3")).status == 400
    assert "b4<a3" not in words(await browser.get(f"{second}?chosen=b4%3Ca3"))
    assert (await browser.get(f"{second}.b4%3Ca3")).status == 404


async def test_an_application_is_cleaned_up_and_its_port_is_free_once_it_is_served_no_more() -> None:
    cleaned, app = AsyncMock(), web.Application()
    app.on_cleanup.append(cleaned)
    async with edge.served(app, "127.0.0.1", 0) as port:
        _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        assert not cleaned.await_count
        with pytest.raises(OSError, match="address already in use"):
            async with edge.served(web.Application(), "127.0.0.1", port):
                pass
    cleaned.assert_awaited_once_with(app)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)
    async with edge.served(web.Application(), "127.0.0.1", port) as again:
        assert again == port


@pytest.mark.parametrize(("allowed", "most"), [(1_000, 500), (4_000, 2_000), (8_000, 2_000), (-1, 2_000)])
async def test_half_of_the_files_of_the_process_are_left_to_it(
    monkeypatch: pytest.MonkeyPatch, allowed: int, most: int
) -> None:
    """`allowed` is -1 if there is no limit."""
    doors = Mock(side_effect=Door)
    monkeypatch.setattr(edge, "Door", doors)
    monkeypatch.setattr("resource.getrlimit", Mock(return_value=(allowed, allowed)))
    for behind_proxy, from_peer in ((False, 128), (True, None)):
        async with edge.served(web.Application(), "127.0.0.1", 0, behind_proxy=behind_proxy) as port:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.0\r\n\r\n")
            await _reader.read()
            writer.close()
        assert doors.call_args.args[1:] == (most, from_peer)


async def test_who_asks_dozens_of_times_at_once_has_a_few_answered_at_once_and_nobody_else_waits(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, go_on, find = await site.match(), asyncio.Event(), matches.find
    ada, ben, of_ada = await site.visit(ADA), await site.visit(BEN), await program(site, ADA)
    begun: list[int] = []

    async def finding(context: Context, actor: Actor, *facts: Any, **options: Any) -> Match:
        if actor.person.id == ADA.id:
            begun.append(len(begun))
            await go_on.wait()
        return await find(context, actor, *facts, **options)

    monkeypatch.setattr("bot.actions.matches.find", finding)
    address = f"/matches/{match.id}"
    asked = [asyncio.ensure_future(one.get(address)) for one in (ada, of_ada) for _ in range(10)]
    async with asyncio.timeout(20):
        while len(begun) < 8:  # by then, all of them have been let in
            assert (await ben.get(address)).status == 200
    for _ in range(5):
        assert (await ben.get(address)).status == 200
    assert len(begun) == 8
    go_on.set()
    assert {(await one).status for one in asked} == {200} and len(begun) == len(asked)


async def test_who_asks_too_often_is_told_so_late_and_nobody_else_waits(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, of_ada = await site.visit(ADA), await site.visit(BEN), await program(site, ADA)
    monkeypatch.setattr("bot.web.edge.REFUSED_AFTER", 3600.0)

    def count(_counts: Counts, asker: Hashable, _most: int) -> bool:
        return asker != ADA.id

    monkeypatch.setattr(Counts, "count", count)
    asked = [asyncio.ensure_future(one.get(address)) for one, address in ((ada, "/"), (of_ada, "/me"))]
    for _ in range(5):
        assert (await ben.get("/")).status == 200
    assert not any(one.done() for one in asked)
    for one in asked:
        one.cancel()
    await asyncio.wait(asked)
    monkeypatch.setattr("bot.web.edge.REFUSED_AFTER", 0.0)
    refused = [await ada.get("/"), await of_ada.get("/me")]
    assert [(one.status, one.headers["Retry-After"]) for one in refused] == [(429, "10"), (429, "10")]


async def test_hints_that_are_waited_for_hold_up_no_other_request(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, each = await site.visit(ADA), access.ANSWERED_AT_ONCE[0] - access.ANSWERED_AT_ONCE[1]
    all_think, is_found, advise = asyncio.Barrier(each + 1), asyncio.Event(), AtOnce.advise

    async def slowly(thinkers: AtOnce, match: Match, asker: Hashable) -> Hint:
        await all_think.wait()
        await is_found.wait()
        return await advise(thinkers, match, asker)

    monkeypatch.setattr(AtOnce, "advise", slowly)
    numbers = list[int]()
    for guest in (Person((100 + number) << 22, f"Guest {number}") for number in range(each)):
        helped = Proposal(GAMES["furl"], CHANNEL, (guest,), Seat(0), terms=Terms(has_hints=True))
        numbers.append((await site.matches.propose(site.actor(ADA), SERVER, helped)).id)
        await site.matches.join(site.actor(guest), numbers[-1])
    form = {"csrf": await ada.csrf(), "deed": "hint", "revision": "0", "detail": ""}
    asked = [asyncio.create_task(ada.post(f"/matches/{number}/deeds", match=f"{number}", **form)) for number in numbers]
    async with asyncio.timeout(20):
        await all_think.wait()
        assert (await ada.get("/")).status == 200
        is_found.set()
        assert {answer.status for answer in await asyncio.gather(*asked)} == {200}


@pytest.mark.logs_errors
async def test_whoever_finds_the_database_busy_is_told_when_to_try_again(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ada, client = await site.match(), await site.visit(ADA), await program(site)
    await ada.csrf()
    monkeypatch.setattr("bot.store.engine.database.LONGEST_QUEUE", 0.01)
    monkeypatch.setattr(site.matches.database, "_one_writer", lock := asyncio.Lock())
    async with lock:
        assert (await ada.get("/")).status == 200, "whoever only looks does not wait for those who write"
        told = await ada.writes(match, "note", "Mine.")
        refused = await client.post(f"/matches/{match.id}/moves", move="a4<c4")
    assert (told.status, told.headers["Retry-After"]) == (503, "10") and "nothing has changed" in words(told)
    assert (refused.status, refused.headers["Retry-After"], refused.error) == (503, "10", "Busy")
    assert (await client.post(f"/matches/{match.id}/moves", move="a4<c4")).status == 200
