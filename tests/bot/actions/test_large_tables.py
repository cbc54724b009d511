"""However many matches there are, regular work and frequent requests scan no large table."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.actions import analysis, departures, puzzles, settings
from bot.actions import matches as found
from bot.actions import people as people_actions
from bot.actions.competitions import entries, standings
from bot.actions.heartbeats import Heartbeat
from bot.actions.ratings import leaderboard, profile
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.puzzles import StoredPuzzle
from bot.model.ratings import ALL_ROUND, Field
from bot.model.servers import Server
from bot.records.puzzles import shipped
from bot.store import analysis as stored_analysis
from bot.store import competitions, competitions_due, match_lists, people
from bot.store import puzzles as stored_puzzles
from bot.store import settings as stored_settings
from bot.store.engine.schema.jobs import facts, heartbeats, outages
from bot.store.engine.schema.matches import plans
from bot.store.jobs import queue, server_posts
from tests.bot.actions.lives import FAY, full_life
from tests.bot.matches import Deadlines, tend_competitions
from tests.bot.query_plans import executed, scans
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, FURL, SERVER, Hall, address_of, hall_at, here

WAITING = {
    facts.name,
    outages.name,
    heartbeats.name,
    plans.name,
}
"""The tables with nothing but pending work, or with a row for each shard."""

ONCE_A_MINUTE = "SELECT servers.id \nFROM servers \nWHERE servers.puzzle_channel_id IS NOT NULL "
"""The servers that want a daily puzzle: often most of them."""

BY_INDEX = (
    "SEARCH matches USING COVERING INDEX ",  # they are counted
    "SEARCH matches USING INDEX ix_matches_server_id_state_among_people_deadline_id ",  # the first of a server, or what is open there
)


async def ask(hall: Hall) -> None:
    """Do what people ask for."""
    matches, database = hall.matches, hall.database
    await matches.of_person(FAY, SERVER, State.RUNNING, State.OPEN)
    await found.home(matches, here(FAY), 50, 25)
    await found.next_waiting(matches, FAY, 1)
    await found.waiting_for(matches, replace(here(FAY), channel_id=CHANNEL))
    await matches.running(SERVER, 40)
    await found.person_seen(matches, here(FAY), BEN.id)
    await leaderboard(matches, Field(SERVER, ALL_ROUND), 0, FAY)
    await profile(matches, FAY, SERVER, frozenset())
    table = await hall.open_challenge(host=BEN)
    async with database.write() as connection:
        await stored_settings.call(connection, table, hall.clock())
        claimed = await queue.claim(connection, Kind.CALL, table.id, hall.clock())
        assert claimed is None or await stored_settings.still_wanted(connection, table, [claimed.about_person])
        await stored_settings.note_told(connection, FAY.id, hall.clock())
    async with database.read() as connection:
        await people.unwilling(connection, FAY.id, [BEN.id, CLEO.id])
        await people.blocked_by(connection, FAY.id)
        await stored_settings.lookouts_of(connection, SERVER, FAY.id)
    match = await hall.running(FAY, CLEO, moves=("a4<c4",))
    await matches.offer_draw(here(FAY), match.id)
    await matches.resign(here(CLEO), match.id)


async def _search(hall: Hall) -> None:
    """Search a match for puzzles, and let a person refuse puzzles from their matches."""
    async with hall.database.write() as connection:
        [first, *_others] = await queue.due(connection, [Kind.PUZZLE_SEARCH], hall.clock(), 500)
        claim = await queue.claim(connection, Kind.PUZZLE_SEARCH, first.number, hall.clock())
        assert claim is not None and await stored_puzzles.may_keep(connection, claim.about_match)
        await stored_puzzles.keep(connection, SERVER, claim.about_match, [StoredPuzzle("1", "furl", "")])
        await queue.finish(connection, claim)
        assert await stored_puzzles.find(connection, SERVER, "1") is not None
        await stored_puzzles.of_server(connection, SERVER, "furl")
        puzzle = next(iter(shipped("furl").values()))
        await stored_puzzles.trial(connection, FAY.id, SERVER, puzzle, hall.clock().date(), hall.clock())
        await stored_puzzles.remove_of_person(connection, FAY.id)


async def keep(hall: Hall) -> None:
    """Do the bot's regular work."""
    keeper = Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(minutes=1)))
    for days in (0, 1, 1, 5):
        hall.clock.go_on(days=days)
        await keeper.tend()
    await settings.settle(hall.matches, SERVER, lambda _before: Server(panel_channel_id=5))
    async with hall.database.read() as connection:
        for kind in Kind:
            await queue.due(connection, [kind], hall.clock(), 500)
        await queue.due(connection, tuple(Kind), hall.clock(), 500)
        await queue.backlogs(connection, hall.clock())
        await queue.may_be_due(connection, hall.clock())
        await match_lists.matches_by_state(connection)
    await _search(hall)
    await departures.leave(hall.matches, SERVER)
    hall.clock.go_on(days=40)
    await keeper.tend()
    hall.clock.go_on(days=2)
    await departures.delete(hall.matches, ())


