"""A correspondence match as its players experience it: thirty days with reminders, a vacation and an outage."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.chat import client
from bot.chat.client import Pace
from bot.model.match import State
from bot.model.result import Ending
from tests.bot.screen import text_of
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
_PACE = Pace(shows=3 * HOUR, tends=6 * HOUR)


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks clocks rarely, so that days pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), _PACE))


async def _pass(world: World, amount: timedelta) -> None:
    """Let time pass, in steps that SimCord allows."""
    left = amount
    while left > timedelta():
        step = min(left, DAY)
        await world.env.advance_time(step.total_seconds())
        left -= step


async def _moves(world: World, who: MemberActor) -> None:
    """Have a person play the first of their legal moves."""
    match = await world.match()
    assert match.to_move is not None and match.to_move.id == who.id
    await world.types(who, match.position.legal_moves()[0])


def _pings(world: World, who: MemberActor) -> list[str]:
    """The messages in the channel that pinged a person, oldest first."""
    sent = world.sent("POST", f"/channels/{world.channel.id}/messages")
    texts = [
        json.dumps(body["components"]) for body in sent if str(who.id) in map(str, body["allowed_mentions"]["users"])
    ]
    return [text for text in texts if f"<@{who.id}>" in text]


def _reminders(world: World, who: MemberActor) -> int:
    return sum("your time is running out" in text for text in _pings(world, who))


async def test_thirty_days(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first", days="3 days")
    assert "Terms: 3 days a move · rated." in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    begun = world.env.now()
    assert f"Due <t:{int((begun + 3 * DAY).timestamp())}:f>" in text_of(world.board())

    # Days 0 to 2: two moves, each with one mention.
    await _pass(world, DAY)
    await _moves(world, world.ada)
    await _pass(world, DAY)
    await _moves(world, world.ben)
    assert len(_pings(world, world.ada)) == 2 and len(_pings(world, world.ben)) == 2, "Ben was challenged, too"

    # Days 2 to 5: Ada thinks for long. She gets one reminder, even over a restart, and moves just in time.
    await _pass(world, 2 * DAY + 6 * HOUR)
    assert _reminders(world, world.ada) == 0
    await _pass(world, 12 * HOUR)
    assert _reminders(world, world.ada) == 1
    await world.restart()
    await _pass(world, 5 * HOUR)
    assert _reminders(world, world.ada) == 1 and len(_pings(world, world.ada)) == 3
    await _moves(world, world.ada)

    # Days 5 to 17: Ben goes on vacation for ten days. Ada sees it, and his clock stops.
    await world.ben.slash(world.channel, "vacation", days="10")
    await _pass(world, 3 * HOUR)
    assert "On vacation: Ben until" in text_of(world.board())
    assert "on vacation" in reply_text(await world.ada.slash(world.channel, "games"))
    await _pass(world, 12 * DAY - 3 * HOUR)
    assert (await world.match()).state is State.RUNNING and _reminders(world, world.ben) == 0
    await _pass(world, 18 * HOUR)
    assert _reminders(world, world.ben) == 1
    await _moves(world, world.ben)

    # Days 18 to 24: the bot is down for five days. Nobody loses time by it, and the board shows the new deadline.
    before = (await world.match()).deadline
    assert before is not None
    world.env.backend.advance_clock((5 * DAY).total_seconds())
    await world.restart()
    await _pass(world, 6 * HOUR)
    match = await world.match()
    assert match.state is State.RUNNING and match.deadline is not None
    assert timedelta() <= match.deadline - (before + 5 * DAY) <= _PACE.tends, "as exactly as the signs of life are"
    assert f"<t:{int(match.deadline.timestamp())}:f>" in text_of(world.board())
    assert _reminders(world, world.ada) == 1

    # Days 24 to 30: Ada forgets about it, is reminded once more, and loses on time.
    await _pass(world, 3 * DAY)
    assert _reminders(world, world.ada) == 2
    match = await world.match()
    assert match.state is State.FINISHED and match.result is not None and match.result.ending is Ending.TIME
    assert match.result.by is not None and match.result.by.id == world.ada.id
    board = text_of(world.board())
    assert "**Ada** has run out of time. **Ben** (Black) wins." in board
    assert world.pinged(world.board()) == [world.ada.id, world.ben.id]

    # What was noted about the boards left behind goes with the next look. After that nothing happens, whoever looks.
    await _pass(world, _PACE.shows)
    async with world.nothing_changes():
        await _pass(world, DAY)
        await world.restart()
        await _pass(world, DAY)


async def test_a_player_who_waives_wins_on_time_gives_another_turn_which_the_board_tells_both(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], days="1 day", also=["first"])
    await world.ben.click(world.board(), label="Accept")
    told = text_of(answer(await world.ben.slash(world.channel, "settings", timeouts="waived")))
    assert "they get the time of another turn, once in each match for two" in told
    await _moves(world, world.ada)
    await _moves(world, world.ben)
    before = world.board()
    await _pass(world, DAY + 12 * HOUR)
    match, board = await world.match(), world.board()
    assert match.state is State.RUNNING and board.id != before.id and world.pinged(board) == [world.ada.id]
    assert "⏳ **Ada** ran out of time, and **Ben** gave" in text_of(board)
    await _moves(world, world.ada)
    assert "ran out of time" not in text_of(world.board())


async def test_weekends_off_are_days_that_do_not_count(world: World) -> None:
    also = ["first", "weekends"]
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], days="1 day", also=also)
    assert "1 day a move, weekends off" in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    while world.env.now().weekday() != 4 or world.env.now().hour != 12:
        await _pass(world, 12 * HOUR)
        match = await world.match()
        assert match.to_move is not None
        await _moves(world, world.ada if match.to_move.id == world.ada.id else world.ben)
    deadline = (await world.match()).deadline
    assert deadline == world.env.now() + 3 * DAY, "half a day on Friday, and the other half on Monday"
    await _pass(world, 3 * DAY - 6 * HOUR)
    assert (await world.match()).state is State.RUNNING and (await world.match()).deadline == deadline
    await _pass(world, 6 * HOUR)
    assert (await world.match()).state is State.FINISHED
