"""Everything that deletes rows by itself: which of them go, and which stay."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import insert, select

from bot.model.analysis import Analysis
from bot.model.jobs import Kind
from bot.model.people import FIRST_GUEST, Person
from bot.model.sessions import Session
from bot.model.shards import ALL, Shard
from bot.store import analysis as analysis_store
from bot.store import heartbeats, puzzles, weeks
from bot.store import people as people_store
from bot.store import sessions as session_store
from bot.store import settings as setting_store
from bot.store.engine import facts, processes
from bot.store.engine.database import Connection
from bot.store.engine.schema import jobs as job_tables
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.learning import match_puzzles
from bot.store.engine.schema.matches import analyses, notes
from bot.store.engine.schema.people import blocks, lookouts, page_sessions
from bot.store.heartbeats import SignOfLife
from bot.store.jobs import boards, queue, server_posts
from tests.bot.actions.results import DRAWN, LOST, WON, PastMatch, store
from tests.bot.actions.results import people as crowd
from tests.bot.tables import ADA, BEN, CLEO, ELSEWHERE, SERVER, Hall, update_match

SECOND, MINUTE, HOUR, DAY = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
GUEST: Final = Person(FIRST_GUEST, "Guest")
_Do = Callable[[Connection], Awaitable[object]]


async def _left(hall: Hall, do: _Do, *columns: Any) -> set[Any]:
    """What is in these columns of one table after doing something."""
    async with hall.database.write() as connection:
        await do(connection)
        rows = (await connection.execute(select(*columns))).all()
    return {row[0] if len(columns) == 1 else tuple(row) for row in rows}


async def _over(hall: Hall, count: int, *who: Person, ended_at: datetime | None = None) -> list[int]:
    """The numbers of so many matches that have ended."""
    players = who or (ADA, BEN)
    async with hall.database.write() as connection:
        for person in players:
            await people_store.remember(connection, person)
        return [await store(connection, PastMatch(players, WON, ended_at or hall.clock.at)) for _ in range(count)]


# --- private boards and notes ---


async def _tries(hall: Hall, connection: Connection, match_id: int, person: Person, minute: int) -> None:
    await people_store.remember(connection, person)
    await analysis_store.save(connection, match_id, person.id, Analysis(0, "fen"), hall.clock.at + minute * MINUTE)


async def test_of_the_boards_of_finished_matches_a_person_keeps_the_five_changed_last(hall: Hall) -> None:
    running = await hall.running()
    over = await _over(hall, 7)

    async def do(connection: Connection) -> None:
        await _tries(hall, connection, running.id, ADA, 0)
        await _tries(hall, connection, over[0], BEN, 0)
        for minute, number in enumerate(over[:5], start=1):
            await _tries(hall, connection, number, ADA, minute)
        await _tries(hall, connection, over[0], ADA, 6)
        await _tries(hall, connection, over[5], ADA, 7)

    kept = {(number, ADA.id) for number in (running.id, over[0], *over[2:6])} | {(over[0], BEN.id)}
    assert await _left(hall, do, analyses.c.match_id, analyses.c.person_id) == kept
    again = await _left(hall, lambda one: _tries(hall, one, over[6], ADA, 8), analyses.c.match_id, analyses.c.person_id)
    assert again == kept - {(over[2], ADA.id)} | {(over[6], ADA.id)}


async def test_the_boards_of_one_match_are_deleted_for_everybody(hall: Hall) -> None:
    first, second = await _over(hall, 2)

    async def do(connection: Connection) -> None:
        for person in (ADA, BEN):
            for number in (first, second):
                await _tries(hall, connection, number, person, 0)
        await analysis_store.forget_all(connection, first)

    kept = {(second, ADA.id), (second, BEN.id)}
    assert await _left(hall, do, analyses.c.match_id, analyses.c.person_id) == kept


async def test_an_empty_note_deletes_that_note_alone(hall: Hall) -> None:
    first, second = await _over(hall, 2)

    async def do(connection: Connection) -> None:
        for number, person in ((first, ADA), (first, BEN), (second, ADA)):
            await analysis_store.keep(connection, number, person.id, "hm", hall.clock.at)
        await analysis_store.keep(connection, first, ADA.id, "", hall.clock.at)

    assert await _left(hall, do, notes.c.match_id, notes.c.person_id) == {(first, BEN.id), (second, ADA.id)}


# --- sessions of the page ---


@dataclass(frozen=True)
class _Kept:
    """A session or a link, named by its token."""

    token: str
    minute: int
    person: Person = ADA
    is_link: bool = False
    is_in_discord: bool = False
    expires: timedelta = HOUR


OTHERS: Final = (
    _Kept("link", 0, is_link=True),
    _Kept("in discord", 0, is_in_discord=True),
    _Kept("press", 0, is_link=True, is_in_discord=True),
    _Kept("Ben's", 0, BEN),
    _Kept("Ben's press", 0, BEN, is_link=True, is_in_discord=True),
)
LISTED: Final = tuple(_Kept(f"session {number}", number) for number in range(4))
EXPIRED: Final = _Kept("Ben's old one", 0, BEN, expires=timedelta())
_ALL: Final = {one.token for one in (*OTHERS, *LISTED)}


async def _with_sessions(hall: Hall, connection: Connection, *kept: _Kept) -> None:
    for one in kept:
        await people_store.remember(connection, one.person)
        session = Session(one.person, None, None, hall.clock.at + one.expires, is_in_discord=one.is_in_discord)
        begun_at = hall.clock.at + one.minute * MINUTE
        await session_store.add(connection, one.token, session, begun_at, is_link=one.is_link)


_ENDS: Final[Sequence[tuple[Callable[[Connection, Session, datetime], Awaitable[object]], set[str]]]] = (
    (lambda one, like, now: session_store.end_oldest(one, like, 2, now, is_link=False), {"session 0", "session 1"}),
    (lambda one, like, now: session_store.end_oldest(one, like, 4, now, is_link=False), set()),
    (lambda one, _, now: session_store.use_link(one, "link", now), {"link"}),
    (lambda one, _, now: session_store.use_link(one, "session 1", now), set()),
    (lambda one, _, now: session_store.use_link(one, "press", now), set()),
    (lambda one, like, now: session_store.use_press(one, like.person.id, now), {"press"}),
    (lambda one, _, _now: session_store.end(one, "session 1"), {"session 1"}),
    (lambda one, like, _: session_store.end_all(one, like.person.id), _ALL - {"Ben's", "Ben's press"}),
)


@pytest.mark.parametrize(("do", "gone"), _ENDS)
async def test_what_ends_sessions_and_uses_up_links_leaves_all_others(
    hall: Hall, do: Callable[[Connection, Session, datetime], Awaitable[object]], gone: set[str]
) -> None:
    like = Session(ADA, None, None, hall.clock.at)

    async def run(connection: Connection) -> None:
        await _with_sessions(hall, connection, *OTHERS, *LISTED)
        await do(connection, like, hall.clock.at)

    assert await _left(hall, run, page_sessions.c.token_hash) == _ALL - gone


async def test_a_new_session_deletes_all_that_have_expired(hall: Hall) -> None:
    like = Session(ADA, None, None, hall.clock.at)

    async def run(connection: Connection) -> None:
        await _with_sessions(hall, connection, *OTHERS, *LISTED, EXPIRED)
        await session_store.end_oldest(connection, like, 10, hall.clock.at, is_link=False)

    assert await _left(hall, run, page_sessions.c.token_hash) == _ALL


async def test_the_latest_press_counts_unless_it_has_expired_and_all_are_used_up(hall: Hall) -> None:
    def pressed(minute: int, expires: timedelta) -> _Kept:
        return _Kept(f"press {minute}", minute, is_link=True, is_in_discord=True, expires=expires)

    for latest, found in ((HOUR, HOUR), (timedelta(), None)):
        async with hall.database.write() as connection:
            await _with_sessions(hall, connection, pressed(1, 2 * HOUR), pressed(3, latest), pressed(2, 3 * HOUR))
            used = await session_store.use_press(connection, ADA.id, hall.clock.at)
            assert (used and used.expires_at) == (found and hall.clock.at + found)
            assert await session_store.use_press(connection, ADA.id, hall.clock.at) is None


# --- shards and processes ---


@pytest.mark.parametrize(
    ("known", "total", "kept"),
    [
        ("0/2 1/2 0/1", 1, "0/1"),
        ("0/1 0/2", 2, "0/1 0/2"),
        ("0/1 0/2 1/2", 2, "0/2 1/2"),
        ("0/2 1/2 0/4 1/4", 4, "0/2 1/2 0/4 1/4"),
        ("0/2 1/2 0/4 2/4", 4, "1/2 0/4 2/4"),
        ("0/2 1/2 1/3 2/3", 3, "0/2 1/2 1/3 2/3"),
        ("0/2 1/2 0/3 1/3 2/3", 3, "0/3 1/3 2/3"),
        ("1/4 0/8 1/8 5/8", 8, "0/8 1/8 5/8"),
    ],
)
async def test_the_row_of_a_former_shard_goes_once_all_its_servers_were_heard_of(
    hall: Hall, known: str, total: int, kept: str
) -> None:
    shards = {Shard(*map(int, one.split("/"))): SignOfLife(hall.clock.at) for one in known.split()}

    async def do(connection: Connection) -> None:
        await heartbeats.keep(connection, shards)
        await heartbeats.forget_covered(connection, shards, total)

    found = await _left(hall, do, job_tables.heartbeats.c.number, job_tables.heartbeats.c.total)
    assert {f"{number}/{of}" for number, of in found} == set(kept.split())


async def test_processes_and_facts_are_removed_one_by_one(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        entered = [await processes.enter(connection, ALL, hall.clock.at, hall.database.revision) for _ in range(3)]
        await processes.remove(connection, entered[::2])
        for key in ("test one", "test two"):
            await facts.put(connection, key, "value")
        await facts.remove(connection, "test one")

    assert await _left(hall, do, job_tables.processes.c.id) == {2}
    async with hall.database.read() as connection:
        assert await facts.beginning(connection, "test") == {"test two": "value"}


# --- jobs ---


async def _with_jobs(connection: Connection, now: datetime, *rows: dict[str, Any]) -> None:
    for row in rows:
        await connection.execute(insert(jobs), queue.values(row.pop("kind"), row.pop("server", SERVER), now, **row))


async def _no_jobs(connection: Connection) -> None:
    await connection.execute(jobs.delete())


async def test_boards_of_matches_that_have_ended_are_no_longer_shown(hall: Hall) -> None:
    running = await hall.running()
    [over] = await _over(hall, 1)

    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        for number in (running.id, over):
            for kind in (Kind.BOARD, Kind.NOTICE, Kind.OLD_BOARD):
                await _with_jobs(connection, hall.clock.at, {"kind": kind, "match_id": number})
        await boards.drop_finished(connection)

    kept = {(kind, running.id) for kind in (Kind.BOARD, Kind.NOTICE, Kind.OLD_BOARD)}
    assert await _left(hall, do, jobs.c.kind, jobs.c.match_id) == kept | {(Kind.NOTICE, over), (Kind.OLD_BOARD, over)}


async def test_a_new_simulated_discord_has_no_old_messages(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        await _with_jobs(connection, hall.clock.at, *({"kind": kind} for kind in Kind))
        await boards.forget_old(connection)

    assert await _left(hall, do, jobs.c.kind) == set(Kind) - {Kind.OLD_BOARD, Kind.OLD_NOTICE}


async def test_notices_of_earlier_revisions_go_and_those_of_this_one_stay(hall: Hall) -> None:
    first, second = await _over(hall, 2)

    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        rows = ((Kind.NOTICE, first, 1), (Kind.NOTICE, first, 2), (Kind.NOTICE, second, 1), (Kind.BOARD, first, 1))
        for kind, number, revision in rows:
            await _with_jobs(connection, hall.clock.at, {"kind": kind, "match_id": number, "revision": revision})
        await boards.forget_earlier_notices(connection, first, 2)

    kept = {(Kind.NOTICE, first, 2), (Kind.NOTICE, second, 1), (Kind.BOARD, first, 1)}
    assert await _left(hall, do, jobs.c.kind, jobs.c.match_id, jobs.c.revision) == kept


async def test_a_job_is_removed_by_its_kind_server_and_name(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        for kind in (Kind.NOTICE, Kind.CALL):
            for server in (SERVER, ELSEWHERE):
                for name in ("a", "b"):
                    await _with_jobs(connection, hall.clock.at, {"kind": kind, "server": server, "name": name})
        await queue.remove(connection, Kind.CALL, SERVER, "b")

    found = await _left(hall, do, jobs.c.kind, jobs.c.server_id, jobs.c.name)
    assert len(found) == 7 and (Kind.CALL, SERVER, "b") not in found


async def test_a_post_of_another_day_that_was_never_posted_gives_way(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        await setting_store.lock_server(connection, SERVER)
        puzzle = {"kind": Kind.DAILY_PUZZLE}
        rows = (
            puzzle | {"name": "never posted"},
            puzzle | {"name": "posted", "message_id": 1},
            puzzle | {"name": "elsewhere", "server": ELSEWHERE},
            {"kind": Kind.WEEKLY_REVIEW, "name": "of another kind"},
        )
        await _with_jobs(connection, hall.clock.at, *rows)
        await server_posts.lay_out(connection, Kind.DAILY_PUZZLE, SERVER, "today", hall.clock.at)

    assert await _left(hall, do, jobs.c.name) == {"posted", "elsewhere", "of another kind", "today"}


@pytest.mark.parametrize(
    ("due", "is_moved"),
    [
        (None, True),
        (timedelta(), False),
        (10 * SECOND, False),
        (11 * SECOND, True),
        (4 * MINUTE, True),
        (4 * MINUTE + SECOND, False),
    ],
)
async def test_a_message_kept_up_to_date_is_edited_soon_unless_that_is_due_before_or_put_off(
    hall: Hall, due: timedelta | None, *, is_moved: bool
) -> None:
    now, other = hall.clock.at, hall.clock.at + MINUTE
    before = None if due is None else now + due

    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        for name, due_at in (("this", before), ("other", other)):
            await connection.execute(insert(jobs), queue.values(Kind.PANEL, SERVER, due_at, name=name))
        await queue.touch(connection, queue.named(Kind.PANEL, SERVER, "this"), now, 10 * SECOND)

    found = await _left(hall, do, jobs.c.name, jobs.c.due_at)
    assert found == {("this", now + 10 * SECOND if is_moved else before), ("other", other)}


# --- puzzles, people, subscriptions ---


async def test_puzzles_go_with_their_matches_and_with_the_consent_of_a_player(hall: Hall) -> None:
    [first] = await _over(hall, 1)
    [second] = await _over(hall, 1, BEN, CLEO)
    [third] = await _over(hall, 1, CLEO, ADA)

    async def begin(connection: Connection) -> None:
        await _no_jobs(connection)
        for number in (first, second, third):
            row = {"server_id": SERVER, "puzzle": f"{number}", "match_id": number, "game": "furl", "line": ""}
            await connection.execute(insert(match_puzzles), row)
            for kind in (Kind.PUZZLE_SEARCH, Kind.NOTICE):
                await _with_jobs(connection, hall.clock.at, {"kind": kind, "match_id": number})

    assert await _left(hall, begin, match_puzzles.c.match_id) == {first, second, third}
    left = await _left(hall, lambda one: puzzles.remove_of_matches(one, [second]), match_puzzles.c.match_id)
    assert left == {first, third}
    searched = {(Kind.PUZZLE_SEARCH, first), (Kind.PUZZLE_SEARCH, third)}
    others = {(Kind.NOTICE, number) for number in (first, second, third)}
    left = await _left(hall, lambda one: puzzles.remove_of_person(one, BEN.id), jobs.c.kind, jobs.c.match_id)
    assert left == searched | others
    async with hall.database.read() as connection:
        assert [one.id for one in await puzzles.of_server(connection, SERVER, "furl")] == [f"{third}"]
        assert await puzzles.games_of_server(connection, ELSEWHERE) == frozenset()


async def test_the_puzzles_of_the_latest_three_hundred_are_asked(hall: Hall) -> None:
    first, second = await _over(hall, 2)
    rows = [
        {
            "server_id": SERVER,
            "puzzle": f"{number}",
            "match_id": second if number else first,
            "game": "furl",
            "line": "",
        }
        for number in range(301)
    ]
    async with hall.database.write() as connection:
        await connection.execute(insert(match_puzzles), rows)
        found = {one.id for one in await puzzles.of_server(connection, SERVER, "furl")}
    assert found == {f"{number}" for number in range(1, 301)}


async def test_lifting_a_block_lifts_no_other(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        for person in (ADA, BEN, CLEO):
            await people_store.remember(connection, person)
        for person, blocked in ((ADA, BEN), (ADA, CLEO), (BEN, ADA), (CLEO, BEN)):
            await people_store.block(connection, person.id, blocked.id, hall.clock.at)
        await people_store.unblock(connection, ADA.id, BEN.id)

    kept = {(ADA.id, CLEO.id), (BEN.id, ADA.id), (CLEO.id, BEN.id)}
    assert await _left(hall, do, blocks.c.person_id, blocks.c.blocked_id) == kept


async def test_subscriptions_are_replaced_for_one_person_on_one_server(hall: Hall) -> None:
    async def do(connection: Connection) -> None:
        for person in (ADA, BEN):
            await people_store.remember(connection, person)
        for server, person in ((SERVER, ADA), (ELSEWHERE, ADA), (SERVER, BEN)):
            await setting_store.keep_lookouts(connection, server, person.id, {"furl", "fursaz"})
        await setting_store.keep_lookouts(connection, SERVER, ADA.id, {"playwin"})

    found = await _left(hall, do, lookouts.c.server_id, lookouts.c.person_id, lookouts.c.game)
    others = {(at, who, game) for at, who in ((ELSEWHERE, ADA.id), (SERVER, BEN.id)) for game in ("furl", "fursaz")}
    assert found == {(SERVER, ADA.id, "playwin")} | others


async def test_fifty_subscribers_are_told_those_first_who_were_told_longest_ago(hall: Hall) -> None:
    open_match = await hall.open_challenge()
    everybody = crowd(53)

    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        for person in everybody:
            await people_store.remember(connection, person)
        rows = [
            {
                "server_id": SERVER,
                "game": "furl",
                "person_id": person.id,
                "told_at": None if not nth else hall.clock.at - nth * HOUR,
            }
            for nth, person in enumerate(everybody)
        ]
        elsewhere = [rows[1] | {"server_id": ELSEWHERE}, rows[2] | {"game": "fursaz", "told_at": None}]
        await connection.execute(insert(lookouts), [*rows, *elsewhere])
        await setting_store.call(connection, open_match, hall.clock.at)

    told = await _left(hall, do, jobs.c.person_id)
    assert told == {everybody[0].id} | {person.id for person in everybody[4:]}


@pytest.mark.parametrize(("since", "is_told"), [(HOUR, True), (HOUR - SECOND, False), (-SECOND, True)])
async def test_a_person_is_told_once_an_hour(hall: Hall, since: timedelta, *, is_told: bool) -> None:
    async with hall.database.write() as connection:
        await people_store.remember(connection, ADA)
        await setting_store.keep_lookouts(connection, SERVER, ADA.id, {"furl"})
        assert await setting_store.note_told(connection, ADA.id, hall.clock.at - since) is None
        again = await setting_store.note_told(connection, ADA.id, hall.clock.at)
    assert again == (None if is_told else hall.clock.at - since + HOUR)


# --- what is read back to a limit ---


async def test_a_week_begins_with_its_first_instant_and_ends_before_its_last(hall: Hall) -> None:
    begun = hall.clock.at
    ended = (begun - SECOND, begun, begun + DAY, begun + 2 * DAY - SECOND, begun + 2 * DAY)
    numbers = [(await _over(hall, 1, ended_at=at))[0] for at in ended]
    async with hall.database.read() as connection:
        found = await weeks.results(connection, SERVER, begun, begun + 2 * DAY, hall.matches.games)
    assert [one.id for one in found] == numbers[1:4]


async def test_wins_in_a_row_end_with_the_first_that_was_not_won_alone(hall: Hall) -> None:
    async def row(*places: tuple[int, ...]) -> int:
        async with hall.database.write() as connection:
            for person in (ADA, BEN):
                await people_store.remember(connection, person)
            for place in places:
                hall.clock.go_on(hours=1)
                await store(connection, PastMatch((ADA, BEN), place, hall.clock.at))
            return await weeks.wins_in_a_row(connection, SERVER, ADA.id)

    assert await row() == 0 and await row(LOST, WON, WON) == 2
    assert await row(DRAWN) == 0 and await row(WON) == 1


# --- who is shown a match ---


@pytest.mark.parametrize(
    ("by_player", "players", "readers"),
    [
        (False, (ADA, BEN), {None}),
        (True, (ADA, BEN), {ADA.id, BEN.id}),
        (True, (ADA, GUEST), {ADA.id}),
        (True, (GUEST,), set[int]()),
    ],
)
async def test_a_match_is_shown_once_or_to_each_of_its_people_on_discord_and_to_no_guest(
    hall: Hall, players: tuple[Person, ...], readers: set[int | None], *, by_player: bool
) -> None:
    [number] = await _over(hall, 1, *players)

    async def do(connection: Connection) -> None:
        await _no_jobs(connection)
        await update_match(connection, number, {"by_player": by_player})
        await boards.renew(connection, [number], hall.clock.at)

    assert await _left(hall, do, jobs.c.person_id) == readers
