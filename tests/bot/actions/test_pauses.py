"""A pause by agreement: clocks stand until its day, until a player ends it, or until a move."""

from datetime import timedelta

import pytest

from bot.actions import playing
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.result import Ending
from rules.core import Move
from tests.bot.actions.test_deadlines import keeper, move, pass_time
from tests.bot.queue import news
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, Hall, here, statements

THREE_DAYS = Terms(days=3)
WEEK = Terms(bank=7 * 86_400, increment=12 * 3_600)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


async def paused(hall: Hall, *, terms: Terms = THREE_DAYS, days: int = 14) -> Match:
    """A match of Ada, who is to move, and Ben, in which both have moved and have agreed on a pause; the bot runs."""
    await keeper(hall).tend()
    match = await move(hall, await move(hall, await hall.running(terms=terms)))
    return await agree(hall, match, days=days)


async def agree(hall: Hall, match: Match, *others: Person, days: int = 14) -> Match:
    """The match once Ada has asked for a pause and Ben, or all others named, have accepted."""
    asking = await hall.matches.offer_pause(here(ADA), match.id, days)
    for other in others or (BEN,):
        asking = await hall.matches.accept_offer(here(other), match.id, asking.offers[-1].id)
    return asking


async def test_on_its_day_the_clock_begins_anew_and_the_player_to_move_is_told(hall: Hall) -> None:
    match = await paused(hall, days=14)
    assert match.pause is not None and match.pause.due_at is not None
    hall.clock.at = match.pause.due_at
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert after.pause is None and after.deadline == hall.clock.at + 3 * DAY
    assert (await news(hall.database, match.id))[-1], "in a new message"
    await pass_time(hall, 4 * DAY)
    over = await hall.matches.load(match.id)
    assert over.result is not None and over.result.ending is Ending.TIME, "nobody is held for ever"


async def test_a_bank_stands_still_in_a_pause(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await move(hall, await move(hall, await hall.running(terms=WEEK)))
    hall.clock.go_on(days=2)
    match = await agree(hall, match)
    hall.clock.go_on(days=9)
    await hall.matches.end_pause(here(ADA), match.id)
    hall.clock.go_on(days=1)
    after = await move(hall, await hall.matches.load(match.id))
    assert after.banks[0] == 7 * DAY + 12 * HOUR - 3 * DAY + 12 * HOUR


async def test_a_bank_that_is_nearly_empty_has_a_day_after_a_pause_that_the_opponent_ends(hall: Hall) -> None:
    for person, left in ((ADA, HOUR), (BEN, DAY + HOUR)):
        match = await move(hall, await move(hall, await hall.running(terms=WEEK)))
        hall.clock.go_on(days=7, hours=11)
        match = await agree(hall, match)
        hall.clock.go_on(days=1)
        assert (await hall.matches.end_pause(here(person), match.id)).deadline == hall.clock.at + left


@pytest.mark.parametrize(("played", "left"), [(6 * DAY + 12 * HOUR, DAY), (6 * DAY + 13 * HOUR, DAY + 23 * HOUR)])
async def test_a_bank_with_a_day_left_is_enough_and_one_with_less_has_a_day_more_after_a_pause(
    hall: Hall, played: timedelta, left: timedelta
) -> None:
    await keeper(hall).tend()
    match = await move(hall, await move(hall, await hall.running(terms=WEEK)))
    hall.clock.at += played
    await agree(hall, match)
    assert (await hall.matches.end_pause(here(BEN), match.id)).deadline == hall.clock.at + left


async def test_a_bank_that_is_nearly_empty_has_a_day_after_a_pause_that_the_opponent_ends_by_a_move(hall: Hall) -> None:
    match = await move(hall, await hall.running(terms=WEEK))
    hall.clock.go_on(days=6, hours=23)
    match = await agree(hall, await move(hall, match))
    hall.clock.go_on(days=5)
    after = await move(hall, match)
    assert after.to_move == BEN and after.banks[1] == 13 * HOUR
    assert after.deadline is not None and after.deadline - hall.clock.at >= DAY


async def test_who_is_called_back_because_another_leaves_is_told_and_has_a_day(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS, moves=["on", "on", "on"], terms=WEEK)
    hall.clock.go_on(days=7, hours=11)
    match = await agree(hall, match, BEN, CLEO)
    hall.clock.go_on(days=1)
    after = await hall.matches.resign(here(CLEO), match.id)
    assert after.to_move == ADA and after.pause is None and after.banks[0] == HOUR
    assert after.deadline == hall.clock.at + DAY + HOUR
    assert (await news(hall.database, match.id))[-1], "in a new message"


async def test_a_pause_outlasts_a_player_to_move_who_leaves_until_a_character_moves_for_them(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS, moves=["on"], terms=WEEK)
    hall.clock.go_on(days=6, hours=23)
    match = await agree(hall, await move(hall, await move(hall, match)), BEN, CLEO)
    async with hall.matches.change(match.id, here(ADA)) as change:
        playing.resign(change, ADA)
    assert change.match.pause == match.pause, "the others did not end it"
    for person in (BEN, CLEO):
        await hall.matches.accept_offer(here(person), match.id, change.match.open_offers[0].id)
    async with hall.matches.change(match.id) as change:
        assert change.match.is_thinking
        playing.play_as_found(change, [Move("on")])
    after = change.match
    assert after.to_move == BEN and after.pause is None and after.banks[1] == 13 * HOUR
    assert after.deadline is not None and after.deadline >= hall.clock.at + DAY


async def test_who_ends_a_pause_by_a_move_has_no_day_for_the_rest_of_the_turn(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, moves=["on", "on"], terms=WEEK)
    hall.clock.go_on(days=7, hours=11)
    match = await agree(hall, match)
    hall.clock.go_on(days=1)
    after = (await hall.matches.play(here(ADA), match.id, "on")).match
    assert after.banks[0] == HOUR + 12 * HOUR


async def test_a_game_that_ends_in_a_pause_is_over_for_good(hall: Hall) -> None:
    match = await paused(hall)
    await hall.matches.resign(here(ADA), match.id)
    hall.clock.go_on(days=15)
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert after.pause is None and after.state is State.FINISHED
    with statements() as sent:
        await keeper(hall).tend()
    assert not [one for one in sent if one.startswith("UPDATE matches")]


async def test_a_request_for_a_pause_lapses_with_the_next_move_and_on_the_day_on_which_it_would_end(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, terms=Terms(days=14))
    asking = await hall.matches.offer_pause(here(ADA), match.id, 3)
    await hall.matches.play(here(ADA), match.id, "on")
    assert not (await hall.matches.load(match.id)).open_offers
    await hall.matches.offer_pause(here(BEN), match.id, 3)
    hall.clock.go_on(days=3)
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert not after.open_offers and after.pause is None and after.offers[0].id == asking.offers[0].id


async def test_a_length_that_nobody_offers_is_the_next_longer_one_or_the_longest(hall: Hall) -> None:
    for asked, days in ((0, 3), (5, 7), (365, 30)):
        match = await hall.running(terms=THREE_DAYS)
        [offer] = (await hall.matches.offer_pause(here(ADA), match.id, asked)).open_offers
        assert offer.due_at == hall.clock.at + days * DAY
