"""Playing and resigning in a running match."""

import asyncio
import random
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event, select

from bot.actions import follows, playing
from bot.model.clock import Terms
from bot.model.follows import MOVES_LATE
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals import BeforeRestore
from bot.model.refusals.matches import (
    NotAbandoned,
    StaleBoard,
)
from bot.model.result import Ending, Result
from bot.store import follows as follow_store
from bot.store.engine.schema.matches import matches
from bot.texts import boards as board_texts
from rules.record import steps
from tests.bot import queue
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, FURL, SERVER, Hall, dump, here, statements


async def news(hall: Hall, match: Match) -> list[bool]:
    """Whether each announcement of a match asks for a new message."""
    return await queue.news(hall.database, match.id)


async def test_who_moves_next_is_stored_for_lists(hall: Hall) -> None:
    match = await hall.running()
    for expected in (ADA.id, BEN.id, ADA.id):
        async with hall.database.read() as connection:
            stored = await connection.scalar(select(matches.c.to_move_id).where(matches.c.id == match.id))
        assert stored == expected
        person = ADA if stored == ADA.id else BEN
        move = (await hall.matches.load(match.id)).position.legal_moves()[0]
        await hall.matches.play(here(person), match.id, move)


async def test_a_whole_random_game_is_what_a_replay_of_its_moves_gives(hall: Hall) -> None:
    generator, match = random.Random(5), await hall.running()
    while match.state is State.RUNNING:
        assert match.to_move is not None
        move = generator.choice(match.position.legal_moves())
        match = (await hall.matches.play(here(match.to_move), match.id, move, revision=match.ply)).match
        *_, last = steps(FURL, 2, match.history.tokens)
        assert (match.position, match.history.last_turn) == (last.after, (last,))
    outcome = match.position.outcome()
    assert outcome is not None
    assert match.result == Result(Ending.RULES, outcome.places, outcome.points)
    assert match.to_move is None
    assert match.ply > 10


async def test_a_click_on_an_old_board_is_refused_with_the_present_one(hall: Hall) -> None:
    match = await hall.running(moves=["a4<c4", "e1<e2"])
    for ply in (0, 1):
        async with hall.refusing(StaleBoard) as caught:
            await hall.matches.play(here(ADA), match.id, "a1<a2", revision=ply)
        assert caught.value.match == match
    async with hall.refusing(BeforeRestore):
        await hall.matches.play(here(ADA), match.id, "a1<a2", revision=3)
    assert (await hall.matches.play(here(ADA), match.id, "a1<a2", revision=2)).match.ply == 3


async def test_a_double_click_plays_once(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    await hall.matches.play(here(ADA), match.id, "more", revision=0)
    async with hall.refusing(StaleBoard):
        await hall.matches.play(here(ADA), match.id, "more", revision=0)


async def test_a_match_that_goes_nowhere_is_a_draw_in_the_end(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.match.LONGEST_RECORD", 6)
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS)
    match = await hall.matches.resign(here(CLEO), match.id)
    for _ in range(2):
        for person in (ADA, BEN):
            assert (
                "After 3,000 steps this match ends as a draw." in board_texts.almost_endless(match)
                and match.state is State.RUNNING
            )
            match = (await hall.matches.play(here(person), match.id, "on")).match
    assert board_texts.almost_endless(match).endswith("So far there are 5.")
    match = (await hall.matches.play(here(ADA), match.id, "hop")).match
    assert match.state is State.FINISHED and match.result is not None and match.clock is None
    assert (match.result.ending, match.result.places, match.result.by) == (Ending.ENDLESS, (1, 1, 3), None)
    assert board_texts.ending(match) == "The match is a draw: after 7 steps there was no end in sight."


async def test_three_play_in_turn_until_the_rules_end_it(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=STICKS)
    movers = list[Person]()
    while match.to_move is not None:
        movers.append(match.to_move)
        hall.clock.go_on(hours=1)
        match = (await hall.matches.play(here(match.to_move), match.id, "one")).match
    assert movers == [ADA, BEN, CLEO, ADA, BEN, CLEO, ADA]
    assert match.state is State.FINISHED
    assert match.result == Result(Ending.RULES, (1, 2, 2), (0, 10, 20))
    assert match.outcome is not None and match.outcome.reason == "took the last stick"
    assert match.changed_at == hall.clock.at
    assert (await news(hall, match))[-1] is True


async def test_a_move_costs_as_few_statements_late_in_a_match_as_at_its_beginning(hall: Hall) -> None:
    match = await hall.running()
    costs = list[int]()
    for _ in range(9):
        assert match.to_move is not None
        with statements() as sent:
            match = (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[-1])).match
        costs.append(len([statement for statement in sent if not statement.startswith("BEGIN")]))
    assert max(costs) == min(costs) <= 13


