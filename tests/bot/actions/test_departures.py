"""Servers that the bot has left: their data is kept for thirty days, then deleted; other data is not touched."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import departures, settings
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.competitions.pairing import all_play_all
from bot.model.people import Actor, Person
from bot.model.servers import Server
from bot.model.settings import Preferences, Reach
from bot.model.shards import Shard
from bot.store import competitions as competition_store
from bot.store import outages
from bot.store.engine.schema import METADATA
from bot.store.jobs import boards
from tests.bot.actions.competitions.club import Club
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, ELSEWHERE, FURL, SERVER, Hall, dump, here

DAY = timedelta(days=1)
RATED = Terms(days=3, is_rated=True)


async def fill(hall: Hall) -> None:
    """Matches of Ada with Ben and with Cleo, who has settings, on one server, and of Ada with Dan on another."""
    over = await hall.running(ADA, BEN, terms=RATED, moves=("a4<c4", "e5<e4"))
    await hall.matches.plan(here(ADA), over.id, "b1<b2")
    await hall.matches.resign(here(BEN), over.id)
    offered = await hall.matches.offer_rematch(here(ADA), over.id)
    await hall.matches.accept_offer(here(BEN), over.id, offered.offers[-1].id)
    await hall.running(ADA, CLEO, moves=("a4<c4",))
    await hall.open_challenge()
    await settings.settle(hall.matches, SERVER, lambda _before: Server(panel_channel_id=5))
    await settings.prefer(hall.matches, CLEO, lambda _before: Preferences(Reach.DIRECT))
    league = await Club(hall).league([ADA, BEN, CLEO, Person(5, "Zoe")])
    async with hall.database.write() as connection:
        meetings = all_play_all((ADA.id, BEN.id, CLEO.id), both_sides=False)
        await competition_store.add_fixtures(connection, league.id, meetings)
    other = await hall.matches.propose(Actor(DAN, ELSEWHERE), ELSEWHERE, Proposal(FURL, CHANNEL, (ADA,)))
    await hall.matches.join(Actor(ADA, ELSEWHERE), other.id)
    async with hall.database.write() as connection:
        shown = replace(over, place=replace(over.place, message_id=1))
        await boards.leave(connection, shown, hall.clock())


async def kept(hall: Hall) -> tuple[set[str], set[int]]:
    """The stored names, and the servers of all matches, ratings and settings."""
    tables = await dump(hall.database)
    columns = {(name, "server_id") for name in ("matches", "ratings", "rating_changes")} | {("servers", "id")}
    places = {name: [*METADATA.tables[name].c.keys()].index(column) for name, column in columns}
    return (
        {name for _person_id, name, *_ in tables["people"]},
        {row[place] for name, place in places.items() for row in tables[name]},
    )


async def test_a_server_that_was_left_is_deleted_after_thirty_days_and_nothing_else_is(hall: Hall) -> None:
    await fill(hall)
    before = await dump(hall.database)
    await departures.leave(hall.matches, SERVER)
    hall.clock.at += 30 * DAY - timedelta(seconds=1)
    await departures.delete(hall.matches, {ELSEWHERE})
    assert {**await dump(hall.database), "facts": before["facts"]} == before
    hall.clock.at += timedelta(seconds=1)
    await departures.delete(hall.matches, {ELSEWHERE})
    assert await kept(hall) == ({"Ada", "Cleo", "Dan"}, {ELSEWHERE}), "Cleo still has settings of her own"
    after = await dump(hall.database)
    [match] = after["matches"]
    numbers = {row[0] for name in ("participants", "moves") for row in after[name]}
    assert numbers == {match[0]} and not any(after[name] for name in ("plans", "offers", "old boards"))
    assert not any(after[name] for name in ("competitions", "entrants", "fixtures", "bulletins"))
    assert after["facts"] == before["facts"], "and there is nothing left to do"


async def test_coming_back_within_thirty_days_keeps_everything(hall: Hall) -> None:
    await fill(hall)
    before = await dump(hall.database)
    for comes_back in (
        departures.come_back(hall.matches, SERVER),
        departures.compare(hall.matches, {SERVER, ELSEWHERE}),
    ):
        await departures.leave(hall.matches, SERVER)
        hall.clock.at += 29 * DAY
        await comes_back
        hall.clock.at += 60 * DAY
        await departures.delete(hall.matches, {SERVER, ELSEWHERE})
        assert await dump(hall.database) == before


async def test_a_server_that_was_left_while_the_bot_was_down_is_found_once_and_then_counts(hall: Hall) -> None:
    await fill(hall)
    for _ in range(2):
        await departures.compare(hall.matches, {SERVER})
        hall.clock.at += 15 * DAY
    await departures.delete(hall.matches, {SERVER})
    assert await kept(hall) == ({"Ada", "Ben", "Cleo", "Zoe"}, {SERVER})


async def test_a_server_that_the_bot_is_on_is_never_deleted(hall: Hall) -> None:
    await fill(hall)
    await departures.leave(hall.matches, SERVER)
    hall.clock.at += 40 * DAY
    before = await dump(hall.database)
    await departures.delete(hall.matches, {SERVER})
    assert await dump(hall.database) == before


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY])
async def test_a_clock_that_jumps_deletes_nothing_before_it_can_be_put_right(hall: Hall, jump: timedelta) -> None:
    await fill(hall)
    right = hall.clock.at
    if jump < timedelta():
        hall.clock.at -= jump
    await departures.leave(hall.matches, SERVER)
    if jump < timedelta():  # the clock was ahead and is right now, so the days count from here
        hall.clock.at = right
        await departures.compare(hall.matches, {ELSEWHERE})
        hall.clock.at += 30 * DAY
        await departures.delete(hall.matches, {ELSEWHERE})
        assert (await kept(hall))[1] == {ELSEWHERE}
        return
    hall.clock.at += jump
    async with hall.database.write() as connection:
        await outages.add(connection, {Shard(0, 1): right}, hall.clock())
    await departures.delete(hall.matches, {ELSEWHERE})
    assert (await kept(hall))[1] == {SERVER, ELSEWHERE}
    hall.clock.at += DAY
    await departures.delete(hall.matches, {ELSEWHERE})
    assert (await kept(hall))[1] == {ELSEWHERE}, "nobody has put it right"


async def test_coming_back_while_matches_are_deleted_keeps_the_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(hall)
    monkeypatch.setattr("bot.actions.departures._AT_ONCE", 1)
    await departures.leave(hall.matches, SERVER)
    hall.clock.at += 30 * DAY
    await asyncio.gather(departures.delete(hall.matches, {ELSEWHERE}), departures.come_back(hall.matches, SERVER))
    assert SERVER in (await kept(hall))[1]


async def test_deleting_resumes_after_an_interruption(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(hall)
    monkeypatch.setattr("bot.actions.departures._AT_ONCE", 1)
    monkeypatch.setattr("bot.actions.departures._BATCHES", 2)
    await departures.leave(hall.matches, SERVER)
    hall.clock.at += 30 * DAY
    for left in (3, 1):
        await departures.delete(hall.matches, {ELSEWHERE})
        assert len((await dump(hall.database))["matches"]) == left
    assert (await kept(hall))[1] == {ELSEWHERE}
