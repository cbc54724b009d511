"""The puzzle of the day: posted once a day in a channel of the server's choice, solved privately, its solvers named next day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord import Message
from simcord.actors import MemberActor

from bot.actions import puzzles
from bot.model.jobs import Kind
from bot.model.puzzles import Puzzle
from bot.records.puzzles import shipped
from rules import GAMES
from tests.bot.screen import button_id, buttons_of, text_of
from tests.bot.world import World, answer, reply_text

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class _PuzzleTime:
    """A clock for the puzzles and what is posted."""

    now = _NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def time(world: World, monkeypatch: pytest.MonkeyPatch) -> _PuzzleTime:
    """The bot's time, which stands still."""
    clock = _PuzzleTime()
    monkeypatch.setattr(world.bot.services.context, "_now", clock)
    return clock


async def _pass(world: World) -> None:
    """What the bot does every minute."""
    await puzzles.lay_out_daily(world.bot.services.context)
    await world.bot.deliver_what_waits()


def _puzzle(message: Message) -> Puzzle:
    _solve, _match, _revision, detail = button_id(message, "Solve").split(":", 4)[1:]
    key, number, _chosen = detail.split("/")
    return shipped(GAMES[key].key)[number]


async def _rows(world: World) -> list[tuple[Any, ...]]:
    return (await world.stored())[Kind.DAILY_PUZZLE]


async def test_it_is_posted_once_a_day_solved_privately_and_names_the_solvers_next_day(
    world: World, boss: MemberActor, time: _PuzzleTime
) -> None:
    await boss.slash(world.channel, "server", puzzles=world.channel)
    for _ in range(3):
        await _pass(world)
    [posted] = world.messages()
    puzzle = _puzzle(posted)
    assert f"### Puzzle of the day: {puzzle.game.name}" in text_of(posted) and buttons_of(posted) == ["Solve", "Text"]
    shown = answer(await world.ada.click(posted, label="Solve"))
    window = await world.ada.click(shown, label="Type a move")
    await world.ada.submit_modal(window, {"text": puzzle.best})
    assert "✅ Solved!" in text_of(shown) and len(world.messages()) == 1
    assert "You have solved this puzzle already" in reply_text(await world.ada.click(posted, label="Solve"))
    time.now += timedelta(days=1)
    await _pass(world)
    await _pass(world)
    [_first, second] = world.messages()
    assert f"The one before: `{puzzle.best}`. Found by **Ada**." in text_of(second) and _puzzle(second) != puzzle
    time.now += timedelta(days=1)
    await _pass(world)
    assert "Nobody had found it." in text_of(world.board()) and len(await _rows(world)) == 3


async def test_a_server_that_wants_none_any_more_gets_none(world: World, boss: MemberActor, time: _PuzzleTime) -> None:
    card = answer(await boss.slash(world.channel, "server"))
    assert "**Puzzle of the day:** none" in text_of(card)
    await boss.click(card, label="Daily puzzle here")
    assert f"**Puzzle of the day:** in <#{world.channel.id}>" in text_of(card)
    await boss.click(card, label="No daily puzzle")
    await _pass(world)
    assert world.messages() == [] and await _rows(world) == []
