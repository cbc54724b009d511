"""What reads before it writes counts each of six that do it at once, on several connections to one database."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final, TypeVar

import pytest
from sqlalchemy import select

from bot.actions import analysis, challenges, departures, offers, people, puzzles, sessions, settings, startup
from bot.actions.competitions import entries
from bot.actions.competitions import standings as competition_standings
from bot.actions.heartbeats import Heartbeat
from bot.actions.shards import Holding, ShardsHeld
from bot.model.analysis import Analysis
from bot.model.challenges import MOST_ALONE, MOST_INVITATIONS, Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.puzzles import Puzzle
from bot.model.ratings import Skill, rated
from bot.model.refusals import Refusal
from bot.model.sessions import MOST_SESSIONS
from bot.model.settings import QuietHours, Sharing
from bot.model.shards import ALL
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import MOST_AT_ONCE
from bot.records.puzzles import shipped
from bot.store import competitions as competition_store
from bot.store import puzzles as stored_puzzles
from bot.store.engine.schema.learning import puzzle_ratings
from bot.store.engine.schema.matches import matches
from bot.store.engine.statements import made
from bot.store.jobs import queue
from players.characters import MOLE
from rules.core import Move, Seat
from tests.bot.actions.competitions.club import Club, crowd
from tests.bot.queue import stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CHANNEL, FURL, SERVER, Hall, here

SIX: Final = 6
DAY: Final = date(2030, 1, 1)
_Result = TypeVar("_Result")


async def at_once(do: Callable[[int], Awaitable[_Result]], times: int = SIX) -> list[_Result]:
    """The results of doing something so many times at once, each with its number; refusals are left out."""
    found = await asyncio.gather(*(do(number) for number in range(times)), return_exceptions=True)
    for result in found:
        if isinstance(result, BaseException) and not isinstance(result, Refusal):
            raise result
    return [result for result in found if not isinstance(result, BaseException)]


# --- puzzles ---


def _some_puzzles() -> Sequence[Puzzle]:
    return sorted(shipped("furl").values(), key=lambda puzzle: puzzle.id)


def _wrong(puzzle: Puzzle) -> Sequence[Move]:
    return [move for move in puzzle.position.legal_moves() if move != puzzle.best]


async def test_each_of_six_wrong_answers_of_one_person_is_counted(hall: Hall) -> None:
    puzzle = _some_puzzles()[0]
    wrong = _wrong(puzzle)
    await at_once(lambda number: puzzles.answer(hall.matches, here(ADA), puzzle, wrong[number]))
    assert (await puzzles.find(hall.matches, here(ADA), FURL, puzzle.id)).attempt.wrong == SIX


async def test_each_of_six_puzzles_that_one_person_answers_is_counted(hall: Hall) -> None:
    some = _some_puzzles()
    await at_once(lambda number: puzzles.answer(hall.matches, here(ADA), some[number], some[number].best))
    async with hall.database.read() as connection:
        standing = await stored_puzzles.standing(connection, SERVER, FURL.key, ADA.id)
    assert (standing.tried, standing.solved, standing.longest) == (SIX, SIX, SIX)


async def test_each_of_six_people_who_answer_a_puzzle_changes_its_rating(hall: Hall) -> None:
    puzzle, wrong = _some_puzzles()[0], _wrong(_some_puzzles()[0])[0]
    await at_once(lambda number: puzzles.answer(hall.matches, here(crowd(SIX)[number]), puzzle, wrong))
    expected = puzzle.first_skill
    for _ in range(SIX):
        expected = rated((Skill(), expected), (2, 1))[1]
    async with hall.database.read() as connection:
        found = made(Skill, (await connection.execute(select(puzzle_ratings))).one())
    assert found.mu == pytest.approx(expected.mu) and found.sigma == pytest.approx(expected.sigma)


async def test_reading_a_puzzle_never_fails_while_its_answers_are_stored(hall: Hall) -> None:
    puzzle = _some_puzzles()[0]
    wrong = _wrong(puzzle)

    async def read_and_answer(number: int) -> None:
        await puzzles.answer(hall.matches, here(ADA), puzzle, wrong[number % len(wrong)])
        for _ in range(5):
            await puzzles.find(hall.matches, here(ADA), FURL, puzzle.id)

    await at_once(read_and_answer, 16)


async def test_all_the_seconds_that_nine_searches_took_are_counted(hall: Hall) -> None:
    async def add(_number: int) -> None:
        async with hall.database.write() as connection:
            await stored_puzzles.add_seconds_searched(connection, DAY, 1.0)

    await at_once(add, 9)
    async with hall.database.read() as connection:
        assert await stored_puzzles.seconds_searched(connection, DAY) == 9


async def test_no_puzzle_stays_of_a_person_who_refuses_them_while_some_are_found(hall: Hall) -> None:
    ended = [await hall.matches.resign(here(BEN), (await hall.running()).id) for _ in range(SIX)]
    jobs = [job for job in await stored_jobs(hall.database, Kind.PUZZLE_SEARCH) if job.match_id is not None]
    assert len(jobs) == len(ended)

    async def find_or_refuse(number: int) -> None:
        if number == SIX:
            await settings.prefer(hall.matches, BEN, lambda liked: replace(liked, sharing=Sharing.NEVER))
            return
        async with hall.database.write() as connection:
            claim = await queue.claim(connection, Kind.PUZZLE_SEARCH, jobs[number].id, hall.clock())
        assert claim is not None
        found = [stored_puzzles.StoredPuzzle(f"puzzle {number}", FURL.key, "line")]
        await puzzles.note_search(hall.matches, claim, found, 1.0)

    await at_once(find_or_refuse, SIX + 1)
    async with hall.database.read() as connection:
        assert not await stored_puzzles.of_server(connection, SERVER, FURL.key)


# --- boards to try on, lessons, vacations, blocks ---


async def test_of_six_changes_of_a_new_board_as_it_was_seen_one_is_made(hall: Hall) -> None:
    match = await hall.running()
    moves = match.position.legal_moves()

    async def play(number: int) -> analysis.AnalysisBoard:
        return await analysis.change(hall.matches, match, ADA, 0, lambda tried: tried.played(moves[number]))

    boards = await at_once(play)
    assert [board.turnout for board in boards].count(None) == 1
    assert (await analysis.board(hall.matches, match, ADA)).analysis.revision == 1


async def test_a_board_that_is_begun_anew_by_six_at_once_loses_no_move_made_on_it(hall: Hall) -> None:
    match = await hall.matches.resign(here(BEN), (await hall.running(moves=("a4<c4", "e5<e4"))).id)
    await analysis.begin(hall.matches, match, ADA, 2)

    def tried(board: Analysis) -> Analysis:
        return board.played(board.history(match.history).position.legal_moves()[0])

    async def begin_or_play(number: int) -> analysis.AnalysisBoard:
        if number:
            return await analysis.begin(hall.matches, match, ADA, number % 3)
        return await analysis.change(hall.matches, match, ADA, 0, tried)

    boards = await at_once(begin_or_play)
    changes = {board.analysis.revision: board.analysis for board in boards if board.turnout is None}
    assert (await analysis.board(hall.matches, match, ADA)).analysis == changes[max(changes)]


async def test_each_of_six_lessons_done_at_once_is_kept(hall: Hall) -> None:
    await at_once(lambda number: people.finish_lesson(hall.matches, ADA, FURL.key, number))
    assert set(await people.lessons_done(hall.matches, ADA, FURL.key)) == set(range(SIX))


async def test_six_presses_on_going_on_vacation_are_one_vacation(hall: Hall) -> None:
    await at_once(lambda _number: people.go_on_vacation(hall.matches, ADA, 3))
    standing = await people.vacation_standing(hall.matches, ADA.id)
    assert standing.running is not None and standing.running.ended_at == hall.clock.at + timedelta(days=3)
    budget = (await people.vacation_standing(hall.matches, BEN.id)).left
    assert standing.left == tuple((year, left - timedelta(days=3)) for year, left in budget)


async def test_nobody_blocks_more_people_than_the_limit_by_doing_it_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_BLOCKED", 2)
    await at_once(lambda number: people.block(hall.matches, ADA, crowd(SIX)[number]))
    assert len(await people.blocked_by(hall.matches, ADA)) == 2


# --- settings ---


async def test_six_settings_of_a_person_changed_at_once_are_all_kept(hall: Hall) -> None:
    changes: list[dict[str, Any]] = [
        {"time_zone": "Asia/Tokyo"},
        {"quiet": QuietHours(60, 120)},
        {"sharing": Sharing.NAMED},
        {"language": "de"},
    ]

    async def prefer(number: int) -> None:
        if number < len(changes):
            await settings.prefer(hall.matches, ADA, lambda liked: replace(liked, **changes[number]))
        else:
            await settings.note_discord_language(hall.matches, ADA.id, "fr")

    await settings.prefer(hall.matches, ADA, lambda liked: liked)
    await at_once(prefer)
    liked = await settings.of_person(hall.matches, ADA.id)
    assert (liked.time_zone, liked.quiet, liked.sharing) == ("Asia/Tokyo", QuietHours(60, 120), Sharing.NAMED)
    assert (liked.language, liked.discord_language) == ("de", "fr")


async def test_six_settings_of_a_server_changed_at_once_are_all_kept(hall: Hall) -> None:
    changes: list[dict[str, Any]] = [
        {"days": 5},
        {"uses_threads": True},
        {"theme": "night"},
        {"challenge_days": 2},
        {"has_public_pages": True},
        {"language": "de"},
    ]
    await at_once(lambda number: settings.settle(hall.matches, SERVER, lambda known: replace(known, **changes[number])))
    found = await settings.of_server(hall.matches, SERVER)
    assert all(getattr(found, name) == value for change in changes for name, value in change.items())


# --- sessions ---


async def test_a_press_that_opens_the_page_inside_discord_leads_to_its_match_once(hall: Hall) -> None:
    match = await hall.running()
    await sessions.link(hall.matches, here(ADA), CHANNEL, match.id, is_in_discord=True)
    begun = await at_once(lambda _number: sessions.begin_in_discord(hall.matches, ADA, SERVER))
    assert [found for _token, found in begun].count(match.id) == 1


async def test_a_link_that_is_used_six_times_at_once_begins_one_session(hall: Hall) -> None:
    token = await sessions.link(hall.matches, here(ADA), CHANNEL)
    assert len(await at_once(lambda _number: sessions.begin(hall.matches, token))) == 1


async def test_nobody_has_more_sessions_than_the_limit_by_beginning_them_at_once(hall: Hall) -> None:
    await people.finish_lesson(hall.matches, ADA, FURL.key, 0)  # so that she is known
    await at_once(lambda _number: sessions.begin_in_discord(hall.matches, ADA, SERVER), MOST_SESSIONS + SIX)
    _in_browsers, inside = await sessions.begun(hall.matches, ADA.id)
    assert len(inside) == MOST_SESSIONS


# --- matches ---


async def test_an_outage_credited_while_people_move_leaves_the_clocks_of_the_next_players(hall: Hall) -> None:
    running = [await hall.running(terms=Terms(3)) for _ in range(2 * SIX)]
    heartbeat = Heartbeat(hall.matches, timedelta(seconds=30))
    await heartbeat.beat()
    hall.clock.go_on(hours=5)
    shards = await heartbeat.beat()

    async def move_or_credit(number: int) -> None:
        if number == len(running):
            await heartbeat.credit(shards)
        else:
            await hall.matches.play(here(ADA), running[number].id, "a4<c4")

    await at_once(move_or_credit, len(running) + 1)
    for match in running:
        clock = (await hall.matches.load(match.id)).clock
        assert clock is not None and clock.began_at == hall.clock.at


async def test_nobody_plays_more_matches_alone_than_the_limit_by_filling_challenges_at_once(hall: Hall) -> None:
    alone = Proposal(FURL, CHANNEL, seated(MOLE, 1), Seat(0))
    for _ in range(MOST_ALONE - 1):
        await hall.matches.propose(here(ADA), SERVER, alone)
    tables = [await hall.open_challenge() for _ in range(challenges.MOST_OPEN)]

    async def fill(number: int) -> None:
        if number == len(tables):
            await hall.matches.propose(here(ADA), SERVER, alone)
            return
        async with hall.matches.joining(tables[number].id, here(ADA)) as change:
            challenges.fill(change, ADA, MOLE)

    assert len(await at_once(fill)) == 1


async def test_a_server_has_no_more_matches_by_vote_than_the_limit_by_six_hosts_at_once(hall: Hall) -> None:
    proposal = Proposal(FURL, CHANNEL, seated(MOLE, 1), Seat(0), terms=Terms(3, vote_minutes=60), channels=(EVERYBODY,))
    begun = await at_once(lambda number: hall.matches.propose(here(crowd(SIX)[number]), SERVER, proposal))
    assert len(begun) == MOST_AT_ONCE


async def test_nobody_is_asked_for_more_rematches_than_the_limit_by_six_at_once(hall: Hall) -> None:
    over = [await hall.matches.resign(here(BEN), (await hall.running(game=ROUNDS)).id) for _ in range(SIX)]
    hall.clock.go_on(days=2)

    async def offer(number: int) -> Match:
        async with hall.matches.joining(over[number].id, here(ADA)) as change:
            offers.offer_rematch(change, here(ADA))
        return change.match

    assert len(await at_once(offer)) == MOST_INVITATIONS


async def test_nobody_has_more_challenges_waiting_than_the_limit_by_posting_them_at_once(hall: Hall) -> None:
    assert len(await at_once(lambda _number: hall.open_challenge())) == challenges.MOST_OPEN


# --- competitions, jobs, processes ---


async def test_a_competition_has_no_more_entrants_than_it_takes_by_joining_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await Club(hall).league([])
    monkeypatch.setattr(type(league.regulations), "most_entrants", 4)
    await at_once(lambda number: entries.join(hall.matches, here(crowd(SIX)[number]), league.id))
    async with hall.database.read() as connection:
        assert len(await competition_store.entrants_of(connection, league.id)) == 4


async def test_of_six_people_who_open_the_same_competition_at_once_one_does(hall: Hall) -> None:
    assert len(await at_once(lambda _number: Club(hall).league([]))) == 1


async def test_of_two_messages_of_a_competition_that_are_refused_at_once_one_is_the_first(hall: Hall) -> None:
    club = Club(hall)
    await club.begin(await club.league(crowd(8)))
    bulletins = await stored_jobs(hall.database, Kind.BULLETIN)
    claims: list[Claim] = []
    for job in bulletins:
        async with hall.database.write() as connection:
            claim = await queue.claim(connection, Kind.BULLETIN, job.id, hall.clock())
        assert claim is not None
        claims.append(claim)
    assert len(claims) > 1
    first = await at_once(lambda number: competition_standings.refuse(hall.matches, claims[number]), len(claims))
    assert first.count(True) == 1


async def test_of_six_who_claim_a_job_at_once_one_has_it(hall: Hall) -> None:
    match = await hall.matches.resign(here(BEN), (await hall.running()).id)

    async def claim(number: int) -> object:
        async with hall.database.write() as connection:
            if number % 2:
                return await queue.claim(connection, Kind.BOARD, match.id, hall.clock())
            return await queue.claim(connection, Kind.PUZZLE_SEARCH, jobs[0].id, hall.clock())

    jobs = await stored_jobs(hall.database, Kind.PUZZLE_SEARCH)
    claims = await at_once(claim)
    assert [found is not None for found in claims[::2]].count(True) == 1
    assert [found is not None for found in claims[1::2]].count(True) == 1


async def test_six_shards_that_connect_at_once_get_six_turns(hall: Hall) -> None:
    apart = timedelta(seconds=5)
    turns = await at_once(lambda _number: startup.time_until_turn(hall.matches, 0, apart))
    assert sorted(turns) == [number * apart for number in range(SIX)]


async def test_of_six_processes_that_start_at_once_one_holds_the_shards(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines = iter(range(SIX))
    monkeypatch.setattr("bot.store.engine.processes.this_machine", lambda: f"machine {next(machines, SIX)}")

    async def no_wait(_seconds: float) -> None:
        raise ShardsHeld(ALL, "another")

    async def hold(_number: int) -> bool:
        try:
            await Holding(hall.database, ALL, now=hall.clock, wait=no_wait).take()
        except ShardsHeld:
            return False
        return True

    assert (await at_once(hold)).count(True) == 1


async def test_a_server_that_is_back_loses_nothing_that_was_about_to_be_deleted(hall: Hall) -> None:
    for _ in range(SIX):
        await hall.matches.resign(here(BEN), (await hall.running()).id)
    await departures.leave(hall.matches, SERVER)
    hall.clock.go_on(days=31)
    left = list[int]()

    async def delete_or_return(number: int) -> None:
        if number:
            await departures.delete(hall.matches, ())
        else:
            await departures.come_back(hall.matches, SERVER)
            left.append(await _count(hall))

    await at_once(delete_or_return)
    assert await _count(hall) == left[0]


async def _count(hall: Hall) -> int:
    """How many matches are stored."""
    async with hall.database.read() as connection:
        return len((await connection.scalars(select(matches.c.id))).all())
