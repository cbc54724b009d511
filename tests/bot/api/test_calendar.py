"""The calendar of a person: whose deadlines it has, and who can read it."""

from datetime import datetime, timedelta

import icalendar
from aiohttp import ClientSession

from bot.actions import tokens
from bot.api.core import PATH
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.tokens import Scope
from rules import GAMES
from rules.core import Seat
from tests.bot.api.programs import Client, program
from tests.bot.stages import HOST, Ground
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Visited


async def _calendar(client: Client) -> list[icalendar.Event]:
    address = f"http://127.0.0.1:{client.site.port}{PATH}/calendar/{client.secret}.ics"
    async with ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200 and answer.content_type == "text/calendar"
        return icalendar.Calendar.from_ical(await answer.text()).events


async def _timed(site: Visited, host: Person, guest: Person) -> Match:
    proposal = Proposal(GAMES["furl"], CHANNEL, (guest,), Seat(0), terms=Terms(days=3))
    match = await site.matches.propose(Actor(host, SERVER), SERVER, proposal)
    return await site.matches.join(Actor(guest, SERVER), match.id)


async def test_it_has_the_deadlines_of_the_moves_that_wait_for_the_person(site: Visited) -> None:
    own, theirs = await _timed(site, ADA, BEN), await _timed(site, BEN, ADA)
    await site.match()  # without a limit
    ada = await program(site, scope=Scope.CALENDAR)
    [event] = await _calendar(ada)
    assert own.clock is not None and event["UID"] == f"match-{own.id}@furlong"
    assert event.start == own.clock.deadline and event["SUMMARY"] == "Furl with Ben: your move is due"
    await site.matches.play(site.actor(ADA), own.id, "a4<c4")
    await site.matches.play(site.actor(BEN), theirs.id, "a4<c4")
    assert [one["UID"] for one in await _calendar(ada)] == [f"match-{theirs.id}@furlong"]
    assert [one["UID"] for one in await _calendar(await program(site, BEN, Scope.CALENDAR))] == [
        f"match-{own.id}@furlong"
    ]


async def test_it_stays_the_same_until_something_changes(site: Visited) -> None:
    match = await _timed(site, ADA, BEN)
    ada = await program(site, scope=Scope.CALENDAR)
    address = f"http://127.0.0.1:{ada.site.port}{PATH}/calendar/{ada.secret}.ics"
    async with ClientSession() as session:

        async def text() -> str:
            async with session.get(address) as answer:
                return await answer.text()

        before = await text()
        site.clock[0] += timedelta(hours=1)
        assert await text() == before, "its number, and when it was changed"
        async with session.head(address) as answer:
            assert answer.status == 200 and answer.content_type == "text/calendar" and not await answer.read()
    [event] = await _calendar(ada)
    begins, ends = event.start, event.end
    assert match.clock is not None and isinstance(begins, datetime) and isinstance(ends, datetime)
    assert ends - begins == timedelta(minutes=15)
    for who in (ADA, BEN):
        await site.matches.play(site.actor(who), match.id, "a4<c4" if who is ADA else "e5<e4")
    [later] = await _calendar(ada)
    assert (
        later["UID"] == event["UID"]
        and int(str(later["SEQUENCE"])) > int(str(event["SEQUENCE"]))
        and later.stamp > event.stamp
    )


async def test_an_address_is_for_a_calendar_alone_and_ends_with_its_token(site: Visited) -> None:
    calendar, player = await program(site, scope=Scope.CALENDAR), await program(site)
    address = f"/calendar/{calendar.secret}.ics"
    assert (await calendar.get("/matches")).status == 403
    assert (await player.get(f"/calendar/{player.secret}.ics")).status == 403
    assert (await player.get(f"/calendar/furlong_{'x' * 32}.ics")).status == 401
    assert (await player.get("/calendar/other.ics")).status == 404
    await tokens.end_all(site.matches, ADA.id)
    assert (await calendar.get(address)).status == 401


async def test_it_has_the_days_of_the_seasons_that_the_person_is_in(site: Visited) -> None:
    ground, client = Ground(site.matches, SERVER, CHANNEL), await program(site, HOST, Scope.CALENDAR)
    league, _ladder = await ground.open("league"), await ground.open("ladder")  # which goes on without an end
    assert {one["UID"]: one.start for one in await _calendar(client)} == {
        f"competition-{league.id}-begins@furlong": league.begins_at,
        f"competition-{league.id}-ends@furlong": league.ends_at,
    }
    assert await _calendar(await program(site, BEN, Scope.CALENDAR)) == []
