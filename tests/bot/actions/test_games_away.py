"""A match of a game whose package is no longer installed waits until it is installed again."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from bot.actions import matches
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.refusals.matches import GameIsAway
from tests.bot.actions.test_deadlines import keeper, pass_time
from tests.bot.tables import ADA, FURL, Hall, all_games

DAY = timedelta(days=1)


@contextmanager
def _without_furl(hall: Hall) -> Generator[None]:
    hall.matches.games = {key: game for key, game in all_games().items() if key != FURL.key}
    try:
        yield
    finally:
        hall.matches.games = all_games()


async def test_it_is_in_no_list_and_says_what_it_waits_for(hall: Hall) -> None:
    match = await hall.running()
    with _without_furl(hall):
        assert await matches.of_person(hall.matches, ADA, None, State.RUNNING) == []
        with pytest.raises(GameIsAway) as caught:
            await hall.matches.load(match.id)
        assert caught.value.number == match.id
    assert [one.id for one in await matches.of_person(hall.matches, ADA, None, State.RUNNING)] == [match.id]


async def test_its_clock_does_not_run_out(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await hall.running(terms=Terms(3))
    with _without_furl(hall):
        await pass_time(hall, 10 * DAY)
    match = await hall.matches.load(match.id)
    assert match.state is State.RUNNING and match.deadline is not None and match.deadline > hall.clock.at
    await pass_time(hall, 4 * DAY)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF, "its clock runs again"
