"""The door for guests: people without Discord who play a character, or whoever opens their link."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy import select

from bot.actions import challenges, jobs, matches
from bot.actions import guests as guest_actions
from bot.actions.askers import asker_of
from bot.model.askers import Cost
from bot.model.challenges import MOST_TOGETHER
from bot.model.errors import DatabaseBusy
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD, Actor, Person
from bot.store import people as people_store
from bot.store.engine import restores
from bot.store.engine.schema.people import guests as stored_guests
from rules import GAMES
from tests.bot.allowing import allow
from tests.bot.web.visiting import ADA, Answer, Browser, Visited, visited, words

pytestmark = pytest.mark.each_database

_PUBLIC = "https://boards.example"


@pytest.fixture
async def site(fresh_url: str) -> AsyncIterator[Visited]:
    async with visited(fresh_url, has_guests=True) as site:
        yield site


async def _guest(site: Visited, name: str = "Ann") -> Browser:
    browser = Browser(site)
    answer = await browser.post("/guest", name=name)
    assert answer.status == 303 and answer.headers["Location"] == "/", words(answer)
    return browser


async def _begun(site: Visited, browser: Browser, game: str, character: str = "mole") -> Match:
    answer = await browser.post("/play", csrf=await browser.csrf(), game=game, character=character)
    assert answer.status == 303, words(answer)
    return await site.matches.load(int(answer.headers["Location"].rpartition("/")[2]))


async def _link(browser: Browser, game: str = "furl", **terms: str) -> tuple[str, str]:
    """The address of a match that waits for a friend, and of the link to it."""
    sent = await browser.post(f"/play/{game}", csrf=await browser.csrf(), **terms)
    assert sent.status == 303, words(sent)
    found = re.search(
        r'value="http://[^/]+(/invited/\d+/[0-9a-f]{32})"', (await browser.get(sent.headers["Location"])).text
    )
    assert found is not None
    return sent.headers["Location"], found[1]


async def _count(site: Visited) -> int:
    async with site.matches.database.read() as connection:
        return await people_store.count_guests(connection)


async def test_without_the_hosts_leave_there_is_no_door(tmp_path: Path) -> None:
    async with visited(f"sqlite:///{tmp_path / 'closed.db'}") as site:
        first = (await site.request("GET", "/")).text
        assert "/guest" not in first and "/first/choices" not in first
        assert (await site.request("POST", "/guest", {"name": "Ann"})).status == 404
        assert (await site.request("GET", f"/invited/1/{'0' * 32}")).status == 404
        assert await _count(site) == 0


async def test_a_guest_plays_a_character_at_once_under_the_chosen_name(site: Visited) -> None:
    assert 'action="/guest"' in (await site.request("GET", "/")).text
    ann = await _guest(site, "  Ann   of Kent ")
    assert "Ann of Kent (guest)" in words(await ann.get("/"))
    match = await _begun(site, ann, "furl")
    assert match.state is State.RUNNING and not match.terms.is_rated and not match.place.server_id
    me = next(player for player in match.players if not player.is_character)
    assert FIRST_GUEST <= me.id < FIRST_ON_DISCORD and not me.is_on_discord and not me.is_channel
    here = f"/matches/{match.id}"
    assert "Ann of Kent (guest)" in words(await ann.get(here))
    form = {"revision": str(match.revision), "move": str(match.position.legal_moves()[0])}
    assert (await ann.post(f"{here}/moves", csrf=await ann.csrf(), **form)).status == 303
    assert (await site.matches.load(match.id)).history.moves == 1
    assert here in (await ann.get("/")).text
    other = await _guest(site, "Bea")
    assert (await other.get(here)).status in (404, 409)


async def test_the_first_move_of_a_newcomer_on_the_first_page_begins_a_match_with_it(site: Visited) -> None:
    stranger = Browser(site)
    assert 'data-choices="/first/choices' in (await stranger.get("/")).text
    stages = json.loads((await stranger.get("/first/choices")).text)["stages"]
    assert "a4" in {option[0] for option in stages[""][4]}
    pictures = [await stranger.get_bytes(f"/first/picture?chosen={stage}") for stage in ("", "a4", "a4%3Cc4")]
    assert len({*pictures}) == 3
    looked = await site.request("GET", "/?chosen=a4%3Cc4", headers={"Accept": "text/html+board"})
    assert "<html" not in looked.text and 'name="move" value="a4&lt;c4"' in looked.text and 'id="play"' in looked.text
    assert await _count(site) == 0, "looking begins nothing"
    answer = await stranger.post("/guest", name="New player", move="a4<c4")
    match = await site.matches.load(int(answer.headers["Location"].rpartition("/")[2]))
    assert match.history.tokens[0] == "a4<c4" and [player.is_character for player in match.players] == [False, True]
    assert (await stranger.get(answer.headers["Location"])).status == 200


async def test_a_first_move_that_is_illegal_begins_a_match_without_it(site: Visited) -> None:
    stranger = Browser(site)
    answer = await stranger.post("/guest", name="New player", move="a4<z9")
    match = await site.matches.load(int(answer.headers["Location"].rpartition("/")[2]))
    assert match.history.moves == 0 and match.state is State.RUNNING
    assert "<html" in (await stranger.get("/?chosen=nowhere")).text


@pytest.mark.logs_errors
async def test_a_newcomer_whose_match_cannot_be_stored_just_now_comes_in_all_the_same(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    inviting = await _guest(site, "Ann")
    _match, link = await _link(inviting)
    monkeypatch.setattr(challenges, "add", AsyncMock(side_effect=DatabaseBusy("others have been writing for too long")))
    monkeypatch.setattr(matches, "joining", Mock(side_effect=DatabaseBusy("others have been writing for too long")))
    for path, form in (("/guest", {"move": "a4<c4"}), (link, {"revision": "0"})):
        newcomer = Browser(site)
        answer = await newcomer.post(path, name="Bo", **form)
        assert (answer.status, answer.headers["Location"]) == (303, "/" if path == "/guest" else link)
        assert (await newcomer.get("/")).status == 200 and newcomer.cookie
    assert await _count(site) == 3


async def test_whose_first_move_can_begin_no_match_comes_in_all_the_same(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 0, Cost.MATCH)
    stranger = Browser(site)
    answer = await stranger.post("/guest", name="New player", move="a4<c4")
    assert (answer.status, answer.headers.get("Location")) == (303, "/")
    assert "New player (guest)" in words(await stranger.get("/")) and await _count(site) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_begins_against_a_character_with_nobody_to_tell(site: Visited, game: str) -> None:
    ann = await _guest(site)
    match = await _begun(site, ann, game)
    assert match.state is State.RUNNING and match.place.by_player
    assert await jobs.due(site.matches, [Kind.BOARD], 10) == [], "nobody on Discord is shown the match"
    assert (await ann.get(f"/matches/{match.id}")).status == 200
    if GAMES[game].has_chance:
        async with site.matches.change(match.id) as change:
            assert change.match.fairness is not None and change.match.fairness.start_message_id is None


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u3164", "x" * 25, "a\x00b", "a\u202eb"])
async def test_a_name_must_be_short_and_seen(site: Visited, name: str) -> None:
    answer = await Browser(site).post("/guest", name=name)
    assert answer.status in (400, 409) and await _count(site) == 0


async def test_whoever_opens_the_link_of_a_guest_plays_them(site: Visited) -> None:
    ann, bea = await _guest(site), Browser(site)
    here, link = await _link(ann, "furl", **{"in.days": "2 days", "in.host_seat": "first"})
    asked = await bea.get(link)
    assert "Ann (guest) invites you to a match of Furl" in words(asked) and "2 days" in words(asked)
    assert await _count(site) == 1, "looking at a link changes nothing"
    joined = await bea.post(link, name="Bea")
    assert joined.status == 303 and joined.headers["Location"] == here
    match = await site.matches.load(int(here.rpartition("/")[2]))
    assert match.state is State.RUNNING and [player.name for player in match.players] == ["Ann", "Bea"]
    assert match.deadline == site.clock[0] + timedelta(days=2) and not match.terms.is_rated
    for browser in (ann, bea):
        page = words(await browser.get(here))
        assert "Ann (guest)" in page and "Bea (guest)" in page
    assert (await bea.get(link)).headers["Location"] == here, "who plays already is led to the match"
    late = await Browser(site).post(link, name="Cat")
    assert late.status == 409 and await _count(site) == 2


async def test_somebody_from_discord_can_open_the_link_too_and_is_told_there(site: Visited) -> None:
    ann, ada = await _guest(site), await site.visit(ADA)
    here, link = await _link(ann)
    assert "Play as Ada" in words(await ada.get(link))
    joined = await ada.post(link, csrf=await ada.csrf())
    assert joined.status == 303 and joined.headers["Location"] == here
    match = await site.matches.load(int(here.rpartition("/")[2]))
    assert match.is_about_to_begin and match.next_to_be_told == ADA
    due = await jobs.due(site.matches, [Kind.BOARD], 10)
    assert [job.person_id for job in due] == [ADA.id]


@pytest.mark.parametrize("link", [f"/invited/1/{'0' * 32}", f"/invited/999999999/{'0' * 32}"])
async def test_a_made_up_link_leads_nowhere(site: Visited, link: str) -> None:
    ann = await _guest(site)
    await _link(ann)
    for answer in (await Browser(site).get(link), await Browser(site).post(link, name="Bea")):
        assert answer.status == 409 and "This link doesn't lead to a match" in words(answer)
    assert await _count(site) == 1


async def test_a_link_that_was_looked_at_before_a_restore_is_looked_at_again_before_it_joins(site: Visited) -> None:
    where, link = await _link(await _guest(site))
    bea = await _guest(site, "Bea")
    seen = re.search(r'name="revision" value="(\d+)"', (await bea.get(link)).text)
    async with site.matches.database.write() as connection:
        await restores.begin_anew(connection)
    for form in ({"revision": seen[1] if seen else ""}, {}):
        refused = await bea.post(link, csrf=await bea.csrf(), **form)
        assert refused.status == 409 and "before Furlong was restored" in words(refused)
    again = re.search(r'name="revision" value="(\d+)"', (await bea.get(link)).text)
    assert again is not None
    assert (await bea.post(link, csrf=await bea.csrf(), revision=again[1])).headers["Location"] == where


async def test_a_link_joins_its_own_match_alone(site: Visited) -> None:
    ann = await _guest(site)
    (_, first), (second, _) = await _link(ann), await _link(ann)
    mixed = f"/invited/{second.rpartition('/')[2]}/{first.rpartition('/')[2]}"
    assert (await Browser(site).post(mixed, name="Bea")).status == 409
    bea = await _guest(site, "Bea")
    assert (await bea.post(f"{second}/answer", csrf=await bea.csrf(), deed="join")).status in (404, 409)
    assert not (await site.matches.load(int(second.rpartition("/")[2]))).players[1:]


async def test_a_guest_plays_three_characters_at_a_time(site: Visited) -> None:
    ann = await _guest(site)
    for _ in range(3):
        await _begun(site, ann, "furl")
    refused = await ann.post("/play", csrf=await ann.csrf(), game="furl", character="mole")
    assert refused.status == 409 and "up to 3 matches" in words(refused)


async def test_a_guest_is_in_no_room_of_a_server(site: Visited) -> None:
    match = await site.match()
    ann = await _guest(site)
    assert (await ann.get(f"/matches/{match.id}")).status in (404, 409)
    assert (await ann.get(f"/profile/{ADA.id}")).status in (404, 409)
    for path in ("/seasons", "/seasons/new", "/settings/server"):
        assert "Ada" not in (await ann.get(path)).text
    assert "Ann" not in (await (await site.visit(ADA)).get("/play/furl")).text
    assert "Ann" not in (await (await site.visit(ADA)).get("/leaderboard")).text


async def test_every_address_that_a_guests_first_page_names_answers(site: Visited) -> None:
    ann = await _guest(site)
    await _begun(site, ann, "furl")
    found = set(re.findall(r'href="(/[^"]*)"', (await ann.get("/")).text))
    assert {"/play/furl", "/settings", "/profile"} <= found
    for path in found:
        assert (await ann.get(path)).status in (200, 303), path


async def _end_due(site: Visited) -> int:
    """Do the due jobs that end guests; return how many guests are gone."""
    before = await _count(site)
    for job in await jobs.due(site.matches, [Kind.GUEST], 10):
        claim = await jobs.claim(site.matches, job)
        assert claim is not None
        await guest_actions.end(site.matches, claim)
    return before - await _count(site)


async def test_after_thirty_days_nothing_of_a_guest_is_left(site: Visited) -> None:
    ann, bea = await _guest(site), Browser(site)
    alone = await _begun(site, ann, "furl")
    here, link = await _link(ann, **{"in.host_seat": "first"})
    await bea.post(link, name="Bea")
    for day in range(29):
        if day % 7 == 0:
            await _moved(site, int(here.rpartition("/")[2]), 1)
        assert await _end_due(site) == 0 and (await ann.get(here)).status == 200
        site.clock[0] += timedelta(days=1)
    assert await _end_due(site) == 0 and (await ann.get(here)).status == 200
    site.clock[0] += timedelta(days=1, seconds=1)
    assert (await ann.get(here)).status == 401
    assert await _end_due(site) == 2
    assert await _count(site) == 0 and await jobs.due(site.matches, [Kind.GUEST], 10) == []
    for match_id in (alone.id, int(here.rpartition("/")[2])):
        match = await site.matches.load(match_id)
        assert match.state is State.FINISHED
        assert all(player.is_forgotten or player.is_character for player in match.players)


async def _arrive(site: Visited, address: str, number: int) -> Answer:
    return await site.request(
        "POST", "/guest", {"name": f"Guest {number}"}, {"X-Forwarded-For": address, "Origin": _PUBLIC}
    )


async def test_of_many_guests_from_ten_addresses_as_many_come_in_as_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "MOST_FROM_HOUSEHOLD", 8)
    async with visited(f"sqlite:///{tmp_path / 'many.db'}", has_guests=True, public=_PUBLIC) as site:
        addresses = [*(f"192.0.{number}.2" for number in range(5)), *(f"2001:db8:{number}::1" for number in range(5))]
        statuses = [(await _arrive(site, addresses[number % 10], number)).status for number in range(100)]
        assert set(statuses) == {303, 409} and statuses.count(303) == await _count(site) == 80
        assert (await _arrive(site, "2001:db8:0:0:ffff::2", 0)).status == 409, "a household is one address"
        full = await _arrive(site, addresses[0], 0)
        assert "no room for more guests" in words(full)
        assert (await _arrive(site, "198.51.100.7", 0)).status == 303


async def test_a_network_has_no_more_places_for_guests_the_more_addresses_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "MOST_FROM_NETWORK", 4)
    async with visited(f"sqlite:///{tmp_path / 'wide.db'}", has_guests=True, public=_PUBLIC) as site:
        for address in ("192.0.2.{}", "2001:db8:0:{}::1"):
            arrivals = [await _arrive(site, address.format(number), number) for number in range(6)]
            assert [one.status for one in arrivals] == [303] * 4 + [409] * 2
        site.clock[0] += timedelta(days=1, seconds=1)
        assert await _end_due(site) == 8 and await _count(site) == 0, "nobody of them has played"
        assert (await _arrive(site, "192.0.2.1", 0)).status == 303


async def _moved(site: Visited, match_id: int, times: int) -> None:
    for _ in range(times):
        match = await site.matches.load(match_id)
        assert match.to_move is not None
        await site.matches.play(Actor(match.to_move, None), match.id, match.position.legal_moves()[0])


async def _moved_alone(site: Visited, match: Match, times: int) -> None:
    """Let a guest make so many moves against a character, which answers each."""
    while times:
        match = await site.matches.load(match.id)
        times -= match.to_move is not None and match.to_move.is_guest
        await _moved(site, match.id, 1)


async def test_a_guest_stays_for_a_while_who_waits_for_a_friend_or_begins_with_one(site: Visited) -> None:
    """What a character or others do at their board, resigning and a link that lasts a week hold nobody a place."""
    names = ("Ann", "Bea", "Cat", "Dan", "Eve", "Fay", "Gil")
    guests = ann, bea, cat, dan, eve, fay, gil = [await _guest(site, name) for name in names]
    await _link(ann)
    for guest, resigns in ((bea, False), (cat, True)):
        begun = await _begun(site, guest, "furl")
        if begun.to_move is not None and begun.to_move.is_character:
            await _moved(site, begun.id, 1)
        if resigns:
            await site.matches.resign(Actor(next(one for one in begun.players if one.is_guest), None), begun.id)
    for host, friend, moves in ((dan, eve, 1), (fay, gil, 0)):
        here, link = await _link(host, **{"in.host_seat": "first"})
        await friend.post(link, csrf=await friend.csrf())
        await _moved(site, int(here.rpartition("/")[2]), moves)

    async def there() -> Sequence[str]:
        opened = [(await one.get("/settings")).status for one in guests]
        return [name for name, status in zip(names, opened, strict=True) if status == 200]

    site.clock[0] += timedelta(days=1, seconds=1)
    assert await _end_due(site) == 2 and await there() == ["Ann", "Dan", "Eve", "Fay", "Gil"]
    site.clock[0] += timedelta(days=1)
    assert await _end_due(site) == 0
    site.clock[0] += timedelta(days=1, seconds=1)
    assert await _end_due(site) == 3 and await there() == ["Dan", "Eve"]
    site.clock[0] += timedelta(days=3)
    assert await _end_due(site) == 0, "somebody has moved in it within a week"
    site.clock[0] += timedelta(days=1)
    assert await _end_due(site) == 2


async def test_a_few_moves_hold_a_place_for_a_day_and_a_handful_within_a_week_for_that_week(site: Visited) -> None:
    ann, bea = await _guest(site), await _guest(site, "Bea")
    begun = [await _begun(site, guest, "furl") for guest in (ann, bea)]
    await _moved_alone(site, begun[0], 4)
    await _moved_alone(site, begun[1], 5)
    site.clock[0] += timedelta(hours=23)
    assert await _end_due(site) == 0
    site.clock[0] += timedelta(hours=2)
    assert await _end_due(site) == 1 and (await ann.get("/settings")).status == 401
    site.clock[0] += timedelta(days=5, hours=22)
    await _moved_alone(site, begun[1], 4)
    site.clock[0] += timedelta(hours=23)
    assert await _end_due(site) == 0, "the last move was made less than a day ago"
    await _moved_alone(site, begun[1], 1)
    site.clock[0] += timedelta(days=6)
    assert await _end_due(site) == 0
    site.clock[0] += timedelta(days=1)
    assert await _end_due(site) == 1 and await _count(site) == 0


async def test_nothing_is_stored_that_tells_the_address_of_a_guest(site: Visited) -> None:
    await _guest(site)
    async with site.matches.database.read() as connection:
        [row] = (await connection.execute(select(stored_guests))).all()
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in (row.household, row.network))
    assert row.household != row.network


async def test_guests_of_a_network_are_one_asker_whose_name_is_stored(tmp_path: Path) -> None:
    async with visited(f"sqlite:///{tmp_path / 'askers.db'}", has_guests=True, public=_PUBLIC) as site:
        for number, address in enumerate(("192.0.2.1", "192.0.2.2", "198.51.100.1")):
            await _arrive(site, address, number)
        async with site.matches.database.read() as connection:
            known = [row.person_id for row in await connection.execute(select(stored_guests).order_by("came_at"))]
        askers = [await asker_of(site.matches, guest_id) for guest_id in known]
        assert sorted(Counter(askers).values()) == [1, 2]
        assert await asker_of(site.matches, ADA.id) == ADA.id


async def test_the_number_of_all_guests_is_limited(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_actions, "MOST_GUESTS", 2)
    for name in ("Ann", "Bea"):
        await _guest(site, name)
    assert (await Browser(site).post("/guest", name="Cat")).status == 409 and await _count(site) == 2


async def test_nobody_else_has_the_id_of_a_guest(site: Visited) -> None:
    ann = Person(FIRST_GUEST, "Ann")
    assert not ann.is_character and not ann.is_channel and not ann.is_on_discord and ann.is_guest
    async with site.matches.database.write() as connection:
        assert await people_store.add_new(connection, "Ann", range(FIRST_GUEST, FIRST_GUEST + 1)) == ann
        bea = await people_store.add_new(connection, "Bea", range(FIRST_GUEST, FIRST_GUEST + 2))
        assert bea.id == FIRST_GUEST + 1
        assert await people_store.name_of(connection, FIRST_GUEST) == "Ann"


async def test_many_guests_from_one_address_have_the_limit_of_one(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 40, Cost.REQUEST)
    guests = [await _guest(site, f"Guest {number}") for number in range(4)]
    answers = [await guest.get("/static/nothing") for guest in guests for _ in range(20)]
    assert Counter(answer.status for answer in answers)[429] >= 40


async def test_two_guests_have_no_more_matches_with_each_other_than_other_people(site: Visited) -> None:
    ann, ben = await _guest(site, "Ann"), await _guest(site, "Ben")
    for number in range(MOST_TOGETHER + 1):
        _where, link = await _link(ann)
        answer = await ben.post(link, csrf=await ben.csrf())
        assert answer.status == (303 if number < MOST_TOGETHER else 409), number
        site.clock[0] += timedelta(seconds=10)


async def test_who_comes_too_late_to_a_link_has_come_in_all_the_same(site: Visited) -> None:
    _where, link = await _link(await _guest(site))
    tried = await asyncio.gather(*(site.request("POST", link, {"name": f"Guest {number}"}) for number in range(3)))
    assert [answer.status for answer in tried] == [303] * 3 and all("Set-Cookie" in answer.headers for answer in tried)
    assert sorted(answer.headers["Location"] == link for answer in tried) == [False, True, True]


async def test_a_guest_who_signs_out_is_asked_first_because_nobody_can_play_on(site: Visited) -> None:
    ann = Browser(site)
    await ann.post("/guest", name="Ann")
    asked = await ann.post("/leave", csrf=await ann.csrf())
    assert asked.status == 200 and "nobody can play on" in words(asked) and 'action="/guest/link"' in asked.text
    assert "Ann" in words(await ann.get("/"))
    assert (await ann.post("/leave", csrf=await ann.csrf(), sure="yes")).status == 303
    assert "Play as a guest" in words(await ann.get("/"))


async def test_a_guest_comes_back_by_a_link_once_and_for_no_longer_than_they_stay(site: Visited) -> None:
    ann, again, third = await _guest(site), Browser(site), Browser(site)
    match = await _begun(site, ann, "furl")
    assert 'action="/guest/link"' in (await ann.get("/")).text
    shown = await ann.post("/guest/link", csrf=await ann.csrf())
    (token,) = re.findall(r'value="http://[^/]+/enter/([\w-]{22})"', shown.text)
    assert "<time" in shown.text and token not in (await ann.get("/")).text
    await ann.post("/leave", csrf=await ann.csrf(), sure="yes")
    assert "signs you in as Ann" in words(await again.get(f"/enter/{token}"))
    assert (await again.post("/enter", token=token)).status == 303
    assert (await again.get(f"/matches/{match.id}")).status == 200
    assert (await third.post("/enter", token=token)).status == 409
    site.clock[0] += timedelta(days=29)
    assert (await again.get("/")).status == 200 and "Ann" in words(await again.get("/"))
    site.clock[0] += timedelta(days=2)
    assert "Play as a guest" in words(await again.get("/"))


async def test_nobody_but_a_guest_makes_such_a_link(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert (await ada.post("/guest/link", csrf=await ada.csrf())).status == 404
    assert "/guest/link" not in (await ada.get("/")).text
    ann = await _guest(site)
    assert (await ann.post("/guest/link")).status == 403


async def test_the_settings_of_a_guest_speak_of_nothing_that_is_in_discord(site: Visited) -> None:
    ann = Browser(site)
    await ann.post("/guest", name="Ann")
    shown = words(await ann.get("/settings"))
    assert "The language of your browser" in shown
    for word in ("your Discord", "direct message", "every server", "Remind", "Quiet hours"):
        assert word not in shown, word