async def test_a_move_costs_no_more_where_followers_are_told_of_the_end_alone_or_have_yet_to_look(hall: Hall) -> None:
    async def cost(match: Match) -> int:
        assert match.to_move is not None
        with statements() as sent:
            await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[-1])
        return len(sent)

    match = await hall.running()
    usual = await cost(match)
    await follows.follow_match(hall.matches, here(CLEO), match)
    assert await cost(await hall.matches.load(match.id)) == usual
    [followed] = await follows.of_person(hall.matches, CLEO, None)
    await follows.switch_moves(hall.matches, CLEO, followed.id)
    costs = [await cost(await hall.matches.load(match.id)) for _ in range(MOVES_LATE + 1)]
    assert costs == [*[usual] * MOVES_LATE, usual + 2], "once there is something to tell: who is told, and their jobs"
    async with hall.database.write() as connection:
        await follow_store.note_told(connection, CLEO.id, SERVER, hall.matches.now(), None, [match.id])
    assert await cost(await hall.matches.load(match.id)) == usual


@contextmanager
def cancelling(task_of: list[asyncio.Task[object]], at: int) -> Generator[None]:
    """Cancels a task when it sends its statement number `at`; the commit counts as the last one."""
    sent = 0

    def count(*_details: object) -> None:
        nonlocal sent
        sent += 1
        if sent == at:
            task_of[0].cancel()

    for moment in ("before_cursor_execute", "commit"):
        event.listen(Engine, moment, count)
    try:
        yield
    finally:
        for moment in ("before_cursor_execute", "commit"):
            event.remove(Engine, moment, count)


@pytest.mark.usefixtures("threads")
async def test_a_move_that_is_cancelled_at_any_moment_is_played_whole_or_not_at_all(hall: Hall) -> None:
    started = await hall.running()
    with statements() as sent:
        await hall.matches.play(here(ADA), started.id, "a4<c4")
    cancelled, results = 0, set[str]()
    for at in range(1, len(sent) + 6):
        match = await hall.running()
        before = await dump(hall.database)
        tasks = list[asyncio.Task[object]]()
        with cancelling(tasks, at):
            tasks.append(asyncio.create_task(hall.matches.play(here(ADA), match.id, "a4<c4")))
            (result,) = await asyncio.gather(*tasks, return_exceptions=True)
        cancelled += isinstance(result, asyncio.CancelledError)
        if await dump(hall.database) == before:
            results.add("nothing")
            await hall.matches.play(here(ADA), match.id, "a4<c4")  # and nothing is locked
        else:
            results.add("whole")
        after = await hall.matches.load(match.id)
        assert (after.history.tokens, after.to_move) == (("a4<c4",), BEN)
        assert await news(hall, match) == [True, True, True]
    assert cancelled >= len(sent) >= 4, "at each of its statements, and when it is committed"
    assert results == {"nothing", "whole"}


async def test_nobody_is_taken_out_for_another_player_who_has_left_the_server(hall: Hall) -> None:
    match = await hall.running(terms=Terms(), moves=("a4<c4",))
    waits, absent = here(match.players[0]), match.to_move
    assert absent is not None
    hall.clock.go_on(days=2)
    async with hall.refusing(NotAbandoned), hall.matches.change(match.id, waits) as change:
        playing.call_off(change, waits.person, waits.person.id)
    async with hall.matches.change(match.id, waits) as change:
        playing.call_off(change, waits.person, absent.id)
    assert change.match.state is State.CALLED_OFF
