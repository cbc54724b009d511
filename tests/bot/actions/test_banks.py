"""Matches in which each player has a bank: time for the whole match, to which their turns add."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions.heartbeats import Heartbeat
from bot.actions.playing import make_up_for_delay
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.offer_rules import may_ask_more_time
from bot.model.refusals.matches import TimeIsUp
from bot.model.refusals.offers import NoMoreDays
from bot.model.result import Ending
from rules import GAMES
from tests.bot.actions.test_deadlines import keeper, move, pass_time
from tests.bot.tables import ADA, BEN, Hall, here

WEEK = Terms(bank=7 * 86_400, increment=12 * 3_600)
EVENING = Terms(bank=900, increment=15)
DAY, HOUR, MINUTE, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


async def moved_twice(hall: Hall, terms: Terms) -> Match:
    """A match in which both players have moved."""
    return await move(hall, await move(hall, await hall.running(terms=terms)))


async def test_a_turn_takes_its_time_from_the_bank_and_adds_the_increment(hall: Hall) -> None:
    match = await hall.running(terms=WEEK)
    assert match.deadline == hall.clock.at + 7 * DAY
    hall.clock.go_on(days=2)
    match = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    assert match.banks == (5 * DAY + 12 * HOUR, 7 * DAY) and match.deadline == hall.clock.at + 7 * DAY
    hall.clock.go_on(hours=1)
    match = (await hall.matches.play(here(BEN), match.id, match.position.legal_moves()[0])).match
    assert match.deadline == hall.clock.at + 5 * DAY + 12 * HOUR


async def test_a_player_who_has_used_up_the_bank_loses(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await moved_twice(hall, WEEK)
    await pass_time(hall, 7 * DAY + 13 * HOUR)
    after = await hall.matches.load(match.id)
    assert after.result is not None and after.result.ending is Ending.TIME and after.result.by == match.to_move


async def test_the_press_counts_and_not_when_it_is_read(hall: Hall) -> None:
    match = await hall.running(terms=EVENING)
    pressed_at = hall.clock.at + 10 * SECOND
    hall.clock.go_on(seconds=14)
    match = (await hall.matches.play(replace(here(ADA), asked_at=pressed_at), match.id, "a4<c4")).match
    assert match.banks[0] == 15 * MINUTE + 5 * SECOND and match.deadline == pressed_at + 15 * MINUTE


async def test_a_press_in_time_is_played_though_it_is_read_late(hall: Hall) -> None:
    match = await hall.running(terms=EVENING)
    pressed_at = hall.clock.at + 15 * MINUTE - SECOND
    hall.clock.go_on(minutes=15, seconds=2)
    await keeper(hall).tend()
    match = (await hall.matches.play(replace(here(ADA), asked_at=pressed_at), match.id, "a4<c4")).match
    assert match.banks[0] == 16 * SECOND


async def test_a_press_that_comes_too_late_is_refused_and_the_match_ends(hall: Hall) -> None:
    match = await moved_twice(hall, EVENING)
    hall.clock.go_on(minutes=15, seconds=30)
    with pytest.raises(TimeIsUp):
        await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])
    hall.clock.go_on(seconds=10)
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert after.state is State.FINISHED and after.result is not None and after.result.by == ADA


async def test_an_outage_is_credited_before_the_first_press_after_it(hall: Hall) -> None:
    heartbeat = Heartbeat(hall.matches, MINUTE)
    await heartbeat.beat()
    match = await hall.running(terms=EVENING)
    hall.clock.go_on(minutes=10)
    await heartbeat.catch_up()
    hall.clock.go_on(seconds=20)
    match = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    assert match.banks[0] == 14 * MINUTE + 55 * SECOND


async def test_a_takeback_gives_back_the_increment_and_leaves_what_was_used_used(hall: Hall) -> None:
    match = await hall.running(terms=WEEK)
    hall.clock.go_on(days=1)
    await hall.matches.play(here(ADA), match.id, "a4<c4")
    hall.clock.go_on(days=2)
    asked = await hall.matches.ask_takeback(here(ADA), match.id)
    taken = await hall.matches.accept_offer(here(BEN), match.id, asked.open_offers[0].id)
    assert taken.banks == (6 * DAY, 5 * DAY) and taken.deadline == hall.clock.at + 6 * DAY


async def test_a_bank_runs_on_through_a_turn_of_several_moves(hall: Hall) -> None:
    match = await hall.running(game=GAMES["furbowl"], terms=WEEK)
    longest, chance = 0, random.Random(1)
    for _entry in range(60):
        before = match
        hall.clock.go_on(minutes=1)
        assert match.to_move is not None
        token = chance.choice(match.position.legal_moves())
        match = (await hall.matches.play(here(match.to_move), match.id, token)).match
        if match.state is State.FINISHED:  # as real dice may have it
            break
        assert before.clock is not None and match.clock is not None
        if match.to_move == before.to_move:
            longest += 1
            assert match.clock.began_at == before.clock.began_at and match.banks == before.banks
        else:
            assert match.clock.began_at == hall.clock.at
    assert longest, "no turn of Furbowl had several moves"


async def test_in_a_match_for_one_sitting_a_player_is_reminded_once_and_gets_no_day_even_if_that_comes_late(
    hall: Hall,
) -> None:
    await keeper(hall).tend()
    match = await moved_twice(hall, EVENING)
    assert match.to_move == ADA and match.deadline is not None
    await pass_time(hall, 12 * MINUTE + 12 * SECOND)
    reminded = await hall.matches.load(match.id)
    assert reminded.clock is not None and reminded.clock.is_reminded and reminded.state is State.RUNNING
    async with hall.matches.change(match.id) as change:
        make_up_for_delay(change, ADA.id)
    assert (await hall.matches.load(match.id)).deadline == match.deadline


async def test_in_a_match_for_one_sitting_nobody_gets_another_day(hall: Hall) -> None:
    match = await hall.running(terms=EVENING)
    assert not may_ask_more_time(match)
    with pytest.raises(NoMoreDays):
        await hall.matches.more_time(here(BEN), match.id)