async def compete(hall: Hall) -> None:
    """Play a season from its first day to its last, with everything that people look up in it."""
    [league] = await standings.of_server(hall.matches, SERVER, ADA.id)
    for person in (BEN, CLEO, ADA):
        await entries.join(hall.matches, here(person), league.id)
    for days in (2, 5, 40):
        hall.clock.go_on(days=days)
        await tend_competitions(hall.matches)
        await standings.standings(hall.matches, here(FAY), league.id)
        await standings.division(hall.matches, here(FAY), league.id, None)
    async with hall.database.write() as connection:
        made = [one.match.id for one in await competitions.fixtures_of(connection, league.id) if one.match]
        await competitions_due.note_end(connection, made[0], hall.clock())
        [first, *_others] = await queue.due(connection, [Kind.BULLETIN], hall.clock(), 500)
        assert await queue.claim(connection, Kind.BULLETIN, first.number, hall.clock()) is not None
        await competitions.of_person(connection, SERVER, FAY.id, hall.matches.games)
        await competitions.entered_by(connection, FAY.id)


async def study(hall: Hall) -> None:
    """Do what people learn from: puzzles, lessons, reviews and analysis boards, and the bot's own posts of these."""
    await settings.settle(hall.matches, SERVER, lambda _before: Server(puzzle_channel_id=5))
    await puzzles.lay_out_daily(hall.matches)
    trial = await puzzles.next_puzzle(hall.matches, here(FAY), FURL)
    await puzzles.answer(hall.matches, here(FAY), trial.puzzle, trial.puzzle.best)
    await puzzles.best(hall.matches, SERVER, FURL, 5)
    await people_actions.is_beginner(hall.matches, FAY)
    match = await hall.matches.resign(here(FAY), (await hall.running(FAY, CLEO, moves=("a4<c4",))).id)
    await analysis.write(hall.matches, here(FAY), match.id, "So that was it.")
    await analysis.read(hall.matches, here(FAY), match.id)
    await analysis.board(hall.matches, await hall.matches.load(match.id), FAY)
    today = puzzles.day_of(hall.clock())
    async with hall.database.write() as connection:
        await stored_analysis.review_of(connection, match.id)
        await stored_puzzles.solvers(connection, SERVER, FURL.key, trial.puzzle.id, hall.clock(), 5)
        await server_posts.posted_before(connection, Kind.DAILY_PUZZLE, SERVER, today)
        [one] = await queue.due(connection, [Kind.DAILY_PUZZLE], hall.clock(), 500)
        assert await queue.claim(connection, Kind.DAILY_PUZZLE, one.number, hall.clock()) is not None


async def test_no_large_table_is_gone_through(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = await hall_at(address_of(fresh_file))
    await full_life(hall, monkeypatch)
    with executed() as sent:
        for do in (study, compete, ask, keep):
            before = len(sent)
            await do(hall)
            assert len(sent) > before + 50
    with closing(sqlite3.connect(fresh_file)) as connection:
        gone_through = {(name, one[0]) for one in sent for name in scans(connection, *one)}
    await hall.database.close()
    unexpected = {
        (name, statement)
        for name, statement in gone_through
        if name not in WAITING and not name.startswith(BY_INDEX) and not statement.startswith(ONCE_A_MINUTE)
    }
    assert unexpected == set()
