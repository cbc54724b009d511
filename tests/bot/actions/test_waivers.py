"""Wins on time that are not claimed: the opponent gets the time of another turn, once in a match."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import settings
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.offer_rules import waivers, waives_win
from bot.model.people import Person
from bot.model.result import Ending
from bot.model.settings import Timeouts
from rules.core import Seat
from tests.bot.actions.test_deadlines import THREE_DAYS, begun, keeper, move, pass_time
from tests.bot.queue import news
from tests.bot.tables import ADA, BEN, CLEO, Hall

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


async def waive(hall: Hall, *people: Person) -> None:
    """Have people waive their wins on time from now on."""
    for person in people:
        await settings.prefer(hall.matches, person, lambda before: replace(before, timeouts=Timeouts.WAIVED))


async def ending(hall: Hall, match: Match) -> Ending | None:
    """How the match has ended; None if it goes on."""
    result = (await hall.matches.load(match.id)).result
    return None if result is None else result.ending


async def test_the_player_to_move_gets_the_time_of_another_turn_in_a_new_message(hall: Hall) -> None:
    await waive(hall, BEN)
    match = await begun(hall)
    assert match.to_move == ADA and match.deadline is not None
    await pass_time(hall, match.deadline - hall.clock.at)
    after = await hall.matches.load(match.id)
    assert after.state is State.RUNNING and after.to_move == ADA and after.deadline == match.deadline + 3 * DAY
    assert after.clock is not None and not after.clock.is_reminded, "of the new deadline, too"
    assert [(offer.by_id, offer.accepted_by) for offer in waivers(after)] == [(ADA.id, (BEN.id,))]
    assert (await news(hall.database, match.id))[-1]


async def test_a_win_is_waived_once_in_a_match(hall: Hall) -> None:
    await waive(hall, BEN)
    match = await begun(hall)
    await pass_time(hall, 5 * DAY)
    match = await move(hall, await move(hall, await hall.matches.load(match.id)))
    await pass_time(hall, 4 * DAY)
    assert match.to_move == ADA and await ending(hall, match) is Ending.TIME


async def test_only_the_winner_decides(hall: Hall) -> None:
    await waive(hall, ADA)
    match = await begun(hall)
    await pass_time(hall, 4 * DAY)
    assert match.to_move == ADA and await ending(hall, match) is Ending.TIME


@pytest.mark.parametrize(("increment", "given"), [(2 * DAY, 2 * DAY), (HOUR, DAY)])
async def test_a_bank_gets_what_a_turn_adds_and_at_least_a_day(
    hall: Hall, increment: timedelta, given: timedelta
) -> None:
    await waive(hall, BEN)
    await keeper(hall).tend()
    terms = Terms(bank=7 * 86_400, increment=increment // timedelta(seconds=1))
    match = await move(hall, await move(hall, await hall.running(terms=terms)))
    assert match.deadline is not None
    await pass_time(hall, match.deadline - hall.clock.at + HOUR)
    after = await hall.matches.load(match.id)
    assert after.deadline == hall.clock.at + given
    hall.clock.go_on(hours=12)
    after = await move(hall, after)
    assert after.banks[0] == given - 12 * HOUR + increment


async def test_a_match_that_was_never_played_is_cancelled_all_the_same(hall: Hall) -> None:
    await waive(hall, BEN)
    await keeper(hall).tend()
    match = await hall.running(terms=THREE_DAYS)
    await pass_time(hall, 4 * DAY)
    assert await ending(hall, match) is Ending.UNPLAYED


@pytest.mark.parametrize("change", [{"is_fixture": True}, {"terms": Terms(bank=900, increment=15)}])
async def test_a_win_counts_at_once_where_others_depend_on_it_and_in_one_sitting(
    hall: Hall, change: dict[str, bool | Terms]
) -> None:
    await waive(hall, ADA, BEN)
    match = await hall.matches.load((await begun(hall)).id)
    assert waives_win(match, Seat(0)) == BEN
    assert waives_win(replace(match, **change), Seat(0)) is None  # pyright: ignore[reportArgumentType]


async def test_with_more_than_two_players_nobody_wins_on_time_alone(hall: Hall) -> None:
    await waive(hall, ADA, BEN, CLEO)
    match = await hall.running(ADA, BEN, CLEO, game=hall.matches.games["farlander"], terms=THREE_DAYS)
    assert waives_win(await hall.matches.load(match.id), Seat(0)) is None
