"""Leagues, events and ladders on the page: how they stand, joining, leaving, challenging, opening and managing them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import update

from bot.actions import settings
from bot.actions.competitions import entries
from bot.actions.competitions import standings as competition_standings
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
from bot.model.competitions.servers import Record
from bot.model.competitions.standings import Standings
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.servers import Server
from bot.store import competitions as competition_store
from bot.store import competitions_due, reliability
from bot.store import people as people_store
from bot.store.engine.schema.competitions import competitions
from rules import GAMES
from tests.bot.matches import tend_competitions
from tests.bot.stages import ELSEWHERE
from tests.bot.tables import dump
from tests.bot.web.test_server_settings import FORUM, MANAGERS, NEWS, with_managers
from tests.bot.web.test_settings import shown
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Browser, Visited, words

DAN = Person(44 << 22, "Dan")
FOUR = (ADA, BEN, CLEO, DAN)
DAY = timedelta(days=1)


@pytest.fixture
async def managed(fresh_url: str) -> AsyncGenerator[Visited]:
    """A page of a server with four people, the first of whom manages it, and with channels."""

    async def may_post(_server_id: int, channel_id: int, _person_id: int) -> bool:
        return channel_id != NEWS

    async with with_managers(fresh_url, may_post=may_post) as site:
        site.members.add((SERVER, DAN.id))
        yield site


async def opened(site: Visited, kind: Format, *people: Person) -> str:
    """The address of a competition that people have joined."""
    now, is_ladder = site.clock[0], kind is Format.LADDER
    begins, ends = (now, NEVER) if is_ladder else (now + 3 * DAY, now + 60 * DAY)
    regulations = Regulations(kind, (GAMES["furl"],), 6, both_sides=False, terms=Terms(3, is_rated=True))
    venue = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)
    proposed = Competition("Spring", venue, regulations, begins, ends, BEN, now)
    competition = await entries.propose(site.matches, None, proposed)
    for person in people:
        await entries.join(site.matches, site.actor(person), competition.id)
    return f"/seasons/{competition.id}"


async def started(site: Visited, kind: Format) -> str:
    """The address of a competition of four people that has begun."""
    here = await opened(site, kind, *FOUR)
    site.clock[0] += 4 * DAY
    await tend_competitions(site.matches)
    return here


async def known(site: Visited, here: str = "/seasons/1") -> Standings:
    return await competition_standings.standings(site.matches, None, int(here.rpartition("/")[2]))


async def pressed(browser: Browser, here: str, deed: str, **fields: str) -> str:
    """Do something in the competition with an address; returns what is seen afterwards."""
    detail = fields.pop("detail", here.split("/")[2])
    answer = await browser.post(here, csrf=await browser.csrf(), deed=deed, detail=detail, **fields)
    return words(await browser.get(answer.headers["Location"]) if answer.status == 303 else answer)


async def test_each_division_has_an_address(site: Visited) -> None:
    people = [Person(50 + number << 22, f"P{number}") for number in range(10)]
    here = await opened(site, Format.LEAGUE, *people, ADA, BEN)
    site.clock[0] += 4 * DAY
    await tend_competitions(site.matches)
    ada, last = await site.visit(ADA), next(one for one in (await known(site)).entrants if one.person == ADA).division
    own, other = await ada.get(here), 3 - (last or 0)
    assert f"division {last}" in words(own) and f'href="{here}/{other}"' in own.text
    assert f"division {other}" in words(await ada.get(f"{here}/{other}"))
    assert (await ada.get(f"{here}/0")).headers["Location"] == here
    assert (await ada.get(f"{here}/3")).status == 404


async def test_a_competition_that_is_over_says_so_once(site: Visited) -> None:
    here = await started(site, Format.ALL_PLAY_ALL)
    match = await site.matches.load(1)
    assert match.to_move is not None
    await site.matches.play(site.actor(match.to_move), match.id, match.position.legal_moves()[0])
    await site.matches.resign(site.actor(match.to_move), match.id)
    async with site.matches.database.write() as connection:
        await connection.execute(update(competitions).values(stage=CompetitionStage.OVER))
    seen = words(await (await site.visit(ADA)).get(here))
    assert seen.count("It's over") == 1 and "Places: 1." in seen


async def test_strangers_see_nothing_of_a_server_s_seasons(site: Visited) -> None:
    here = await started(site, Format.LEAGUE)
    stranger, gone = await site.visit(Person(46 << 22, "Finn"), ELSEWHERE), await site.visit(BEN)
    site.members.discard((SERVER, BEN.id))
    for browser in (stranger, gone):
        for path in ("/seasons", here, f"{here}/1", f"{here}/about", f"{here}/challenge", f"{here}/remove"):
            answer = await browser.get(path)
            assert answer.status == 409 and "Spring" not in answer.text, path
        assert "Spring" not in await pressed(browser, here, "league_join")
    assert (await Browser(site).get(here)).status == 401


async def _open(browser: Browser, kind: str, **fields: str) -> str:
    """Open a competition by its form; returns what is seen afterwards."""
    path = f"/seasons/new/{kind}"
    answer = await browser.post(path, **{**shown(await browser.get(path)), **fields})
    return words(await browser.get(answer.headers["Location"]) if answer.status == 303 else answer)


async def _all(site: Visited) -> Sequence[Competition]:
    return await competition_standings.of_server(site.matches, SERVER, ADA.id)


@pytest.mark.each_database
async def test_forms_that_are_sent_twice_at_once_do_one_thing(managed: Visited) -> None:
    ada, ben = await managed.visit(ADA), await managed.visit(BEN)
    await asyncio.gather(*(_open(ada, "ladder", **{"in.game": "furl"}) for _ in range(2)))
    await asyncio.gather(*(pressed(ben, "/seasons/1", "league_join") for _ in range(2)))
    assert len(await _all(managed)) == 1 and [one.person for one in (await known(managed)).entrants] == [BEN]


async def test_the_channel_for_matches_is_where_a_season_is_shown(managed: Visited) -> None:
    await settings.settle(managed.matches, SERVER, lambda _: Server(channel_id=FORUM))
    ada = await managed.visit(ADA)
    await _open(ada, "ladder", **{"in.game": "furl"})
    [made] = await _all(managed)
    assert made.venue == Venue(SERVER, CHANNEL, FORUM, wants_threads=False)
    await settings.settle(managed.matches, SERVER, lambda _: Server(channel_id=NEWS, language="de"))
    page = await ada.get("/seasons/new/ladder")
    assert "#games</option>" not in page.text and "#news</option>" in page.text
    refused = await _open(ada, "ladder", **{"in.game": "fursaz", "in.channel": f"{CHANNEL}"})
    assert "matches" in refused and len(await _all(managed)) == 1
    await settings.settle(managed.matches, SERVER, lambda _: Server(channel_id=CHANNEL, language="de"))
    assert "Rangliste Fursaz" in await _open(ada, "ladder", **{"in.game": "fursaz"}), "everybody there reads its name"


async def test_a_manager_takes_people_out_and_calls_off(managed: Visited) -> None:
    here, ada, ben = await opened(managed, Format.LEAGUE, BEN, CLEO), await managed.visit(ADA), await managed.visit(BEN)
    shown_ = await ada.get(here)
    assert f'href="{here}/remove"' in shown_.text and f'href="{here}/cancel"' in shown_.text
    assert "/remove" not in (await ben.get(here)).text and "/cancel" not in (await ben.get(here)).text

    async def sent(browser: Browser, way: str, **fields: str) -> str:
        return await pressed(browser, f"{here}/{way}", f"season_{way}_yes", **fields)

    before = await dump(managed.matches.database)
    for way, fields in (("remove", {"in.player": f"{CLEO.id}"}), ("cancel", {"in.reason": "Ha."})):
        assert "Manage Server" in words(await ben.get(f"{here}/{way}"))
        assert "Manage Server" in await sent(ben, way, **fields)
    for nobody in ("", "x", f"{DAN.id}", f"{2**70}"):
        assert "Nobody by that name plays" in await sent(ada, "remove", **{"in.player": nobody})
    assert await dump(managed.matches.database) == before
    assert "Joined (1): Ben" in await sent(ada, "remove", **{"in.player": f"{CLEO.id}", "in.reason": "r" * 10_000})
    assert "A server manager has taken you out" in await pressed(await managed.visit(CLEO), here, "league_join")
    seen = await sent(ada, "cancel", **{"in.reason": "It is holiday time."})
    assert "Ada , who manages the server, has called it off (It is holiday time)." in seen
    assert (await known(managed)).competition.stage is CompetitionStage.CALLED_OFF
    assert "has started or is over" in await sent(ada, "cancel")
    assert "too late for that" in await pressed(ben, here, "league_join")


async def test_whom_to_take_out_is_not_asked_where_nobody_may_be_taken_out(managed: Visited) -> None:
    """As of a manager who has lately played there, and has left since."""
    here, ada = await opened(managed, Format.LADDER, ADA, BEN), await managed.visit(ADA)
    await entries.leave(managed.matches, managed.actor(ADA), 1)
    before = await dump(managed.matches.database)
    asked = await ada.get(f"{here}/remove")
    assert asked.status == 409 and "season_remove_yes" not in asked.text
    for told in (words(asked), await pressed(ada, f"{here}/remove", "season_remove_yes")):
        assert "so you can't take others out of it" in told
    assert await dump(managed.matches.database) == before


async def test_a_competition_whose_game_is_away_says_so_and_offers_nothing_that_needs_it(managed: Visited) -> None:
    here, ada = await opened(managed, Format.LEAGUE, BEN, CLEO), await managed.visit(ADA)
    assert "Start now" in words(await ada.get(here)) and "waits" not in words(await ada.get(here))
    managed.matches.games = {}
    seen = words(await ada.get(here))
    assert "This competition waits: its game isn't installed here just now." in seen and "Start now" not in seen


async def test_whoever_manages_no_server_opens_nothing_by_any_form(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    form = {**shown(await ada.get("/seasons/new/ladder")), "in.game": "furl"}
    MANAGERS.clear()
    for person, server_id in ((ADA, SERVER), (BEN, SERVER), (ADA, ELSEWHERE), (CLEO, None)):
        browser = await managed.visit(person, server_id)
        for path in ("/seasons/new", "/seasons/new/league"):
            assert (await browser.get(path)).status == 409
        for path in ("/seasons/new/ladder", "/seasons", "/help"):
            assert (await browser.post(path, **{**form, "csrf": await browser.csrf()})).status == 409, path
    assert not await _all(managed)


async def _among_servers(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season of three servers with four people each, which has begun; Ada plays for the first of them, here."""
    monkeypatch.setattr(reliability, "record_of", AsyncMock(return_value=Record(finished=20, on_time=0)))
    now, venue = site.clock[0], Venue(DIRECT, 0, 0, wants_threads=False)
    regulations = Regulations(Format.SERVERS, (GAMES["furl"],), 3, both_sides=False, terms=Terms(3, is_rated=True))
    sides = Side(SERVER, CHANNEL, "The Club"), Side(7, 8, "The Tavern at the End of the World"), Side(9, 10, "Third")
    begins, ends, stage = now + DAY, now + 60 * DAY, CompetitionStage.OPEN
    season = Competition("Season of servers", venue, regulations, begins, ends, BEN, now, stage, sides=sides)
    people = [*FOUR, *(Person(50 + number << 22, f"P{number}") for number in range(8))]
    async with site.matches.database.write() as connection:
        for person in people:
            await people_store.remember(connection, person)
        stored = await competition_store.add(connection, season)
        of_side = [sides[number // 4].server_id for number in range(len(people))]
        entered = [Entrant(person, now, side_id=side_id) for person, side_id in zip(people, of_side, strict=True)]
        await competition_store.save_entrants(connection, stored.id, [], entered)
        await competitions_due.plan(connection, stored, now)
    site.clock[0] += 2 * DAY
    await tend_competitions(site.matches)


async def test_a_season_of_servers_has_a_table_and_each_meeting_an_address(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _among_servers(site, monkeypatch)
    other = Person(50 << 22, "P0")
    site.members.add((ELSEWHERE, other.id))
    ada, elsewhere = await site.visit(ADA), await site.visit(other, ELSEWHERE)
    seen = await ada.get("/seasons/1")
    assert "Points Boards" in words(seen) and "The Club 0 – 0 Third" in words(seen)
    assert 'href="/seasons/1/3"' in seen.text
    met = words(await ada.get("/seasons/1/2"))
    assert "The Club – Third" in met and "Ada – P4" in met and "Ada – P0" not in met
    assert "Season of servers" in words(await elsewhere.get("/seasons"))
    assert "Points Boards" in words(await elsewhere.get("/seasons/1"))
