"""Leagues, events and ladders on the page: how they stand, joining, leaving, challenging, opening and managing them."""

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.actions import settings
from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    NEVER,
    Competition,
    CompetitionStage,
    Format,
    Regulations,
    Venue,
    WithdrawalCause,
)
from bot.model.competitions.standings import Standings
from bot.model.people import Person
from bot.model.servers import Server
from bot.store.engine.schema.competitions import competitions
from rules import GAMES
from tests.bot.matches import tend_competitions
from tests.bot.stages import ELSEWHERE
from tests.bot.tables import dump
from tests.bot.web.test_server_settings import FORUM, MANAGERS, NEWS, SILENT, with_managers
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
    return await read.standings(site.matches, None, int(here.rpartition("/")[2]))


async def pressed(browser: Browser, here: str, deed: str, **fields: str) -> str:
    """Do something in the competition with an address; returns what is seen afterwards."""
    detail = fields.pop("detail", here.split("/")[2])
    answer = await browser.post(here, csrf=await browser.csrf(), deed=deed, detail=detail, **fields)
    return words(await browser.get(answer.headers["Location"]) if answer.status == 303 else answer)


async def test_the_list_leads_to_each_season_and_tells_how_far_it_is(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert "There's no league, event or ladder on this server yet" in words(await ada.get("/seasons"))
    here = await opened(site, Format.LEAGUE)
    listed = await ada.get("/seasons")
    assert f'<a href="{here}"><b>Spring · season 1</b></a>' in listed.text and "open to join" in words(listed)
    assert "Open a new one" not in words(listed), "members do not open any"


async def test_a_league_is_joined_and_left_before_it_begins(site: Visited) -> None:
    here, ada = await opened(site, Format.LEAGUE), await site.visit(ADA)
    assert "Nobody has joined yet" in words(await ada.get(here))
    joined = await pressed(ada, here, "league_join")
    assert "You're in: Spring · season 1 starts" in joined and "Joined (1): Ada" in joined and "Leave" in joined
    assert [one.person for one in (await known(site)).entrants] == [ADA]
    assert "You're in Spring · season 1 already." in await pressed(ada, here, "league_join")
    assert "You've left Spring" in await pressed(ada, here, "league_leave")
    assert "Nobody by that name plays" in await pressed(ada, here, "league_leave")
    assert not (await known(site)).entrants
    assert (await ada.post(here, csrf=await ada.csrf(), deed="nothing")).status == 400
    assert (await ada.get("/seasons/999")).status == 409


async def test_a_running_league_shows_its_table_its_matches_and_its_results(site: Visited) -> None:
    here, ada = await started(site, Format.LEAGUE), await site.visit(ADA)
    running = await ada.get(here)
    assert f'<tr class="own"><td>1.</td><th scope="row"><a href="/profile/{ADA.id}">Ada</a>' in running.text
    assert "6 matches to go" in words(running) and "4 people play Furl until" in words(running)
    leading = re.findall(r'<li><a href="/matches/(\d+)"><b>(\w+ against \w+)</b></a>', running.text)
    assert len(leading) == 6 and all("Ada" in names for _, names in leading[:3]), "her own come first"
    number, names = leading[0]
    await site.matches.resign(site.actor(ADA), int(number))
    after = await ada.get(here)
    winner = "0–1" if names.startswith("Ada") else "1–0"
    assert f"Results {names} : {winner}" in words(after) and "5 matches to go" in words(after)
    assert (await ada.get(f"/matches/{number}")).status == 200
    assert "Points." in words(await ada.get(f"{here}/about"))


async def test_who_leaves_a_running_league_is_asked_first(site: Visited) -> None:
    here, ada = await started(site, Format.LEAGUE), await site.visit(ADA)
    asked = await pressed(ada, here, "league_leave")
    assert "none of them will count in the table" in asked and "Yes, leave" in asked
    assert "You're still in Spring" in await pressed(ada, here, "league_leave_no")
    assert not any(one.is_out for one in (await known(site)).entrants)
    assert "You're out of Spring" in await pressed(ada, here, "league_leave_yes")
    [out] = [one for one in (await known(site)).entrants if one.is_out]
    assert out.person == ADA and out.withdrawal is not None and out.withdrawal.cause is WithdrawalCause.LEFT
    again = await pressed(ada, here, "league_leave_yes")
    assert "Nobody by that name plays" in again and "Ada (out)" not in again, "struck people are in no table"


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


async def test_rounds_are_named_and_an_event_takes_latecomers(site: Visited) -> None:
    here, late = await started(site, Format.SWISS), Person(45 << 22, "Late")
    site.members.add((SERVER, late.id))
    browser = await site.visit(late)
    assert "round 1" in words(await browser.get(here)) and "Join late" in words(await browser.get(here))
    assert "is already under way" in await pressed(browser, here, "league_join")
    assert "Late" in words(await browser.get(here)) and len((await known(site)).entrants) == 5


async def test_a_competition_that_is_over_says_so_once(site: Visited) -> None:
    here = await started(site, Format.ALL_PLAY_ALL)
    async with site.matches.database.write() as connection:
        await connection.execute(update(competitions).values(stage=CompetitionStage.OVER))
    seen = words(await (await site.visit(ADA)).get(here))
    assert seen.count("It's over") == 1 and "Places: 1." in seen


async def test_a_ladder_is_climbed(site: Visited) -> None:
    here, ben, cleo = await opened(site, Format.LADDER, ADA), await site.visit(BEN), await site.visit(CLEO)
    assert "at the bottom" in await pressed(ben, here, "league_join")
    page = await ben.get(here)
    assert "1. Ada" in words(page) and "2. Ben" in words(page) and f'href="{here}/challenge"' in page.text
    assert "9000" not in page.text, "it never ends"
    whom = await ben.get(f"{here}/challenge")
    assert "You're number 2" in words(whom) and "1. Ada" in words(whom)
    told = await pressed(ben, f"{here}/challenge", "ladder_meet", detail=f"1/{ADA.id}")
    assert "Ada is challenged for place 1" in told and "1. Ada, plays" in told
    assert "Accept" in words(await (await site.visit(ADA)).get(f"/matches/{site.looked[-1]}"))
    assert (
        f'<a href="/matches/{site.looked[-1]}"><b>Ben against Ada</b></a>: waits for an answer'
        in (await cleo.get(here)).text
    )
    before = await dump(site.matches.database)
    for browser, detail, refusal in (
        (ben, f"1/{ADA.id}", "everyone has one at a time"),
        (ben, "1/x", "isn't on the Spring"),
        (cleo, f"1/{ADA.id}", "You aren't on the Spring"),
        (ben, f"9/{ADA.id}", "There's no league, event or ladder"),
    ):
        assert refusal in await pressed(browser, f"{here}/challenge", "ladder_meet", detail=detail), detail
    assert await dump(site.matches.database) == before
    await site.matches.join(site.actor(ADA), site.looked[-1])
    await site.matches.resign(site.actor(ADA), site.looked[-1])
    assert "Results Ben against Ada : 1–0" in words(await ben.get(here))


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
    return await read.of_server(site.matches, SERVER, ADA.id)


async def test_a_manager_opens_a_league_by_its_form(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    assert 'href="/seasons/new"' in (await ada.get("/seasons")).text
    assert 'href="/seasons/new/all-play-all"' in (await ada.get("/seasons/new")).text
    boxes = {"in.game.furl": "on", "in.game.fursaz": "on", "in.also.weekends": "on", "in.also.once": "on"}
    seen = await _open(ada, "league", **boxes, **{"in.also.size8": "on", "in.days": "5 days"})
    assert "League of 2 games · season 1" in seen and "Nobody has joined yet" in seen and "Start now" in seen
    [made] = await _all(managed)
    rules = made.regulations
    assert [game.key for game in rules.games] == ["furl", "fursaz"] and (rules.size, rules.goes_on) == (8, False)
    assert (rules.terms.days, rules.terms.pauses_weekends, rules.both_sides) == (5, True, False)
    assert made.venue == Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False) and made.host == ADA
    assert made.ends_at - made.begins_at == 43 * DAY, "six weeks, as the form proposes, with the last day"


@pytest.mark.parametrize(
    ("kind", "format_"),
    [
        ("knockout", Format.KNOCKOUT),
        ("swiss", Format.SWISS),
        ("all-play-all", Format.ALL_PLAY_ALL),
        ("ladder", Format.LADDER),
    ],
)
async def test_every_format_has_its_form(managed: Visited, kind: str, format_: Format) -> None:
    ada = await managed.visit(ADA)
    form = shown(await ada.get(f"/seasons/new/{kind}"))
    assert ("in.begins" in form) == ("in.lasts" in form) == (kind != "ladder")
    assert "Furbowl" in await _open(ada, kind, **{"in.game": "furbowl"})
    [made] = await _all(managed)
    assert made.regulations.format is format_ and made.regulations.terms.days == 3
    assert "with Furbowl is" in await _open(ada, kind, **{"in.game": "furbowl"}), "a form is not sent twice"
    assert len(await _all(managed)) == 1


async def test_a_refused_form_keeps_what_was_entered(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    path, game = "/seasons/new/league", {"in.game.furl": "on"}
    form = shown(await ada.get(path))
    four = {f"in.game.{key}": "on" for key in ("furl", "fursaz", "playwin", "farlander")}
    many = {**game, "in.also.size4": "on", "in.also.size8": "on"}
    for fields, refusal in (
        ({}, "There's no game called"),
        ({"in.game.chess": "on"}, "There's no game called"),
        (four, "up to 3 games in turn"),
        (many, "tick one of 4 or 8"),
        ({**game, "in.begins": "soon"}, "“soon” isn't a day"),
        ({**game, "in.begins": "2001-01-01"}, "has to come after today"),
        ({**game, "in.lasts": ""}, "isn't a day"),
        ({**game, "in.lasts": "9" * 10_000}, "isn't a day"),
        ({**game, "in.days": "no limit"}, "has to end"),
        ({**game, "in.days": "x" * 10_000}, "“xxx"),
        ({**game, "in.channel": f"{SILENT}"}, "Send Messages"),
        ({**game, "in.channel": f"{NEWS}"}, "You can't write in"),
        ({**game, "in.channel": "x"}, "isn't a text channel"),
        ({**game, "in.channel": f"{2**63}"}, "isn't a text channel"),
    ):
        answer = await ada.post(path, **{**form, "in.also.once": "on", **fields})
        assert answer.status == 409 and refusal in words(answer), (fields, words(answer))
        assert 'name="in.also.once" checked' in answer.text
        assert ('name="in.game.furl" checked' in answer.text) == ("in.game.furl" in fields)
    assert not await _all(managed)
    assert (await ada.get("/seasons/new/chess")).status == 409


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
    assert "Fursaz-Rangliste" in await _open(ada, "ladder", **{"in.game": "fursaz"}), "everybody there reads its name"


async def test_a_manager_begins_a_league_once_enough_have_joined(managed: Visited) -> None:
    here, ada, ben = (
        await opened(managed, Format.LEAGUE, ADA, BEN, CLEO),
        await managed.visit(ADA),
        await managed.visit(BEN),
    )
    assert "Start now" in words(await ada.get(here)) and "Start now" not in words(await ben.get(here))
    assert "it needs 4 people, and 3 have joined so far" in await pressed(ada, here, "season_begin")
    await entries.join(managed.matches, managed.actor(DAN), 1)
    assert "Manage Server" in await pressed(ben, here, "season_begin")
    seen = await pressed(ada, here, "season_begin")
    assert "has started: the boards of its matches appear now" in seen and "6 matches to go" in seen
    assert (await known(managed)).competition.stage is CompetitionStage.RUNNING
    assert "has started or is over" in await pressed(ada, here, "season_begin")


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


async def test_a_manager_closes_a_ladder(managed: Visited) -> None:
    here, ada = await opened(managed, Format.LADDER, BEN), await managed.visit(ADA)
    assert "Matches on it go on" in words(await ada.get(f"{here}/cancel"))
    seen = await pressed(ada, f"{here}/cancel", "season_cancel_yes")
    assert "It's over" in seen and "Join" not in seen
    assert (await known(managed)).competition.stage is CompetitionStage.CALLED_OFF


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
